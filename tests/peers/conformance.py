#!/usr/bin/env python3
"""The sub-tests of OpenCL-CTS on Lockstep's device, with early and with late delivery, and on PoCL.

  conformance.py run [--on early,late,peer] [--limit SECONDS] [--jobs N] [--again OUTCOME,…] BUILD LIBRARY \\
      RESULTS [PROGRAM[:PATTERN] …]
  conformance.py page [--note TEXT] RESULTS > docs/conformance.md

BUILD is the folder in which OpenCL-CTS was built by cmake, LIBRARY is liblockstep-opencl.so. Each sub-test is a process
of its own in CTS's shortened ("wimpy") mode. One line for each is appended to RESULTS/DEVICE.jsonl, and what it prints
is kept in RESULTS/DEVICE/PROGRAM/. A sub-test that has a line is not run again, so that a run can be continued;
--again failed,crashed repeats those with these outcomes, as does --again with any other. PROGRAM is a name of PROGRAMS
below (without any: all), PATTERN chooses sub-tests as a shell does: 'basic:vload_*'. With --jobs, N sub-tests run at a
time, each on two processors of its own.

`page` counts the newest line of each sub-test; TEXT says where they were measured. Why sub-tests
fail or are skipped comes from conformance_reasons.txt.
"""
import argparse
import collections
import concurrent.futures
import datetime
import fnmatch
import json
import os
import pathlib
import queue
import signal
import subprocess
import sys
import tempfile
import textwrap
import time

REASONS = pathlib.Path(__file__).with_name("conformance_reasons.txt")
DEVICES = {"early": "Lockstep, early", "late": "Lockstep, late", "peer": "PoCL"}
OUTCOMES = ["passed", "failed", "crashed", "skipped", "too long"]
NAMES = "names.json"
PEER_VENDORS = "/etc/OpenCL/vendors"

# The executable, and the words in front of and behind the name of the sub-test.
PROGRAMS = {name: (f"{name}/test_{name}",) for name in (
    "api", "atomics", "basic", "buffers", "c11_atomics", "commonfns", "compiler", "computeinfo", "events",
    "generic_address_space", "geometrics", "half", "integer_ops", "mem_host_flags", "printf", "profiling",
    "relationals", "select", "subgroups", "thread_dimensions", "vectors", "workgroups")}
PROGRAMS |= {
    "SVM": ("SVM/test_svm",),
    "c11_atomics, 10 iterations": ("c11_atomics/test_c11_atomics", [], ["-internalIterations", "10"]),
    "non_uniform_work_group": ("non_uniform_work_group/test_non_uniform_work_group", ["-"]),  # it loses its first word
    "multiple_device_context": ("multiple_device_context/test_multiples",),
    "images/clGetInfo": ("images/clGetInfo/test_cl_get_info", ["small_images"]),
    "images/clFillImage": ("images/clFillImage/test_cl_fill_images", ["small_images"]),
    "images/clReadWriteImage": ("images/clReadWriteImage/test_cl_read_write_images", ["small_images"]),
    "images/clCopyImage": ("images/clCopyImage/test_cl_copy_images", ["small_images"]),
    "images/kernel_image_methods": ("images/kernel_image_methods/test_kernel_image_methods", ["small_images"]),
    "images/samplerlessReads": ("images/samplerlessReads/test_samplerless_reads", ["small_images"]),
    "images/kernel_read_write": ("images/kernel_read_write/test_image_streams",
                                 ["small_images", "CL_FILTER_NEAREST"]),
    "conversions": ("conversions/test_conversions",),
    "math_brute_force": ("math_brute_force/test_bruteforce",),
}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    modes = parser.add_subparsers(dest="mode", required=True)
    run = modes.add_parser("run")
    run.add_argument("build", type=pathlib.Path)
    run.add_argument("library", type=pathlib.Path)
    run.add_argument("results", type=pathlib.Path)
    run.add_argument("--on", default="early,late,peer")
    run.add_argument("--limit", type=float, default=300)
    run.add_argument("--jobs", type=int, default=1)
    run.add_argument("--again", default="")
    run.add_argument("chosen", nargs="*")
    page_mode = modes.add_parser("page")
    page_mode.add_argument("--note", default="")
    page_mode.add_argument("results", type=pathlib.Path)
    return parser.parse_args()


def environment_of(device, vendors):
    """The variables with which a program of CTS finds this device, and no other."""
    environment = dict(os.environ, CL_WIMPY_MODE="1")
    environment["OCL_ICD_VENDORS"] = PEER_VENDORS if device == "peer" else vendors
    if device != "peer":
        environment["LOCKSTEP_DELIVER"] = device
    return environment


def read_results(folder, device):
    """The newest line of each sub-test, by (program, test)."""
    path = folder / f"{device}.jsonl"
    lines = path.read_text().splitlines() if path.exists() else []
    return {(row["program"], row["test"]): row for row in map(json.loads, lines)}


def read_names(folder):
    """The sub-tests of each program that was asked for them."""
    path = folder / NAMES
    return json.loads(path.read_text()) if path.exists() else {}


def sub_tests(executable, environment):
    listed = subprocess.run([executable, "--list"], capture_output=True, text=True, env=environment, check=True,
                            cwd=executable.parent)
    return [line.strip() for line in listed.stdout.splitlines() if line.startswith("\t")]


def ended(process):
    """The exit status and the processor time of a child and all it waited for, or None while it runs."""
    child, status, used = os.wait4(process.pid, os.WNOHANG)
    if not child:
        return None
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, used.ru_utime + used.ru_stime


def wait_for_end(process, limit):
    """Exit status and processor seconds; the status is None if the limit ended it. Programs of CTS start threads and
    processes: all of them end."""
    until = time.monotonic() + limit
    while time.monotonic() < until:
        if (end := ended(process)) is not None:
            return end
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGKILL)
    while (end := ended(process)) is None:
        time.sleep(0.02)
    return None, end[1]


def has_failed(output):
    lines = output.read_text(errors="replace").splitlines()
    return any("FAILED" in line and not line.startswith("lockstep:") for line in lines)


def outcome_of(status, output, report):
    if status is None:
        return "failed" if has_failed(output) else "too long"
    if report.exists() and report.stat().st_size > 0:
        said = json.loads(report.read_text())["results"].get(output.stem)
        return {"pass": "passed", "fail": "failed", "skip": "skipped"}.get(said, "crashed")
    return "crashed"


def run_sub_test(command, environment, limit, output, processors):
    """What is kept of one sub-test, without its names; it runs on these processors."""
    output.parent.mkdir(parents=True, exist_ok=True)
    report = output.with_suffix(".json")
    report.unlink(missing_ok=True)
    began = time.monotonic()
    with output.open("w") as text:
        process = subprocess.Popen(["taskset", "--cpu-list", processors, *command], cwd=command[0].parent, stdout=text,
                                   stderr=subprocess.STDOUT,
                                   env=dict(environment, CL_CONFORMANCE_RESULTS_FILENAME=str(report.resolve())),
                                   start_new_session=True)
        status, used = wait_for_end(process, limit)
    outcome = outcome_of(status, output, report)
    report.unlink(missing_ok=True)
    return {"outcome": outcome, "seconds": round(time.monotonic() - began, 1),
            "processor": round(used, 1), "limit": limit,
            "date": datetime.date.today().isoformat()}


def wanted(chosen, program, test):
    for choice in chosen:
        name, _, pattern = choice.partition(":")
        if name == program and fnmatch.fnmatch(test, pattern or "*"):
            return True
    return not chosen


def unknown_sub_tests(arguments, device, environment, program):
    """Those of a program that were chosen and have no result yet, each with its command and the file of its output."""
    path, before, behind = (*PROGRAMS[program], [], [])[:3]
    executable = arguments.build.resolve() / "test_conformance" / path
    if not executable.exists():
        print(f"{program}: not built: {executable}", file=sys.stderr)
        return
    known = read_results(arguments.results, device)
    tests = sub_tests(executable, environment)
    names = read_names(arguments.results) | {program: tests}
    (arguments.results / NAMES).write_text(json.dumps(names, indent=1))
    for test in tests:
        earlier = known.get((program, test))
        if wanted(arguments.chosen, program, test) and (
                not earlier or earlier["outcome"] in arguments.again.split(",")):
            yield test, [executable, *before, test, *behind], arguments.results / device / program / f"{test}.txt"


def processor_pairs(jobs):
    """A queue of two processors for each job; a single job may use all."""
    mine = sorted(os.sched_getaffinity(0))
    if jobs > max(1, len(mine) // 2):
        sys.exit(f"conformance.py: --jobs {jobs} needs {2 * jobs} processors, here are {len(mine)}")
    pairs = queue.SimpleQueue()
    for job in range(jobs):
        pairs.put(",".join(map(str, mine if jobs == 1 else mine[2 * job:2 * job + 2])))
    return pairs


def run_jobs(arguments, jobs):
    """`jobs` are (device, program, environment, sub-test, command, output); a line is kept of each at its end."""
    pairs = processor_pairs(arguments.jobs)

    def run_one(device, program, environment, test, command, output):
        processors = pairs.get()
        kept = run_sub_test(command, environment, arguments.limit, output, processors)
        pairs.put(processors)
        with (arguments.results / f"{device}.jsonl").open("a") as lines:
            lines.write(json.dumps({"program": program, "test": test} | kept) + "\n")
        print(f"{device} {program} {test}: {kept['outcome']}, {kept['seconds']} s", flush=True)

    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for ran in [pool.submit(run_one, *job) for job in jobs]:
            ran.result()


def run(arguments):
    programs = list(dict.fromkeys(choice.partition(":")[0] for choice in arguments.chosen)) or list(PROGRAMS)
    unknown = [name for name in programs if name not in PROGRAMS]
    if unknown:
        sys.exit(f"conformance.py: no program is called {unknown[0]}; there are {', '.join(PROGRAMS)}")
    arguments.results.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as vendors:
        (pathlib.Path(vendors) / "lockstep.icd").write_text(f"{arguments.library.resolve()}\n")
        environments = {device: environment_of(device, vendors) for device in arguments.on.split(",")}
        run_jobs(arguments, [(device, program, environment, *sub_test) for program in programs
                             for device, environment in environments.items()
                             for sub_test in unknown_sub_tests(arguments, device, environment, program)])


def wrapped(text, indent=""):
    return textwrap.fill(text, 120, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def read_reasons():
    """(outcome, program, pattern of sub-tests, reason), in the order of the file; the first that fits decides."""
    rows = []
    for line in REASONS.read_text().splitlines():
        if line and not line.startswith("#"):
            outcome, name, reason = (part.strip() for part in line.split("|"))
            program, _, pattern = name.partition(":")
            rows.append((outcome, program, pattern or "*", reason))
    return rows


def reason_for(reasons, row):
    for outcome, program, pattern, reason in reasons:
        if (outcome == row["outcome"] and fnmatch.fnmatch(row["program"], program)
                and fnmatch.fnmatch(row["test"], pattern)):
            return reason
    return "Not explained yet."


def counts_text(rows, known):
    """`known` is the number of the program's sub-tests."""
    if not rows:
        return "not run"
    counts = collections.Counter(row["outcome"] for row in rows)
    counts["not run"] = known - len(rows)
    return ", ".join(f"{counts[outcome]} {outcome}" for outcome in [*OUTCOMES, "not run"] if counts[outcome])


def table(results, names):
    devices = [device for device in DEVICES if results[device]]
    lines = ["| program | " + " | ".join(DEVICES[device] for device in devices) + " |",
             "|---" * (len(devices) + 1) + "|"]
    for program in PROGRAMS:
        rows = {device: [row for row in results[device].values() if row["program"] == program] for device in devices}
        known = len(names.get(program, []))
        lines.append(f"| {program} | " + " | ".join(counts_text(rows[device], known) for device in devices) + " |")
    return lines


def arguments_text():
    """The words that programs of the table get besides the name of a sub-test."""
    programs = {}
    for program, (_, *words) in PROGRAMS.items():
        given = " ".join(word for part in words for word in part if word != "-")
        if given:
            programs.setdefault(given, []).append(program)
    return "; ".join(f"`{given}`: {', '.join(names)}" for given, names in programs.items())


def notable(results, outcome):
    """{(program, reason): {sub-test: devices of Lockstep}}."""
    reasons, groups = read_reasons(), {}
    for device in ("early", "late"):
        for row in results[device].values():
            if row["outcome"] == outcome:
                tests = groups.setdefault((row["program"], reason_for(reasons, row)), {})
                tests.setdefault(row["test"], []).append(device)
    return groups


def described(program, test, devices, results):
    rows = [results[device][program, test] for device in devices]
    notes = []
    if len(devices) == 1 and all((program, test) in results[device] for device in ("early", "late")):
        notes.append(f"{devices[0]} only")
    if rows[0]["outcome"] == "too long":
        notes.append(f"{max(row['limit'] for row in rows):g} s")
    peer = results["peer"].get((program, test))
    if peer and peer["outcome"] != "passed":
        notes.append(f"PoCL: {peer['outcome']}")
    return f"`{test}`" + (f" ({', '.join(notes)})" if notes else "")


def section(title, outcome, results):
    groups = notable(results, outcome)
    lines = ["", f"## {title}", ""]
    if not groups:
        return lines + ["None."]
    for (program, reason), tests in sorted(groups.items(), key=lambda item: list(PROGRAMS).index(item[0][0])):
        names = ", ".join(described(program, test, devices, results) for test, devices in tests.items())
        lines.append(wrapped(f"* **{program}**: {names}. {reason}", "  "))
    return lines


def dates(results):
    days = sorted({row["date"] for device in results.values() for row in device.values()})
    return days[0] if days[0] == days[-1] else f"{days[0]} to {days[-1]}"


def tested(results):
    own = "Lockstep's OpenCL device with early and with late delivery"
    return f"{own} and, beside it, on PoCL" if results["peer"] else own


def page(folder, note):
    results = {device: read_results(folder, device) for device in DEVICES}
    if not any(results.values()):
        sys.exit(f"conformance.py: {folder} holds no results; `conformance.py run` writes them")
    print("# Conformance\n")
    print(wrapped("Sub-tests of Khronos' [OpenCL-CTS](https://github.com/KhronosGroup/OpenCL-CTS) in its shortened "
                  f"mode, each a process of its own, on {tested(results)}. Measured {dates(results)}{note and ', ' + note}. `tests/peers/conformance.py` "
                  "runs them and writes this page; nothing here is edited by hand. Lockstep is not a conformant "
                  "product: Khronos has tested nothing."))
    print("\n" + wrapped("Sub-tests are *too long* that did not end within the seconds that stand behind their names, "
                         "and had not failed until then.") + "\n")
    print("\n".join(table(results, read_names(folder))))
    print("\n" + wrapped(f"Arguments, where there are some: {arguments_text()}."))
    for title, outcome in (("Crashed", "crashed"), ("Failed", "failed"), ("Too long", "too long"),
                           ("Skipped", "skipped")):
        print("\n".join(section(title, outcome, results)))


def main():
    arguments = parse_arguments()
    if arguments.mode == "run":
        run(arguments)
    else:
        page(arguments.results, arguments.note)


if __name__ == "__main__":
    main()
