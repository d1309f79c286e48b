// Appends to an analytics store on ClickHouse. Reads commands from standard input and prints one line per command:
//   append BLOCK ROWS    ok, or error CODE
//   marks                marks BLOCK (0 for none), or error CODE
//   sum                  sum WEIGHT AMOUNT, or error CODE
// SECONDS (default 20) is the limit for an append, and for the wait for appends of others.
// All facts belong to one operator. Each row of a block has the weight 1 and the number of the block as its amount.

#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>

#include "base/crypto/secrets.hpp"
#include "facts/clickhouse/clickhouse_store.hpp"

namespace fairlead::facts {
namespace {

using reporting::FactKind;

constexpr OperatorId kOwner{Uuid{.bytes = {1}}};
constexpr auto kKind = FactKind::Of(events::EventType::kDeposit);

std::string ErrorText(const Error& error) { return "error " + std::string(Name(error.code)); }

std::string Append(app::FactStore& store, std::int64_t block, std::int64_t rows) {
    auto appender = store.Append();
    if (!appender) return ErrorText(appender.error());
    for (std::int64_t i = 0; i < rows; ++i) {
        const auto player = NewUuid();
        (*appender)->Add({.owner = kOwner,
                          .kind = kKind,
                          .minute = static_cast<std::int32_t>(block),
                          .weight = 1,
                          .amount = Decimal::FromInteger(block),
                          .currency = "EUR",
                          .player = PlayerId{player}});
    }
    const app::BlockMark mark{kOwner, block, Timestamp{block}};
    const auto committed = (*appender)->Commit(std::span(&mark, 1));
    return committed ? "ok" : ErrorText(committed.error());
}

std::string Marks(app::FactStore& store) {
    const auto marks = store.Marks();
    if (!marks) return ErrorText(marks.error());
    return "marks " + std::to_string(marks->empty() ? 0 : marks->front().block);
}

std::string Sum(app::FactStore& store) {
    std::int64_t weight = 0;
    Decimal amount;
    const app::SumQuestion question{.selection = {.owner = kOwner,
                                                  .ranges = {{.from = 0, .to = INT32_MAX}},
                                                  .kinds = {kKind},
                                                  .filters = {},
                                                  .offsets = {{}}},
                                    .groups = {},
                                    .split = app::RateSplit{.base = *Currency::Parse("EUR"), .rate_days = {}}};
    const auto asked = store.Sum(question, [&](const app::SumRow& row) {
        weight += row.weight;
        amount += row.amount;
    });
    if (!asked) return ErrorText(asked.error());
    return "sum " + std::to_string(weight) + " " + amount.ToString();
}

std::string Answer(app::FactStore& store, const std::string& line) {
    std::istringstream words(line);
    std::string command;
    std::int64_t block = 0;
    std::int64_t rows = 0;
    words >> command >> block >> rows;
    if (command == "append") return Append(store, block, rows);
    if (command == "marks") return Marks(store);
    if (command == "sum") return Sum(store);
    return "error unknown_command";
}

int Drive(const std::string& url, std::chrono::seconds append_time_max) {
    auto store =
        OpenClickHouseStore(url, {.question_time_max = std::chrono::seconds(20), .append_time_max = append_time_max});
    if (!store) {
        std::cerr << store.error().message << '\n';
        return 1;
    }
    for (std::string line; std::getline(std::cin, line);) std::cout << Answer(**store, line) << std::endl;
    return 0;
}

}  // namespace
}  // namespace fairlead::facts

int main(int argc, char** argv) {
    if (argc < 2 || argc > 3) {
        std::cerr << "usage: facts_driver URL [SECONDS]\n";
        return 2;
    }
    fairlead::InitializeCryptography();
    return fairlead::facts::Drive(argv[1], std::chrono::seconds(argc == 3 ? std::atoi(argv[2]) : 20));
}
