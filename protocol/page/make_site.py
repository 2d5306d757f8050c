#!/usr/bin/env python3
"""Lays out a folder for a web host: the page as an app that works without a network.

make_site.py ONE-THREAD-FOLDER THREADS-FOLDER OUTPUT-FOLDER

The folders hold emilia_module.js and emilia_module.wasm, the second one emilia_module.worker.js, too.
"""
import hashlib
import json
import shutil
import sys
from pathlib import Path

import make_page

HERE = Path(__file__).resolve().parent
# Threads load their script from a blob.
SOURCES = (" blob:; connect-src 'self'; manifest-src 'self'; worker-src 'self' blob:; "
           "img-src 'self' data:")
LINKS = ('<link rel="manifest" href="emilia.webmanifest">\n'
         '<meta name="theme-color" content="#2f8055">\n')
MANIFEST = {
    "name": "Emilia, an Othello engine", "short_name": "Emilia",
    "description": "Play Othello against Emilia, evaluate positions and analyze games.",
    "id": "./", "start_url": "./", "scope": "./", "display": "standalone",
    "background_color": "#f4f3ee", "theme_color": "#2f8055", "categories": ["games"],
    "icons": [{"src": "icon.svg", "sizes": "any", "type": "image/svg+xml", "purpose": purpose}
              for purpose in ("any", "maskable")],
}
# For the hosts that read such a file; on others the service worker adds the headers.
HEADERS = {"Cross-Origin-Opener-Policy": "same-origin",
           "Cross-Origin-Embedder-Policy": "require-corp"}


def service_worker(files: dict[str, bytes]) -> str:
    """Its version is that of all files, so that a change of any is an update."""
    digest = hashlib.sha256()
    for name, content in files.items():
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return (f"const version = {json.dumps(digest.hexdigest()[:16])};\n"
            f"const files = {json.dumps(['./', *files])};\n"
            f"const isolation = {json.dumps(HEADERS)};\n"
            + make_page.text_of(HERE / "service_worker.js"))


def make_site(one: Path, threads: Path, output: Path) -> None:
    index = make_page.page(one / "emilia_module.js", b"", SOURCES, LINKS)
    names = make_page.make_package.FILES
    files = {
        "index.html": index.encode(),
        "emilia.webmanifest": json.dumps(MANIFEST, indent=2).encode() + b"\n",
        "icon.svg": (HERE / "icon.svg").read_bytes(),
        names["wasm"]: (one / "emilia_module.wasm").read_bytes(),
        names["threads"]: (threads / "emilia_module.wasm").read_bytes(),
        names["glue"]: (threads / "emilia_module.js").read_bytes(),
        names["thread"]: (threads / "emilia_module.worker.js").read_bytes(),
    }
    kept = {name.removeprefix("./"): content for name, content in files.items()}
    kept["service-worker.js"] = service_worker(kept).encode()
    kept["_headers"] = "".join(
        ["/*\n", *(f"  {name}: {value}\n" for name, value in HEADERS.items())]).encode()
    if output.exists():
        shutil.rmtree(output)
    for name, content in kept.items():
        file = output / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


if __name__ == "__main__":
    make_site(*map(Path, sys.argv[1:]))
