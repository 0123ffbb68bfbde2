# A tokenizer whose ids are bytes: its own body decodes bytes, its callers decode ids.
class ByteTokenizer:
    def encode(self, text):
        return list(text.encode("utf-8"))

    def decode(self, ids):
        return bytes(ids).decode("utf-8", errors="replace")  #! site: bytes
