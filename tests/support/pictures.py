"""Small image files of every format, with a size of choice."""

import struct
import uuid
import zlib

BYTES_MAX = 2 * 1024 * 1024


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int = 300, height: int = 250, note: str | None = None, bytes_total: int | None = None) -> bytes:
    """A grey image. Its note makes it differ from every other one; `bytes_total` makes the file that long."""
    rows = zlib.compress((b"\0" + b"\x80" * width) * height)
    head = b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    text = _chunk(b"tEXt", b"Comment\0" + (note or uuid.uuid4().hex).encode())
    tail = _chunk(b"IDAT", rows) + _chunk(b"IEND", b"")
    filled = len(head) + len(text) + len(tail)
    padding = _chunk(b"teXt", b"\x20" * (bytes_total - filled - 12)) if bytes_total else b""
    return head + text + padding + tail


def jpeg(width: int = 300, height: int = 250) -> bytes:
    comment = uuid.uuid4().bytes.replace(b"\xff", b"\0")
    frame = struct.pack(">HBHHB", 11, 8, height, width, 1) + b"\x01\x11\x00"
    return (b"\xff\xd8\xff\xe0\x00\x06JFIF\xff\xfe" + struct.pack(">H", 2 + len(comment)) + comment + b"\xff\xc0" + frame
            + b"\xff\xda\x00\x02scan\xff\xd9")


def gif(width: int = 300, height: int = 250) -> bytes:
    return b"GIF89a" + struct.pack("<HH", width, height) + b"\0\0\0!\xfe\x10" + uuid.uuid4().bytes + b"\0;"


def webp(width: int = 300, height: int = 250) -> bytes:
    size = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    body = b"WEBPVP8X\x0a\0\0\0\0\0\0\0" + size + uuid.uuid4().bytes
    return b"RIFF" + struct.pack("<I", len(body)) + body
