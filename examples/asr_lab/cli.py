"""python -m asr_lab.cli train|label|evaluate|transcribe|serve …"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from asr_lab.evaluate import LongFormEvaluator
from asr_lab.pseudo_label import pseudo_label
from asr_lab.serve import serve
from asr_lab.train import train
from asr_lab.transcribe import Transcriber


def evaluate(arguments: argparse.Namespace) -> None:
    evaluator = LongFormEvaluator(arguments.model, arguments.device)
    for name, score in evaluator.run(arguments.manifest).items():
        print(f"{name}\t{100 * score:.2f}")
    sample = json.loads(arguments.manifest.read_text().splitlines()[0])["samples"]
    print("languages of the first:", evaluator.languages(sample))


def transcribe(arguments: argparse.Namespace) -> None:
    transcriber = Transcriber(arguments.model, arguments.device)
    samples = json.loads(arguments.manifest.read_text())
    if arguments.captions:
        for word in transcriber.words(samples):
            print(word, end="", flush=True)
    else:
        print(transcriber.transcribe(samples))
    print("usual tokens:", transcriber.usual_tokens(samples))


def main() -> None:
    parser = argparse.ArgumentParser(prog="asr_lab")
    parser.add_argument("command", choices=["train", "label", "evaluate", "transcribe", "serve"])
    parser.add_argument("manifest", type=Path, nargs="?")
    parser.add_argument("--model", default="openai/whisper-small")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--held-out", type=Path)
    parser.add_argument("--output", type=Path, default=Path("out"))
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--captions", action="store_true")
    arguments = parser.parse_args()

    if arguments.command == "train":
        print("WER:", train(arguments.model, arguments.manifest, arguments.held_out, arguments.output))
    elif arguments.command == "label":
        print("labelled:", pseudo_label(arguments.model, arguments.device, arguments.manifest, arguments.output))
    elif arguments.command == "evaluate":
        evaluate(arguments)
    elif arguments.command == "transcribe":
        transcribe(arguments)
    else:
        serve(arguments.model, arguments.device, arguments.port)


if __name__ == "__main__":
    main()
