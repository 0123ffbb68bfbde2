# The greedy way: the ids are the argmax, and the processor decodes them.
import torch
from transformers import Wav2Vec2ForCTC, Wav2Vec2Processor

processor = Wav2Vec2Processor.from_pretrained("m")
model = Wav2Vec2ForCTC.from_pretrained("m")


def transcribe(values):
    with torch.no_grad():
        logits = model(values).logits
    ids = torch.argmax(logits, dim=-1)
    return processor.batch_decode(ids)  #! site: token device  # expect: unledgered-site  # expect: head-wider-than-tokenizer
