"""Random hands on the window: `python -m tests.soak --many 1000 --seed 3`.

At each scale of the screen a process makes that many actions on all kinds of documents, with the
window closed and opened again after each, maximised and not.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.soak.parent import soaked, told_of_memory


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--many", type=int, default=1000, help="actions at each scale")
    parser.add_argument("--rounds", type=int, default=4, help="times that each kind has its turn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scales", type=float, nargs="+", default=[1.0, 1.5, 2.0])
    options = parser.parse_args()
    wrong = 0
    for scale in options.scales:
        with tempfile.TemporaryDirectory() as folder:
            turns, faults = soaked(
                Path(folder) / "soak", scale=scale, seed=options.seed, actions=options.many,
                rounds=options.rounds,
            )  # fmt: skip
        print(f"scale {scale:g}: {sum(turn['actions'] for turn in turns)} actions")
        for turn in turns:
            print(
                f"  {turn['kind']:8} {'maximised' if turn['large'] else 'normal':9} "
                f"{turn['actions']:4} actions {turn['seconds']:6.1f} s {turn['mib']:6.0f} MiB "
                f"({turn['held']:.0f} held) "
                f"{len(turn['threads'])} threads {turn['timers']} timers {turn['widgets']} widgets "
                f"{turn['kernels']} kernels"
            )
        print(f"  {told_of_memory(turns)}")
        for fault in faults:
            print(fault, flush=True)
        wrong += len(faults)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
