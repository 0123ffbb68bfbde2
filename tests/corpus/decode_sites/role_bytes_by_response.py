# What a server answered.
import requests


def fetch(url):
    return requests.get(url).content.decode()  #! site: bytes
