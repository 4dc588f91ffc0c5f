#!/usr/bin/env python3
"""Runs the kernel tests of Oclgrind's source package through `lockstep simulate` and compares.

    oclgrind_kernels.py LOCKSTEP KERNELS [NAME…]

KERNELS is the folder tests/kernels of the sources (apt-get source oclgrind). A test passes when the dumped
values equal those of its .ref file and the same kinds of findings are reported. The number of findings is not
compared, because the programs count equal findings in different ways. The interactive tests are left out.
Intended differences are listed with reasons in oclgrind_differences.txt; the status is 0 if there is no other.
"""

import json
import pathlib
import re
import subprocess
import sys

DIFFERENCES = pathlib.Path(__file__).with_name("oclgrind_differences.txt")

# The first match decides.
KINDS = [
    (r"data race", "data_race"),
    (r"global memory address 0x0$", "null_pointer"),
    (r"Invalid (read|write) of size", "out_of_bounds"),
    (r"exceeds static array size", "out_of_bounds"),
    (r"not aligned", "misaligned"),
    (r"Uninitialized (value|address)", "uninitialised_read"),
    (r"Work-group divergence", "barrier_divergence"),
    (r"(read from write-only|write to read-only) buffer", "access_flags"),
    (r"finished without waiting for events", "unwaited_event"),
    (r"Invalid wait event", "invalid_event"),
]
DUMP_LINE = re.compile(r"^(Argument '|  \w+\[\d+\] =)")


def kind_of(text):
    for pattern, kind in KINDS:
        if re.search(pattern, text):
            return kind
    return text


def read_reference(path):
    """Lines as (exact, text), and the kinds of the errors."""
    lines, kinds = [], set()
    if path.exists():
        for line in path.read_text().splitlines():
            word, text = line[:5], line[6:]
            if word == "ERROR":
                kinds.add(kind_of(text))
            elif word in ("EXACT", "MATCH"):
                lines.append((word == "EXACT", text))
    return lines, kinds


def arguments_of(path):
    first = path.read_text().splitlines()[0]
    return first[8:].split() if first.startswith("# ARGS:") else []


def run(program, path, options):
    command = [program, "simulate", *options, *arguments_of(path), path.name]
    return subprocess.run(command, cwd=path.parent, capture_output=True, text=True, timeout=120)


def compare_lines(expected, output):
    """None, or the first line that differs from the expected text."""
    wanted = [line for line in output.splitlines() if DUMP_LINE.match(line)]
    others = [line for line in output.splitlines() if not DUMP_LINE.match(line)]
    for exact, text in expected:
        from_dump = DUMP_LINE.match(text)
        lines = wanted if from_dump else others
        if not from_dump:
            while lines and text not in lines[0]:
                lines.pop(0)
        if not lines:
            return f"value: no line for '{text.strip()}'"
        line = lines.pop(0)
        if line != text if exact else text not in line:
            return f"value: '{line.strip()}' instead of '{text.strip()}'"
    return f"value: '{wanted[0].strip()}' is not expected" if wanted else None


def differences_of(program, path):
    lines, kinds = read_reference(path.with_suffix(".ref"))
    text = run(program, path, [])
    if text.returncode not in (0, 1) or not text.stdout:
        first = (text.stderr.splitlines() or [""])[0]
        reason = re.sub(r"^lockstep: |[\w.]+:\d+:(\d+:)? (error: )?| of dimension \d", "", first)
        return [f"refused: {reason}"]
    found = {finding["kind"] for finding in json.loads(run(program, path, ["--json"]).stdout)["findings"]}
    differences = [compare_lines(lines, text.stdout)]
    differences += [f"without {kind}" for kind in sorted(kinds - found)]
    differences += [f"also {kind}" for kind in sorted(found - kinds)]
    return [difference for difference in differences if difference]


def read_documented():
    """test | difference | reason"""
    documented = {}
    for line in DIFFERENCES.read_text().splitlines():
        if line and not line.startswith("#"):
            test, difference, reason = (part.strip() for part in line.split("|", 2))
            documented[test, difference] = reason
    return documented


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    program = str(pathlib.Path(sys.argv[1]).resolve())
    folder = pathlib.Path(sys.argv[2]).resolve()
    documented = read_documented()
    unused = set(documented)
    counts = {"pass": 0, "documented": 0, "differs": 0}
    for path in sorted(folder.glob("*/*.sim")):
        name = f"{path.parent.name}/{path.stem}"
        if path.parent.name == "interactive" or (sys.argv[3:] and name not in sys.argv[3:]):
            continue
        differences = differences_of(program, path)
        unused -= {(name, difference) for difference in differences}
        verdict = "pass"
        if differences:
            verdict = "documented" if all((name, d) in documented for d in differences) else "differs"
        counts[verdict] += 1
        print(f"{verdict:10}  {name}")
        for difference in differences:
            print(f"{'':12}{difference} | {documented.get((name, difference), 'NOT DOCUMENTED')}")
    if not sys.argv[3:]:
        for name, difference in sorted(unused):
            print(f"no longer so: {name} | {difference}")
    print(", ".join(f"{count} {verdict}" for verdict, count in counts.items()))
    return 1 if counts["differs"] or (unused and not sys.argv[3:]) else 0


if __name__ == "__main__":
    sys.exit(main())
