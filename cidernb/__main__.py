"""`python -m cidernb ...` is `cidernb ...`."""

import sys


def main() -> int:
    """Run the command line; Ctrl-C ends it quietly with status 130, be it while this is still loading."""
    try:
        from cidernb.cli import main as run

        return run()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
