"""Masks keys, tokens and passwords in what leaves the machine. Lines keep their numbers."""

from __future__ import annotations

import re
from typing import Final

MASK: Final = "[masked secret]"

_TOKENS: Final = re.compile(
    r"""
    \b(?:
        (?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}                         # AWS access key
      | gh[pousr]_[A-Za-z0-9]{30,} | github_pat_[A-Za-z0-9_]{40,}   # GitHub
      | glpat-[A-Za-z0-9_-]{20,}                                    # GitLab
      | xox[abeprs]-[A-Za-z0-9-]{10,} | xapp-[A-Za-z0-9-]{20,}      # Slack
      | AIza[A-Za-z0-9_-]{35}                                       # Google
      | ya29\.[A-Za-z0-9_-]{20,}                                    # Google OAuth
      | sk-(?:ant-|proj-|or-v1-|svcacct-)?[A-Za-z0-9_-]{20,}        # Anthropic, OpenAI, OpenRouter, DeepSeek
      | gsk_[A-Za-z0-9]{30,} | xai-[A-Za-z0-9]{30,}                 # Groq, xAI
      | hf_[A-Za-z0-9]{30,} | npm_[A-Za-z0-9]{30,}                  # Hugging Face, npm
      | pypi-[A-Za-z0-9_-]{50,}                                     # PyPI
      | [rs]k_(?:live|test)_[A-Za-z0-9]{16,}                        # Stripe
      | SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}                  # SendGrid
      | eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}   # JSON Web Token
    )
    """,
    re.VERBOSE,
)

_PEM: Final = re.compile(
    r"(-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----)(.*?)(-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|\Z)",
    re.DOTALL,
)

_IN_URL: Final = re.compile(
    r"(\b[a-z][a-z0-9+.-]*://[^\s:/@'\"<>{}$]*:)([^\s@/'\"<>{}$]{3,})(?=@[\w\[])", re.IGNORECASE
)

_BEARER: Final = re.compile(r"(\b(?:Bearer|Basic|token)\s+)([A-Za-z0-9._~+/-]{20,}=*)", re.IGNORECASE)

_ASSIGNED: Final = re.compile(
    r"""
    (?P<name>[\w.-]*(?:passw(?:or)?d|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|auth[_-]?key
      |credentials?|encryption[_-]?key|signing[_-]?key)[\w-]*)
    (?P<between>["']?\s*(?::=|=>|[:=])\s*)
    (?P<prefix>[bru]{0,2})(?P<quote>["'])(?P<value>[^"'\s]{8,})(?P=quote)
    """,
    re.VERBOSE | re.IGNORECASE,
)

_ENVIRONMENT: Final = re.compile(
    r"^(?P<name>\s*(?:export\s+)?[A-Z][A-Z0-9_]*(?:PASSWORD|PASSWD|SECRET|TOKEN|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY)[A-Z0-9_]*\s*=\s*)"
    r"(?P<value>[A-Za-z0-9+/=_.~!@#%^&*-]{8,})\s*$",
    re.MULTILINE,
)

_NO_SECRET: Final = re.compile(
    r"[{}<>$]|^(?:none|null|true|false|changeme|example|placeholder|redacted|undefined|required|optional)\b|^[x*.]+$"
    r"|^[a-z]+(?:[ _.-][a-z]+)*$|/",
    re.IGNORECASE,
)
"""Values that are words, names, templates or paths: code that handles passwords is full of them."""


def masked(text: str) -> str:
    """The text with every secret in it replaced by a mask.

    What is recognised: the forms of well-known services' keys, private keys, passwords in URLs, bearer tokens, and
    literals assigned to names like ``password`` or ``api_key`` that do not look like words.

    >>> masked('API_KEY = "8f14e45fceea167a5a36dedd4bea2543"')
    'API_KEY = "[masked secret]"'
    >>> masked('password = form["password"]')
    'password = form["password"]'
    """
    text = _PEM.sub(lambda match: f"{match[1]}{_kept_lines(match[2])}{match[3]}", text)
    text = _TOKENS.sub(MASK, text)
    text = _IN_URL.sub(rf"\1{MASK}", text)
    text = _BEARER.sub(rf"\1{MASK}", text)
    text = _ASSIGNED.sub(_assigned, text)
    return _ENVIRONMENT.sub(_in_environment, text)


def _assigned(match: re.Match[str]) -> str:
    if _NO_SECRET.search(match["value"]) or match["value"] == MASK:
        return match.group()
    return f"{match['name']}{match['between']}{match['prefix']}{match['quote']}{MASK}{match['quote']}"


def _in_environment(match: re.Match[str]) -> str:
    value = match["value"]
    return match.group() if value.isdigit() or _NO_SECRET.search(value) else f"{match['name']}{MASK}"


def _kept_lines(secret: str) -> str:
    return "\n".join(MASK if line.strip() else line for line in secret.split("\n"))
