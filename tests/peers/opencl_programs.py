#!/usr/bin/env python3
"""Programs over other people's OpenCL libraries, on Lockstep's device and on another one.

  opencl_programs.py LOCKSTEP [NAME …]

Compiles tests/peers/programs against Debian's Boost.Compute, CLBlast and pyopencl, where they are installed
(libboost-dev, libclblast-dev, python3-pyopencl), runs each as `lockstep run -- PROGRAM` and by itself on the system's
first device (PoCL), and compares what they print. Prints a line for each; the exit status is 1 where one differs.
"""
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent / "programs"
PYTHON = "/usr/bin/python3"  # the one that Debian's pyopencl belongs to


def built(name, command, folder):
    program = folder / name
    made = subprocess.run(command + ["-o", program], capture_output=True, text=True)
    return [program] if made.returncode == 0 else made.stderr.strip().splitlines()[0]


def programs(folder):
    yield "boost_compute", built("boost_compute", ["g++", "-std=c++17", "-w", "-O1",
                                 "-DBOOST_COMPUTE_DEBUG_KERNEL_COMPILATION", HERE / "boost_compute.cpp",
                                 "-lOpenCL"], folder)
    yield "clblast", built("clblast", ["gcc", "-w", HERE / "clblast.c", "-lclblast", "-lOpenCL", "-lm"], folder)
    found = subprocess.run([PYTHON, "-c", "import pyopencl"], capture_output=True, text=True)
    yield "py_opencl", ([PYTHON, HERE / "py_opencl.py"] if found.returncode == 0 else "pyopencl is not installed")


def run(command):
    began = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True)
    return done, time.monotonic() - began


def main():
    lockstep, chosen = sys.argv[1], sys.argv[2:]
    differs = False
    with tempfile.TemporaryDirectory() as folder:
        for name, program in programs(pathlib.Path(folder)):
            if chosen and name not in chosen:
                continue
            if isinstance(program, str):
                print(f"{name}: not run: {program}")
                continue
            here, seconds = run([lockstep, "run", "--timeout", "600", "--"] + program)
            there, _ = run(program)
            same = here.stdout == there.stdout and there.returncode == 0  # ours is 1 after findings
            differs |= not same
            print(f"{name}: {'the same' if same else 'differs'}, {here.stdout.count('right')} right, {seconds:.1f} s")
            if not same:
                print(here.stdout, here.stderr[-3000:], "--- the other device:", there.stdout, there.stderr[-1000:],
                      sep="\n")
    return 1 if differs else 0


sys.exit(main())
