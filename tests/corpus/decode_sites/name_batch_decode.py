# A processor decodes by its tokenizer.
from transformers import WhisperProcessor

processor = WhisperProcessor.from_pretrained("m")


def to_texts(model, features):
    ids = model.generate(features)
    return processor.batch_decode(ids, skip_special_tokens=True)  #! site: token device  # expect: unledgered-site
