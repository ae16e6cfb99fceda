"""Writes a table shaped as the Amazon employee access data: integer-coded columns with very many levels, a yes-or-no target.

    python3 tests/bench/make_access_table.py access.csv [--rows 32769] [--positive 0.75] [--seed 0]

Eight columns of codes with 15,626 levels together (up to 7,500 in one; every level occurs, a few very often, most once
or twice), 32,769 rows, as there. The person's columns follow the manager in two rows of three. Each level of `resource`, `manager` and
`family` moves the log-odds of `granted`, so that encoders differ. There 94 % of the rows are positive; here 75 % by default,
so that plain accuracy shows more than the majority share. Standard library only; the same bytes for the same seed.
"""

import argparse
import math
import random

# Levels of each column, and the standard deviation of what a level adds to the log-odds.
COLUMNS = [
    ("resource", 7500, 1.6),
    ("manager", 4261, 1.6),
    ("family_detail", 2500, 0.3),
    ("department", 500, 0.3),
    ("title", 343, 0.3),
    ("rollup_2", 250, 0.0),
    ("rollup_1", 180, 0.0),
    ("family", 92, 1.0),
]


def skewed(draw, levels):
    """A level; early ones are frequent, as in the original, where the first of 7,518 has 839 rows and the median 2."""
    return int(levels * draw.random() ** 2.5)


def column(draw, rows, levels, follows):
    """The level of each row. A column that `follows` the manager's is a function of it in two rows of three."""
    home = {}
    out = []
    for row in range(rows):
        if follows is not None and draw.random() < 2 / 3:
            out.append(home.setdefault(follows[row], skewed(draw, levels)))
        else:
            out.append(skewed(draw, levels))
    # Every level occurs, so that the one-hot width is the stated one.
    for level, row in enumerate(draw.sample(range(rows), levels)):
        out[row] = level
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("path")
    parser.add_argument("--rows", type=int, default=32_769)
    parser.add_argument("--positive", type=float, default=0.75, help="share of the rows that are granted")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    draw = random.Random(arguments.seed)
    logit = [0.0] * arguments.rows
    columns = []
    for name, levels, spread in COLUMNS:
        follows = columns[1][1] if len(columns) > 1 else None
        at = column(draw, arguments.rows, levels, follows)
        codes = draw.sample(range(1, 320_000), levels)
        effects = [draw.gauss(0.0, spread) for _ in range(levels)]
        columns.append((name, at, codes))
        logit = [sum_ + effects[level] for sum_, level in zip(logit, at)]
    # Logistic noise, then a threshold at the wanted share: the share is exact.
    noisy = []
    for value in logit:
        u = draw.random()
        noisy.append(value + math.log((u + 1e-12) / (1.0 - u)))
    bar = sorted(noisy)[round((1.0 - arguments.positive) * arguments.rows)]
    with open(arguments.path, "w", encoding="utf-8", newline="") as file:
        file.write(",".join(name for name, _, _ in COLUMNS) + ",granted\n")
        for row in range(arguments.rows):
            cells = [str(codes[at[row]]) for _, at, codes in columns]
            file.write(",".join(cells) + (",yes\n" if noisy[row] >= bar else ",no\n"))


if __name__ == "__main__":
    main()
