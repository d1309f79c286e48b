"""Shared parts of the private test servers: a command that runs beside a server, and database URLs."""

import os
import subprocess
import sys
import uuid
from urllib.parse import urlsplit, urlunsplit


def database_at(url: str, name: str) -> str:
    """The URL of another database on the same server."""
    return urlunsplit(urlsplit(url)._replace(path="/" + name))


def fresh_name() -> str:
    return "fairlead_" + uuid.uuid4().hex


def run_beside(make_server, variable: str, module: str, arguments: list[str]) -> int:
    """`python3 -m MODULE run -- COMMAND…`: the command gets the URL of the server in its environment."""
    if len(arguments) < 3 or arguments[:2] != ["run", "--"]:
        print(f"usage: python3 -m {module} run -- COMMAND…", file=sys.stderr)
        return 2
    with make_server() as server:
        return subprocess.call(arguments[2:], env=os.environ | {variable: server.url})
