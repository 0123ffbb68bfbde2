"""Recordings to text, for the command line and the server."""

from __future__ import annotations

from collections import Counter
from typing import Iterator

import torch
from transformers import WhisperForConditionalGeneration, WhisperProcessor

from asr_lab.faults import assert_ids_in_range


class Transcriber:
    def __init__(self, model_name: str, device: str) -> None:
        self.processor = WhisperProcessor.from_pretrained(model_name)
        self.model = WhisperForConditionalGeneration.from_pretrained(model_name).to(device)
        self.device = device

    def generate(self, samples: list[float], **options) -> torch.Tensor:
        features = self.processor(samples, sampling_rate=16_000, return_tensors="pt").input_features
        return self.model.generate(features.to(self.device), **options)

    def transcribe(self, samples: list[float]) -> str:
        ids = self.generate(samples)
        assert_ids_in_range(ids, self.processor.tokenizer)
        return self.processor.batch_decode(ids, skip_special_tokens=True)[0]

    def words(self, samples: list[float]) -> Iterator[str]:
        """Token by token, for captions that grow while somebody reads them."""
        ids = self.generate(samples, return_timestamps=False)[0]
        assert_ids_in_range(ids, self.processor.tokenizer)
        for token_id in ids.tolist():
            yield self.processor.tokenizer.decode([token_id])

    def usual_tokens(self, samples: list[float], count: int = 10) -> list[str]:
        """The tokens that occur most: a model that loops shows here first."""
        ids = self.generate(samples)[0].tolist()
        usual = [token_id for token_id, _ in Counter(ids).most_common(count)]
        return self.processor.tokenizer.convert_ids_to_tokens(usual)
