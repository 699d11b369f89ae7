# SPDX-License-Identifier: BSD-3-Clause
"""Calls between the functions of modules that no quick test runs: do they fit? Methods are not looked at."""

import ast
import copy
import inspect
from pathlib import Path


def signature_of(takes: ast.arguments) -> inspect.Signature:
    """What calls have to fit: the types and values that it names are its module's."""
    plain = copy.deepcopy(takes)
    plain.defaults = [ast.Constant(0) for _ in plain.defaults]
    plain.kw_defaults = [value and ast.Constant(0) for value in plain.kw_defaults]
    for one in ast.walk(plain):
        if isinstance(one, ast.arg):
            one.annotation = None
    return inspect.signature(eval(f"lambda {ast.unparse(plain)}: None"))


def functions_of(tree: ast.Module) -> dict[str, inspect.Signature]:
    return {node.name: signature_of(node.args) for node in tree.body if isinstance(node, ast.FunctionDef)}


def fits(call: ast.Call, takes: inspect.Signature) -> bool:
    """True as well where a list or dictionary is unpacked: what is in it is not to be seen."""
    named = {k.arg: k for k in call.keywords if k.arg}
    if len(named) < len(call.keywords) or any(isinstance(one, ast.Starred) for one in call.args):
        return True
    try:
        takes.bind(*call.args, **named)
    except TypeError:
        return False
    return True


def functions_known_in(trees: dict[str, ast.Module]) -> dict[str, dict[str, inspect.Signature]]:
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
