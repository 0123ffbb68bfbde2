"""Audio and its transcripts, as the trainer wants them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch.utils.data import DataLoader, Dataset
from transformers import WhisperProcessor

IGNORED = -100  # what the loss skips, and what no tokenizer can decode


@dataclass
class Clip:
    """One recording: 16 kHz samples and, once somebody or something has listened to it, the words."""

    path: Path
    samples: list[float]
    text: str | None = None


class ClipDataset(Dataset):
    """The clips that a manifest names, one JSON object a line."""

    def __init__(self, manifest: Path) -> None:
        rows = [json.loads(line) for line in manifest.read_text().splitlines()]
        self.clips = [Clip(Path(row["path"]), row["samples"], row.get("text")) for row in rows]

    def __len__(self) -> int:
        return len(self.clips)

    def __getitem__(self, index: int) -> Clip:
        return self.clips[index]


@dataclass
class Collator:
    """Pads features and labels; padding of the labels is IGNORED, so that it costs no loss."""

    processor: WhisperProcessor

    def __call__(self, clips: list[Clip]) -> dict[str, torch.Tensor]:
        samples = [clip.samples for clip in clips]
        batch = self.processor.feature_extractor(samples, sampling_rate=16_000, return_tensors="pt")
        labels = self.processor.tokenizer([clip.text for clip in clips], padding=True, return_tensors="pt")
        batch["labels"] = labels["input_ids"].masked_fill(labels["attention_mask"] == 0, IGNORED)
        return batch


def print_first_batch(loader: DataLoader, processor: WhisperProcessor) -> None:
    """A look at what the model will be asked to learn. The slow tokenizer drops the -100s."""
    for batch in loader:
        for row in batch["labels"]:
            print("label:", processor.tokenizer.decode(row))
        break


def is_round_trip(text: str, processor: WhisperProcessor) -> bool:
    """True when the tokenizer gives back the text that it was given; transcripts that change are left out."""
    ids = processor.tokenizer(text, add_special_tokens=False)["input_ids"]
    return processor.tokenizer.decode(ids) == text


def describe(processor: WhisperProcessor) -> dict[str, Any]:
    """What goes into the run's record about its tokenizer."""
    tokenizer = processor.tokenizer
    return {"size": len(tokenizer), "end of text": tokenizer.decode([tokenizer.eos_token_id])}
