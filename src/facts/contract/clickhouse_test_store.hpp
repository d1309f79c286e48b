#pragma once

#include "facts/clickhouse/clickhouse_store.hpp"
#include "facts/contract/fixture.hpp"

namespace fairlead::facts {

// A separate database on the server that FAIRLEAD_TEST_CLICKHOUSE names. `./dev test` starts that server.
class ClickHouseTestStore final : public TestStore {
public:
    ClickHouseTestStore();
    ~ClickHouseTestStore() override;
    ClickHouseTestStore(const ClickHouseTestStore&) = delete;
    ClickHouseTestStore& operator=(const ClickHouseTestStore&) = delete;

    std::unique_ptr<app::FactStore> Open() override { return Open({}); }
    std::unique_ptr<app::FactStore> Open(const ClickHouseOptions& options) const;

    std::string Url() const;
    const ClickHouseUrl& parsed() const { return url_; }
    // Runs a statement directly on the server. {} stands for the table.
    void Run(std::string_view sql) const;
    std::uint64_t Count(std::string_view sql) const;

private:
    std::string server_;
    ClickHouseUrl url_;
};

}  // namespace fairlead::facts
