#include "facts/contract/fixture.hpp"

#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <utility>

#include "base/time/date.hpp"
#include "facts/contract/clickhouse_test_store.hpp"
#include "facts/duckdb/duck_store.hpp"

namespace fairlead::facts {
namespace {

using reporting::FactKind;
using reporting::FactRow;

class DuckTestStore final : public TestStore {
public:
    DuckTestStore() : folder_(std::filesystem::temp_directory_path() / ("fairlead-facts-" + NewUuid().ToString())) {
        std::filesystem::create_directories(folder_);
    }
    ~DuckTestStore() override { std::filesystem::remove_all(folder_); }

    std::unique_ptr<app::FactStore> Open() override {
        auto opened = OpenDuckStore(folder_ / "facts.duckdb", {});
        EXPECT_TRUE(opened) << opened.error().message;
        EXPECT_FALSE(opened->was_set_aside);
        return std::move(opened->store);
    }

private:
    std::filesystem::path folder_;
};

}  // namespace

INSTANTIATE_TEST_SUITE_P(Engines, FactsContract, testing::ValuesIn(FactEngines()),
                         [](const auto& engine) { return engine.param; });

std::vector<std::string> FactEngines() { return {"DuckDb", "ClickHouse"}; }

std::unique_ptr<TestStore> MakeTestStore(const std::string& engine) {
    if (engine == "DuckDb") return std::make_unique<DuckTestStore>();
    if (engine == "ClickHouse") return std::make_unique<ClickHouseTestStore>();
    ADD_FAILURE() << "there is no engine " << engine;
    return nullptr;
}

FactsContract::FactsContract() : test_store_(MakeTestStore(GetParam())) { Reopen(); }

void FactsContract::Reopen() {
    store_.reset();
    store_ = test_store_->Open();
}

void FactsContract::Store(const std::vector<FactRow>& rows) {
    auto appender = store_->Append();
    ASSERT_TRUE(appender) << appender.error().message;
    std::map<OperatorId, app::BlockMark> marks;
    for (const FactRow& row : rows) {
        (*appender)->Add(row);
        marks[row.owner] = {row.owner, blocks_[row.owner] + 1, Timestamp{1000 + blocks_[row.owner]}};
    }
    std::vector<app::BlockMark> moved;
    for (const auto& [owner, mark] : marks) moved.push_back(mark);
    const auto committed = (*appender)->Commit(moved);
    ASSERT_TRUE(committed) << committed.error().message;
    for (const auto& mark : moved) blocks_[mark.owner] = mark.block;
}

Sums FactsContract::SumOf(app::FactStore& store, const app::SumQuestion& question) {
    Sums sums;
    const auto asked = store.Sum(question, [&](const app::SumRow& row) {
        auto& sum = sums[{CellsOf(row.group), row.kind.code, std::string(row.currency), row.rate_day}];
        sum.weight += row.weight;
        sum.amount += row.amount;
    });
    EXPECT_TRUE(asked) << asked.error().message;
    return sums;
}

Counts FactsContract::Count(const app::DistinctQuestion& question) {
    Counts counts;
    const auto asked = store_->CountDistinct(question, [&](const app::DistinctRow& row) {
        EXPECT_TRUE(counts.emplace(CellsOf(row.group), row.count).second) << "a group came twice";
    });
    EXPECT_TRUE(asked) << asked.error().message;
    return counts;
}

Cells CellsOf(std::span<const app::GroupCell> group) {
    Cells cells;
    for (const auto& cell : group) {
        if (const auto* text = std::get_if<std::string_view>(&cell)) {
            cells.emplace_back(std::string(*text));
        } else if (const auto* id = std::get_if<Uuid>(&cell)) {
            cells.emplace_back(*id);
        } else {
            cells.emplace_back(std::get<std::int64_t>(cell));
        }
    }
    return cells;
}

void PrintTo(const SumPart& part, std::ostream* out) {
    for (const Cell& cell : part.group) {
        if (const auto* number = std::get_if<std::int64_t>(&cell)) *out << *number << ", ";
        if (const auto* id = std::get_if<Uuid>(&cell)) *out << id->ToString() << ", ";
        if (const auto* text = std::get_if<std::string>(&cell)) *out << testing::PrintToString(*text) << ", ";
    }
    *out << "kind " << int{part.kind} << ", rate " << part.currency << " " << part.rate_day;
}

void PrintTo(const SumValue& value, std::ostream* out) { *out << value.weight << ", " << value.amount.ToString(); }

app::FactSelection AllOf(OperatorId owner) {
    app::FactSelection selection{.owner = owner, .ranges = {{INT32_MIN, INT32_MAX}}, .offsets = {{0, 0}}};
    for (std::uint8_t code = 0; code < FactKind::kCodesEnd; ++code) selection.kinds.push_back({code});
    return selection;
}

std::int32_t MinuteOf(std::string_view time) {
    const auto parsed = Timestamp::ParseIso8601(time);
    EXPECT_TRUE(parsed) << time;
    const std::int64_t minutes = parsed->micros / (60 * kMicrosPerSecond);
    EXPECT_EQ(minutes * 60 * kMicrosPerSecond, parsed->micros) << "not a whole minute: " << time;
    return static_cast<std::int32_t>(minutes);
}

std::int32_t DayOf(std::string_view date) { return Date::Parse(date)->days; }

OperatorId TheOperator() { return NthId<OperatorId>(200); }

FactRow ClickAt(std::int32_t minute) {
    return {.owner = TheOperator(), .kind = FactKind::Click(), .minute = minute, .weight = 1};
}

FactRow DepositAt(std::int32_t minute, std::int64_t amount, std::string_view currency) {
    return {.owner = TheOperator(),
            .kind = FactKind::Of(events::EventType::kDeposit),
            .minute = minute,
            .weight = 1,
            .amount = Decimal::FromInteger(amount),
            .currency = currency};
}

Cells One(Cell cell) { return {std::move(cell)}; }

}  // namespace fairlead::facts
