# A call into code that is not read gives nothing to hold on to.
import plugins


def to_text(x):
    thing = plugins.load("tok")
    return thing.decode(x)  #! site: unknown  # expect: receiver-unknown
