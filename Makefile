.PHONY: help check format test corpus
export PATH := $(CURDIR)/.venv/bin:$(PATH)

help:
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/'

check: ## what CI runs: lint, format, types, import contract, tests
	ruff check .
	ruff format --check .
	mypy
	lint-imports
	pytest

format: ## format and sort imports
	ruff format .
	ruff check --fix .

test: ## the tests alone
	pytest

corpus: ## write the languages' facts anew; read the diff
	pytest tests/index/test_corpus.py --update-corpus
