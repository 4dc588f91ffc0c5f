#!/usr/bin/env python3
"""sanitizers.py: what NVIDIA's compute-sanitizer says of the kernels of tests/data/cuda_defects, beside the simulator.

  sanitizers.py write LOCKSTEP FOLDER FILE.cu…   simulates the kernels `wrong` and `right` of each file; writes host programs
  sanitizers.py run FOLDER OUT                   compiles them and runs memcheck, racecheck, synccheck and initcheck (a GPU)
  sanitizers.py check FOLDER OUT                 a row for each defect, and what the simulator missed or accused falsely
"""

import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

from compare import PATH, Case

TOOLS = ["memcheck", "racecheck", "synccheck", "initcheck"]


class Defect(Case):
    def __init__(self, lockstep, file, kernel, words):
        arguments = [w for w in words[4:] if not w.startswith("--") and w != "independent"]
        super().__init__(lockstep, file, ["--kernel", kernel, *words[:4], *arguments])
        command = [lockstep, "simulate", file, "--kernel", kernel, *words, "--model", "cc9.0", "--json"]
        self.findings = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)["findings"]


def write(lockstep, folder, files):
    folder.mkdir(parents=True, exist_ok=True)
    cases = []
    for file in sorted(files):
        (folder / os.path.basename(file)).write_bytes(pathlib.Path(file).read_bytes())
        words = shlex.split(re.search(r"// run: (.*)", open(file).read()).group(1))
        for kernel in ("wrong", "right"):
            case = Defect(lockstep, file, kernel, words)
            (folder / f"{len(cases)}.cu").write_text(case.program(len(cases), folder))
            cases.append({"file": os.path.basename(file), "kernel": kernel,
                          "findings": [[f["kind"], f["severity"], f["message"]] for f in case.findings]})
    (folder / "cases.json").write_text(json.dumps(cases, indent=1))
    print(f"{len(cases)} kernels")


def run(folder, out):
    out.mkdir(parents=True, exist_ok=True)
    environment = dict(os.environ, PATH=PATH)
    count = len(json.loads((folder / "cases.json").read_text()))

    def one(number):
        nvcc = ["nvcc", "-O1", "-lineinfo", "-arch=sm_90", "-std=c++17", f"{number}.cu", "-o", f"{number}.exe"]
        compiled = subprocess.run(nvcc, cwd=folder, env=environment, capture_output=True, text=True)
        if compiled.returncode != 0:
            (out / f"{number}.log").write_text(compiled.stderr)

    def check_one(number):
        for tool in TOOLS:
            command = ["compute-sanitizer", "--tool", tool, "--print-limit", "3", f"./{number}.exe"]
            try:
                said = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=60).stdout
            except subprocess.TimeoutExpired:
                said = "timed out"
            (out / f"{number}.{tool}").write_text(said)

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(one, range(count)))
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        list(pool.map(check_one, range(count)))


def found_by(out, number):
    """The tools that report something about the kernel."""
    result = []
    for tool in TOOLS:
        path = out / f"{number}.{tool}"
        text = path.read_text() if path.exists() else ""
        summary = re.search(r"(?:ERROR SUMMARY: (\d+) error|RACECHECK SUMMARY: (\d+) hazard)", text)
        count = int(summary.group(1) or summary.group(2)) if summary else 0
        if count or text == "timed out":
            result.append(tool)
    return result


def check(folder, out):
    missed = accused = found = 0
    for number, case in enumerate(json.loads((folder / "cases.json").read_text())):
        tools = found_by(out, number)
        ours = [kind for kind, severity, _ in case["findings"] if severity != "note"]
        name = case["file"][:-3]
        if case["kernel"] == "wrong":
            found += bool(ours)
            print(f"| `{name}` | {', '.join(sorted(set(ours))) or '–'} | {', '.join(tools) or '–'} |")
            missed += bool(tools) and not ours
        else:
            accused += bool(ours)
            if tools:
                print(f"{name}: right, and {', '.join(tools)} accuse it")
        if (out / f"{number}.log").exists():
            print(f"{name}: {(out / f'{number}.log').read_text()[:300]}")
    print(f"the simulator finds {found}; it misses {missed} that a tool finds, and accuses {accused} right kernels")


if __name__ == "__main__":
    command, *rest = sys.argv[1:]
    if command == "write":
        write(rest[0], pathlib.Path(rest[1]), rest[2:])
    elif command == "run":
        run(pathlib.Path(rest[0]), pathlib.Path(rest[1]))
    else:
        check(pathlib.Path(rest[0]), pathlib.Path(rest[1]))
