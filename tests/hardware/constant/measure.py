#!/usr/bin/env python3
"""measure.py: writes h200_constant.csv (tests/data) to $OUT: for each access of patterns.csv what one load of a warp
from constant memory costs, by Nsight Compute's counters of the indexed constant cache (IDC) and by the clock. Needs nvcc, ncu and an H200; run it
from the repository root."""
import csv
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
OUT = pathlib.Path(os.environ.get("OUT", "measured"))
METRICS = ["idc__requests", "idc__request_cycles_active", "smsp__inst_executed_op_ldc"]


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit("%s: %s%s" % (" ".join(map(str, command)), done.stdout[-2000:], done.stderr[-2000:]))
    return done.stdout


def profiled(command):
    """Each counter in the launch with loads, less that in the launch without."""
    text = run("ncu", "--clock-control", "none", "--metrics", ",".join(m + ".sum" for m in METRICS), "--csv", "--page",
               "raw", "--print-units", "base", *command)
    rows = [row for row in csv.DictReader(line for line in text.splitlines() if line.startswith('"')) if row["ID"]]
    number = lambda row, name: float((row[name + ".sum"] or "nan").replace(",", ""))
    return {name: number(rows[0], name) - number(rows[1], name) for name in METRICS}


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    work = pathlib.Path(tempfile.mkdtemp())
    os.environ["PATH"] += ":/usr/local/cuda/bin"
    run("nvcc", "-O3", "-arch=sm_90", "-std=c++17", "-o", work / "loads", HERE / "loads.cu")
    rows = list(csv.DictReader(open(HERE / "patterns.csv")))
    table = ""
    for row in rows:
        row["offsets"] = [eval(row["offset"], {"l": lane}) for lane in range(32)]
        table += "%s %s %s\n" % (row["bytes"], row["mask"], " ".join(map(str, row["offsets"])))
    (work / "table.txt").write_text(table)
    out = csv.writer(open(OUT / "h200_constant.csv", "w"), lineterminator="\n")
    out.writerow(["id", "bytes_per_lane", "active_mask", "lane_offsets_bytes", "cycles", *METRICS])
    for number, row in enumerate(rows):
        command = [work / "loads", work / "table.txt", number]
        loads, cycles, without = map(int, run(*command).split())
        counts = profiled(command)
        out.writerow([row["id"], row["bytes"], row["mask"], " ".join(map(str, row["offsets"])),
                      "%.2f" % ((cycles - without) / loads), *("%.4g" % (counts[m] / loads) for m in METRICS)])


main()
