#!/usr/bin/env python3
"""Predicts with nearkin models; written from core/FORMAT.md alone, with Python's standard library.

    answer.py MODEL.nkn...      prints JSON: for each model, rows and their predictions in double precision

Omits rows whose prediction could depend on rounding, since two rows or classes are nearly, but not exactly, tied.
"""

import hashlib
import json
import math
import sys
from pathlib import Path

from reader import CODED, CODES, NUMBERS, RADII, ROW_NUMBERS, TARGETS, Parsed, words

# The relative difference below which two distances or votes are nearly tied.
NEARLY_TIED = 1e-4
QUERY_NUMBERS = [21.5, -3.25, 60.0, 7.5, 33.0, None]


def half_away(x):
    return math.copysign(math.floor(abs(x) + 0.5), x)


class Predictor:
    """A model that can predict."""

    def __init__(self, data):
        self.parsed = parsed = Parsed(data)
        self.p, self.tables = parsed.message, parsed.tables
        self.integer = self.p["step"] is not None
        head, _, power = self.p["metric"].partition("(")
        self.metric, self.power = head, float(power.rstrip(")")) if power else None
        self.coded = [self.coded_column(i) for i in range(self.p["codes"])]
        self.rows = self.stored_rows()

    def section(self, section, code, count):
        return self.tables.many(self.p["sections"][section], code, count) if count else []

    def coded_column(self, i):
        """Returns a coded column: whether its codes have two bytes, its table, and the weights of its codes."""
        head, at, counts = self.tables.many(self.p["sections"][CODED] + 3 * i, "I", 3)
        codes, counted, wide = counts >> 16, counts & 0xFFFF, head & 1
        if head & 2:
            width = head >> 16
            cells = self.tables.many(at, "h" if self.integer else "f", codes * width)
            table = [cells[code * width : (code + 1) * width] for code in range(codes)]
            return wide, table, None
        if head & 4:
            return wide, None, self.tables.many(at, "I" if self.integer else "f", codes)
        weight = self.tables.many(self.p["sections"][CODED] + 3 * i + 1, "I" if self.integer else "f", 1)[0]
        return wide, None, [weight if code < counted else 0 for code in range(codes)]

    def stored_rows(self):
        """Returns (row number, numbers, codes) of each stored row."""
        p = self.p
        n, rows = p["numbers"], p["rows"]
        code, size = {"f32": ("f", 4), "i16": ("h", 2), "i8": ("B", 1)}[p["storage"]]
        stride = words(size, n) * 4 // size
        flat = self.section(NUMBERS, code, rows * stride)
        if p["storage"] == "i8":
            order = [0, 2, 1, 3]
            flat = [flat[at - at % 4 + order.index(at % 4)] for at in range(len(flat))]
        numbers = [flat[row * stride : row * stride + n] for row in range(rows)]
        per_row = sum(2 if wide else 1 for wide, *_ in self.coded)
        bytes_ = iter(self.section(CODES, "B", rows * per_row))
        take = lambda wide: next(bytes_) + (next(bytes_) << 8 if wide else 0)
        codes = [[take(wide) for wide, *_ in self.coded] for _ in range(rows)]
        ids = list(range(rows))
        if p["sections"][ROW_NUMBERS] >= 0:
            bits = max(rows - 1, 0).bit_length()
            packed = self.section(ROW_NUMBERS, "I", (rows * bits + 31) // 32)
            whole = sum(word << 32 * index for index, word in enumerate(packed))
            ids = [whole >> bits * row & (1 << bits) - 1 for row in range(rows)]
        return list(zip(ids, numbers, codes))

    def code(self, column, cell):
        if cell is None:
            return column["missing_code"]
        if column["hash"]:
            algorithm = getattr(hashlib, column["hash"])
            buckets = self.tables.many(self.parameters(column), "H", 1)[0]
            return int.from_bytes(algorithm(cell.encode()).digest(), "big") % buckets
        for code, level in enumerate(column["levels"]):
            if str(level) == cell:
                return code
        return column["unknown_code"]

    def parameters(self, column):
        return self.parsed.records[self.parsed.columns.index(column)][1] & 0xFFFFFF

    def query(self, cells):
        """Returns the stored form of a row; None if the model refuses the row."""
        numbers, codes = [0] * self.p["numbers"], [0] * self.p["codes"]
        bound = self.p["bound"]
        for cell, column, (head, place) in zip(cells, self.parsed.columns, self.parsed.records):
            slot = column["slot"]
            if column["kind"] == "number":
                x = column["imputed"] if cell is None else cell
                if x is None:
                    return None
                by = column["quantiser"] if self.integer else column["scaler"]
                x = (x - by["offset"]) * by["scale"] if by else x
                numbers[slot] = max(-bound, min(bound, half_away(x))) if self.integer else x
                if column["indicator"]:
                    outputs = column["indicator"]
                    if self.integer:
                        # After the scaler, the quantizer and the imputed value, if present, and the two outputs in f32.
                        at = (place & 0xFFFFFF) + 2 * bool(head & 8) + 2 + bool(head & 16) + 2
                        outputs = self.tables.many(at, "h", 2)
                    numbers[slot + 1] = outputs[cell is None]
                continue
            code = self.code(column, cell)
            if code is None:
                return None
            if column["stored"] == "code":
                codes[slot] = code
                continue
            for output, value in enumerate(self.outputs(column, head, code)):
                numbers[slot + output] = (numbers[slot + output] if head & 256 else 0) + value
        return numbers, codes

    def outputs(self, column, head, code):
        """Returns the outputs of a code of an expanded column, as a row stores them."""
        width = column["width"]
        at = self.parameters(column) + 3
        levels = self.tables.many(self.parameters(column), "H", 1)[0]
        if column["kind"] == "table":
            if not self.integer:
                return column["table"][code]
            at += (levels + 2) * width
            return self.tables.many(at, "h", (levels + 2) * width)[code * width : (code + 1) * width]
        active = code
        if head & 128:
            active = self.tables.many(at, "H", levels + 2)[code]
            at += words(2, levels + 2)
        off, on = [0.0] * width, [1.0] * width
        if head & 8:
            off, on = self.tables.many(at, "f", width), self.tables.many(at + width, "f", width)
            at += 2 * width
        if self.integer:
            pairs = self.tables.many(at, "h", 2 * width)
            off, on = pairs[::2], pairs[1::2]
        return [on[slot] if slot == active else off[slot] for slot in range(width)]

    def distance(self, query, numbers, codes):
        if self.metric in ("cosine", "dot"):
            product = sum(q * s for q, s in zip(query[0], numbers))
            if self.metric == "dot":
                return -product
            lengths = math.sqrt(sum(q * q for q in query[0])) * math.sqrt(sum(s * s for s in numbers))
            return 1.0 - product / lengths if lengths else 1.0
        differences = [abs(q - s) for q, s in zip(query[0], numbers)]
        weights = []
        for (_, table, weight), a, b in zip(self.coded, query[1], codes):
            if self.metric == "hamming":
                weights.append(float(a != b))
            elif table:
                differences += [abs(x - y) for x, y in zip(table[a], table[b])]
            elif a != b:
                weights.append(max(weight[a], weight[b]) if self.metric == "chebyshev" else weight[a] + weight[b])
        if self.metric == "hamming":
            return (sum(d != 0 for d in differences) + sum(weights)) / (self.p["numbers"] + self.p["codes"])
        step = self.p["step"] or 1.0
        if self.metric == "chebyshev":
            return max(differences + weights, default=0.0) * step
        power = {"euclidean": 2.0, "manhattan": 1.0}.get(self.metric, self.power)
        return (sum(d**power for d in differences) + sum(weights)) ** (1.0 / power) * step

    def predict(self, cells):
        """Returns the prediction; "refused"; None for an encoder, or if the prediction could depend on rounding."""
        query = self.query(cells)
        if query is None:
            return "refused"
        if self.p["head"] == "encode":
            return None
        found = self.nearest(query, self.p["k"] or 1)
        if found is None:
            return None
        answer = {"rows": [row for row, _ in found], "distances": [distance for _, distance in found]}
        if self.p["head"] == "cluster":
            radii = self.section(RADII, "f", self.p["rows"])
            # The smallest score of all clusters, not only of the nearest.
            answer["score"] = min(
                self.distance(query, numbers, codes) - radii[row] for row, numbers, codes in self.rows
            )
            return answer
        weights = [1.0] * len(found)
        if self.p["weights"] == "distance":
            exact = [row for row in answer["distances"] if row == 0.0]
            weights = [float(d == 0.0) if exact else 1.0 / d for d in answer["distances"]]
        size = 4 if self.p["head"] == "regress" else 1 if self.p["classes"] <= 256 else 2
        targets = self.section(TARGETS, {4: "f", 1: "B", 2: "H"}[size], self.p["rows"])
        if self.p["head"] == "regress":
            total = sum(weight * targets[row] for weight, row in zip(weights, answer["rows"]))
            answer["value"] = total / sum(weights)
            return answer
        answer["class"] = self.vote(weights, [targets[row] for row in answer["rows"]])
        return None if answer["class"] is None else answer

    def nearest(self, query, k):
        """Returns (row, distance) of the k nearest rows; None if the selection could depend on rounding."""
        found = sorted((self.distance(query, numbers, codes), row, (numbers, codes)) for row, numbers, codes in self.rows)
        for (near, _, a), (far, _, b) in zip(found, found[1 : k + 1]):
            # Sums are rounded; a count and a maximum are not, so they can be compared for equality.
            equal = far == near if self.metric in ("hamming", "chebyshev") else a == b
            if not equal and far - near < NEARLY_TIED * max(1.0, abs(far)):
                return None
        return [(row, distance) for distance, row, _ in found[:k]]

    def vote(self, weights, classes):
        """Returns the name of the class with the most votes; None if it could depend on rounding."""
        votes = [0.0] * self.p["classes"]
        for weight, index in zip(weights, classes):
            votes[index] += weight
        first = max(range(len(votes)), key=lambda c: (votes[c], -c))
        if any(0 < abs(votes[c] - votes[first]) < NEARLY_TIED * votes[first] for c in range(len(votes))):
            return None
        return self.parsed.classes[first]

    def query_rows(self):
        """Yields rows with numbers, known levels, an unknown level and missing values."""
        for turn in range(12):
            row = []
            for index, column in enumerate(self.parsed.columns):
                if column["kind"] == "number":
                    row.append(QUERY_NUMBERS[(turn + turn // 5 + 2 * index) % len(QUERY_NUMBERS)])
                else:
                    levels = [str(level) for level in column["levels"]] or ["red", "blue"]
                    row.append(([*levels, *levels, "never seen", None])[(turn * (index + 1)) % (2 * len(levels) + 2)])
            yield row
        yield [None for _ in self.parsed.columns]
        yield [7.5 if column["kind"] == "number" else "never seen" for column in self.parsed.columns]


def main():
    answers = {}
    for path in sys.argv[1:]:
        model = Predictor(Path(path).read_bytes())
        predicted = [(row, model.predict(row)) for row in model.query_rows()]
        answers[Path(path).stem] = [{"cells": row, "answer": answer} for row, answer in predicted if answer is not None]
    lines = [f'"{name}": [\n' + ",\n".join(map(json.dumps, rows)) + "\n]" for name, rows in answers.items()]
    print("{\n" + ",\n".join(lines) + "\n}")


if __name__ == "__main__":
    main()
