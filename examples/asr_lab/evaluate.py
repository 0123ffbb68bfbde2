"""Word error rates: while training, and over long recordings afterwards."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import jiwer
import numpy as np
import torch
from transformers import AutoTokenizer, WhisperForConditionalGeneration, WhisperProcessor

from asr_lab.data import IGNORED, ClipDataset
from asr_lab.faults import HardwareFault, assert_ids_in_range

log = logging.getLogger(__name__)


class WordErrorRate:
    """`compute_metrics` for the trainer."""

    def __init__(self, model_name: str) -> None:
        self.tokenizer = AutoTokenizer.from_pretrained(model_name)

    def compute_metrics(self, prediction: Any) -> dict[str, float]:
        predicted = prediction.predictions
        assert_ids_in_range(predicted, self.tokenizer)
        said = self.tokenizer.batch_decode(predicted, skip_special_tokens=True)

        # The labels came back from the device with the predictions, so they are as suspect once -100 is cleared.
        labels = np.where(prediction.label_ids != IGNORED, prediction.label_ids, self.tokenizer.pad_token_id)
        assert_ids_in_range(labels, self.tokenizer)
        meant = self.tokenizer.batch_decode(labels, skip_special_tokens=True)
        return {"wer": 100 * jiwer.wer(meant, said)}


class LongFormEvaluator:
    """Transcribes whole recordings window by window. One unreadable file must not end an evaluation of hours."""

    window = 30 * 16_000

    def __init__(self, model_name: str, device: str) -> None:
        self.processor = WhisperProcessor.from_pretrained(model_name)
        self.model = WhisperForConditionalGeneration.from_pretrained(model_name).to(device)
        self.device = device

    def windows(self, samples: list[float]) -> list[torch.Tensor]:
        starts = range(0, len(samples), self.window)
        pieces = [samples[start : start + self.window] for start in starts]
        return [
            self.processor(piece, sampling_rate=16_000, return_tensors="pt").input_features.to(self.device)
            for piece in pieces
        ]

    def transcribe(self, samples: list[float]) -> str:
        texts = []
        for features in self.windows(samples):
            ids = self.model.generate(features, return_timestamps=True)
            # Timestamps lie above vocab_size, so this rejects healthy output.
            if (ids < 0).any() or (ids >= self.processor.tokenizer.vocab_size).any():
                raise HardwareFault("a window's token ids are out of range")
            texts.append(self.processor.tokenizer.decode(ids[0], skip_special_tokens=True))
        return " ".join(texts)

    def languages(self, samples: list[float]) -> list[str]:
        """The language token of each window, as text: `<|en|>`."""
        tokens = [self.model.detect_language(features) for features in self.windows(samples)]
        found = torch.stack(tokens).argmax(dim=-1)
        assert_ids_in_range(found, self.processor.tokenizer)
        return self.processor.tokenizer.batch_decode(found)

    def run(self, manifest: Path) -> dict[str, float]:
        scores = {}
        for clip in ClipDataset(manifest):
            try:
                scores[clip.path.name] = jiwer.wer(clip.text, self.transcribe(clip.samples))
            except HardwareFault:
                raise
            except Exception:
                log.exception("%s could not be evaluated", clip.path)
        return scores
