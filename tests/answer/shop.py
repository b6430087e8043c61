"""An invented codebase that tests ask about."""

from __future__ import annotations

from memory_lookup import MemoryLookup

README = """\
# Shop

[![build](https://example.org/b.svg)](https://example.org)

Shop keeps the orders of a small web shop and works out what they cost, with
discounts and delivery.

## Use

Run `shop` and open the page. Orders are priced by `Checkout`.
"""

MANIFEST = """\
[project]
name = "shop"
description = "Orders of a small web shop"

[project.scripts]
shop = "shop.main:main"
"""

PRICES = '''\
"""What things cost."""

RATE = 0.2


class Discount:
    """Takes a share off a price.

    Shares are between 0 and 1.
    """

    def __init__(self, share: float) -> None:
        self.share = share

    def apply(self, price: float) -> float:
        """Return the price after the discount."""
        return price * (1 - self.share)


def with_tax(price: float) -> float:
    """Add the value added tax to a price."""
    return price * (1 + RATE)


def delivery_cost(weight: float) -> float:
    """Work out what it costs to deliver a parcel, by its weight in kilograms."""
    if weight > 20:
        raise ValueError("too heavy to deliver")
    return 4.5 + 0.3 * weight
'''

CHECKOUT = '''\
"""Pricing of whole orders."""

from shop.prices import Discount, delivery_cost, with_tax


class Checkout:
    """Prices an order: discount first, then tax, then delivery."""

    def __init__(self, discount: Discount | None = None) -> None:
        self.discount = discount or Discount(0.0)

    def total(self, prices: list[float], weight: float) -> float:
        """Return what the customer pays for an order."""
        reduced = self.discount.apply(sum(prices))
        taxed = with_tax(reduced)
        return taxed + delivery_cost(weight)


def quick_total(price: float) -> float:
    return Checkout(Discount(0.1)).total([price], 1.0)
'''

MAIN = '''\
from shop.checkout import Checkout, quick_total


def main() -> None:
    """Start the shop."""
    print(quick_total(12.0))
    report(Checkout())


def report(checkout: Checkout) -> None:
    print(checkout.total([1.0, 2.0], 0.5))
'''

UNUSED = '''\
def stand_alone_helper(text: str) -> str:
    """Turn a text around."""
    return text[::-1]
'''

TESTS = """\
from shop.checkout import Checkout
from shop.prices import Discount, with_tax


def test_total_has_tax_and_delivery() -> None:
    assert Checkout(Discount(0.5)).total([10.0], 0.0) == with_tax(5.0) + 4.5


def test_with_tax() -> None:
    assert with_tax(10.0) == 12.0
"""

FILES = {
    "README.md": README,
    "pyproject.toml": MANIFEST,
    "shop/prices.py": PRICES,
    "shop/checkout.py": CHECKOUT,
    "shop/main.py": MAIN,
    "shop/text.py": UNUSED,
    "tests/test_checkout.py": TESTS,
}


def shop(**more: str) -> MemoryLookup:
    """The codebase, with further files: the name's ``__`` stands for ``/``."""
    return MemoryLookup(FILES | {name.replace("__", "/"): text for name, text in more.items()})
