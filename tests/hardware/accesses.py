#!/usr/bin/env python3
"""accesses.py FOLDER: lists the memory instructions of each kernel that differ between the two variants that profile.sh
built, in the order of the machine code. Accesses that the compiler removed or merged are missing in the second list."""
import pathlib
import re
import sys

INSTRUCTION = re.compile(r"/\*[0-9a-f]{4}\*/\s+((?:@!?U?P\d+ )?(?:LDS|STS|LDG|STG|BAR)\S*[^;]*);")


def kernels(path):
    found, current = {}, None
    for line in path.read_text().splitlines():
        if name := re.search(r"Function : (\w+)", line):
            current = found.setdefault(name.group(1), [])
        elif (instruction := INSTRUCTION.search(line)) and current is not None:
            current.append(" ".join(instruction.group(1).split()))
    return found


def kinds(instructions):
    """LDS, STS, LDG, STG and BAR, each as often as it occurs."""
    return sorted(re.search(r"LDS|STS|LDG|STG|BAR", i).group(0) for i in instructions)


def main():
    folder = pathlib.Path(sys.argv[1])
    for path in sorted((folder / "as-written").glob("*_4096_256.sass")):
        compiled = kernels(folder / "as-compiled" / path.name)
        for name, written in kernels(path).items():
            if kinds(written) == kinds(compiled[name]):
                continue
            print(name.removesuffix("_" + path.stem))
            for title, instructions in (("as written", written), ("as compiled", compiled[name])):
                print("  %s:" % title)
                print("".join("    %s\n" % i for i in instructions), end="")


main()
