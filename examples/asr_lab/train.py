"""Fine-tuning."""

from __future__ import annotations

from pathlib import Path

import torch
from torch.utils.data import DataLoader
from transformers import (
    Seq2SeqTrainer,
    Seq2SeqTrainingArguments,
    TrainerCallback,
    WhisperForConditionalGeneration,
    WhisperProcessor,
)

from asr_lab.data import ClipDataset, Collator, describe, is_round_trip, print_first_batch
from asr_lab.evaluate import WordErrorRate
from asr_lab.faults import assert_ids_in_range


class SampleCallback(TrainerCallback):
    """Prints what the model makes of one batch after every evaluation."""

    def __init__(self, processor: WhisperProcessor, batch: dict[str, torch.Tensor]) -> None:
        self.processor = processor
        self.batch = batch

    def on_evaluate(self, args, state, control, model, **kwargs) -> None:
        ids = model.generate(self.batch["input_features"].to(model.device))
        assert_ids_in_range(ids, self.processor.tokenizer)
        for text in self.processor.batch_decode(ids, skip_special_tokens=True):
            print(f"step {state.global_step}: {text}")


def learnable(manifest: Path, processor: WhisperProcessor) -> ClipDataset:
    dataset = ClipDataset(manifest)
    dataset.clips = [clip for clip in dataset.clips if clip.text and is_round_trip(clip.text, processor)]
    return dataset


def train(model_name: str, manifest: Path, held_out: Path, output: Path) -> float:
    """Trains, evaluates and saves; gives the last word error rate."""
    processor = WhisperProcessor.from_pretrained(model_name)
    model = WhisperForConditionalGeneration.from_pretrained(model_name)
    print("tokenizer:", describe(processor))

    collator = Collator(processor)
    dataset, checked = learnable(manifest, processor), learnable(held_out, processor)
    loader = DataLoader(dataset, batch_size=8, collate_fn=collator)
    print_first_batch(loader, processor)

    trainer = Seq2SeqTrainer(
        model=model,
        args=Seq2SeqTrainingArguments(output_dir=str(output), predict_with_generate=True, eval_strategy="epoch"),
        train_dataset=dataset,
        eval_dataset=checked,
        data_collator=collator,
        compute_metrics=WordErrorRate(model_name).compute_metrics,
        callbacks=[SampleCallback(processor, next(iter(loader)))],
    )
    trainer.train()
    trainer.save_model()
    return trainer.evaluate()["eval_wer"]
