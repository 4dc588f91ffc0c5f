#!/usr/bin/env python3
"""Compares Lockstep with its peers on a folder of launch descriptions (.sim files, Oclgrind's format).

    compare_launches.py FOLDER --lockstep build/release/lockstep [--second "COMMAND"] [--cache FOLDER]

Each launch runs in Lockstep and in oclgrind-kernel (optimiser off, with data races and uninitialised values);
--second names a third runner that takes a .sim file and prints its dumps as oclgrind-kernel does (a host
program over PoCL, say). A first line "# OPTIONS: -D N=4" in a .sim file holds build options.

Where the dumped values of Lockstep and Oclgrind differ, the second runner decides whether the launch is
comparable: if the peers differ as well, there is no value to compare with. Of the findings only the kinds are
compared, because the tools count in different ways. Differences are listed with both sides, for a person to
read: neither side is right by definition. The exit status is 1 if any value differs.
"""
import argparse
import concurrent.futures
import dataclasses
import hashlib
import json
import math
import os
import pathlib
import re
import shlex
import subprocess
import sys

DUMPED_VALUE = re.compile(r"^  ([A-Za-z_]\w*)\[\d+\] = (\S+)$", re.M)
OUR_FINDING = re.compile(r"^\S+:\d+:\d+: (\w+): ", re.M)
PEER_FINDINGS = {
    "data_race": re.compile(r"data race at"),
    "barrier_divergence": re.compile(r"Work-group divergence detected"),
    "out_of_bounds": re.compile(r"^Invalid (?:read|write) of size|exceeds static array size", re.M),
    "misaligned": re.compile(r"Unaligned address"),
    "uninitialised_read": re.compile(r"^Uninitialized |depends on uninitialized", re.M),
}
RELATIVE_TOLERANCE = 2e-5  # dumps show six digits; exp, log and their kin may differ in the last of them


@dataclasses.dataclass
class Outcome:
    values: dict
    kinds: set
    failure: str = ""


def build_options(sim: pathlib.Path) -> str:
    first = sim.read_text().split("\n", 1)[0]
    return first.split(":", 1)[1].strip() if first.startswith("# OPTIONS:") else ""


def execute(command, cache_key, cache, timeout):
    """Output of a command, stored in the cache folder if there is one: the peers do not change between runs."""
    kept = cache / hashlib.sha256(cache_key.encode()).hexdigest()[:24] if cache else None
    if kept and kept.exists():
        return json.loads(kept.read_text())
    try:
        done = subprocess.run(command, capture_output=True, timeout=timeout)
        result = [done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")]
    except subprocess.TimeoutExpired:
        result = [124, "", f"stopped after {timeout} s"]
    if kept:
        kept.write_text(json.dumps(result))
    return result


def dumped_values(text):
    values = {}
    for name, value in DUMPED_VALUE.findall(text):
        values.setdefault(name, []).append(value)
    return values


def run_lockstep(binary, sim, options, timeout):
    command = [binary, "simulate", str(sim)] + (["--options", options] if options else [])
    status, out, err = execute(command, "", None, timeout)
    failed = status not in (0, 1) or "findings:" not in out
    return Outcome(dumped_values(out), set(OUR_FINDING.findall(out)), err.strip() if failed else "")


def run_oclgrind(sim, options, cache, timeout):
    command = ["oclgrind-kernel", "--data-races", "--uninitialized", "--max-errors", "100000", "--build-options",
               f"-cl-opt-disable {options}".strip(), str(sim)]
    status, out, err = execute(command, f"oclgrind {sim} {sim.read_text()}", cache, timeout)
    kinds = {kind for kind, pattern in PEER_FINDINGS.items() if pattern.search(err)}
    return Outcome(dumped_values(out), kinds, err.strip() if status else "")


def run_second(command, sim, cache, timeout):
    status, out, err = execute(shlex.split(command) + [str(sim)], f"{command} {sim.read_text()}", cache, timeout)
    return Outcome(dumped_values(out), set(), (out + err).strip() if status else "")


def same_value(a, b):
    if a == b:
        return True
    try:
        x, y = float(a), float(b)
    except ValueError:
        return False
    if math.isnan(x) or math.isnan(y):
        return math.isnan(x) and math.isnan(y)
    return math.isclose(x, y, rel_tol=RELATIVE_TOLERANCE)


def first_difference(a: Outcome, b: Outcome):
    if a.values.keys() != b.values.keys():
        return f"dumps {sorted(a.values)} against {sorted(b.values)}"
    for name, values in a.values.items():
        others = b.values[name]
        for i, (x, y) in enumerate(zip(values, others)):
            if not same_value(x, y):
                return f"{name}[{i}]: {x} against {y}"
        if len(values) != len(others):
            return f"{name}: {len(values)} values against {len(others)}"
    return ""


def compare(sim, arguments):
    options = build_options(sim)
    ours = run_lockstep(arguments.lockstep, sim, options, arguments.timeout)
    peer = run_oclgrind(sim, options, arguments.cache, arguments.timeout)
    row = {"name": sim.name, "ours": sorted(ours.kinds), "peer": sorted(peer.kinds), "detail": ""}
    if peer.failure:
        row["values"], row["detail"] = ("both refuse" if ours.failure else "peer fails"), ours.failure or peer.failure
    elif ours.failure:
        row["values"], row["detail"] = "refused", ours.failure
    else:
        row["detail"] = first_difference(ours, peer)
        row["values"] = "different" if row["detail"] else "equal"
        if row["detail"] and arguments.second:
            second = run_second(arguments.second, sim, arguments.cache, arguments.timeout)
            if second.failure or first_difference(peer, second):
                row["values"] = "peers differ"
    return row


def print_table(rows):
    counts = {}
    for row in rows:
        counts[row["values"]] = counts.get(row["values"], 0) + 1
    comparable = sum(counts.get(k, 0) for k in ("equal", "different", "refused"))
    print(f"launches {len(rows)}  " + "  ".join(f"{k} {v}" for k, v in sorted(counts.items())))
    if comparable:
        print(f"values equal: {counts.get('equal', 0)} of {comparable} ({100 * counts.get('equal', 0) / comparable:.1f} %)")
    judged = [r for r in rows if r["values"] not in ("both refuse", "peer fails", "refused")]
    clean = [r for r in judged if not r["peer"]]
    defective = [r for r in judged if r["peer"]]
    silent = sum(not r["ours"] for r in clean)
    any_named = sum(bool(set(r["ours"]) & set(r["peer"])) for r in defective)
    all_named = sum(set(r["peer"]) <= set(r["ours"]) for r in defective)
    print(f"clean for oclgrind: {len(clean)}, of these clean here too: {silent}")
    print(f"defective for oclgrind: {len(defective)}, one of its kinds named here: {any_named}, all named: {all_named}")


def print_differences(rows):
    for row in rows:
        if row["values"] not in ("equal", "both refuse"):
            print(f"{row['name']}: {row['values']}: {row['detail'].splitlines()[0] if row['detail'] else ''}")
        if row["ours"] != row["peer"] and row["values"] not in ("both refuse", "peer fails", "refused"):
            print(f"{row['name']}: findings {' '.join(row['ours']) or 'none'}; oclgrind {' '.join(row['peer']) or 'none'}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--lockstep", required=True)
    parser.add_argument("--second", help="another runner of .sim files")
    parser.add_argument("--cache", type=pathlib.Path, help="keeps what the peers printed")
    parser.add_argument("--timeout", type=float, default=120)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    if arguments.cache:
        arguments.cache.mkdir(parents=True, exist_ok=True)
    sims = sorted(arguments.folder.glob("*.sim"))
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        rows = list(pool.map(lambda sim: compare(sim, arguments), sims))
    print_differences(rows)
    print_table(rows)
    return 1 if any(row["values"] in ("different", "refused") for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
