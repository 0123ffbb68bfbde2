# clean
# None of these is a decode API: a name that holds `decode` is not one.
import cv2


def read(data, decoder, model):
    image = cv2.imdecode(data, 1)
    hidden = decoder(image)
    model.decoder.eval()
    model.decoded = hidden
    return model.decode_image_size, model.undecoded(hidden)
