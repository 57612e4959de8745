#!/usr/bin/env python3
"""Fails if a dependency has a licence that is not in the list below.

Evaluates the SPDX expression of each package of `cargo metadata` and of the web page's runtime packages; build and test
tools are not checked. benches/peers, which uses GPL libraries, is a separate workspace. cargo-deny does the same, but
takes minutes to compile on a fresh machine.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

ALLOWED = {
    "MIT", "MIT-0", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "Zlib", "0BSD", "CC0-1.0", "Unlicense",
    "MPL-2.0",  # unmodified
    "Unicode-3.0", "Unicode-DFS-2016", "BSL-1.0",
    "bzip2-1.0.6",  # the BSD-like licence of libbzip2
}


def allowed(expression):
    """Returns whether allowed licences alone satisfy an SPDX expression; `A/B` is the deprecated form of `A OR B`."""
    tokens = re.findall(r"[()]|[^\s()]+", expression.replace("/", " OR "))

    def disjunction():
        value = conjunction()
        while tokens and tokens[0] == "OR":
            tokens.pop(0)
            value = conjunction() or value
        return value

    def conjunction():
        value = operand()
        while tokens and tokens[0] == "AND":
            tokens.pop(0)
            value = operand() and value
        return value

    def operand():
        token = tokens.pop(0)
        if token == "(":
            value = disjunction()
            tokens.pop(0)
            return value
        if tokens and tokens[0] == "WITH":
            del tokens[:2]  # a WITH exception only adds permissions
        return token in ALLOWED

    return disjunction()


def main():
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--all-features"]
    metadata = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    rejected = [
        f"{package['name']} {package['version']}: {package['license'] or 'no licence stated'}"
        for package in metadata["packages"]
        if not (package["license"] and allowed(package["license"]))
    ]
    lock = json.loads((Path(__file__).parent.parent / "web" / "package-lock.json").read_text())
    page = {path.removeprefix("node_modules/"): package for path, package in lock["packages"].items()
            if path and not package.get("dev")}
    rejected += [
        f"{name} {package['version']}: {package.get('license', 'no licence stated')}"
        for name, package in page.items()
        if not allowed(package.get("license", ""))
    ]
    if rejected:
        sys.exit("licences that are not allowed:\n  " + "\n  ".join(rejected))
    print(f"licences of {len(metadata['packages']) + len(page)} packages are allowed")


main()
