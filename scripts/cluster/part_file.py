"""The result of a part as one file, so that a single rename puts it in its place.

The first line is a JSON object, the seal: which job and part the result belongs to, and the size
and the checksum of what follows. So a file that was cut short, damaged or copied to a wrong place
is recognised wherever it comes from."""
from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

from .errors import PartError

_LONGEST_SEAL = 1 << 20


def write_part(path: Path, seal: dict[str, object], payload: bytes) -> None:
    """Writes the file and puts it on the disk."""
    seal = {**seal, "bytes": len(payload), "sha256": hashlib.sha256(payload).hexdigest()}
    with open(path, "wb") as file:
        file.write(json.dumps(seal, sort_keys=True).encode() + b"\n" + payload)
        file.flush()
        os.fsync(file.fileno())


def read_seal(path: Path, wanted: dict[str, object]) -> dict[str, object]:
    """The seal of a file that is as long as it says and agrees with `wanted`. Does not read all of
    a long file. Raises PartError."""
    try:
        with open(path, "rb") as file:
            line = file.readline(_LONGEST_SEAL)
            size = os.fstat(file.fileno()).st_size
    except FileNotFoundError:
        raise PartError("missing") from None
    except OSError as error:
        raise PartError(f"unreadable: {error.strerror}") from error
    try:
        seal = json.loads(line)
        length = seal["bytes"]
        different = [key for key in wanted if seal.get(key) != wanted[key]]
    except (ValueError, KeyError, TypeError, AttributeError):
        raise PartError("damaged: it does not begin as the result of a part") from None
    if "job" in different:
        raise PartError("of another job, or of other settings")
    if different:
        raise PartError("of another part" if different[0] == "piece" else
                        f"of another {different[0]}")
    if not line.endswith(b"\n") or size != len(line) + length:
        raise PartError(f"damaged: it has {size} bytes instead of {len(line) + length}")
    return seal


def read_part(path: Path, wanted: dict[str, object]) -> tuple[dict[str, object], bytes]:
    """The seal and the checked payload. Raises PartError."""
    seal = read_seal(path, wanted)
    payload = path.read_bytes().partition(b"\n")[2]
    if hashlib.sha256(payload).hexdigest() != seal["sha256"]:
        raise PartError("damaged: its checksum is wrong")
    return seal, payload
