"""`python -m tengen` is the command `tengen`."""

from tengen.cli import main

if __name__ == "__main__":
    main()
