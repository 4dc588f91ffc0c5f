#!/usr/bin/env python3
"""make_cuda.py PLANS.json FOLDER [as-written]: writes a CUDA program to FOLDER that runs the plans, launch by launch, and
checks each result.

There is one unit for each plan: the text of the kernel file, entry points that provide local memory, and the launches.
With as-written, the compiler may neither remove nor merge an access nor unroll a loop.
"""
import json
import pathlib
import re
import shlex
import sys

AS_WRITTEN = sys.argv[3:] == ["as-written"]


def name_of(plan):
    return "%s_%d_%d" % (re.sub(r"\W", "_", plan["id"]), plan["n"], plan["group_size"])


def defines(options):
    for option in shlex.split(options.replace("-D ", "-D")):
        name, _, value = option.removeprefix("-D").partition("=")
        yield "#define %s %s" % (name, value)


def device_text(text):
    """Helper functions, which OpenCL C does not mark, become device functions."""
    if AS_WRITTEN:
        text = re.sub(r"^( *)for \(", r"#pragma unroll 1\n\1for (", text, flags=re.M)
    return re.sub(r"^(T|void|uint|int) (\w+)\(", r"static __device__ __forceinline__ \1 \2(", text, flags=re.M)


def parameters_of(text, kernel):
    found = re.search(r"__kernel void %s\(([^)]*)\)" % kernel, text)
    return [" ".join(p.split()) for p in found.group(1).split(",")]


def entry_point(plan, kernel):
    passed, taken = [], []
    for parameter in parameters_of(plan["text"], kernel):
        name = re.search(r"\w+$", parameter).group(0)
        if "__local" in parameter:
            passed.append("reinterpret_cast<__local T*>(local_memory)")
        else:
            taken.append(parameter)
            passed.append(name)
    return """extern "C" __global__ void %s_%s(%s) {
  extern __shared__ unsigned char local_memory[];
  %s(%s);
}
""" % (kernel, name_of(plan), ", ".join(taken), kernel, ", ".join(passed))


def launch(plan, entry):
    local, values = 0, []
    for argument in entry["arguments"]:
        if "local_bytes" in argument:
            local = argument["local_bytes"]
        elif "buffer" in argument:
            values.append("b_" + argument["buffer"])
        else:
            values.append("%du" % argument["scalar"])
    groups = entry["global_size"][0] // entry["local_size"][0]
    return "  %s_%s<<<%d, %d, %d>>>(%s);\n" % (entry["kernel"], name_of(plan), groups, entry["local_size"][0], local, ", ".join(values))


def unit(plan):
    lines = ["#define AS_WRITTEN"] if AS_WRITTEN else []
    lines += ['#include "opencl.cuh"', '#include "run.cuh"', *defines(plan["programs"][0]["options"]), device_text(plan["text"])]
    kernels = dict.fromkeys(entry["kernel"] for entry in plan["launches"])
    lines += [entry_point(plan, kernel) for kernel in kernels]
    body = "void run_%s() {\n" % name_of(plan)
    for buffer in plan["buffers"]:
        body += "  int* b_%s = make_buffer(%d, %s);\n" % (buffer["name"], buffer["elements"], "true" if buffer["content"]["pattern"] != "uninitialised" else "false")
    body += "".join(launch(plan, entry) for entry in plan["launches"])
    expected = plan["expectation"]
    body += '  check("%s", b_%s, %d, %s);\n}\n' % (name_of(plan), expected["result"], plan["n"], "false" if expected["kind"] == "reduction" else "true")
    return "\n".join(lines) + "\n" + body


RUN = r"""// Buffers and the check, for all units. The input is 0, 1, 2 …
#pragma once
#include <cstdio>
#include <cstdlib>
#include <vector>

inline int* make_buffer(size_t elements, bool filled) {
  std::vector<int> values(elements);
  for (size_t i = 0; filled && i < elements; ++i) values[i] = static_cast<int>(i);
  int* buffer = nullptr;
  cudaMalloc(&buffer, elements * sizeof(int));
  cudaMemcpy(buffer, values.data(), elements * sizeof(int), cudaMemcpyHostToDevice);
  return buffer;
}

inline void check(const char* name, const int* result, size_t n, bool scan) {
  std::vector<int> values(scan ? n : 1);
  const cudaError_t status = cudaMemcpy(values.data(), result, values.size() * sizeof(int), cudaMemcpyDeviceToHost);
  unsigned sum = 0;
  bool right = status == cudaSuccess;
  for (size_t i = 0; i < n; ++i) {
    sum += static_cast<unsigned>(i);
    if (scan) right = right && values[i] == static_cast<int>(sum);
  }
  if (!scan) right = right && values[0] == static_cast<int>(sum);
  std::printf("%s %s\n", name, right ? "PASSED" : "FAILED");
  if (!right) std::exit(1);
}
"""


def main():
    plans = json.load(open(sys.argv[1]))
    folder = pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    here = pathlib.Path(__file__).parent
    (folder / "opencl.cuh").write_text((here / "opencl.cuh").read_text())
    (folder / "run.cuh").write_text(RUN)
    for plan in plans:
        (folder / (name_of(plan) + ".cu")).write_text(unit(plan))
    names = [name_of(plan) for plan in plans]
    (folder / "main.cu").write_text("".join("void run_%s();\n" % n for n in names) + "int main() {\n" + "".join("  run_%s();\n" % n for n in names) + "}\n")


main()
