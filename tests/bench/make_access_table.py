"""Writes a CSV like the Amazon employee access data: integer-coded columns with many levels and a binary target.

    python3 tests/bench/make_access_table.py access.csv [--rows 32769] [--positive 0.75] [--seed 0]

Like the original, it has eight columns with 15,626 levels in total (up to 7,500 in one; every level occurs, a few very often,
most once or twice) and 32,769 rows. The columns of an employee depend on the manager in two of three rows. Levels change the
log-odds of `granted`, mostly those of `resource`, `manager` and `family`, so that encoders differ. In the original 94 % of
the rows are positive, here 75 % by default, so that accuracy shows more than the share of the majority class. Needs only the
standard library; the output depends only on the options.
"""

import argparse
import math
import random

# The number of levels of each column, and the standard deviation of the levels' effects on the log-odds.
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
    """Returns a random level. As in the original, few are frequent: the first of 7,518 has 839 rows, the median is 2."""
    return int(levels * draw.random() ** 2.5)


def column(draw, rows, levels, follows):
    """Returns the level of each row. If `follows` is a column, the level is a function of it in two of three rows."""
    level_of = {}
    out = []
    for row in range(rows):
        if follows is not None and draw.random() < 2 / 3:
            out.append(level_of.setdefault(follows[row], skewed(draw, levels)))
        else:
            out.append(skewed(draw, levels))
    # Every level occurs, so that the width of one-hot encoding is the number of levels.
    for level, row in enumerate(draw.sample(range(rows), levels)):
        out[row] = level
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("path")
    parser.add_argument("--rows", type=int, default=32_769)
    parser.add_argument("--positive", type=float, default=0.75, help="share of positive rows")
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
    # Logistic noise, then a threshold that results in exactly the requested share.
    noisy = []
    for value in logit:
        u = draw.random()
        noisy.append(value + math.log((u + 1e-12) / (1.0 - u)))
    threshold = sorted(noisy)[round((1.0 - arguments.positive) * arguments.rows)]
    with open(arguments.path, "w", encoding="utf-8", newline="") as file:
        file.write(",".join(name for name, _, _ in COLUMNS) + ",granted\n")
        for row in range(arguments.rows):
            cells = [str(codes[at[row]]) for _, at, codes in columns]
            file.write(",".join(cells) + (",yes\n" if noisy[row] >= threshold else ",no\n"))


if __name__ == "__main__":
    main()
