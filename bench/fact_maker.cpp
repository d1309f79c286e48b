// Fills the ledger of a data folder with a year of generated facts, for `./dev bench reports`, because HTTP would take
// too long for this volume. Writes only blocks, in the format of a commit, without the events and accruals behind them.
// No service may run on the folder.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <numbers>
#include <stdexcept>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "bench/fact_world.hpp"
#include "ledger/archive/block_archive.hpp"
#include "ledger/catalogue/record_rows.hpp"
#include "ledger/record/commit_record.hpp"
#include "ledger/record/operator_moment.hpp"
#include "ledger/sqlite/sqlite_connection.hpp"
#include "ledger/sqlite/sqlite_engine.hpp"
#include "telemetry/metrics.hpp"

namespace fairlead::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kBlocksPerTransaction = 50;

struct Options {
    std::string ledger;
    std::string owner;
    std::size_t facts = 20'000'000;
    std::size_t facts_per_block = 1'000;
    std::string from = "2025-01-01T00:00:00Z";
    std::string to = "2026-01-01T00:00:00Z";
    WorldOptions world;
};

template <class T>
T Expect(Result<T> result) {
    if (!result) throw std::runtime_error(result.error().message);
    if constexpr (!std::is_void_v<T>) return std::move(*result);
}

double SecondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

WorldCatalogue ReadCatalogue(ledger::Connection& connection, OperatorId owner) {
    WorldCatalogue catalogue;
    Expect(ReadAll(connection, owner, catalogue.links));
    Expect(ReadAll(connection, owner, catalogue.creatives));
    std::vector<commission::Deal> deals;
    Expect(ReadAll(connection, owner, deals));
    if (catalogue.links.empty() || catalogue.creatives.empty() || deals.empty()) {
        throw std::runtime_error("the operator needs links, creatives and a deal");
    }
    catalogue.deal = deals.front().id;
    return catalogue;
}

// The time at which a share of the year's facts has happened. Evenings are busier, and the end of the year is a quarter
// busier than its beginning.
class YearPace {
public:
    YearPace(Timestamp from, Timestamp to) : from_(from), length_(static_cast<double>(to.micros - from.micros)) {}

    Timestamp At(double share) const {
        const double through = share * (1.125 - 0.125 * share);
        const double days = through * length_ / static_cast<double>(kMicrosPerDay);
        const double waved = days - 0.09 * std::sin(2 * std::numbers::pi * (days - 0.25));
        const double micros = std::clamp(waved * static_cast<double>(kMicrosPerDay), 0.0, length_ - 1);
        return {from_.micros + static_cast<std::int64_t>(micros)};
    }

private:
    Timestamp from_;
    double length_;
};

// Writes blocks after the operator's last block.
class BlockWriter {
public:
    BlockWriter(ledger::Connection& connection, OperatorId owner)
        : connection_(connection), moment_(Expect(ledger::LockOperator(connection, owner))), last_(FirstTime()) {}

    Timestamp last() const { return last_; }

    void Write(const facts::FactBlock& block, Timestamp time) {
        if (pending_ == 0) Expect(connection_.Begin());
        moment_.recorded_at = time;
        ledger::CommitRecord only_the_block;
        Expect(ledger::Advance(connection_, moment_, only_the_block, block));
        ++moment_.last_block;
        ++moment_.last_commit;
        moment_.last_hash = only_the_block.hash();
        last_ = time;
        if (++pending_ == kBlocksPerTransaction) Commit();
    }

    void Commit() {
        if (pending_ > 0) Expect(connection_.Commit());
        pending_ = 0;
    }

private:
    // Generated blocks have past times, so the ledger must be empty.
    Timestamp FirstTime() const {
        if (moment_.last_block > 0) throw std::runtime_error("the ledger already has facts");
        return {};
    }

    ledger::Connection& connection_;
    ledger::OperatorMoment moment_;
    Timestamp last_;
    std::size_t pending_ = 0;
};

std::int64_t WriteYear(const Options& options) {
    auto connection = Expect(ledger::SqliteConnection::Open(options.ledger, ledger::SqliteRole::kWriter));
    const auto owner = OperatorId::Parse(options.owner);
    if (!owner) throw std::runtime_error("--operator must be an id");
    FactWorld world(ReadCatalogue(*connection, *owner), options.world);
    const Timestamp from = Expect(Timestamp::ParseIso8601(options.from));
    const YearPace pace(from, Expect(Timestamp::ParseIso8601(options.to)));
    BlockWriter writer(*connection, *owner);
    Timestamp before = from;
    std::int64_t blocks = 0;
    for (std::size_t done = 0; done < options.facts; ++blocks) {
        const std::size_t count = std::min(options.facts_per_block, options.facts - done);
        done += count;
        const Timestamp time = std::max(pace.At(static_cast<double>(done) / static_cast<double>(options.facts)),
                                        Timestamp{before.micros + 1});
        writer.Write(world.Fill(count, before, time), time);
        before = time;
    }
    writer.Commit();
    return blocks;
}

// Opening the ledger updates the index of clicks, as the first start of the service would.
void MakeIndex(const Options& options) {
    telemetry::Metrics metrics;
    const auto no_archive = std::make_shared<ledger::BlockArchive>(options.ledger + "-archive", metrics);
    Expect(ledger::OpenSqliteEngine(options.ledger, no_archive));
}

Options Parse(int argc, char** argv) {
    Options options;
    CLI::App app("Fills a ledger with a year of generated facts and prints the time.");
    app.add_option("--ledger", options.ledger, "the SQLite file")->required()->check(CLI::ExistingFile);
    app.add_option("--operator", options.owner, "id of the operator")->required();
    app.add_option("--facts", options.facts, "number of facts")->check(CLI::PositiveNumber);
    app.add_option("--facts-per-block", options.facts_per_block, "number of facts per block, as in one commit")
        ->check(CLI::Range(std::size_t{1}, std::size_t{tracking::kClicksPerBatchMax}));
    app.add_option("--from", options.from, "start of the year");
    app.add_option("--to", options.to, "end of the year");
    app.add_option("--seed", options.world.seed, "seed of the random numbers");
    app.add_option("--foreign", options.world.foreign_percent, "percentage of players with USD or SEK")
        ->check(CLI::Range(0, 100));
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        std::exit(app.exit(error));
    }
    return options;
}

void Run(const Options& options) {
    const auto start = Clock::now();
    const std::int64_t blocks = WriteYear(options);
    const double seconds = SecondsSince(start);
    const auto index_start = Clock::now();
    MakeIndex(options);
    fmt::print("{{\"facts\": {}, \"blocks\": {}, \"seconds\": {:.3f}, \"indexSeconds\": {:.3f}}}\n", options.facts,
               blocks, seconds, SecondsSince(index_start));
}

}  // namespace
}  // namespace fairlead::bench

int main(int argc, char** argv) {
    try {
        fairlead::bench::Run(fairlead::bench::Parse(argc, argv));
        return 0;
    } catch (const std::exception& error) {
        fmt::print(stderr, "fact_maker: {}\n", error.what());
        return 1;
    }
}
