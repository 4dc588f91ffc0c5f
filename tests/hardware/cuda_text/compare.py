#!/usr/bin/env python3
"""compare.py: the same .cu text by nvcc and by the simulator, byte for byte and count for count.

  compare.py write LOCKSTEP FOLDER FILE.cu…   simulates each "// run:" line of the files; writes a host program for each
  compare.py run FOLDER OUT                   compiles and profiles them (nvcc, ncu, a GPU of compute capability 9.0)
  compare.py check FOLDER OUT                 compares, and prints what differs

A "// run:" line has the arguments of `lockstep simulate`: every buffer has a fill or is dumped.
"""

import concurrent.futures
import csv
import json
import os
import pathlib
import re
import shlex
import struct
import subprocess
import sys

PATH = os.environ["PATH"] + ":/usr/local/cuda/bin"

# Counter of Nsight Compute: counter of the simulator.
METRICS = {
    "smsp__warps_launched.sum": "warps",
    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum": "global_load_requests",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": "global_load_transactions",
    "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum": "global_store_requests",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum": "global_store_transactions",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum": "local_load_wavefronts",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum": "local_store_wavefronts",
}
FORMATS = {"char": "b", "uchar": "B", "short": "h", "ushort": "H", "int": "i", "uint": "I", "long": "q", "ulong": "Q",
           "float": "f", "double": "d", "half": "e"}


def run_lines(path):
    for line in open(path):
        found = re.match(r"// run: (.*)", line)
        if found:
            yield shlex.split(found.group(1))


def element(type_name):
    found = re.match(r"([a-z]+)(\d*)$", type_name)
    return FORMATS[found.group(1)], int(found.group(2) or 1)


def content(fill, code, count):
    if fill in ("", "0"):
        values = [0] * count
    elif fill == "iota":
        values = list(range(count))
    else:
        listed = [float(v) if code in "efd" else int(v) for v in fill.split(",")]
        values = [listed[i % len(listed)] for i in range(count)]
    bits = 8 * struct.calcsize(code)
    if code not in "efd":
        values = [v & ((1 << bits) - 1) for v in values]
        code = code.upper()
    return struct.pack(f"<{count}{code}", *values)


class Case:
    """One "// run:" line: its launch, and what the simulator gives."""

    def __init__(self, lockstep, file, words):
        self.file, self.words = file, words
        options = dict(zip(words[0:6:2], words[1:6:2]))
        self.kernel = options["--kernel"]
        self.grid, self.block = self.extents(options)
        self.arguments = words[6:]
        answer = subprocess.run([lockstep, "simulate", file, *words, "--model", "cc9.0", "--json"], capture_output=True, text=True)
        if not answer.stdout.startswith("{"):
            sys.exit(f"{file}: {shlex.join(words)}: {answer.stderr}")
        self.answer = json.loads(answer.stdout)

    @staticmethod
    def extents(options):
        sizes = [[int(x) for x in options[key].split(",")] for key in ("--global", "--local")]
        grid = [g // l for g, l in zip(*sizes)]
        return grid, sizes[1]

    def program(self, number, folder):
        names = list(self.answer["buffers"])
        lines, call, shared, buffers = [], [], 0, 0
        expected = b""
        for word in self.arguments:
            kind, *rest = word.split(":")
            if kind == "local":
                shared = int(rest[0])
            elif kind == "scalar":
                type_name, value = rest[0].split("=")
                call.append(f"({type_name}){value}")
            else:
                type_name, count = rest[0], rest[1].split("=")
                code, components = element(type_name)
                total = int(count[0]) * components
                data = content(count[1] if len(count) > 1 else "0", code, total)
                (folder / f"{number}.{buffers}.in").write_bytes(data)
                if rest[-1] == "dump":
                    values = self.answer["buffers"][names.pop(0)]
                    expected += struct.pack(f"<{total}{code}", *values)
                    lines.append(f"  Buffer b{buffers}(\"{number}.{buffers}.in\", true);")
                else:
                    lines.append(f"  Buffer b{buffers}(\"{number}.{buffers}.in\", false);")
                call.append(f"b{buffers}")
                buffers += 1
        (folder / f"{number}.expected").write_bytes(expected)
        configuration = f"dim3({', '.join(map(str, self.grid))}), dim3({', '.join(map(str, self.block))}), {shared}"
        dumps = "".join(f"  b{i}.write(result);\n" for i in range(buffers))
        return (HOST.replace("KERNELS_FILE", os.path.basename(self.file)) +
                "int main() {\n" + "\n".join(lines) + f"\n  {self.kernel}<<<{configuration}>>>({', '.join(call)});\n" +
                "  finish();\n" + f"  std::FILE *result = std::fopen(\"{number}.result\", \"wb\");\n" + dumps +
                "  std::fclose(result);\n}\n")


HOST = r"""#define main main_of_the_host
#include "KERNELS_FILE"
#undef main
#include <cstdio>
#include <cstdlib>
#include <vector>
typedef unsigned int uint;
typedef unsigned char uchar;
class Buffer {
  public:
    Buffer(const char *file, bool is_result) : is_result(is_result)
    {
        std::FILE *in = std::fopen(file, "rb");
        for (int c; (c = std::fgetc(in)) != EOF;) bytes.push_back(static_cast<unsigned char>(c));
        std::fclose(in);
        cudaMalloc(&memory, bytes.size());
        cudaMemcpy(memory, bytes.data(), bytes.size(), cudaMemcpyHostToDevice);
    }
    template <class T> operator T *() const { return static_cast<T *>(memory); }
    void write(std::FILE *out)
    {
        if (!is_result) return;
        cudaMemcpy(bytes.data(), memory, bytes.size(), cudaMemcpyDeviceToHost);
        std::fwrite(bytes.data(), 1, bytes.size(), out);
    }

  private:
    std::vector<unsigned char> bytes;
    void *memory = nullptr;
    bool is_result;
};
static void finish()
{
    const cudaError_t status = cudaDeviceSynchronize();
    if (status == cudaSuccess) return;
    std::printf("%s\n", cudaGetErrorString(status));
    std::exit(1);
}
"""


def write(lockstep, folder, files):
    folder.mkdir(parents=True, exist_ok=True)
    cases = []
    for file in files:
        (folder / os.path.basename(file)).write_bytes(pathlib.Path(file).read_bytes())
        for words in run_lines(file):
            case = Case(lockstep, file, words)
            (folder / f"{len(cases)}.cu").write_text(case.program(len(cases), folder))
            cases.append({"file": os.path.basename(file), "kernel": case.kernel, "status": case.answer["status"],
                          "findings": [f["message"] for f in case.answer["findings"]],
                          "counters": {c: case.answer["counters"][c] for c in METRICS.values()}})
    (folder / "cases.json").write_text(json.dumps(cases, indent=1))
    print(f"{len(cases)} launches")


def run(folder, out):
    out.mkdir(parents=True, exist_ok=True)
    environment = dict(os.environ, PATH=PATH)
    count = len(json.loads((folder / "cases.json").read_text()))

    def compile_one(number):
        return subprocess.run(["nvcc", "-O1", "-arch=sm_90", "-std=c++17", "--extended-lambda", "-diag-suppress", "177", f"{number}.cu",
                               "-o", f"{number}.exe"], cwd=folder, env=environment, capture_output=True, text=True)

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        compiled = list(pool.map(compile_one, range(count)))
    for number, answer in enumerate(compiled):
        log = answer.stdout + answer.stderr
        if answer.returncode == 0:
            ncu = subprocess.run(["ncu", "--clock-control", "none", "--metrics", ",".join(METRICS), "--csv", "--page", "raw",
                                  "--print-units", "base", f"./{number}.exe"], cwd=folder, env=environment, capture_output=True,
                                 text=True)
            (out / f"{number}.csv").write_text("\n".join(l for l in ncu.stdout.splitlines() if l.startswith('"')) + "\n")
            log += ncu.stderr
            result = folder / f"{number}.result"
            if result.exists():
                (out / result.name).write_bytes(result.read_bytes())
        (out / f"{number}.log").write_text(log)


def measured_counters(path):
    rows = list(csv.DictReader(open(path)))
    rows = [row for row in rows if row.get("ID", "").isdigit()]
    return {ours: sum(int(float(row[theirs].replace(",", ""))) for row in rows) for theirs, ours in METRICS.items()}


def check(folder, out):
    cases = json.loads((folder / "cases.json").read_text())
    same_bytes = same_counts = 0
    for number, case in enumerate(cases):
        name = f"{case['file']} {case['kernel']}"
        result = out / f"{number}.result"
        if not result.exists():
            print(f"{name}: no result: {(out / f'{number}.log').read_text().strip().splitlines()[:3]}")
            continue
        if result.read_bytes() == (folder / f"{number}.expected").read_bytes():
            same_bytes += 1
        else:
            print(f"{name}: other bytes")
        counters = measured_counters(out / f"{number}.csv")
        differences = [f"{c} {case['counters'][c]} here, {counters[c]} there" for c in counters if counters[c] != case["counters"][c]]
        same_counts += not differences
        for line in differences:
            print(f"{name}: {line}")
        for message in case["findings"]:
            print(f"{name}: finding: {message}")
    print(f"{len(cases)} launches: {same_bytes} with the same bytes, {same_counts} with the same counts")


if __name__ == "__main__":
    command, *rest = sys.argv[1:]
    if command == "write":
        write(rest[0], pathlib.Path(rest[1]), rest[2:])
    elif command == "run":
        run(pathlib.Path(rest[0]), pathlib.Path(rest[1]))
    else:
        check(pathlib.Path(rest[0]), pathlib.Path(rest[1]))
