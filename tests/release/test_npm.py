"""The package for JavaScript, as scripts/release.sh makes it, installed in Node and in Chromium.

EMILIA_PROGRAM names the program for this system. The build takes minutes, so CTest runs this only
with `-C release`.
"""
import functools
import http.server
import json
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path
from typing import Any

from web_test import CHROMIUM, MISSING, NATIVE, PROJECT

from chromium import Chromium  # web_test has said where

sys.path.insert(0, str(PROJECT / "tests/protocol/requests"))
try:
    from json_lines import ASKS, SCHEMA, check
except ImportError:
    MISSING.append("Debian's package python3-jsonschema")

LIBRARY = PROJECT / "protocol/library/javascript"
PATIENCE = 300  # seconds; far more than anything takes
folder = Path()


def setUpModule() -> None:
    missing = MISSING + [name for name in ("npm", "node") if not shutil.which(name)]
    if missing:
        raise unittest.SkipTest("not found: " + ", ".join(missing))
    subprocess.run([PROJECT / "scripts/release.sh", "npm"], check=True)
    [archive] = (PROJECT / "build-npm").glob("emilia-*.tgz")
    global folder  # pylint: disable=global-statement
    temporary = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(temporary.cleanup)
    folder = Path(temporary.name)
    run("npm", "install", "--offline", "--no-audit", "--no-fund", str(archive))
    for file in (LIBRARY / "examples").iterdir():
        shutil.copy(file, folder)


def run(*command: str) -> str:
    done = subprocess.run(command, cwd=folder, text=True, capture_output=True, timeout=PATIENCE,
                          check=False)
    if done.returncode != 0:
        raise AssertionError(f"{command[0]} ended with {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout


def native(*requests: dict) -> list[dict]:
    """What the program answers with one thread and as much memory as the package has."""
    lines = "".join(json.dumps({"id": number, **request}) + "\n"
                    for number, request in enumerate(requests))
    done = subprocess.run([NATIVE, "--protocol", "json", "--threads", "1", "--hash", "48"],
                          input=lines, text=True, capture_output=True, timeout=PATIENCE, check=True)
    replies = sorted(map(json.loads, done.stdout.splitlines()), key=lambda reply: reply["id"])
    return [reply["result"] for reply in replies]


def examples() -> list[dict]:
    """The examples of all requests in the schema that the package answers, each with few nodes."""
    found = []
    for ask, name in ASKS.items():
        if ask != "cancel":
            found += [{key: value for key, value in example.items() if key not in ("id", "progress")}
                      for example in SCHEMA["$defs"][name]["examples"]]
    return found


class NodeTest(unittest.TestCase):
    def in_node(self, script: str, *arguments: str) -> Any:
        """What a module prints as JSON."""
        (folder / "script.mjs").write_text(script, encoding="utf-8")
        return json.loads(run("node", "script.mjs", *arguments))

    def test_the_tests_in_node_pass(self) -> None:
        shutil.copy(PROJECT / "tests/release/npm.test.mjs", folder)
        run("node", "--test", "npm.test.mjs")

    def test_every_request_is_answered_as_the_schema_says(self) -> None:
        asked = examples()
        self.assertEqual({one["ask"] for one in asked} | {"cancel"}, set(ASKS))
        answers = self.in_node("""
            import { Engine } from "emilia";
            const engine = await Engine.create();
            const answers = [];
            for (const request of JSON.parse(process.argv[2])) answers.push(await engine.ask(request));
            console.log(JSON.stringify(answers));""", json.dumps(asked))
        for request, answer in zip(asked, answers):
            with self.subTest(request=request):
                check(SCHEMA["$defs"][ASKS[request["ask"]]]["x-result"], answer)

    def test_with_one_thread_the_nodes_are_those_of_the_program(self) -> None:
        asked = [{"ask": "analyze", "position": "f5d6c3d3c4f4f6f3", "depth": 14, "lines": 2},
                 {"ask": "analyze", "position": "f5d6", "nodes": 200_000}, {"ask": "bench"},
                 {"ask": "choose", "position": "f5d6c3", "level": 12, "book": False}]
        nodes = self.in_node("""
            import { Engine } from "emilia";
            const nodes = [];
            for (const request of JSON.parse(process.argv[2])) {
              const engine = await Engine.create();
              nodes.push((await engine.ask(request)).nodes);
            }
            console.log(JSON.stringify(nodes));""", json.dumps(asked))
        self.assertEqual(nodes, [native(request)[0]["nodes"] for request in asked])

    def test_the_example_finds_the_mistakes_of_a_game(self) -> None:
        out = run("node", "mistakes.mjs", "f5d6c3d3c4f4f6b4")
        self.assertRegex(out, r"(?m)^8\. b4 loses [\d.]+ discs; .. is better$")

    def test_the_programs_of_the_readme_run(self) -> None:
        text = (LIBRARY / "README.md").read_text(encoding="utf-8")
        programs = re.findall(r"```js\n(.*?)```", text, re.DOTALL)
        self.assertGreaterEqual(len(programs), 2)
        for program in programs:
            (folder / "script.mjs").write_text(program, encoding="utf-8")
            self.assertRegex(run("node", "script.mjs"), r"f4|[a-h][1-8] [-\d.]+ ")

    def test_all_files_are_in_the_package_and_it_needs_no_other(self) -> None:
        package = folder / "node_modules/emilia"
        self.assertEqual(sorted(str(file.relative_to(package)) for file in package.rglob("*")
                                if file.is_file()),
                         ["LICENSE", "README.md", "THIRD_PARTY.txt", "browser.cjs", "browser.mjs", "emilia.d.cts",
                          "emilia.d.mts", "emilia.wasm", "node.cjs", "node.mjs", "package.json",
                          "threads/emilia.wasm", "threads/glue.cjs", "threads/thread.cjs"])
        described = json.loads((package / "package.json").read_text(encoding="utf-8"))
        self.assertNotIn("dependencies", described)
        self.assertIn(f"VERSION {described['version']} ",
                      (PROJECT / "CMakeLists.txt").read_text(encoding="utf-8"))


class Server(http.server.SimpleHTTPRequestHandler):
    """Serves the folder; what is below /isolated/ is isolated from other origins."""

    def end_headers(self) -> None:
        if self.path.startswith("/isolated/"):
            self.send_header("Cross-Origin-Opener-Policy", "same-origin")
            self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()

    def translate_path(self, path: str) -> str:
        return super().translate_path(path.removeprefix("/isolated"))

    def log_message(self, *_: object) -> None:
        pass


class ChromiumTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.server = http.server.ThreadingHTTPServer(
            ("localhost", 0), functools.partial(Server, directory=str(folder)))
        cls.addClassCleanup(cls.server.server_close)
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()
        cls.addClassCleanup(cls.server.shutdown)
        cls.browser = Chromium(CHROMIUM)
        cls.addClassCleanup(cls.browser.close)
        (folder / "empty.html").write_text("<!doctype html><link rel=icon href=data:,>",
                                           encoding="utf-8")

    def open(self, page: str, isolated: bool) -> None:
        place = "isolated/" if isolated else ""
        self.browser.open(f"http://localhost:{self.server.server_port}/{place}{page}")
        self.assertEqual(self.browser.evaluate("crossOriginIsolated"), isolated)

    def in_page(self, body: str, isolated: bool) -> Any:
        """What the body of an asynchronous function returns, which can use the package."""
        self.open("empty.html", isolated)
        return self.browser.evaluate(
            "(async () => { const { Engine, Rules, EmiliaError } ="
            " await import('./node_modules/emilia/browser.mjs');" + body + "})()")

    def test_an_isolated_page_has_threads_and_any_other_one_thread(self) -> None:
        [expected] = native({"ask": "analyze", "position": "f5d6c3d3c4", "depth": 12})
        for isolated, threads in ((False, 1), (True, 2)):
            found = self.in_page("""
                const engine = await Engine.create({ threads: 2 });
                const { nodes, moves } = await engine.analyze({ position: "f5d6c3d3c4", depth: 12 });
                return [engine.threads, nodes, moves.length];""", isolated)
            self.assertEqual((found[0], found[2]), (threads, len(expected["moves"])))
            if threads == 1:
                self.assertEqual(found[1], expected["nodes"])

    def test_a_signal_stops_a_search_and_the_next_is_answered(self) -> None:
        for isolated in (False, True):
            self.assertEqual(self.in_page("""
                const engine = await Engine.create({ threads: 2 });
                const stopper = new AbortController();
                let error = null;
                try {
                  for await (const sofar of engine.analyze({ position: "f5", depth: 60 },
                    { signal: stopper.signal })) stopper.abort();
                } catch (caught) {
                  error = caught.name;
                }
                return [error, (await engine.moves({ position: "f5" })).moves.length];""", isolated),
                ["AbortError", 3])

    def test_several_engines_and_the_rules_work_side_by_side(self) -> None:
        self.assertEqual(self.in_page("""
            const [rules, ...engines] = await Promise.all([Rules.create(), Engine.create(), Engine.create()]);
            const scores = await Promise.all(engines.map((engine) => engine.evaluate({ position: "f5" })));
            let refused = null;
            try { rules.moves({ position: "f5f5" }); } catch (error) { refused = error; }
            return [scores[0].score === scores[1].score, refused instanceof EmiliaError, refused.path];""",
            isolated=False), [True, True, "/position"])

    def test_files_that_are_missing_and_workers_that_are_forbidden_are_reported(self) -> None:
        missing = self.in_page("return Engine.create({ folder: './nowhere' }).catch((e) => e.message);",
                               isolated=False)
        self.assertRegex(missing, r"nowhere/emilia\.wasm can't be loaded: 404 ")
        (folder / "strict.html").write_text(
            "<!doctype html><meta http-equiv='Content-Security-Policy' content=\"worker-src 'none'\">",
            encoding="utf-8")
        self.open("strict.html", isolated=False)
        self.assertIn("the engine has failed", self.browser.evaluate(
            "import('./node_modules/emilia/browser.mjs')"
            ".then(({ Engine }) => Engine.create()).catch((error) => error.message)"))

    def test_the_example_page_scores_moves_stops_and_refuses(self) -> None:
        self.assertLessEqual(len((folder / "page.html").read_text(encoding="utf-8").splitlines()), 30)
        said = "document.getElementById('said').textContent"
        [legal] = native({"ask": "moves", "position": "f5d6c3"})
        for isolated in (False, True):
            self.open("page.html", isolated)
            self.wait(f"/nodes in .* s with {'[0-9]+' if isolated else 1} threads/.test({said})")
            self.enter("f5d6c3")
            self.wait("[...document.querySelectorAll('#scores li')].map((line) =>"
                      " line.textContent.slice(0, 2)).sort().join()"
                      f" === '{','.join(sorted(legal['moves']))}'")
            self.browser.click_on("#stop")
            self.enter("f5f5")
            self.wait(f"{said}.includes('f5 is not a legal move')")

    def enter(self, moves: str) -> None:
        self.browser.evaluate("(() => { const input = document.getElementById('moves');"
                              f" input.value = '{moves}'; input.oninput(); }})()")

    def wait(self, condition: str) -> None:
        self.browser.wait_for(lambda: self.browser.evaluate(condition), 60)


if __name__ == "__main__":
    unittest.main()
