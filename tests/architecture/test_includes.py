"""Includes follow the order of layers and the folders of third-party headers, and the check finds violations."""

import itertools
import tempfile
import unittest
from pathlib import Path

from tests.architecture.includes import breaches, sources

SRC = Path(__file__).resolve().parents[2] / "src"


class TheTree(unittest.TestCase):
    maxDiff = None

    def test_all_includes_are_allowed(self):
        self.assertTrue(sources(SRC), "there is nothing to check under src/")
        self.assertEqual([], breaches(SRC))


def judge(path: str, *lines: str) -> list[str]:
    """The violations in a tree with only this file."""
    with tempfile.TemporaryDirectory() as root:
        file = Path(root, path)
        file.parent.mkdir(parents=True)
        file.write_text("\n".join(["#pragma once", *lines, ""]))
        return breaches(Path(root))


class TheCheck(unittest.TestCase):
    def assert_allowed(self, path: str, *lines: str):
        self.assertEqual([], judge(path, *lines))

    def assert_breach(self, path: str, include: str, named: str):
        [found] = judge(path, "#include <string>", include)
        self.assertTrue(found.startswith(f"{path}:3 "), found)
        self.assertIn(named, found)

    def test_each_layer_may_include_lower_layers(self):
        for path, include in [("domain/money/money.hpp", "base/number/decimal.hpp"),
                              ("app/ingest.cpp", "domain/events/event.hpp"),
                              ("app/ingest.cpp", "telemetry/log.hpp"),
                              ("ledger/sqlite/session.cpp", "app/ports/ledger.hpp"),
                              ("http/server/router.cpp", "http/server/request.hpp"),
                              ("service/main.cpp", "ledger/sqlite/session.hpp"),
                              ("service/main.cpp", "cli/command.hpp"),
                              ("telemetry/log.cpp", "base/time/time.hpp")]:
            with self.subTest(path=path, include=include):
                self.assert_allowed(path, f'#include "{include}"')

    def test_only_the_demo_may_set_the_clock(self):
        self.assert_allowed("demo/history.cpp", '#include "base/time/set_clock.hpp"')
        for path in ("app/ingest.cpp", "ledger/commit.cpp", "service/serve.cpp"):
            with self.subTest(path=path):
                self.assert_breach(path, '#include "base/time/set_clock.hpp"', "only base and demo")

    def test_an_include_of_a_higher_layer_is_reported(self):
        for path, include, named in [("base/time/time.cpp", "domain/money/money.hpp", "base may not include domain"),
                                     ("base/time/time.cpp", "telemetry/log.hpp", "base may not include telemetry"),
                                     ("domain/money/money.cpp", "app/ports/ledger.hpp", "domain may not include app"),
                                     ("domain/money/money.cpp", "telemetry/log.hpp", "not include telemetry"),
                                     ("app/ingest.cpp", "ledger/sql.hpp", "app may not include ledger"),
                                     ("telemetry/log.cpp", "app/clock.hpp", "telemetry may not include app"),
                                     ("cli/init.cpp", "service/wiring.hpp", "cli may not include service")]:
            with self.subTest(path=path, include=include):
                self.assert_breach(path, f'#include "{include}"', named)

    def test_adapters_do_not_include_each_other(self):
        for one, other in itertools.permutations(("ledger", "facts", "http", "visitors", "cli"), 2):
            with self.subTest(one=one, other=other):
                self.assert_breach(f"{one}/a.cpp", f'#include "{other}/b.hpp"', f"{one} may not include {other}")

    def test_a_third_party_header_is_included_only_in_its_folders(self):
        for home, header in [("ledger/sqlite", "sqlite3.h"), ("ledger/index", "rocksdb/db.h"),
                             ("ledger/postgres", "libpq-fe.h"), ("http", "boost/beast/http.hpp"),
                             ("http/codec", "simdjson.h"), ("service", "boost/asio/io_context.hpp"),
                             ("app", "boost/json.hpp"), ("telemetry", "spdlog/spdlog.h"),
                             ("telemetry", "prometheus/registry.h"), ("cli", "CLI/CLI.hpp"), ("cli", "toml++/toml.h"),
                             ("base", "sodium.h"), ("base", "boost/multiprecision/cpp_int.hpp"),
                             ("facts/duckdb", "duckdb.h"), ("visitors", "re2/re2.h"), ("visitors", "maxminddb.h")]:
            with self.subTest(header=header):
                self.assert_allowed(f"{home}/a.cpp", f"#include <{header}>")
                self.assert_breach("domain/events/a.cpp", f"#include <{header}>", "may include it")

    def test_a_neighbouring_folder_may_not_include_it(self):
        self.assert_breach("ledger/migrations/migrations.cpp", "#include <sqlite3.h>", "only ledger/sqlite may include it")

    def test_a_folder_with_a_longer_name_may_not_include_it(self):
        self.assert_breach("http/codec_extra/a.cpp", "#include <simdjson.h>", "only http/codec may include it")

    def test_an_unlisted_header_is_forbidden_everywhere(self):
        self.assert_breach("service/main.cpp", "#include <gmp.h>", "no folder may include")

    def test_a_header_of_the_same_folder_is_included_by_its_path_from_src(self):
        self.assert_breach("domain/money/money.cpp", '#include "money.hpp"', "path from src/")

    def test_a_folder_that_is_not_a_layer_is_reported(self):
        self.assertEqual(["misc/a.cpp: misc is not a layer"], judge("misc/a.cpp", '#include "base/time/time.hpp"'))

    def test_the_domain_does_not_use_the_operating_system(self):
        self.assert_breach("domain/events/a.cpp", "#include <sys/stat.h>", "operating system")
        self.assert_allowed("cli/a.cpp", "#include <sys/stat.h>", "#include <unistd.h>")

    def test_tests_may_also_use_the_test_libraries_and_nothing_else(self):
        self.assert_allowed("domain/money/money_test.cpp", "#include <gtest/gtest.h>", "#include <gmock/gmock.h>",
                            "#include <rapidcheck.h>", "#include <rapidcheck/gtest.h>")
        self.assert_breach("domain/events/event_test.cpp", "#include <sqlite3.h>", "only ledger/sqlite may include it")

    def test_the_program_does_not_use_the_test_libraries(self):
        self.assert_breach("domain/money/money.cpp", "#include <gtest/gtest.h>", "no folder may include")

    def test_spaces_do_not_hide_an_include(self):
        self.assert_breach("base/a.cpp", "  #  include <sqlite3.h>", "may include it")


if __name__ == "__main__":
    unittest.main()
