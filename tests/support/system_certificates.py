"""Another folder of trusted certificates for programs that a test starts. Mounting it needs root."""

import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

from tests.support.mounted import mounted

SYSTEM = "/etc/ssl/certs"


def make_authority(folder: Path) -> Path:
    """The certificate of an authority that has signed nothing."""
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
                    "2", "-subj", "/CN=Another authority", "-keyout", folder / "other.key", "-out", folder / "other.pem"],
                   check=True, capture_output=True)
    return folder / "other.pem"


@contextmanager
def system_trusts(authority: Path):
    """Programs that are started inside find this authority in the system's folder, and another one in its file. Yields
    the file of the other one."""
    folder = Path(tempfile.mkdtemp(prefix="fairlead-trust-"))
    try:
        trusted = folder / "certs"
        trusted.mkdir()
        other = make_authority(folder)
        shutil.copy(other, trusted / "ca-certificates.crt")
        shutil.copy(authority, trusted / "authority.pem")
        subprocess.run(["openssl", "rehash", trusted], check=True, capture_output=True)
        with mounted(trusted, SYSTEM):
            yield other
    finally:
        shutil.rmtree(folder, ignore_errors=True)
