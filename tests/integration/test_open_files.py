"""The service raises its limit of open files to the number that its connections need."""

import contextlib
import resource
import unittest
from pathlib import Path

from tests.support.service import Service
from tests.support.waiting import wait_until

OF_A_SHELL = 1024
MOST_CONNECTIONS = 1_000_000


@contextlib.contextmanager
def open_files(soft: int):
    """Sets the limit of open files for programs started in the block. Yields the highest limit of the machine."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, before[1]))
    try:
        yield before[1]
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def allowed(service: Service) -> int:
    [line] = [line for line in Path(f"/proc/{service.process_id}/limits").read_text().splitlines()
              if line.startswith("Max open files")]
    return int(line.split()[3])


class OpenFiles(unittest.TestCase):
    def test_a_low_limit_is_raised_for_the_connections(self):
        with Service.create(max_connections=1500) as service:
            with open_files(OF_A_SHELL) as hard:
                service.start()
            self.assertGreaterEqual(hard, 4000, "this machine allows too few files for the test")
            self.assertGreaterEqual(allowed(service), 1500 + OF_A_SHELL)

    def test_a_limit_above_that_of_the_machine_is_reduced_and_logged(self):
        with Service.create(max_connections=MOST_CONNECTIONS) as service:
            with open_files(OF_A_SHELL) as hard:
                service.start()
            if hard < MOST_CONNECTIONS:
                self.assertEqual(allowed(service), hard)
                wait_until(lambda: "fewer files may be open" in service.log_tail(), "the limit is logged")
            else:
                self.assertGreaterEqual(allowed(service), min(hard, MOST_CONNECTIONS))


if __name__ == "__main__":
    unittest.main()
