#!/usr/bin/env python3
"""measure.py [FOLDER]: compiles the kernels of this folder for CUDA, as written, runs launches.csv under Nsight Compute
and prints tests/data/h200_out_of_bounds.csv. Buffers lie 64 KiB apart in one allocation, and local memory has 16 KiB
more than the kernel asks for, so that accesses out of bounds reach mapped memory. `error` is CUDA's, where a kernel
goes further. Needs nvcc, ncu and an H100 or H200."""
import csv
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
METRICS = {
    "warps": "smsp__warps_launched.sum",
    "global_load_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "global_load_transactions": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "global_store_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "global_store_transactions": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "local_load_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "local_store_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "threads_per_instruction": "smsp__thread_inst_executed_per_inst_executed.ratio",
}
SIZES = {"int": 4, "double": 8, "uchar": 1}
GUARD = 65536


def parameters(text):
    return [" ".join(p.split()) for p in re.search(r"__kernel void \w+\(([^)]*)\)", text, re.S).group(1).split(",")]


def unit(number, row):
    text = (HERE / (row["kernel"] + ".cl")).read_text()
    names, local, size = [], [], GUARD
    body, locals_ = "", 0
    for argument, parameter in zip(row["arguments"].split(), parameters(text)):
        kind, _, count = argument.partition(":")
        name = re.search(r"\w+$", parameter).group(0)
        if kind == "local":
            local.append("(__local int*)(memory + %d)" % locals_)
            locals_ += (int(count) + 127) // 128 * 128
        elif kind == "null":
            body += "  int* %s = nullptr;\n" % name
            names.append((parameter, name))
        else:
            body += "  %s* %s = filled<%s>(arena + %d, %s);\n" % (kind, name, kind, size, count)
            size += (SIZES[kind] * int(count) + 4095) // 4096 * 4096 + GUARD
            names.append((parameter, name))
    passed = [name for _, name in names] + local
    taken = ", ".join(parameter for parameter, _ in names)
    entry = "launch_%d_%s" % (number, row["kernel"])
    return """#include "opencl.cuh"
#include "run.cuh"
typedef unsigned char uchar;
%s
extern "C" __global__ void %s(%s) {
  extern __shared__ unsigned char memory[];
  %s(%s);
}
int run_%d() {
  unsigned char* arena = nullptr;
  cudaMalloc(&arena, %d);
%s  %s<<<%d, %s, %d>>>(%s);
  return report(cudaDeviceSynchronize());
}
""" % (re.sub(r"^( *)for \(", r"#pragma unroll 1\n\1for (", text, flags=re.M), entry, taken, row["kernel"],
       ", ".join(passed), number, size + GUARD, body, entry, int(row["global"]) // int(row["local"]), row["local"],
       (locals_ + 16384) if locals_ else 0, ", ".join(name for _, name in names))


RUN = """#pragma once
#include <cstdio>
#include <vector>
template <class T>
T* filled(unsigned char* at, size_t count) {
  std::vector<T> values(count);
  for (size_t i = 0; i < count; ++i) values[i] = static_cast<T>(i);
  cudaMemcpy(at, values.data(), count * sizeof(T), cudaMemcpyHostToDevice);
  return reinterpret_cast<T*>(at);
}
inline int report(cudaError_t error) {
  if (error != cudaSuccess) std::printf("%s\\n", cudaGetErrorName(error));
  return error == cudaSuccess ? 0 : 1;
}
"""


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "measured")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "opencl.cuh").write_text("#define AS_WRITTEN\n" + (HERE.parent / "opencl.cuh").read_text())
    (folder / "run.cuh").write_text(RUN)
    rows = list(csv.DictReader(open(HERE / "launches.csv")))
    calls = "".join("  if (which == %d) return run_%d();\n" % (n, n) for n in range(len(rows)))
    for number, row in enumerate(rows):
        (folder / ("unit_%d.cu" % number)).write_text(unit(number, row))
    (folder / "main.cu").write_text("#include <cstdlib>\n" + "".join("int run_%d();\n" % n for n in range(len(rows))) +
                                    "int main(int, char** a) {\n  const int which = atoi(a[1]);\n%s  return 2;\n}\n" % calls)
    units = ["unit_%d" % n for n in range(len(rows))] + ["main"]
    builds = [subprocess.Popen(["nvcc", "-O3", "-arch=sm_90", "-std=c++17", "-diag-suppress", "177", "-c", u + ".cu"],
                               cwd=folder) for u in units]
    assert all([build.wait() == 0 for build in builds])
    subprocess.run(["nvcc", "-arch=sm_90", "-o", "run_one"] + [u + ".o" for u in units], cwd=folder, check=True)
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["kernel", "global", "local", "arguments", "error", *METRICS])
    for number, row in enumerate(rows):
        alone = subprocess.run(["./run_one", str(number)], cwd=folder, capture_output=True, text=True)
        values = [""] * len(METRICS)
        if alone.returncode == 0:
            table = subprocess.run(["ncu", "--clock-control", "none", "--metrics", ",".join(METRICS.values()), "--csv",
                                    "--page", "raw", "--print-units", "base", "./run_one", str(number)], cwd=folder,
                                   capture_output=True, text=True).stdout
            lines = [line for line in table.splitlines() if line.startswith('"')]
            found = [r for r in csv.DictReader(lines) if r["ID"]][0]
            values = ["%g" % float(found[m].replace(",", "")) for m in METRICS.values()]
        out.writerow([row["kernel"], row["global"], row["local"], row["arguments"], alone.stdout.strip(), *values])
        sys.stdout.flush()


main()
