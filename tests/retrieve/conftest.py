from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from codeqa.embed import Embedder, load_embedder
from codeqa.pipeline.options import UpdateOptions
from codeqa.pipeline.update import update
from codeqa.store.reader import IndexReader

SOURCES = {
    "shop/basket.py": '''"""Baskets of goods."""


class Basket:
    """Holds the goods a customer wants to buy."""

    def __init__(self):
        self.goods = []

    def add(self, article, amount=1):
        """Puts an article into the basket."""
        self.goods.append((article, amount))

    def total_price(self, discount):
        """What all goods cost, less the discount of the customer."""
        return sum(article.price * amount for article, amount in self.goods) * (1 - discount)
''',
    "shop/payment.py": '''"""Paying for baskets."""
from shop.basket import Basket


class PaymentDeclinedError(Exception):
    """The bank said no."""


def pay(basket: Basket, card):
    """Charges the card with what the basket costs."""
    if not card.charge(basket.total_price(0)):
        raise PaymentDeclinedError(card)
''',
    "shop/__init__.py": "from shop.basket import Basket\nfrom shop.payment import pay\n",
    "tests/test_basket.py": '''from shop.basket import Basket


def test_total_price_of_an_empty_basket():
    """A basket without goods costs nothing."""
    assert Basket().total_price(0) == 0
''',
    "README.md": "# Shop\n\nA small shop: baskets, payment by card.\n\n## Install\n\nRun `pip install shop`.\n",
}


@pytest.fixture(scope="session")
def embedder() -> Embedder:
    return load_embedder("wordllama")


@pytest.fixture(scope="session")
def index_of(
    tmp_path_factory: pytest.TempPathFactory, embedder: Embedder
) -> Callable[[Mapping[str, str]], IndexReader]:
    """Indexes files given by their texts."""

    def made(files: Mapping[str, str]) -> IndexReader:
        root: Path = tmp_path_factory.mktemp("code")
        for path, text in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
        update(root, root / ".codeqa", embedder, UpdateOptions(workers=1))
        return IndexReader.open(root / ".codeqa")

    return made


@pytest.fixture(scope="session")
def shop(index_of: Callable[[Mapping[str, str]], IndexReader]) -> IndexReader:
    return index_of(SOURCES)
