"""`python -m app …` is the same as `isofront …`."""

from __future__ import annotations

import sys

if __name__ == "__main__":
    try:
        from app.main import main
    except KeyboardInterrupt:  # so early that `main` cannot say it
        print("interrupted; nothing was written", file=sys.stderr)
        sys.exit(130)
    sys.exit(main())
