"""The socket, and ``codeqa serve`` as a process."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from http_samples import until

from codeqa.errors import UsageError
from codeqa.faces.http import server
from codeqa.faces.http.addresses import addresses, is_for_others
from codeqa.faces.http.server import bound

RUN = "import sys; sys.argv[0] = 'codeqa'; from codeqa.faces.cli.main import run; run()"


def test_a_taken_port_that_was_named_is_told() -> None:
    with bound("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(UsageError, match=rf"Port {port} on 127\.0\.0\.1 is taken"):
            bound("127.0.0.1", port)


def test_without_a_name_the_next_free_port_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with bound("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(server, "PORT", port)
        with bound("127.0.0.1", None) as found:
            assert port < found.getsockname()[1] < port + 50


def test_other_peoples_addresses_are_told() -> None:
    for host in ("192.0.2.1", "no.such.host.invalid"):
        with pytest.raises(UsageError, match="no address of this machine"):
            bound(host, 0)


def test_who_can_reach_it() -> None:
    with bound("127.0.0.1", 0) as here, bound("0.0.0.0", 0) as everywhere:
        assert not is_for_others(here)
        assert is_for_others(everywhere)
        assert addresses(here) == [f"http://127.0.0.1:{here.getsockname()[1]}/"]
        port = everywhere.getsockname()[1]
        assert addresses(everywhere, "t")[0] == f"http://127.0.0.1:{port}/?token=t"
        assert addresses(everywhere, "t")[1].endswith(f":{port}/?token=t")


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@contextmanager
def serving(root: Path, *arguments: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """``codeqa serve`` as a process, and what it said first."""
    process = subprocess.Popen(
        [sys.executable, "-c", RUN, "serve", str(root), *arguments],
        env={name: value for name, value in os.environ.items() if "DISPLAY" not in name} | environment,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
    )
    assert process.stderr is not None
    try:
        yield process, process.stderr.readline()
    finally:
        process.kill()
        process.wait()
        process.stderr.close()


def get(port: int, path: str, **headers: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", path, headers=headers)
    return connection.getresponse()


def test_it_serves_and_ends_cleanly(root: Path) -> None:
    port = free_port()
    with serving(root, "--no-index", "--port", str(port)) as (process, said):
        assert said == f"CodeQA answers at http://127.0.0.1:{port}/ (Ctrl-C ends it)\n"
        about = json.loads(get(port, "/api/v1/about").read())
        assert about["codebases"][0]["name"] == "beacon"
        assert get(port, "/api/v1/about").getheader("server") is None
        listening = get(port, "/api/v1/codebases/beacon/index/events")
        assert listening.readline() == b"event: freshness\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""


def test_a_taken_port_is_bad_input(root: Path) -> None:
    with bound("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with serving(root, "--no-index", "--port", str(port)) as (process, said):
            assert said.startswith(f"codeqa: Port {port} on 127.0.0.1 is taken")
            assert process.wait(20) == 2


def test_other_machines_need_the_token_that_is_printed(root: Path) -> None:
    port = free_port()
    with serving(root, "--no-index", "--host", "0.0.0.0", "--port", str(port)) as (_, said):
        found = re.search(r"token=(\S+)", said)
        assert found is not None
        assert get(port, "/api/v1/about").status == 401
        assert get(port, "/api/v1/about", Authorization=f"Bearer {found[1]}").status == 200


@pytest.mark.skipif(sys.platform == "win32", reason="the browser is a script")
@pytest.mark.parametrize("arguments", [(), ("--no-open",)])
def test_the_browser_is_opened(root: Path, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n', encoding="utf-8")
    browser.chmod(0o755)
    port = free_port()
    environment = {"DISPLAY": ":0", "BROWSER": f"{browser} %s", "SSH_CONNECTION": ""}
    with serving(root, "--no-index", "--port", str(port), *arguments, **environment):
        if arguments:
            assert get(port, "/api/v1/about").status == 200
            assert not opened.exists()
        else:
            until(lambda: opened.exists() and opened.read_text(encoding="utf-8").endswith("\n"))
            assert opened.read_text(encoding="utf-8") == f"http://127.0.0.1:{port}/\n"


def test_one_folder_holds_one_index(root: Path) -> None:
    with serving(root, str(root), "--index-dir", str(root)) as (process, said):
        assert "One folder holds one index" in said
        assert process.wait(20) == 2
