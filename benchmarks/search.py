"""Finding the right file: NDCG@10 over public queries, by language and category.

    python benchmarks/search.py DATA CHECKOUTS [--ablate]

DATA holds ``repos.json`` and ``search-queries.jsonl`` (repository, query, category, targets); CHECKOUTS holds one
folder a repository at its revision. A target's rank is the first of ten hits in its file (overlapping its lines, where
given).
NDCG as in Järvelin and Kekäläinen 2002 with binary relevance; mean over queries, repositories, languages in turn.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path
from statistics import mean, median
from typing import Any

from codeqa import evaluate
from codeqa.evaluate import Target
from codeqa.model import Hit
from codeqa.rerank import load_reranker
from codeqa.retrieve.search import SearchOptions, search
from codeqa.retrieve.weights import DEFAULT_WEIGHTS, Weights
from data import indexed, lines_of, repositories, save, table


def ndcg(hits: Sequence[Hit], targets: Sequence[dict[str, Any]], prefix: str) -> float:
    """NDCG@10 of one query, by the measure of `codeqa eval`."""
    labels = {target["path"] for target in targets}

    def labelled(hit: Hit) -> Hit:
        """Labels are relative to the checkout, or to the indexed folder."""
        whole = f"{prefix}/{hit.path}"
        return replace(hit, path=whole) if whole in labels else hit

    wanted = [Target(one["path"], one.get("start_line"), one.get("end_line")) for one in targets]
    return evaluate.ndcg([labelled(hit) for hit in hits], wanted)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("checkouts", type=Path)
    parser.add_argument("--ablate", action="store_true", help="switch each signal off in turn")
    arguments = parser.parse_args()

    variants = {"all signals": SearchOptions()}
    if arguments.ablate:
        for one in fields(Weights):
            weights = replace(DEFAULT_WEIGHTS, **{one.name: 0.0})
            variants[f"without {one.name}"] = SearchOptions(weights=weights)
        variants["reranked by late interaction"] = SearchOptions(reranker=load_reranker("late-interaction"))
    queries = defaultdict(list)
    for query in lines_of(arguments.data / "search-queries.jsonl"):
        queries[query["repo"]].append(query)
    scores: dict[str, dict[str, dict[str, list[float]]]] = defaultdict(lambda: defaultdict(lambda: defaultdict(list)))
    categories: dict[str, list[float]] = defaultdict(list)
    seconds: list[float] = []
    for repository in repositories(arguments.data, arguments.checkouts, use=None):
        codebase = indexed(repository)
        codebase.search("warm up")
        for query in queries[repository.name]:
            for name, options in variants.items():
                started = time.perf_counter()
                hits = search(codebase._reader, codebase._embedder, query["query"], options)
                if name == "all signals":
                    seconds.append(time.perf_counter() - started)
                score = ndcg(hits, query["targets"], repository.prefix)
                scores[name][repository.language][repository.name].append(score)
                if name == "all signals":
                    categories[query["category"]].append(score)
    means = {
        name: {
            language: mean(mean(one) for one in by_repository.values()) for language, by_repository in languages.items()
        }
        for name, languages in scores.items()
    }
    print(table(["variant", "NDCG@10"], [[name, mean(languages.values())] for name, languages in means.items()]))
    print()
    print(
        table(["language", "NDCG@10"], [[k, v] for k, v in sorted(means["all signals"].items(), key=lambda kv: kv[1])])
    )
    print()
    print(table(["category", "NDCG@10"], [[k, mean(v)] for k, v in categories.items()]))
    print(f"\nmedian of a search {median(seconds) * 1000:.0f} ms")
    save(
        "search",
        {"variants": means, "categories": {k: mean(v) for k, v in categories.items()}, "median_s": median(seconds)},
    )


if __name__ == "__main__":
    main()
