# clean
# Nothing but comments.

    # indented
