"""Files of labelled positions (engine/learn/position_file.h), block by block."""
from __future__ import annotations

import struct
import zlib

_HEADER = 256  # bytes: kind, version, checksum and settings
_BLOCK = struct.Struct("<III")  # game, positions, checksum
_POSITION = 20  # bytes
_KIND = b"EMILIAPO"


def split_position_file(content: bytes) -> tuple[bytes, list[tuple[int, bytes]]]:
    """The header, and each game with its block. Raises ValueError if anything is wrong."""
    header = content[:_HEADER]
    if len(header) != _HEADER or not header.startswith(_KIND):
        raise ValueError("it is no file of positions")
    blocks = []
    at = _HEADER
    while at < len(content):
        if at + _BLOCK.size > len(content):
            raise ValueError("its last game is cut off")
        game, count, checksum = _BLOCK.unpack_from(content, at)
        end = at + _BLOCK.size + _POSITION * count
        block = content[at:end]
        if end > len(content) or zlib.crc32(block[12:], zlib.crc32(block[:8])) != checksum:
            raise ValueError(f"the positions of game {game} are damaged")
        blocks.append((game, block))
        at = end
    return header, blocks
