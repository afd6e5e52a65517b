"""The command ``grundy``."""

import sys

from grundy import _grundy


def main() -> None:
    """Runs the command with the arguments of the process."""
    sys.exit(_grundy.run_command(["grundy", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
