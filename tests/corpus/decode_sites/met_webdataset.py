# A data pipeline's `decode` says how its files are read.
import webdataset as wds


def images(urls):
    return wds.WebDataset(urls).decode("pil").to_tuple("jpg", "txt")  #! site: media
