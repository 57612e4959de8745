#!/usr/bin/env python3
"""Refuses a dependency whose licence is not one that we may ship.

Reads `cargo metadata` and evaluates each package's SPDX expression against the list below. (cargo-deny does the same,
but has to be compiled for minutes on a fresh machine.) GPL peers live in benches/peers, which is no part of this. Of the
page's packages those count that go into the page, not the tools that build and test it.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

ALLOWED = {
    "MIT", "MIT-0", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "Zlib", "0BSD", "CC0-1.0", "Unlicense",
    "Unicode-3.0", "Unicode-DFS-2016", "BSL-1.0",
    "bzip2-1.0.6",  # the BSD-like licence of libbzip2
}


def allowed(expression):
    """Whether an SPDX expression can be met with allowed licences alone; `A/B` is the old way to write `A OR B`."""
    tokens = re.findall(r"[()]|[^\s()]+", expression.replace("/", " OR "))

    def either():
        value = both()
        while tokens and tokens[0] == "OR":
            tokens.pop(0)
            value = both() or value
        return value

    def both():
        value = one()
        while tokens and tokens[0] == "AND":
            tokens.pop(0)
            value = one() and value
        return value

    def one():
        token = tokens.pop(0)
        if token == "(":
            value = either()
            tokens.pop(0)
            return value
        if tokens and tokens[0] == "WITH":
            del tokens[:2]  # an exception only ever permits more
        return token in ALLOWED

    return either()


def main():
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--all-features"]
    metadata = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    wrong = [
        f"{package['name']} {package['version']}: {package['license'] or 'no licence stated'}"
        for package in metadata["packages"]
        if not (package["license"] and allowed(package["license"]))
    ]
    lock = json.loads((Path(__file__).parent.parent / "web" / "package-lock.json").read_text())
    page = {path.removeprefix("node_modules/"): package for path, package in lock["packages"].items()
            if path and not package.get("dev")}
    wrong += [
        f"{name} {package['version']}: {package.get('license', 'no licence stated')}"
        for name, package in page.items()
        if not allowed(package.get("license", ""))
    ]
    if wrong:
        sys.exit("licences that may not be shipped:\n  " + "\n  ".join(wrong))
    print(f"licences of {len(metadata['packages']) + len(page)} packages may be shipped")


main()
