from runner import script


@script(config="count")
def main(batches):
    return len(batches)


if __name__ == "__main__":
    try:
        main()
    except Exception:
        print("no count")
