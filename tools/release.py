#!/usr/bin/env python3
"""Builds the files of a release for the machine it runs on. The release workflow calls it; it needs nothing of GitHub.

Usage: tools/release.py program [--kind light|sql] [--profile PROFILE] FOLDER
       tools/release.py deb [--profile PROFILE] FOLDER
       tools/release.py sbom FOLDER
       tools/release.py checksums FOLDER

`program` builds the program with the page (built before, by `make page`), checks its size and packs it with manual pages, completions and
licences. `deb` makes a Debian package of the light program that `program` has built; it needs cargo-deb. `sbom` writes the bill of
materials of all crates in SPDX format; it needs cargo-sbom. `checksums` writes SHA256SUMS.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EXTRAS = ROOT / "target" / "extras"
# File names by which the shells find completions.
COMPLETIONS = {
    "bash": "pinsight.bash",
    "zsh": "_pinsight",
    "fish": "pinsight.fish",
    "elvish": "pinsight.elv",
    "powershell": "pinsight.ps1",
}
LICENCES = ["LICENSE-APACHE", "LICENSE-MIT"]
# The largest stripped program, in bytes.
LIMITS = {"light": 20_000_000, "sql": 90_000_000}


def run(*command: str | Path) -> None:
    print("+", *command, file=sys.stderr, flush=True)
    subprocess.run(command, cwd=ROOT, check=True)


def output(*command: str | Path) -> str:
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True, encoding="utf-8").stdout


def version() -> str:
    metadata = json.loads(output("cargo", "metadata", "--no-deps", "--format-version", "1", "--locked"))
    (found,) = [package["version"] for package in metadata["packages"] if package["name"] == "pinsight-cli"]
    return str(found)


def host() -> str:
    found = re.search(r"^host: (\S+)$", output("rustc", "-vV"), re.MULTILINE)
    assert found, "rustc names no host"
    return found.group(1)


def built_program(profile: str) -> Path:
    folder = "debug" if profile == "dev" else profile
    return ROOT / "target" / folder / ("pinsight.exe" if sys.platform == "win32" else "pinsight")


def write_extras(program: Path) -> None:
    """Writes the manual pages and completions of a program."""
    shutil.rmtree(EXTRAS, ignore_errors=True)
    (EXTRAS / "man").mkdir(parents=True)
    (EXTRAS / "completions").mkdir()
    listed = re.search(r"^Commands:\n(.*?)\n\n", output(program, "--help"), re.MULTILINE | re.DOTALL)
    assert listed, "the help lists no commands"
    commands = [name for name in re.findall(r"^  (\S+)", listed.group(1), re.MULTILINE) if name != "help"]
    (EXTRAS / "man" / "pinsight.1").write_text(output(program, "man"), encoding="utf-8")
    for name in commands:
        (EXTRAS / "man" / f"pinsight-{name}.1").write_text(output(program, "man", name), encoding="utf-8")
    for shell, file in COMPLETIONS.items():
        (EXTRAS / "completions" / file).write_text(output(program, "completions", shell), encoding="utf-8")


def check_size(program: Path, kind: str) -> None:
    size, limit = program.stat().st_size, LIMITS[kind]
    print(f"{program.name} ({kind}): {size / 1e6:.1f} MB, at most {limit / 1e6:.0f} MB", file=sys.stderr)
    if size > limit:
        sys.exit(f"{program} is larger than {limit / 1e6:.0f} MB: find out what has grown, for example with cargo bloat")


def make_program(folder: Path, profile: str, kind: str) -> None:
    if not (ROOT / "web" / "dist" / "index.html").exists():
        sys.exit("web/dist is missing: build the page first, by `make page`")
    features = ["--all-features"] if kind == "sql" else []
    run("cargo", "build", "--locked", "--profile", profile, "-p", "pinsight-cli", *features)
    program = built_program(profile)
    check_size(program, kind)
    write_extras(program)
    name = f"pinsight-{version()}-{host()}" + ("-sql" if kind == "sql" else "")
    packed = ROOT / "target" / "packed" / name
    shutil.rmtree(packed, ignore_errors=True)
    packed.mkdir(parents=True)
    for file in [program, *(ROOT / licence for licence in LICENCES), ROOT / "README.md", ROOT / "CHANGELOG.md"]:
        shutil.copy2(file, packed)
    shutil.copytree(EXTRAS, packed, dirs_exist_ok=True)
    archive = "zip" if sys.platform == "win32" else "gztar"
    folder.mkdir(parents=True, exist_ok=True)
    print(shutil.make_archive(str(folder / name), archive, packed.parent, name))


def make_deb(folder: Path, profile: str) -> None:
    program = built_program(profile)
    if not program.exists():
        sys.exit(f"{program} is missing: run `tools/release.py program` first")
    check_size(program, "light")
    write_extras(program)
    folder.mkdir(parents=True, exist_ok=True)
    run("cargo", "deb", "--locked", "--no-build", "--no-strip", "--profile", profile, "-p", "pinsight-cli", "--output", folder)


def write_sbom(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"pinsight-{version()}.spdx.json"
    file.write_text(output("cargo", "sbom", "--output-format", "spdx_json_2_3"), encoding="utf-8")
    packages = json.loads(file.read_text(encoding="utf-8"))["packages"]
    print(f"{file}: {len(packages)} packages")


def write_checksums(folder: Path) -> None:
    sums = folder / "SHA256SUMS"
    files = sorted(file for file in folder.iterdir() if file.is_file() and file != sums)
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    sums.write_text("".join(lines), encoding="utf-8", newline="\n")
    print(sums.read_text(encoding="utf-8"), end="")


def main() -> None:
    parser = argparse.ArgumentParser(description="Builds the files of a release for this machine.")
    parser.add_argument("task", choices=["program", "deb", "sbom", "checksums"])
    parser.add_argument("folder", type=Path, help="where the files go")
    parser.add_argument("--kind", choices=list(LIMITS), default="light", help="sql: with SQL and cluster")
    parser.add_argument("--profile", default="dist", help="the cargo profile (default: dist)")
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    if arguments.task == "program":
        make_program(folder, arguments.profile, arguments.kind)
    elif arguments.task == "deb":
        make_deb(folder, arguments.profile)
    elif arguments.task == "sbom":
        write_sbom(folder)
    else:
        write_checksums(folder)


main()
