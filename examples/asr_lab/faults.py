"""The guard: ids that no healthy model can emit stop the run before a tokenizer turns them into plausible text."""

from __future__ import annotations

from typing import Any, Iterator


class HardwareFault(RuntimeError):
    """The machine miscomputed. Whatever this run produced since is suspect, not just the batch that tripped."""


def flat(ids: Any) -> Iterator[int]:
    """Every id of a tensor, an array or nested lists, whose rows may differ in length."""
    if hasattr(ids, "tolist"):
        ids = ids.tolist()
    if isinstance(ids, (list, tuple)):
        for row in ids:
            yield from flat(row)
    else:
        yield ids


def assert_ids_in_range(ids: Any, tokenizer: Any) -> None:
    """Raises HardwareFault unless every id lies in [0, len(tokenizer)).

    The bound is `len(tokenizer)`, not `vocab_size`: Whisper's language, task and timestamp tokens are added tokens,
    which lie above it and occur in healthy output.
    """
    bound = len(tokenizer)
    for token_id in flat(ids):
        if token_id < 0 or token_id >= bound:
            raise HardwareFault(f"token id {token_id} is outside [0, {bound})")
