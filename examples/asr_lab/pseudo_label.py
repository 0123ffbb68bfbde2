"""A large model labels recordings that nobody has transcribed, so that a small one can learn from them."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import torch
from transformers import WhisperForConditionalGeneration, WhisperProcessor

from asr_lab.data import Clip, ClipDataset
from asr_lab.faults import assert_ids_in_range

log = logging.getLogger(__name__)

# An error is the machine's and not the recording's when its message says one of these.
SYSTEMIC = ("CUDA", "out of memory", "MPS backend")


class Teacher:
    def __init__(self, model_name: str, device: str) -> None:
        self.processor = WhisperProcessor.from_pretrained(model_name)
        self.tokenizer = self.processor.tokenizer
        self.model = WhisperForConditionalGeneration.from_pretrained(model_name).to(device)
        self.device = device

    def features(self, clip: Clip) -> torch.Tensor:
        return self.processor(clip.samples, sampling_rate=16_000, return_tensors="pt").input_features.to(self.device)

    def label(self, clip: Clip) -> str:
        ids = self.model.generate(self.features(clip))
        assert_ids_in_range(ids, self.tokenizer)
        return self.tokenizer.batch_decode(ids, skip_special_tokens=True)[0]

    def alternatives(self, clip: Clip, width: int = 5) -> list[str]:
        """The best few transcripts: a clip on which they differ much is not used."""
        beams = self.model.generate(self.features(clip), num_beams=width, num_return_sequences=width)
        return self.tokenizer.batch_decode(beams, skip_special_tokens=True)

    def label_item(self, clip: Clip) -> dict[str, Any]:
        item: dict[str, Any] = {"path": str(clip.path)}
        try:
            item["text"] = self.label(clip)
        except Exception as error:
            if any(marker in str(error) for marker in SYSTEMIC):
                raise
            log.warning("%s: %s", clip.path, error)
            item["decode_error"] = str(error)
        return item


def pseudo_label(model_name: str, device: str, manifest: Path, output: Path) -> int:
    """Writes a line for each clip of the manifest; gives the number of those that have a text."""
    teacher = Teacher(model_name, device)
    labelled = 0
    with output.open("w") as lines:
        for clip in ClipDataset(manifest):
            item = teacher.label_item(clip)
            if "text" in item and len(set(teacher.alternatives(clip))) > 3:
                item["doubtful"] = True
            labelled += "text" in item
            lines.write(json.dumps(item) + "\n")
    return labelled
