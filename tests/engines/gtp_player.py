"""A GTP program that passes, or does what it is told to, for tests: python gtp_player.py COMMAND=ANSWER …

An answer may be ``die``, ``hang``, ``refuse``, ``wrong-id`` or any text; ``knows=NAME`` adds a command.
"""

import sys
import time

KNOWN = ["list_commands", "boardsize", "clear_board", "komi", "play", "genmove", "quit"]


def main() -> None:
    """Answer until the end of input."""
    told = dict(word.split("=", 1) for word in sys.argv[1:] if not word.startswith("knows="))
    known = KNOWN + [word[6:] for word in sys.argv[1:] if word.startswith("knows=")] + list(told)
    for line in sys.stdin:
        number, name = line.split()[:2]
        answer = told.get(name, "\n".join(known) if name == "list_commands" else "pass" if name == "genmove" else "")
        if answer == "die":
            sys.exit("the ladder was broken")
        while answer == "hang":
            time.sleep(60)
        mark = "?" if answer == "refuse" or name not in known else "="
        print(f"{mark}{'99' if answer == 'wrong-id' else number} {answer}\n", flush=True)


if __name__ == "__main__":
    main()
