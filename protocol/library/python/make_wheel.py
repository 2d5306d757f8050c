"""Packs the Python package as a wheel and prints its path.

    python3 make_wheel.py FOLDER NOTICES OUTPUT

FOLDER has the package `emilia`, as a build for a wheel makes it, NOTICES is a file with the notices of
the libraries in it, and the wheel comes into the folder OUTPUT.
The same package gives the same bytes.
"""
import base64
import hashlib
import platform
import re
import subprocess
import sys
import zipfile
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[3]
LEAST_PYTHON = (3, 10)
OLDEST_GLIBC = (2, 17)  # for which pip knows wheels on every processor


def glibc_needed(library: Path) -> tuple[int, int]:
    """The version of the C library that an extension needs."""
    listing = subprocess.run(["objdump", "-T", library], capture_output=True, text=True,
                             check=True).stdout
    versions = re.findall(r"\(GLIBC_(\d+)\.(\d+)", listing)
    return max(OLDEST_GLIBC, *((int(major), int(minor)) for major, minor in versions))


def version() -> str:
    text = (PROJECT / "CMakeLists.txt").read_text(encoding="utf-8")
    found = re.search(r"^project\(emilia VERSION ([0-9.]+)", text, re.MULTILINE)
    if found is None:
        sys.exit("make_wheel.py: CMakeLists.txt names no version")
    return found.group(1)


def metadata() -> str:
    return f"""Metadata-Version: 2.1
Name: emilia
Version: {version()}
Summary: Othello engine that plays, solves and analyzes
License: MIT
Requires-Python: >={".".join(map(str, LEAST_PYTHON))}
Requires-Dist: cffi>=1.15
Requires-Dist: numpy>=1.21
Description-Content-Type: text/markdown

""" + (Path(__file__).parent / "README.md").read_text(encoding="utf-8")


def main() -> None:
    folder, notices, output = map(Path, sys.argv[1:])
    glibc = "_".join(map(str, glibc_needed(folder / "emilia/_binding.abi3.so")))
    tag = (f"cp{''.join(map(str, LEAST_PYTHON))}-abi3-"
           f"manylinux_{glibc}_{platform.machine()}")
    facts = f"emilia-{version()}.dist-info"
    files = {f"emilia/{path.name}": path.read_bytes()
             for path in sorted((folder / "emilia").iterdir()) if path.is_file()}
    files[f"{facts}/LICENSE"] = (PROJECT / "LICENSE").read_bytes()
    files[f"{facts}/THIRD_PARTY"] = notices.read_bytes()
    files[f"{facts}/METADATA"] = metadata().encode()
    files[f"{facts}/WHEEL"] = (f"Wheel-Version: 1.0\nGenerator: emilia\n"
                               f"Root-Is-Purelib: false\nTag: {tag}\n").encode()
    record = ""
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
        record += f"{name},sha256={digest},{len(content)}\n"
    files[f"{facts}/RECORD"] = f"{record}{facts}/RECORD,,\n".encode()
    wheel = output / f"emilia-{version()}-{tag}.whl"
    for old in output.glob("emilia-*.whl"):
        old.unlink()
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            info = zipfile.ZipInfo(name)
            info.external_attr = 0o644 << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
    print(wheel)


if __name__ == "__main__":
    main()
