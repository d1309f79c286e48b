#include "ledger/postgres/page_pass.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

namespace fairlead::ledger {
namespace {

constexpr Sql kPageTables(
    "SELECT quote_ident(c.relname) AS name, pg_relation_size(c.oid) / current_setting('block_size')::bigint AS pages"
    " FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = current_schema()"
    " AND c.relkind = 'r' ORDER BY c.relname");
constexpr std::int64_t kPagesPerStatement = 64;
constexpr std::int64_t kDamagedPagesMax = 1000;

struct TablePages {
    std::string name;  // Quoted.
    std::int64_t first = 0;
    std::int64_t count = 0;
};

class PagePass {
public:
    PagePass(PostgresConnection& connection, PageReading reading, const ScrubCalls& calls)
        : connection_(connection), reading_(reading), calls_(calls) {}

    Status Read(const std::string& table, std::int64_t pages, const std::stop_token& stop) {
        for (std::int64_t first = 0; first < pages && !stop.stop_requested(); first += kPagesPerStatement) {
            const std::int64_t count = std::min(kPagesPerStatement, pages - first);
            TRY(ReadSome({table, first, count}));
            if (calls_.on_read) calls_.on_read(count);
            Pause(count);
        }
        return {};
    }

private:
    // Halves a range that cannot be read until it is a single page.
    Status ReadSome(const TablePages& pages) {
        if (damaged_ == kDamagedPagesMax) return {};
        const std::string what = reading_ == PageReading::kValues ? "t::text" : "*";
        const Status done = connection_.RunScript(
            "SELECT count(" + what + ") FROM " + pages.name + " t WHERE ctid >= '(" + std::to_string(pages.first) +
            ",0)' AND ctid < '(" + std::to_string(pages.first + pages.count) + ",0)'");
        if (done || !connection_.FailedByDamage()) return done;
        if (pages.count == 1) {
            ++damaged_;
            calls_.found("table " + pages.name + ", page " + std::to_string(pages.first) +
                         ": it cannot be read: " + connection_.ReasonOfFailure());
            return {};
        }
        const std::int64_t half = pages.count / 2;
        TRY(ReadSome({pages.name, pages.first, half}));
        return ReadSome({pages.name, pages.first + half, pages.count - half});
    }

    void Pause(std::int64_t pages) const {
        if (calls_.pages_per_second == 0) return;
        std::this_thread::sleep_for(std::chrono::microseconds(pages * 1'000'000 / calls_.pages_per_second));
    }

    PostgresConnection& connection_;
    PageReading reading_;
    const ScrubCalls& calls_;
    std::int64_t damaged_ = 0;
};

}  // namespace

Status ReadAllPages(PostgresConnection& connection, PageReading reading, const ScrubCalls& calls,
                    const std::stop_token& stop) {
    const auto tables = TRY(connection.Query(kPageTables, {}));
    PagePass pass(connection, reading, calls);
    for (std::size_t i = 0; i < tables.size(); ++i) {
        TRY(pass.Read(tables.String(i, kPageTables["name"]), tables.Integer(i, kPageTables["pages"]), stop));
    }
    return {};
}

}  // namespace fairlead::ledger
