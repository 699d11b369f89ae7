# SPDX-License-Identifier: BSD-3-Clause
"""Calls between the functions of modules that no quick test runs: do they fit? Methods are not looked at."""

import ast
from pathlib import Path


def functions_of(tree: ast.Module) -> dict[str, ast.arguments]:
    return {node.name: node.args for node in tree.body if isinstance(node, ast.FunctionDef)}


def fits(call: ast.Call, takes: ast.arguments) -> bool:
    """True as well where a list or dictionary is unpacked: what is in it is not to be seen."""
    unpacked = any(isinstance(one, ast.Starred) for one in call.args) or any(k.arg is None for k in call.keywords)
    places = [one.arg for one in takes.posonlyargs + takes.args]
    if unpacked or takes.vararg or takes.kwarg:
        return True
    given = places[: len(call.args)] + [k.arg for k in call.keywords if k.arg]
    optional = places[len(places) - len(takes.defaults) :] if takes.defaults else []
    optional += [one.arg for one, value in zip(takes.kwonlyargs, takes.kw_defaults, strict=True) if value]
    known = [*places, *(one.arg for one in takes.kwonlyargs)]
    complete = set(known) - set(optional) <= set(given) <= set(known)
    return len(call.args) <= len(places) and complete and len(set(given)) == len(given)


def functions_known_in(trees: dict[str, ast.Module]) -> dict[str, dict[str, ast.arguments]]:
    """By module: its own, and those that it has from another one by name."""
    own = {name: functions_of(tree) for name, tree in trees.items()}
    known = {name: dict(functions) for name, functions in own.items()}
    for name, tree in trees.items():
        for line in (node for node in tree.body if isinstance(node, ast.ImportFrom)):
            there = own.get(line.module or "", {})
            known[name] |= {one.asname or one.name: there[one.name] for one in line.names if one.name in there}
    return known


def wrong_calls(folder: Path) -> list[str]:
    trees = {path.stem: ast.parse(path.read_text()) for path in sorted(folder.glob("*.py"))}
    known = functions_known_in(trees)
    wrong = []
    for name, tree in trees.items():
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            match call.func:
                case ast.Name(id=function):
                    takes = known[name].get(function)
                case ast.Attribute(value=ast.Name(id=module), attr=function):
                    takes = known.get(module, {}).get(function)
                case _:
                    takes = None
            if takes and not fits(call, takes):
                wrong.append(f"{folder.name}/{name}.py:{call.lineno}: {function} takes other arguments")
    return wrong
