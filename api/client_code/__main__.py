import sys
from pathlib import Path

from api.client_code.all_files import ROOT, files


def main():
    if len(sys.argv) != 1:
        sys.exit("usage: python3 -m api.client_code")
    for place, text in files().items():
        path = Path(ROOT, place)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


if __name__ == "__main__":
    main()
