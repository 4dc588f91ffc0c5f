#!/usr/bin/env python3
"""Writes the manifests with which winget and Scoop install a release: packaging/windows/manifests.py FOLDER VERSION

FOLDER contains the release's files. LOCKSTEP_RELEASES is the address of the folder that will contain them.
"""
import hashlib
import json
import os
import sys
from pathlib import Path

SCHEMA = '1.6.0'
IDENTIFIER = 'Lockstep.Lockstep'
SUMMARY = 'See a GPU reduce and scan, lane by lane'


def winget(kind, version, lines):
    head = [f'# yaml-language-server: $schema=https://aka.ms/winget-manifest.{kind}.{SCHEMA}.schema.json',
            f'PackageIdentifier: {IDENTIFIER}', f'PackageVersion: {version}']
    return '\n'.join([*head, *lines, f'ManifestType: {kind}', f'ManifestVersion: {SCHEMA}', ''])


def installer(version, folder, address, digest):
    return winget('installer', version, [
        'InstallerType: zip', 'NestedInstallerType: portable', 'NestedInstallerFiles:',
        f"  - RelativeFilePath: {folder}\\lockstep-cli.exe", '    PortableCommandAlias: lockstep-cli',
        f"  - RelativeFilePath: {folder}\\lockstep.exe", '    PortableCommandAlias: lockstep',
        'MinimumOSVersion: 10.0.18362.0', 'Installers:', '  - Architecture: x64', f'    InstallerUrl: {address}',
        f'    InstallerSha256: {digest.upper()}'])


def scoop(version, folder, address, digest):
    return json.dumps({
        'version': version, 'description': SUMMARY, 'homepage': address.rsplit('/', 1)[0], 'license': 'MIT',
        'architecture': {'64bit': {'url': address, 'hash': digest, 'extract_dir': folder}},
        'bin': ['lockstep.exe', 'lockstep-cli.exe'], 'shortcuts': [['lockstep.exe', 'Lockstep']]}, indent=4) + '\n'


def main():
    files, version = Path(sys.argv[1]), sys.argv[2]
    folder = f'lockstep-{version}-windows-x86_64'
    releases = os.environ.get('LOCKSTEP_RELEASES', 'https://lectures.example/lockstep').rstrip('/')
    address = f'{releases}/{folder}.zip'
    digest = hashlib.sha256((files / f'{folder}.zip').read_bytes()).hexdigest()
    target = files / 'winget'
    target.mkdir(exist_ok=True)
    (target / f'{IDENTIFIER}.yaml').write_text(winget('version', version, ['DefaultLocale: en-US']))
    (target / f'{IDENTIFIER}.installer.yaml').write_text(installer(version, folder, address, digest))
    (target / f'{IDENTIFIER}.locale.en-US.yaml').write_text(winget('defaultLocale', version, [
        'PackageLocale: en-US', 'Publisher: The Lockstep maintainers', 'PackageName: Lockstep', 'License: MIT',
        f'ShortDescription: {SUMMARY}']))
    (files / 'lockstep.json').write_text(scoop(version, folder, address, digest))


main()
