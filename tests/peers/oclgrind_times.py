#!/usr/bin/env python3
"""Times `lockstep simulate` beside Oclgrind on launch descriptions, whole processes in turn.

    oclgrind_times.py LOCKSTEP [--rounds N] FILE.sim…

Counters: `--no-findings` beside `oclgrind-kernel --inst-counts`; findings: all of ours beside `--data-races`. Prints
the medians, and the median, least and largest ratio of the rounds. The machine should have nothing else to do: the
load is printed before and after.
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import time


def seconds(command, folder):
    start = time.monotonic()
    subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return time.monotonic() - start


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("lockstep", type=pathlib.Path)
    parser.add_argument("files", type=pathlib.Path, nargs="+")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    lockstep = arguments.lockstep.resolve()

    times = {}
    print("load", *(f"{x:.2f}" for x in os.getloadavg()))
    for _ in range(arguments.rounds):
        for file in arguments.files:
            for what, ours, theirs in (("counters", ["--no-findings"], "--inst-counts"), ("findings", [], "--data-races")):
                pair = (seconds([lockstep, "simulate", file.name, *ours], file.parent),
                        seconds(["oclgrind-kernel", theirs, file.name], file.parent))
                times.setdefault((file.stem, what), []).append(pair)
    for (name, what), pairs in times.items():
        ratios = sorted(theirs / ours for ours, theirs in pairs)
        print(f"{name:24} {what:9} {1000 * statistics.median(p[0] for p in pairs):8.1f} ms"
              f"  Oclgrind {statistics.median(p[1] for p in pairs):7.2f} s"
              f"  {statistics.median(ratios):6.1f} times ({ratios[0]:.1f} to {ratios[-1]:.1f})")
    print("load", *(f"{x:.2f}" for x in os.getloadavg()))


if __name__ == "__main__":
    main()
