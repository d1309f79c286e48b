#include "facts/contract/clickhouse_test_store.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

namespace fairlead::facts {
namespace {

constexpr std::chrono::seconds kTimeMax{60};

std::string ServerUrl() {
    const char* server = std::getenv("FAIRLEAD_TEST_CLICKHOUSE");
    if (server == nullptr) {
        ADD_FAILURE() << "FAIRLEAD_TEST_CLICKHOUSE is not set: run this through ./dev test";
        std::exit(1);
    }
    return server;
}

std::string NewDatabaseName() {
    auto name = "contract_" + NewUuid().ToString();
    std::ranges::replace(name, '-', '_');
    return name;
}

}  // namespace

ClickHouseTestStore::ClickHouseTestStore() : server_(ServerUrl()), url_(*ClickHouseUrl::Parse(server_)) {
    url_.database = NewDatabaseName();
}

ClickHouseTestStore::~ClickHouseTestStore() { Run("DROP DATABASE IF EXISTS " + url_.database); }

std::string ClickHouseTestStore::Url() const { return server_.substr(0, server_.rfind('/') + 1) + url_.database; }

std::unique_ptr<app::FactStore> ClickHouseTestStore::Open(const ClickHouseOptions& options) const {
    auto store = OpenClickHouseStore(Url(), options);
    EXPECT_TRUE(store) << store.error().message;
    return std::move(*store);
}

void ClickHouseTestStore::Run(std::string_view sql) const {
    const auto statement = fmt::format(fmt::runtime(sql), FactTable(url_.database).QualifiedName());
    const auto run = ClickHouseClient(url_).Execute({.sql = statement, .settings = {}, .time_max = kTimeMax});
    ASSERT_TRUE(run) << statement;
}

std::uint64_t ClickHouseTestStore::Count(std::string_view sql) const {
    const auto statement = fmt::format(fmt::runtime(sql), FactTable(url_.database).QualifiedName());
    std::uint64_t count = 0;
    const auto asked = ClickHouseClient(url_).Query({.sql = statement, .settings = {}, .time_max = kTimeMax},
                                                    [&count](RowBinaryReader& reader) {
                                                        const auto read = reader.Number<std::uint64_t>();
                                                        if (reader.ok()) count = read;
                                                    });
    EXPECT_TRUE(asked) << statement;
    return count;
}

}  // namespace fairlead::facts
