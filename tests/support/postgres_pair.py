"""A PostgreSQL primary with a synchronous standby, which can change roles."""

from tests.support.postgres import PrivatePostgres, StandbyPostgres, any_of, query
from tests.support.waiting import wait_until

DATABASE = "fairlead"
# A standby looks for its primary again at once, so that commits do not wait long for it.
QUICK = {"wal_retrieve_retry_interval": "200ms"}


class PostgresPair:
    """Use as a context manager. `url` reaches the database on the current primary. A standby that is promoted does not
    wait for another one until `rejoin`."""

    def __init__(self, settings: dict[str, str] | None = None):
        self._settings = (settings or {}) | QUICK
        self.primary = PrivatePostgres(self._settings)
        self.standby: StandbyPostgres | None = None

    def __enter__(self) -> "PostgresPair":
        self.primary.start()
        query(self.primary.url, f"CREATE DATABASE {DATABASE}")
        self.standby = StandbyPostgres(self.primary, self._settings)
        self.standby.start()
        self.url = any_of(DATABASE, self.primary, self.standby)
        self._replicate()
        return self

    def __exit__(self, *_):
        for server in (self.primary, self.standby):
            if server:
                server.close()

    def _replicate(self):
        wait_until(lambda: query(self.primary.url, "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'")
                   == ["1"], "the standby follows the primary")
        query(self.primary.url, "ALTER SYSTEM SET synchronous_standby_names = '*'")
        query(self.primary.url, "SELECT pg_reload_conf()")

    def part(self):
        """The standby stops following the primary, which no longer waits for it."""
        query(self.primary.url, "ALTER SYSTEM SET synchronous_standby_names = ''")
        query(self.primary.url, "SELECT pg_reload_conf()")
        self.standby.stop()

    def promote(self):
        """Makes the standby the primary. The old primary becomes `standby`, and is not touched."""
        self.standby.promote()
        self.primary, self.standby = self.standby, self.primary

    def rejoin(self):
        """Makes the old primary a standby of the new one."""
        self.standby.follow(self.primary)
        self._replicate()

    # The faults of a single server strike the primary.
    def start(self):
        self.primary.start()

    def stop(self, mode: str = "fast"):
        self.primary.stop(mode)

    def pause(self):
        self.primary.pause()

    def resume(self):
        self.primary.resume()
