from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-corpus",
        action="store_true",
        help="write what the language engine gives into tests/corpus/**/*.facts; read the diff before committing it",
    )
