#!/usr/bin/env bash
# measure.sh: writes h200_limits.csv, h200_occupancy.csv (tests/data) and h200_occupancy_times.csv (assets/measured) to $OUT. Needs nvcc, ncu
# and an H200; run it from the repository root.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=${OUT:-measured}
mkdir -p "$out"
export PATH=$PATH:/usr/local/cuda/bin
work=$(mktemp -d)
nvcc -O3 -arch=sm_90 -std=c++17 -o "$work/limits" "$here/limits.cu" &
nvcc -O3 -arch=sm_90 -std=c++17 -o "$work/times" "$here/times.cu"
wait
nvidia-smi --query-gpu=name,driver_version,clocks.max.sm --format=csv > "$out/device.txt"
"$work/limits" device > "$out/h200_limits.csv"
"$work/limits" > "$out/h200_occupancy.csv"
"$work/times" > "$work/times.csv"
# Instructions and bytes of each configuration, from the counters.
ncu --clock-control none --metrics smsp__inst_executed.sum,smsp__warps_launched.sum,dram__bytes_read.sum --csv \
  --page raw --print-units base "$work/times" once > "$work/ncu.csv"
python3 - "$work/times.csv" "$work/ncu.csv" > "$out/h200_occupancy_times.csv" <<'PYTHON'
import csv, sys
times = list(csv.DictReader(open(sys.argv[1])))
lines = [line for line in open(sys.argv[2]) if line.startswith('"')]
counts = [row for row in csv.DictReader(lines) if row["ID"]]
assert len(times) == len(counts), (len(times), len(counts))
out = csv.writer(sys.stdout, lineterminator="\n")
out.writerow([*times[0], "instructions", "warps", "dram_bytes"])
for row, count in zip(times, counts):
    number = lambda name: "%.0f" % float(count[name].replace(",", ""))
    out.writerow([*row.values(), number("smsp__inst_executed.sum"), number("smsp__warps_launched.sum"),
                  number("dram__bytes_read.sum")])
PYTHON
wc -l "$out"/*.csv
head -3 "$out"/*.csv
