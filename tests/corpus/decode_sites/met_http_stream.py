# Lines of an HTTP answer.
import requests


def events(url):
    for line in requests.get(url, stream=True).iter_lines():
        yield line.decode("utf-8")  #! site: bytes
