"""`python -m pyreason`: the command line."""

from pyreason.cli import main

if __name__ == "__main__":
    main()
