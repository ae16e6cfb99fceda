#!/usr/bin/env python3
"""Reads nearkin models; written from core/FORMAT.md alone, with Python's standard library.

    reader.py MODEL.nkn...      prints one line per model, equal to the output of `nearkin inspect --format json`
"""

import json
import math
import struct
import sys
import zlib

POLICIES = "error value missing indicator mean median most-frequent constant level drop".split()
METRICS = "euclidean manhattan chebyshev minkowski hamming cosine dot".split()
HEADS = "encode classify regress cluster".split()
COLUMNS, NAMES, CLASSES, CODED, NUMBERS, CODES, TARGETS, ROW_NUMBERS, RADII, ORIGINS = range(10)
NONE = 0xFFFF


class NotAModel(Exception):
    """The bytes violate a rule of the format."""


def require(holds, rule):
    if not holds:
        raise NotAModel(rule)


class Message:
    """Reads postcard's wire format."""

    def __init__(self, data, start):
        self.data, self.at = data, start

    def take(self, count):
        require(self.at + count <= len(self.data), "Malformed")
        self.at += count
        return self.data[self.at - count : self.at]

    def unsigned(self, bits):
        value = shift = 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
            require(shift < bits, "Malformed")
        require(value < 1 << bits, "Malformed")
        return value

    def signed(self, bits):
        value = self.unsigned(bits)
        return value >> 1 if value % 2 == 0 else -(value >> 1) - 1

    def variant(self, count):
        value = self.unsigned(32)
        require(value < count, "Malformed")
        return value

    def float(self):
        return struct.unpack("<f", self.take(4))[0]

    def bytes(self):
        return self.take(self.unsigned(32))


class Tables:
    """The words of the tables."""

    def __init__(self, data):
        require(len(data) % 4 == 0, "TablesAligned")
        self.data = data

    def __len__(self):
        return len(self.data) // 4

    def many(self, word, code, count):
        start, size = word * 4, struct.calcsize("<" + code)
        require(start + size * count <= len(self.data), "SectionInside")
        return list(struct.unpack_from(f"<{count}{code}", self.data, start))

    def word(self, at):
        return self.many(at, "I", 1)[0]

    def texts(self, at):
        head = self.word(at)
        count, wide = head & 0x7FFFFFFF, head >> 31
        offsets = self.many(at + 1, "I" if wide else "H", count + 1)
        start = (at + 1 + words(4 if wide else 2, count + 1)) * 4
        require(start + offsets[-1] <= len(self.data), "SectionInside")
        require(offsets == sorted(offsets), "Text")
        return [self.data[start + a : start + b].decode("utf-8") for a, b in zip(offsets, offsets[1:])]


def words(size, count):
    """Returns the number of words of `count` elements of `size` bytes."""
    return (size * count + 3) // 4


def read_header(data):
    require(data[:4] == b"NKIN"[: len(data)], "BadMagic")
    require(len(data) >= 16, "Truncated")
    version, flags, length, crc = struct.unpack_from("<HHII", data, 4)
    require(version == 1, "UnsupportedVersion")
    require(len(data) >= 16 + length, "Truncated")
    require(len(data) == 16 + length, "TrailingBytes")
    require(crc == zlib.crc32(data[16:], zlib.crc32(data[:12])), "Checksum")
    require(flags == 0, "Unsupported")
    return version


def read_message(data):
    m, p = Message(data, 16), {}
    p["head"] = HEADS[m.variant(4)]
    p["k"] = p["weights"] = None
    if p["head"] in ("classify", "regress"):
        p["k"], p["weights"] = m.unsigned(32), ("uniform", "distance")[m.variant(2)]
    p["metric"] = METRICS[m.variant(7)]
    if p["metric"] == "minkowski":
        p["metric"] = f"minkowski({m.float()!r})"
    p["storage"] = ("f32", "i16", "i8")[m.variant(3)]
    p["step"], p["bound"] = (None, None) if p["storage"] == "f32" else (m.float(), m.signed(16))
    for name, bits in [("columns", 16), ("width", 32), ("numbers", 16), ("codes", 16), ("rows", 32), ("classes", 16)]:
        p[name] = m.unsigned(bits)
    p["threshold"] = m.unsigned(32) if m.variant(2) else None
    p["schema"] = m.unsigned(64)
    p["sections"] = [m.unsigned(32) - 1 for _ in range(12)]
    pad = m.bytes()
    require(len(pad) < 4 and not any(pad), "Reserved")
    p["tables"] = m.bytes()
    require((m.at - len(p["tables"])) % 4 == 0, "TablesAligned")
    p["provenance"] = m.bytes()
    require(m.at == len(data), "TrailingBytes")
    return p


class Parameters:
    """Reads the parameters of a column, which start at word `at`."""

    def __init__(self, tables, at):
        self.tables, self.at = tables, at

    def floats(self, count):
        self.at += count
        numbers = self.tables.many(self.at - count, "f", count)
        require(all(map(math.isfinite, numbers)), "Finite")
        return numbers

    def affine(self, present):
        return dict(zip(("offset", "scale"), self.floats(2))) if present else None


def read_column(tables, record, integer):
    """Returns a column's record and parameters, and its part of the schema's hash."""
    head, place = record
    kind, flags = head & 3, head & 0xFFFF
    column = {
        "kind": ("number", "one-hot", "table", "hash")[kind],
        "stored": "numbers" if kind == 0 or flags & 4 else "code",
        "slot": head >> 16,
        "missing": POLICIES[place >> 24 & 15],
    }
    parameters = Parameters(tables, place & 0xFFFFFF)
    if kind == 0:
        column["scaler"] = parameters.affine(flags & 8)
        column["quantiser"] = parameters.affine(integer)
        column["imputed"] = parameters.floats(1)[0] if flags & 16 else None
        column["indicator"] = parameters.floats(2) if flags & 32 else None
        column["width"] = 2 if flags & 32 else 1
        return column, (bytes([0, flags & 16 != 0]), [])
    more, interface = read_category(parameters, kind, flags)
    return column | {"unknown": POLICIES[place >> 28]} | more, interface


def read_category(parameters, kind, flags):
    """Returns the parameters of a categorical column, and its part of the schema's hash."""
    tables, at = parameters.tables, parameters.at
    levels, width, missing, unknown_code = tables.many(at, "H", 4)
    vocabulary = tables.word(at + 2)
    parameters.at += 3
    if kind == 3:
        names, tag = [], 3
    elif flags & 64:
        names, tag = tables.many(vocabulary + 1, "i", tables.word(vocabulary)), 2
    else:
        names, tag = tables.texts(vocabulary), 1
    if kind != 3:
        by_bytes = [name.encode() if tag == 1 else name for name in names]
        require(by_bytes == sorted(set(by_bytes)) and len(names) == levels > 0, "VocabularySorted")
    table = slots = None
    if kind == 2:
        cells = parameters.floats((levels + 2) * width)
        table = [cells[row * width : (row + 1) * width] for row in range(levels + 2)]
    elif kind == 1:
        listed = tables.many(at + 3, "H", levels + 2) if flags & 128 else range(levels + 2)
        slots = [slot if slot < width else None for slot in listed]
    category = {
        "width": width,
        "hash": ("md5", "sha256")[vocabulary] if kind == 3 else None,
        "levels": names,
        "missing_code": None if missing == NONE else missing,
        "unknown_code": None if unknown_code == NONE else unknown_code,
        "slots": slots,
        "table": table,
    }
    ends = bytes([missing != NONE, unknown_code != NONE])
    return category, (bytes([tag]), [] if tag == 3 else [str(name) for name in names], ends)


def schema_hash(p, names, interfaces, classes):
    value = 0xCBF29CE484222325

    def add(data):
        nonlocal value
        for byte in data:
            value = ((value ^ byte) * 0x100000001B3) % (1 << 64)

    def text(name):
        add(name.encode() + b"\xff")

    add(bytes([HEADS.index(p["head"])]))
    for name, (start, levels, *ends) in zip(names, interfaces):
        text(name)
        add(start)
        for level in levels:
            text(level)
        add(b"".join(ends))
    for name in classes:
        text(name)
    return value


def single(number):
    """Rounds a number to single precision."""
    return struct.unpack("<f", struct.pack("<f", number))[0]


def as_float(bits):
    """Returns the single-precision number with these bits."""
    return struct.unpack("<f", struct.pack("<I", bits))[0]


def threshold(p):
    """Returns the threshold as a distance, or as a score of clusters."""
    if p["threshold"] is None:
        return None
    return as_float(p["threshold"]) if p["head"] == "cluster" else distance(p, p["threshold"])


def distance(p, rank):
    """Returns the distance of a rank, in single precision."""
    if p["metric"] == "dot":
        return as_float(rank & 0x7FFFFFFF if rank >> 31 else rank ^ 0xFFFFFFFF)
    total = as_float(rank) if p["step"] is None else single(rank)
    step = 1.0 if p["step"] is None else p["step"]
    if p["metric"] == "euclidean":
        return single(single(math.sqrt(total)) * step)
    if p["metric"] == "hamming":
        return single(total / (p["numbers"] + p["codes"]))
    if p["metric"].startswith("minkowski"):
        return single(total ** (1 / float(p["metric"][10:-1])))
    return total if p["metric"] == "cosine" else single(total * step)


def check_edges(p, tables):
    """Checks that the edge of each cluster is the first rank whose score is above the threshold."""
    words = p["sections"][RADII]
    radii = tables.many(words, "f", p["rows"])
    for radius, edge in zip(radii, tables.many(words + p["rows"], "I", p["rows"])):
        score = lambda rank: single(distance(p, rank) - radius)
        require(edge == 0 or score(edge - 1) <= threshold(p), "edge inside")
        require(score(edge) > threshold(p), "edge outside")


def sizes(p, tables, blob_bytes):
    """Returns the sizes in bytes, as `inspect` lists them."""
    rows, present = p["rows"], [word >= 0 for word in p["sections"]]
    number_bytes = {"f32": 4, "i16": 2, "i8": 1}[p["storage"]]
    row_words = words(number_bytes, p["numbers"])
    coded = tables.many(p["sections"][CODED], "I", p["codes"] * 3) if p["codes"] and present[CODED] else []
    code_bytes = sum(2 if head & 1 else 1 for head in coded[::3])
    target_bytes = (1 if p["classes"] <= 256 else 2) if p["head"] == "classify" else 4
    whole = lambda size, count, section: 4 * words(size, count) if present[section] else 0
    bits = max(rows - 1, 0).bit_length()
    numbering = (rows * bits + 31) // 32 * 4 if present[ROW_NUMBERS] else 0
    parts = [
        ("rows: numbers", rows * row_words * 4),
        ("rows: codes", whole(1, rows * code_bytes, CODES)),
        ("rows: classes or values", whole(target_bytes, rows, TARGETS)),
        ("rows: numbering", numbering + whole(4, rows, ORIGINS)),
        ("radii", whole(4 if p["threshold"] is None else 8, rows, RADII)),
        ("column records", p["columns"] * 8 + p["codes"] * 12),
    ]
    table_bytes, provenance = len(tables) * 4, len(p["provenance"])
    parts.append(("names, levels, encoders, scalers", table_bytes - sum(size for _, size in parts)))
    parts.append(("provenance", provenance))
    parts.append(("header and counts", blob_bytes - table_bytes - provenance))
    query = row_words * (2 if p["storage"] == "i8" else 1) + p["codes"]
    capacities = [max(query, 2), p["k"] or 1]
    return {
        "flash": blob_bytes,
        "parts": [{"name": name, "bytes": size} for name, size in parts if size > 0],
        "scratch": capacities[0] * 4 + capacities[1] * 8,
        "capacities": capacities,
    }


class Parsed:
    """A decoded model."""

    def __init__(self, data):
        self.version = read_header(data)
        self.message = p = read_message(data)
        self.tables = tables = Tables(p["tables"])
        records = tables.many(p["sections"][COLUMNS], "I", p["columns"] * 2)
        self.records = list(zip(records[::2], records[1::2]))
        self.names = tables.texts(p["sections"][NAMES])
        require(len(self.names) == p["columns"], "Count")
        if p["head"] == "cluster" and p["threshold"] is not None:
            check_edges(p, tables)
        self.classes, self.target = [], None
        if p["sections"][CLASSES] >= 0:
            *self.classes, self.target = tables.texts(p["sections"][CLASSES])
        require(len(self.classes) == p["classes"], "Count")
        parts = [read_column(tables, record, p["step"] is not None) for record in self.records]
        self.columns = [column for column, _ in parts]
        interfaces = [interface for _, interface in parts]
        require(schema_hash(p, self.names, interfaces, self.classes) == p["schema"], "schema")


def read(data):
    """Returns the fields that `nearkin inspect --format json` prints, except those that are not in the file."""
    parsed = Parsed(data)
    p = parsed.message
    return {
        "command": "inspect",
        "format_version": parsed.version,
        "schema": f"{p['schema']:016x}",
        "head": {
            "kind": p["head"],
            "neighbors": p["k"],
            "weights": p["weights"],
            "metric": p["metric"],
            "storage": p["storage"],
            "step": p["step"],
            "bound": p["bound"],
            "rows": p["rows"],
            "numbers": p["numbers"],
            "codes": p["codes"],
            "threshold": threshold(p),
        },
        "columns": [{"name": name} | column for name, column in zip(parsed.names, parsed.columns)],
        "encoded_width": p["width"],
        "target": parsed.target,
        "classes": parsed.classes,
        "sizes": sizes(p, parsed.tables, len(data))
        | {"features": sorted({column["hash"] for column in parsed.columns if column.get("hash")})},
        "provenance": json.loads(p["provenance"]) if p["provenance"] else None,
    }


def main():
    for path in sys.argv[1:]:
        with open(path, "rb") as file:
            try:
                print(json.dumps(read(file.read())))
            except NotAModel as broken:
                sys.exit(f"{path}: {broken}")


if __name__ == "__main__":
    main()
