"""``python -m grundy`` is the command ``grundy``."""

from grundy._command import main

main()
