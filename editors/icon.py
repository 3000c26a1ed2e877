#!/usr/bin/env python3
"""Draws the picture of the VS Code extension, `vscode/icon.png`: lines of a rule, the first of which holds.

usage: icon.py    writes it
"""

import pathlib
import struct
import zlib

SIZE = 256
# Each pixel is the mean of so many points a side.
POINTS = 3
GROUND = (27, 33, 39)
LINE = (122, 136, 149)
HOLDS = (63, 185, 122)
# From, to, half as thick: in units of the whole side.
STROKES = [
    ((0.20, 0.34), (0.28, 0.43), 0.035, HOLDS), ((0.28, 0.43), (0.44, 0.23), 0.035, HOLDS),
    ((0.54, 0.34), (0.80, 0.34), 0.030, HOLDS),
    ((0.20, 0.57), (0.80, 0.57), 0.030, LINE), ((0.20, 0.76), (0.62, 0.76), 0.030, LINE),
]
CORNER = 0.18


def distance(x, y, start, end):
    """From a point to a stroke."""
    width, height = end[0] - start[0], end[1] - start[1]
    share = ((x - start[0]) * width + (y - start[1]) * height) / (width * width + height * height)
    share = min(1, max(0, share))
    return ((x - start[0] - share * width) ** 2 + (y - start[1] - share * height) ** 2) ** 0.5


def colour(x, y):
    """The colour of a point with its opacity: a square with round corners, and strokes on it."""
    beyond = [max(0, abs(one - 0.5) - 0.5 + CORNER) for one in (x, y)]
    if (beyond[0] ** 2 + beyond[1] ** 2) ** 0.5 > CORNER:
        return (0, 0, 0, 0)
    for start, end, half, shade in STROKES:
        if distance(x, y, start, end) <= half:
            return (*shade, 255)
    return (*GROUND, 255)


def pixel(column, row):
    """The mean of the points of a pixel; colours weigh as much as they are opaque."""
    steps = [(index + 0.5) / POINTS for index in range(POINTS)]
    points = [colour((column + x) / SIZE, (row + y) / SIZE) for y in steps for x in steps]
    opacity = sum(point[3] for point in points)
    mixed = [sum(point[part] * point[3] for point in points) // opacity if opacity else 0 for part in range(3)]
    return bytes([*mixed, opacity // len(points)])


def chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def stored(content):
    """A zlib stream without compression: another zlib gives the same bytes."""
    blocks = [content[at:at + 65535] for at in range(0, len(content), 65535)]
    parts = [struct.pack("<BHH", index == len(blocks) - 1, len(block), len(block) ^ 0xFFFF) + block for index, block in enumerate(blocks)]
    return b"\x78\x01" + b"".join(parts) + struct.pack(">I", zlib.adler32(content))


def image():
    """The bytes of the PNG: a palette with opacity, as few colours are there."""
    pixels = [[pixel(column, row) for column in range(SIZE)] for row in range(SIZE)]
    palette = sorted({one for row in pixels for one in row})
    assert len(palette) <= 256, len(palette)
    index = {one: bytes([place]) for place, one in enumerate(palette)}
    rows = b"".join(b"\0" + b"".join(index[one] for one in row) for row in pixels)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", SIZE, SIZE, 8, 3, 0, 0, 0))
            + chunk(b"PLTE", b"".join(one[:3] for one in palette)) + chunk(b"tRNS", bytes(one[3] for one in palette))
            + chunk(b"IDAT", stored(rows)) + chunk(b"IEND", b""))


if __name__ == "__main__":
    (pathlib.Path(__file__).resolve().parent / "vscode/icon.png").write_bytes(image())
