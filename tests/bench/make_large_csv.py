"""Writes a large CSV of numbers and texts; the output depends only on the options.

    python3 make_large_csv.py large.csv [--rows 1000000] [--seed 0] [--quotes]

Ten columns: a row number, six measurements (one with missing values), two texts, a class. About 90 bytes per row.
With --quotes, one of the texts is quoted and contains a comma.
"""

import argparse
import random

SITES = ["north ridge", "south gate", "mill", "harbour", "old town", "airfield"]
CLASSES = ["idle", "walk", "run", "fall"]


def row(number, draw, quotes):
    device = f"device-{draw.randrange(5000):04d}"
    site = draw.choice(SITES)
    if quotes:
        site = f'"{site}, {draw.randrange(4)}"'
    co2 = "" if draw.random() < 0.01 else f"{draw.gauss(400, 60):.1f}"
    numbers = ",".join(f"{draw.gauss(0, 3):.7f}" for _ in range(4))
    return f"{number},{device},{site},{numbers},{draw.gauss(21, 4):.4f},{co2},{draw.choice(CLASSES)}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("path")
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--quotes", action="store_true")
    arguments = parser.parse_args()
    draw = random.Random(arguments.seed)
    with open(arguments.path, "w", encoding="utf-8", newline="") as file:
        file.write("row,device,site,ax,ay,az,gx,temperature,co2,activity\n")
        for number in range(1, arguments.rows + 1):
            file.write(row(number, draw, arguments.quotes))


if __name__ == "__main__":
    main()
