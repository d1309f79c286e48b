#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "app/ports/facts.hpp"

namespace fairlead::facts {

// A place for the data of one engine, empty at first and removed at the end.
class TestStore {
public:
    virtual ~TestStore() = default;
    virtual std::unique_ptr<app::FactStore> Open() = 0;
};

// The names of all engines that can be tested here.
std::vector<std::string> FactEngines();
std::unique_ptr<TestStore> MakeTestStore(const std::string& engine);

// The answer to a question in a comparable form: rows with the same key are added up.
using Cell = std::variant<std::int64_t, Uuid, std::string>;
using Cells = std::vector<Cell>;

struct SumPart {
    Cells group;
    std::uint8_t kind = 0;
    std::string currency;
    std::int32_t rate_day = 0;
    auto operator<=>(const SumPart&) const = default;
};

struct SumValue {
    std::int64_t weight = 0;
    Decimal amount;
    bool operator==(const SumValue&) const = default;
};

using Sums = std::map<SumPart, SumValue>;
using Counts = std::map<Cells, std::int64_t>;

Cells CellsOf(std::span<const app::GroupCell> group);
void PrintTo(const SumPart& part, std::ostream* out);
void PrintTo(const SumValue& value, std::ostream* out);

// The tests that every engine must pass. Each test runs on all available engines.
class FactsContract : public testing::TestWithParam<std::string> {
protected:
    FactsContract();

    void Reopen();
    // Stores rows of an operator as its next block.
    void Store(const std::vector<reporting::FactRow>& rows);
    Sums Sum(const app::SumQuestion& question) { return SumOf(*store_, question); }
    Counts Count(const app::DistinctQuestion& question);
    static Sums SumOf(app::FactStore& store, const app::SumQuestion& question);

    std::unique_ptr<TestStore> test_store_;
    std::unique_ptr<app::FactStore> store_;
    std::map<OperatorId, std::int64_t> blocks_;
};

// A selection of all of an operator's facts, in UTC.
app::FactSelection AllOf(OperatorId owner);

// The minute in UTC of a text such as "2026-03-29T00:59Z".
std::int32_t MinuteOf(std::string_view time);
// The day of a text such as "2026-03-29".
std::int32_t DayOf(std::string_view date);

// Ids and facts for the tests. All rows belong to the same operator unless another is given.
OperatorId TheOperator();
template <class Tag>
Tag NthId(std::uint8_t n) {
    Tag id;
    id.uuid.bytes = {n, 0, 0, 0, 0, 0, 0x70, 0, 0x80, 0, 0, 0, 0, 0, 0, n};
    return id;
}
reporting::FactRow ClickAt(std::int32_t minute);
reporting::FactRow DepositAt(std::int32_t minute, std::int64_t amount, std::string_view currency);

// The value of a group with a single cell.
Cells One(Cell cell);

}  // namespace fairlead::facts
