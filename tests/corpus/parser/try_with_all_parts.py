# Body, handlers, else and finally.
def show(tokenizer, x):
    try:
        text = tokenizer.decode(x)  #! site: token unknown  # expect: unledgered-site
    except (ValueError, KeyError) as error:
        raise RuntimeError("no") from error
    except OSError:
        raise
    except:
        return None
    else:
        return text
    finally:
        print("done")
