#!/usr/bin/env python3
"""Makes the folder of the npm package from the two builds of the module.

make_package.py VERSION ONE-THREAD-FOLDER THREADS-FOLDER OUTPUT-FOLDER

The folders hold emilia_module.js and emilia_module.wasm, the second one emilia_module.worker.js, too.
"""
import json
import shutil
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parents[2]
REQUESTS = PROJECT / "protocol/requests"
sys.path.insert(0, str(REQUESTS))
import make_documents  # noqa: E402

FILES = {"wasm": "./emilia.wasm", "threads": "./threads/emilia.wasm",
         "glue": "./threads/glue.cjs", "thread": "./threads/thread.cjs"}
HERE_IN_MODULES = "\n".join(
    ["const here = {",
     *(f"  {name}: () => new URL({json.dumps(file)}, import.meta.url)," for name, file
       in FILES.items()),
     "};", ""])
# What each file begins with: where the package lies, and what it needs of Node.
BROWSER_MODULE = HERE_IN_MODULES
BROWSER_COMMON = """\
const base = typeof document === "undefined" ? location.href : document.currentScript?.src || document.baseURI;
const here = Object.fromEntries(Object.entries(files).map(([name, file]) => [name, () => new URL(file, base)]));
"""
NODE_MODULE = """\
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { webcrypto } from "node:crypto";
import { Worker } from "node:worker_threads";
""" + HERE_IN_MODULES
NODE_COMMON = """\
const { readFile } = require("node:fs/promises");
const { join } = require("node:path");
const { fileURLToPath, pathToFileURL } = require("node:url");
const { webcrypto } = require("node:crypto");
const { Worker } = require("node:worker_threads");
const here = Object.fromEntries(Object.entries(files).map(([name, file]) => [name, () => new URL(file, pathToFileURL(__filename))]));
"""
EXPORTED = "Engine, Rules, EmiliaError"


def source(name: str) -> str:
    return (HERE / "source" / name).read_text(encoding="utf-8")


def request_names() -> dict[str, list[str]]:
    """The requests by whether they search. What is cancelled here by a signal needs no request."""
    schema = make_documents.read_schema()
    names: dict[str, list[str]] = {"quick": [], "searching": []}
    for name in make_documents.request_names(schema):
        request = schema["$defs"][name]
        ask = make_documents.ask_of(request)
        if ask != "cancel":
            names["searching" if "x-progress" in request else "quick"].append(ask)
    return names


def script(glue: str, platform: str, head: str, tail: str) -> str:
    """One of the package's scripts. `glue` is Emscripten's script of the module with one thread."""
    start = source("serve.js") + source("instance.js") + "serve(makeEmilia, startInstance);\n"
    crypto = "webcrypto" if platform == "node.js" else "globalThis.crypto"
    parts = [
        "// Emilia, an Othello engine; made by make_package.py.\n",
        f"const files = {json.dumps(FILES)};\n", head,
        f"const {{ {EXPORTED} }} = (() => {{\n",
        f"const requests = {json.dumps(request_names())};\n",
        f"const scripts = {json.dumps({'worker': glue + start, 'serve': start})};\n",
        # It must not find CommonJS's names, which it would export itself to.
        f"const makeEmilia = ((crypto, exports, module, define, __filename) => {{\n{glue}\n"
        f"return makeEmilia;\n}})({crypto});\n",
        source("instance.js"), source(platform), source("engine.js"),
        f"return {{ {EXPORTED} }};\n}})();\n", tail]
    return "".join(parts)


def browser_module(glue: str) -> str:
    return script(glue, "browser.js", BROWSER_MODULE, f"export {{ {EXPORTED} }};\n")


def scripts(glue: str) -> dict[str, str]:
    common = f"module.exports = {{ {EXPORTED} }};\n"
    return {
        "browser.mjs": browser_module(glue),
        "browser.cjs": script(glue, "browser.js", BROWSER_COMMON, common),
        "node.mjs": script(glue, "node.js", NODE_MODULE, f"export {{ {EXPORTED} }};\n"),
        "node.cjs": script(glue, "node.js", NODE_COMMON, common),
    }


def types() -> str:
    return make_documents.typescript(make_documents.read_schema()) + source("emilia.d.ts")


def make_package(version: str, one: Path, threads: Path, output: Path) -> None:
    if output.exists():
        shutil.rmtree(output)
    (output / "threads").mkdir(parents=True)
    shutil.copyfile(one / "emilia_module.wasm", output / "emilia.wasm")
    for built, name in (("emilia_module.wasm", "emilia.wasm"), ("emilia_module.js", "glue.cjs"),
                        ("emilia_module.worker.js", "thread.cjs")):
        shutil.copyfile(threads / built, output / "threads" / name)
    texts = scripts((one / "emilia_module.js").read_text(encoding="utf-8"))
    texts |= {"emilia.d.mts": types(), "emilia.d.cts": types()}
    described = json.loads((HERE / "package.json").read_text(encoding="utf-8"))
    texts["package.json"] = json.dumps({**described, "version": version}, indent=2) + "\n"
    for name, text in texts.items():
        (output / name).write_text(text, encoding="utf-8")
    shutil.copyfile(HERE / "README.md", output / "README.md")
    shutil.copyfile(PROJECT / "LICENSE", output / "LICENSE")


if __name__ == "__main__":
    make_package(sys.argv[1], *map(Path, sys.argv[2:]))
