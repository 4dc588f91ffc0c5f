#!/usr/bin/env python3
"""Makes the zip for Windows from a build: packaging/windows/pack.py BUILD VERSION OUTPUT

The zip is reproducible: sorted names, a fixed date, no data of this machine.
"""
import re
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DATE = (1980, 1, 1, 0, 0, 0)
MOST = 15_000_000  # bytes of the whole zip
LICENCES = {
    'inter': 'fonts-inter', 'jetbrains-mono': 'fonts-jetbrains-mono', 'dejavu': 'fonts-dejavu-core',
    'mingw-w64': 'mingw-w64-common', 'gcc': 'g++-mingw-w64-x86-64-posix', 'fmt': 'libfmt-dev', 'cli11': 'libcli11-dev',
    'nlohmann-json': 'nlohmann-json3-dev', 'expected': 'libexpected-dev', 'stb': 'libstb-dev',
    'opencl-headers': 'opencl-c-headers', 'opencl-clhpp': 'opencl-clhpp-headers'}
# The licence files in the sources of libraries that are built with the program.
SOURCES = {'glfw': 'LICENSE.md', 'imgui': 'LICENSE.txt', 'md4c': 'LICENSE.md', 'zlib': 'LICENSE', 'giflib': 'COPYING'}


# Parts of Windows 10.
SYSTEM_DLLS = {'advapi32.dll', 'gdi32.dll', 'kernel32.dll', 'msvcrt.dll', 'ole32.dll', 'opengl32.dll', 'shell32.dll', 'user32.dll'}


def check_dlls(program):
    headers = subprocess.run(['x86_64-w64-mingw32-objdump', '-p', program], check=True, capture_output=True, text=True).stdout
    needed = {name.lower() for name in re.findall(r'DLL Name: (\S+)', headers)}
    if not needed or needed - SYSTEM_DLLS:
        sys.exit(f'{program} must need only DLLs of Windows, but needs: {", ".join(sorted(needed - SYSTEM_DLLS)) or "unknown DLLs"}')


def program_bytes(program):
    check_dlls(program)
    return program.read_bytes()


def source_folder(build, name):
    """The folder with the sources of a library that CMake built."""
    for line in (build / 'CMakeCache.txt').read_text().splitlines():
        if line.upper().startswith(f'{name.upper()}_SOURCE_DIR:') or \
                line.upper().startswith(f'FETCHCONTENT_SOURCE_DIR_{name.upper()}:'):
            folder = Path(line.split('=', 1)[1])
            if folder.is_dir():
                return folder
    given = [line.split('=', 1)[1] for line in (build / 'CMakeCache.txt').read_text().splitlines()
             if line.startswith('LOCKSTEP_SOURCES:')]
    if given and given[0] and (Path(given[0]) / name).is_dir():
        return Path(given[0]) / name
    return build / '_deps' / f'{name}-src'


def with_windows_lines(text):
    return text.replace('\r\n', '\n').replace('\n', '\r\n').encode()


def licences(build):
    for name, package in LICENCES.items():
        file = Path('/usr/share/doc') / package / 'copyright'
        if not file.is_file():
            sys.exit(f'{file} is missing. It is the licence of a library in the program: install {package}.')
        yield f'licences/{name}.txt', with_windows_lines(file.read_text(errors='replace'))
    for name, licence in SOURCES.items():
        file = source_folder(build, name) / licence
        if not file.is_file():
            sys.exit(f'{file} is missing: it is the licence of a library in the program.')
        yield f'licences/{name}.txt', with_windows_lines(file.read_text(errors='replace'))


def contents(build, version):
    yield 'lockstep.exe', program_bytes(build / 'lockstep.exe')
    yield 'lockstep-cli.exe', program_bytes(build / 'lockstep-cli.exe')
    yield 'README.txt', with_windows_lines((ROOT / 'packaging' / 'windows' / 'README.txt').read_text().replace('@VERSION@', version))
    yield 'LICENSE.txt', with_windows_lines((ROOT / 'LICENSE').read_text())
    yield 'CHANGELOG.md', with_windows_lines((ROOT / 'CHANGELOG.md').read_text())
    for page in sorted((ROOT / 'docs').glob('*.md')):
        yield f'manual/{page.name}', with_windows_lines(page.read_text())
    yield from licences(build)


def main():
    build, version, output = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
    folder = f'lockstep-{version}-windows-x86_64'
    with zipfile.ZipFile(output, 'w', zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted(contents(build, version)):
            entry = zipfile.ZipInfo(f'{folder}/{name}', DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            entry.create_system = 0
            archive.writestr(entry, content)
    size = output.stat().st_size
    print(f'{output}: {size:,} bytes')
    if size > MOST:
        sys.exit(f'The zip must have at most {MOST:,} bytes.')


main()
