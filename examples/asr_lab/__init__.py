"""asr_lab: fine-tunes a Whisper model, labels audio with it, evaluates it and serves it.

The example package of decode-ledger. It decodes token ids in 13 places; `ledger.toml` at the root of the repository
says what was decided about each, and `make demo` shows where the code and the decisions disagree.
"""
