"""`python -m cidernb ...` is `cidernb ...`."""

import sys

from cidernb.cli import main

if __name__ == "__main__":
    sys.exit(main())
