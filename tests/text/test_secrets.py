from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codeqa.text.secrets import MASK, masked

# Put together here so that no scanner takes this file for one that holds keys.
SECRETS = [
    "AKIA" + "Q3EGRIVMEXAMPLE7",
    "ghp_" + "a1B2" * 9,
    "github_pat_" + "11AAAAAAA0" * 5,
    "xoxb-" + "123456789012-abcdef",
    "AIza" + "SyA-1234567890abcdefghijklmnopqrstu",
    "sk-ant-" + "api03-abcdefghijklmnopqrstuv",
    "sk-proj-" + "abcdefghijklmnop1234567890",
    "sk_live_" + "abcdefghijklmnop12345678",
    "eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxMjM0NTYifQ." + "abcdefghij_-123",
]


@pytest.mark.parametrize("secret", SECRETS)
def test_keys_of_services_are_masked_wherever_they_stand(secret: str) -> None:
    assert masked(f"client(x, '{secret}')  # {secret}") == f"client(x, '{MASK}')  # {MASK}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('password = "hunter2-x9"', f'password = "{MASK}"'),
        ("'db_password': 'S3cr3t!pass',", f"'db_password': '{MASK}',"),
        ('"apiKey": "0a1b2c3d4e5f"', f'"apiKey": "{MASK}"'),
        ('String secretKey = "q8Zr41xxTT";', f'String secretKey = "{MASK}";'),
        ("DATABASE_PASSWORD=x7!kk20aa", f"DATABASE_PASSWORD={MASK}"),
        ("export API_TOKEN=9f8e7d6c5b4a", f"export API_TOKEN={MASK}"),
        ("postgres://app:p4ssw0rd@db:5432/x", f"postgres://app:{MASK}@db:5432/x"),
        ("Authorization: Bearer abcdef0123456789abcdef", f"Authorization: Bearer {MASK}"),
    ],
)
def test_values_of_telling_names_are_masked(text: str, expected: str) -> None:
    assert masked(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        'password = form["password"]',
        'parser.add_argument("--password", help="the password to use")',
        'token = "access_token"',
        "def check_password(password: str) -> bool:",
        'PASSWORD = "{{ password }}"',
        "SECRET_KEY = os.environ['SECRET_KEY']",
        "MAX_TOKENS = 4096000000",
        "http://localhost:8080/v1",
        'tokens = tokenizer("a longer text")',
        "password_hash = hash_password(password)",
    ],
)
def test_code_about_secrets_is_left_alone(text: str) -> None:
    assert masked(text) == text


def test_a_private_key_keeps_its_lines() -> None:
    text = "a\n-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nIBAAKC\n-----END RSA PRIVATE KEY-----\nb"
    assert masked(text).split("\n") == [
        "a",
        "-----BEGIN RSA PRIVATE KEY-----",
        MASK,
        MASK,
        "-----END RSA PRIVATE KEY-----",
        "b",
    ]


@given(st.text(alphabet=st.sampled_from("ab=:'\"\n pasword_KEY-1/@"), max_size=200))
def test_lines_keep_their_numbers_and_masking_twice_changes_nothing(text: str) -> None:
    once = masked(text)
    assert once.count("\n") == text.count("\n")
    assert masked(once) == once
