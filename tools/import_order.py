#!/usr/bin/env python3
"""Checks the direction of imports: between crates, and between the modules of a crate.

CRATES lists for each crate of the workspace the crates that it may depend on. Tests may use `testkit` as well.

The crates of ORDERED declare their modules in `lib.rs` in import order: a module may import only modules that are declared
above it. (rustfmt sorts adjacent `mod` lines; a blank line keeps two of them apart.) The script resolves every path from
`crate`, `super` and `self`, in `use` declarations and in code. A name that `lib.rs` re-exports belongs to the module
that defines it. `lib.rs` itself and test code (`#[cfg(test)]`) may import anything.

`--self-test` tests the script.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

CRATES = {
    "rules": "",
    "pool": "",
    "footer": "",
    "moves": "rules",
    "pgn": "rules pool",
    "tactics": "rules",
    "players": "rules pool",
    "coach": "rules pool tactics players",
    "openings": "rules pgn",
    "drawing": "rules tactics",
    "wire": "rules pgn tactics players coach openings",
    "data": "rules footer moves pgn tactics openings wire",
    "search": "rules footer moves pgn tactics openings data",
    "sql": "rules footer moves pgn tactics openings data search",
    "server": "rules pool moves pgn tactics players coach openings drawing wire data search",
    "cli": "rules pool moves pgn tactics players coach openings drawing wire data search sql server",
    "python": "rules moves pgn tactics players coach openings drawing wire data search sql",
    "pinsight": "rules pgn tactics players openings drawing",
    "testkit": "rules pgn",
    "properties": "rules pgn players moves wire data search server testkit",
}

ORDERED = ["rules", "pool", "footer", "moves", "pgn", "tactics", "players", "coach", "openings", "drawing", "wire", "data", "search", "sql", "server", "python",
           "testkit"]

# Comments, strings and characters. A lifetime is none of them: no quote follows its first character.
LITERAL = re.compile(
    r"""//[^\n]*
      | /\*
      | \b(?:b|c)?r(?P<hashes>\#*)".*?"(?P=hashes)
      | "(?:\\.|[^"\\])*"
      | '(?:\\(?:x..|u\{[^}]*\}|.)|[^'\\\n])'""",
    re.S | re.X,
)


def blank(text):
    """Replaces all but line breaks by spaces: what follows keeps its line number."""
    return re.sub(r"[^\n]", " ", text)


def code_only(text):
    """Blanks comments, strings, characters and test code."""
    at = 0
    while match := LITERAL.search(text, at):
        at = match.end()
        if match.group() == "/*":
            at = comment_end(text, at)
        text = text[: match.start()] + blank(text[match.start() : at]) + text[at:]
    while match := re.search(r"#\[cfg\(test\)\]", text):
        end = item_end(text, match.end())
        text = text[: match.start()] + blank(text[match.start() : end]) + text[end:]
    return text


def comment_end(text, at):
    """Returns the end of the block comment whose text begins at `at`; block comments nest."""
    depth = 1
    for mark in re.compile(r"/\*|\*/").finditer(text, at):
        depth += 1 if mark.group() == "/*" else -1
        if depth == 0:
            return mark.end()
    return len(text)


def item_end(text, start):
    """Returns the end of the item at `start`: after its `;` or its closing brace."""
    depth = 0
    for match in re.compile(r"[;(){}\[\]]").finditer(text, start):
        depth += {"(": 1, "{": 1, "[": 1, ";": 0}.get(match.group(), -1)
        if depth <= 0 and match.group() in ";}":
            return match.end() if depth == 0 else match.start()
    return len(text)


def use_paths(tree):
    """Lists the paths of a `use` tree: `crate::{a::b, c}` gives `crate::a::b` and `crate::c`, as lists of names."""
    head, brace, rest = tree.partition("{")
    names = [name.strip() for name in re.split(r"\bas\b", head)[0].split("::") if name.strip()]
    if not brace:
        return [names] if names else []
    parts, depth = [""], 0
    for sign in rest[: rest.rindex("}")]:
        depth += {"{": 1, "}": -1}.get(sign, 0)
        if sign == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return [names + path for part in parts for path in use_paths(part)]


def paths(text):
    """Yields the paths of the `use` declarations and those that begin at `crate`, `super` or `self`, with their offsets."""
    use = re.compile(r"\buse\s+([^;]*);")
    for match in use.finditer(text):
        for path in use_paths(match.group(1)):
            yield match.start(), path
    text = use.sub(lambda match: blank(match.group()), text)
    for match in re.finditer(r"(?<![\w:])(?:crate|super|self)(?:\s*::\s*\w+)+", text):
        yield match.start(), [name.strip() for name in match.group().split("::")]


def from_root(path, module):
    """Returns the names of a path from the crate's root; none if it begins elsewhere, at a child module or a crate."""
    if path[0] == "crate":
        return path[1:]
    names = list(module)
    for index, name in enumerate(path):
        if name == "super":
            names.pop()
        elif name != "self":
            return names + path[index:] if index else []
    return names


def reexports(lib, modules):
    """Maps the names that `lib.rs` re-exports to their modules."""
    names = {}
    for match in re.finditer(r"\buse\s+([^;]*);", lib):
        for path in use_paths(match.group(1)):
            if path[0] in modules:
                names[path[-1]] = path[0]
        for name, alias in re.findall(r"(\w+)\s+as\s+(\w+)", match.group(1)):
            if name in names:
                names[alias] = names[name]
    return names


def test_modules(files):
    """Lists the modules that are declared as `#[cfg(test)] mod name;` in other files than `lib.rs`."""
    found = []
    for file, source in files.items():
        for name in re.findall(r"#\[cfg\(test\)\]\s*(?:pub\S*\s+)?mod\s+(\w+)\s*;", source):
            found.append([*module_of(file), name])
    return found


def module_of(file):
    """Returns the module path of a file below `src`."""
    return [part for part in file.removesuffix(".rs").split("/") if part not in ("mod", "lib")]


def order_faults(crate, files):
    """Lists the imports against the order of a crate. `files` maps paths below `src` to their text."""
    lib = code_only(files["lib.rs"])
    modules = re.findall(r"\bmod\s+(\w+)\s*;", lib)
    rank = {name: index for index, name in enumerate(modules)}
    names = reexports(lib, modules)
    tests = test_modules(files)
    wrong = []
    for file, source in files.items():
        module = module_of(file)
        if not module or module[0] not in rank or any(module[: len(test)] == test for test in tests):
            continue
        text = code_only(source)
        inline = [(m.start(), item_end(text, m.start()), m.group(1)) for m in re.finditer(r"\bmod\s+(\w+)\s*\{", text)]
        for offset, path in paths(text):
            inside = [name for start, end, name in inline if start < offset < end]
            target = from_root(path, module + inside)
            if not target:
                continue
            home = target[0] if target[0] in rank else names.get(target[0])
            where = f"crates/{crate}/src/{file}:{text.count(chr(10), 0, offset) + 1}"
            if home is None:
                wrong.append(f"{where}: `crate::{target[0]}` is neither a module nor re-exported by lib.rs")
            elif rank[home] > rank[module[0]]:
                path = "::".join(target)
                wrong.append(f"{where}: `{module[0]}` imports `crate::{path}`, but lib.rs declares `{home}` below it")
    return wrong


def crate_faults(packages, allowed=CRATES):
    """Lists the forbidden dependencies among `packages`, which are as `cargo metadata` lists them."""
    ours = {package["name"]: package["name"].removeprefix("pinsight-") for package in packages}
    wrong = [f"crate {crate} is listed, but not in the workspace" for crate in allowed if crate not in ours.values()]
    for package in packages:
        crate = ours[package["name"]]
        if crate not in allowed:
            wrong.append(f"crate {crate} is not listed in {Path(__file__).name}")
            continue
        for dependency in package["dependencies"]:
            used = ours.get(dependency["name"])
            if dependency["kind"] == "dev" and used == "testkit":
                continue
            if used and used not in allowed[crate].split():
                wrong.append(f"crate {crate} depends on {used}; allowed: {allowed[crate] or 'none'}")
    return wrong


def self_test():
    """Checks each form of path, and that the checks can fail."""
    lib = "mod low;\n\nmod high;\n#[cfg(test)]\nmod testing;\npub use high::{High, make as build};\npub use low::Low;\n"

    def lines(low, file="low.rs"):
        return [int(fault.split(":")[1]) for fault in order_faults("x", {"lib.rs": lib, "high.rs": "", file: low})]

    against = [
        "use crate::high::High;",
        "use crate::{Low, high::{self, High as Other}};",
        "pub(crate) use super::high;",
        "fn f() -> crate::high::High {}",
        "fn f<'a>(x: &'a str) { let c = '\"'; crate::High::new() }",
        "const A: &str = r#\"\"\"#; use crate::High;",
        "/* a /* b */ */ use crate::build;",
        "mod inner { use super::super::High; }",
    ]
    for source in against:
        assert lines(source), source
    assert lines("\n\nuse crate::High;") == [3]
    assert lines("use super::super::high;", "low/deep.rs") == [1]
    assert "neither" in order_faults("x", {"lib.rs": lib, "low.rs": "use crate::missing;"})[0]
    assert "`high` below" in order_faults("x", {"lib.rs": lib, "low.rs": "use crate::build;"})[0]
    for source in [
        "use crate::Low; use self::inner::A; mod inner { use super::B; }",
        "// crate::High\n/* use crate::High; */ const A: &str = \"crate::High \\\" crate::High\";",
        "#[cfg(test)]\nmod tests { use crate::High; fn f() { [{}] } }",
        "#[cfg(test)]\nuse crate::High;",
        "use high::High; use std::io::{self, Write};",
    ]:
        assert not lines(source), source
    files = {"lib.rs": lib, "low.rs": "#[cfg(test)]\nmod tests;", "low/tests.rs": "use crate::High;", "high.rs": "use crate::Low;"}
    assert not order_faults("x", files)

    def package(name, *used, kind=None):
        return {"name": name, "dependencies": [{"name": other, "kind": kind} for other in used]}

    kit = package("pinsight-testkit")
    rules = {"a": "", "b": "a", "testkit": ""}
    assert not crate_faults([package("pinsight-a"), package("b", "pinsight-a", "serde"), kit], rules)
    assert len(crate_faults([package("pinsight-a", "b"), package("b"), kit], rules)) == 1
    assert not crate_faults([package("a", "pinsight-testkit", kind="dev"), package("b"), kit], rules)
    assert len(crate_faults([package("a", "pinsight-testkit"), package("b"), kit], rules)) == 1
    assert len(crate_faults([package("a"), package("c"), kit], rules)) == 2


def main():
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--no-deps"]
    metadata = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    wrong = crate_faults(metadata["packages"])
    for crate in ORDERED:
        root = Path(__file__).resolve().parent.parent / "crates" / crate / "src"
        files = {path.relative_to(root).as_posix(): path.read_text() for path in sorted(root.rglob("*.rs"))}
        wrong += order_faults(crate, files)
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    self_test() if sys.argv[1:] == ["--self-test"] else main()
