#!/usr/bin/env python3
"""counts.py: the counts of the catalogue's CUDA forms by Nsight Compute, beside the simulator's.

  counts.py run FOLDER OUT                 profiles unit int_sum that cuda_programs wrote to FOLDER (nvcc, ncu, a GPU of compute
                                           capability 9.0): OUT/counts.csv
  counts.py check LOCKSTEP N L COUNTS.csv  compares with `lockstep counters`, and prints what differs

N and L are those given to cuda_programs. Only sums of int are compared.
"""

import collections
import csv
import json
import os
import pathlib
import re
import subprocess
import sys

PATH = os.environ["PATH"] + ":/usr/local/cuda/bin"
UNIT = "int_sum"

# Counters of Nsight Compute that are added up, for one of the simulator.
METRICS = {
    "warps": ["smsp__warps_launched.sum"],
    "global_load_requests": ["l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"],
    "global_load_transactions": ["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"],
    "global_store_requests": ["l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"],
    "global_store_transactions": ["l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"],
    "global_atomic_transactions": [
        "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum", "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum"
    ],
    "local_load_wavefronts": ["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"],
    "local_store_wavefronts": ["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"],
    "local_atomic_wavefronts": ["l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum"],
}


def run(folder, out):
    here = pathlib.Path(__file__).parent
    build = pathlib.Path(out).resolve()
    build.mkdir(parents=True, exist_ok=True)
    main = f"""#include "run.cuh"
const unsigned char* data;
void run_{UNIT}(int& right, int& all);
int main(int, char** arguments)
{{
  data = read_file(arguments[1]);
  int right = 0, all = 0;
  run_{UNIT}(right, all);
  std::printf("%d of %d passed\\n", right, all);
  return right == all ? 0 : 1;
}}
"""
    (build / "main.cu").write_text(main)
    environment = dict(os.environ, PATH=PATH)
    program, data = str(build / "counted"), str(pathlib.Path(folder) / "data.bin")
    subprocess.run([
        "nvcc", "-O3", "-arch=sm_90", "-diag-suppress", "177,1444", "-D__NV_NO_VECTOR_DEPRECATION_DIAG", f"-I{here}",
        str(build / "main.cu"), str(pathlib.Path(folder) / f"{UNIT}.cu"), "-o", program
    ], env=environment, check=True)
    subprocess.run([program, data], check=True, stdout=subprocess.DEVNULL)
    metrics = ",".join(name for names in METRICS.values() for name in names)
    with open(build / "counts.csv", "w") as file:
        subprocess.run([
            "ncu", "--clock-control", "none", "--metrics", metrics, "--csv", "--page", "raw", "--print-units", "base",
            "--print-kernel-base", "demangled", program, data
        ], env=environment, check=True, stdout=file)


def identifier(algorithm):
    return re.sub(r"\W", "_", algorithm)


def counted_by_device(path):
    """Sums over the launches of each algorithm, by its name in the unit."""
    sums = collections.defaultdict(collections.Counter)
    lines = [line for line in open(path) if line.startswith('"')]
    for row in csv.DictReader(lines):
        found = re.match(r"(?:\w+ )?(\w+)::\w+\(", row["Kernel Name"])  # ncu leaves out the other namespaces
        if not found:
            continue
        for counter, names in METRICS.items():
            sums[found.group(1)][counter] += round(sum(float(row[name].replace(",", "")) for name in names))
    return sums


def check(lockstep, n, group, path):
    measured = counted_by_device(path)
    listed = json.loads(subprocess.run([lockstep, "list", "--json"], capture_output=True, text=True, check=True).stdout)
    algorithms = [entry["id"] for family in ("algorithms", "techniques", "patterns") for entry in listed[family]]
    equal = different = 0
    for algorithm in algorithms:
        device = measured.get(identifier(algorithm))
        if device is None:
            continue
        answer = subprocess.run([lockstep, "counters", algorithm, "--n", n, "--group", group, "--model", "cc9.0", "--json"],
                                capture_output=True, text=True)
        if not answer.stdout.startswith("{"):
            print(f"{algorithm}: {answer.stderr.strip()}")
            continue
        row = json.loads(answer.stdout)["rows"][0]
        wrong = [f"{c} {row[c]}, device {device[c]}" for c in METRICS if row[c] != device[c]]
        print(f"{algorithm}: {'; '.join(wrong) if wrong else 'equal'}")
        equal, different = equal + (not wrong), different + bool(wrong)
    print(f"{equal} with equal counts, {different} with different ones")


if len(sys.argv) == 4 and sys.argv[1] == "run":
    run(*sys.argv[2:])
elif len(sys.argv) == 6 and sys.argv[1] == "check":
    check(*sys.argv[2:])
else:
    sys.exit(__doc__)
