# A beam search with a language model, behind a processor that also has a tokenizer.
from transformers import Wav2Vec2ProcessorWithLM

processor = Wav2Vec2ProcessorWithLM.from_pretrained("m")


def transcribe(logits):
    return processor.decode(logits.numpy()).text  #! site: search
