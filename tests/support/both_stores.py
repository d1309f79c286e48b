"""Two nodes on one PostgreSQL that keep their facts in different stores."""

from tests.support import clickhouse
from tests.support.case import TwoNodes
from tests.support.client import Client


class NodesOnBothStores(TwoNodes):
    """The first node has DuckDB, the second one has ClickHouse. For subclasses of PostgresCase."""

    @classmethod
    def setUpClass(cls):
        store = clickhouse.fresh_database()
        cls.addClassCleanup(clickhouse.drop_database, store)
        cls.second_settings = {"facts": store}
        super().setUpClass()

    def readers(self) -> list[Client]:
        """A client of each node."""
        second = self.second.client()
        self.addCleanup(second.close)
        return [self.client, second]
