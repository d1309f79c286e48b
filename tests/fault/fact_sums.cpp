// Prints the content of an operator's analytics store as one JSON array of objects: the sums of weights and amounts by
// kind of fact and currency. No other process may have the file open.

#include <cstdlib>
#include <iostream>
#include <map>
#include <string>

#include <boost/json.hpp>

#include "base/crypto/secrets.hpp"
#include "facts/clickhouse/clickhouse_store.hpp"
#include "facts/duckdb/duck_store.hpp"

namespace fairlead {
namespace {

namespace json = boost::json;

constexpr std::string_view kDuckPrefix = "duckdb:";

struct Sums {
    std::int64_t weight = 0;
    Decimal amount;
};

[[noreturn]] void GiveUp(const std::string& reason) {
    std::cerr << "fact_sums: " << reason << "\n";
    std::exit(1);
}

std::unique_ptr<app::FactStore> Open(const std::string& url) {
    if (!url.starts_with(kDuckPrefix)) {
        auto store = facts::OpenClickHouseStore(url);
        if (!store) GiveUp(store.error().message);
        return std::move(*store);
    }
    auto opened = facts::OpenDuckStore(url.substr(kDuckPrefix.size()), {});
    if (!opened) GiveUp(opened.error().message);
    // A damaged file must not look like an empty one.
    if (opened->was_set_aside) GiveUp("the file was damaged");
    return std::move(opened->store);
}

app::SumQuestion Everything(OperatorId owner) {
    app::SumQuestion question{.selection = {.owner = owner,
                                            .ranges = {{INT32_MIN, INT32_MAX}},
                                            .kinds = {},
                                            .filters = {},
                                            .offsets = {{0, 0}}},
                              .groups = {reporting::Dimension::kCurrency},
                              .split = app::RateSplit{*Currency::Parse("EUR"), {}}};
    for (std::uint8_t code = 1; code < reporting::FactKind::kCodesEnd; ++code) {
        question.selection.kinds.push_back({code});
    }
    return question;
}

void Print(app::FactStore& store, OperatorId owner) {
    std::map<std::pair<int, std::string>, Sums> all;
    const auto summed = store.Sum(Everything(owner), [&](const app::SumRow& row) {
        Sums& sums = all[{row.kind.code, std::string(std::get<std::string_view>(row.group.front()))}];
        sums.weight += row.weight;
        sums.amount += row.amount;
    });
    if (!summed) GiveUp(summed.error().message);
    json::array printed;
    for (const auto& [group, sums] : all) {
        printed.push_back({{"kind", group.first},
                           {"currency", group.second},
                           {"weight", sums.weight},
                           {"amount", sums.amount.ToString()}});
    }
    std::cout << json::serialize(printed) << "\n";
}

}  // namespace
}  // namespace fairlead

int main(int argc, char** argv) {
    using namespace fairlead;
    InitializeCryptography();
    const auto owner = argc == 3 ? OperatorId::Parse(argv[2]) : std::nullopt;
    if (!owner) GiveUp("usage: fact_sums STORE OPERATOR");
    Print(*Open(argv[1]), *owner);
}
