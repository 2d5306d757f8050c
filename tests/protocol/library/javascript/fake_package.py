"""The package for JavaScript with a module that answers what its tests need, in place of the engine."""
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parents[3]
sys.path.insert(0, str(PROJECT / "protocol/library/javascript"))
import make_package  # noqa: E402

EMPTY_MODULE = b"\0asm\1\0\0\0"
GLUE = (HERE / "fake_module.js").read_text(encoding="utf-8")


def browser_script(glue: str = GLUE) -> str:
    return make_package.browser_module(glue)


def make_fake_package(folder: Path) -> Path:
    """Makes the package in this folder, and returns where it is."""
    built = folder / "built"
    built.mkdir()
    (built / "emilia_module.js").write_text(GLUE, encoding="utf-8")
    (built / "emilia_module.wasm").write_bytes(EMPTY_MODULE)
    (built / "emilia_module.worker.js").write_text("", encoding="utf-8")
    package = folder / "node_modules/emilia"
    make_package.make_package("1.2.3", built, built, package)
    return package
