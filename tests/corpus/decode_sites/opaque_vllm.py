# vLLM gives text.
from vllm import LLM

llm = LLM("m")


def answer(prompts):
    return llm.generate(prompts)  #! site: opaque  # expect: opaque-decode
