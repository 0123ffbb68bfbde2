# A library function of this name that knows no tokens of our kind.
import jwt


def claims(token, key):
    return jwt.decode(token, key, algorithms=["HS256"])  #! site: other
