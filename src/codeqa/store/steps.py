"""A writer's steps, each of which is taken wholly or marks what was written as torn."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from codeqa.errors import StoreError

_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


class Steps:
    """Takes steps one after another, in a thread of their own.

    Python raises what Ctrl-C raises in the main thread, wherever that happens to be. Here it only ends the waiting: the
    step goes on to its end, and the next one, such as a last commit, comes after it. A step that fails midway, as by a
    full disk, leaves tables that nobody knows: from then on no step is taken any more, so that nothing of it can be
    committed, and the next writer takes back what was written since the last commit.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="codeqa-writer")
        self._is_torn = False

    def take(
        self, step: Callable[_Arguments, _Result], *arguments: _Arguments.args, **keywords: _Arguments.kwargs
    ) -> _Result:
        """Takes a step and waits for its end.

        Raises:
            StoreError: an earlier step failed midway.
            BaseException: whatever the step raises.
        """
        return self._thread.submit(lambda: self._whole(lambda: step(*arguments, **keywords))).result()

    def close(self) -> None:
        """Waits for the step that is being taken."""
        self._thread.shutdown()

    def _whole(self, step: Callable[[], _Result]) -> _Result:
        if self._is_torn:
            raise StoreError(
                "An earlier step of this run ended midway, so nothing more is written. What was committed before is "
                "untouched. Run `codeqa index` again."
            )
        self._is_torn = True  # before anything is written, and unset after everything is: whatever ends it in between
        result = step()
        self._is_torn = False
        return result
