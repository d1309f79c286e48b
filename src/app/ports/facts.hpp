#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "base/time/time.hpp"
#include "domain/reporting/grouping.hpp"

namespace fairlead::app {

// The newest block of an operator that is in the analytics store.
struct BlockMark {
    OperatorId owner;
    std::int64_t block = 0;
    Timestamp recorded_at;          // The time of that block.
    std::int64_t ahead_micros = 0;  // How far a repair of the clock moved it back. Stores do not keep this.

    Timestamp written_at() const { return {recorded_at.micros + ahead_micros}; }
    bool operator==(const BlockMark&) const = default;
};

// The rows of one step of the projector. Used by one thread. Rows that are not committed are lost.
class FactAppender {
public:
    virtual ~FactAppender() = default;
    virtual void Add(const reporting::FactRow& row) = 0;
    // Stores all rows and the marks of these operators, all or nothing, durably. After an Error they may be stored:
    // read the marks again.
    virtual Status Commit(std::span<const BlockMark> marks) = 0;
};

// A range of minutes since 1970, UTC. The end is excluded.
struct MinuteRange {
    std::int32_t from = 0;
    std::int32_t to = 0;
};

// From this minute until the next offset, clocks are this number of minutes ahead of UTC.
struct ZoneOffset {
    std::int32_t from = 0;
    std::int32_t minutes = 0;
};

using reporting::Entity;
using reporting::EventTypeGroup;
using reporting::GroupCell;
using reporting::Grouping;
using reporting::TimeBucket;

// Matches any of these values.
struct DimensionFilter {
    reporting::Dimension dimension = reporting::Dimension::kBrand;
    std::vector<Uuid> ids;           // For a dimension with ids …
    std::vector<std::string> texts;  // … or with texts.
};

// The facts that a query selects.
struct FactSelection {
    OperatorId owner;
    std::vector<MinuteRange> ranges;         // Ascending and disjoint. Empty: nothing is selected.
    std::vector<reporting::FactKind> kinds;  // Empty: nothing is selected.
    std::vector<DimensionFilter> filters;    // All of them must match.
    std::vector<ZoneOffset> offsets;         // Ascending. The first one also applies before its minute. Never empty.
    bool only_negative = false;              // Only facts with a negative amount.
};

// The exchange rates by which amounts are converted: by currency and day.
struct RateSplit {
    Currency base;                        // Amounts in it need no rate.
    std::vector<std::int32_t> rate_days;  // The UTC days on which any rate starts, ascending.
};

struct SumQuestion {
    FactSelection selection;
    std::vector<Grouping> groups;
    std::optional<RateSplit> split;  // Not set: amounts are not requested.
};

// A part of a group: rows of the same kind and, if amounts are split, of the same exchange rate. Several rows may
// belong to the same part: they add up.
struct SumRow {
    std::span<const GroupCell> group;
    reporting::FactKind kind;
    std::string_view currency;  // Empty for the base currency, and if amounts are not requested.
    std::int32_t rate_day = 0;  // The day of the split whose rate applies; INT32_MIN before the first one.
    std::int64_t weight = 0;
    Decimal amount;
};

struct DistinctQuestion {
    FactSelection selection;
    std::vector<Grouping> groups;
    Entity entity = Entity::kPlayer;
};

struct DistinctRow {
    std::span<const GroupCell> group;
    std::int64_t count = 0;
};

// The analytics store. It is columnar and can be rebuilt from the ledger at any time. All calls block. Safe from any
// thread, but only one projector appends.
class FactStore {
public:
    virtual ~FactStore() = default;

    // The marks of all operators that have facts. After a failed Commit, first waits until that commit can no longer
    // happen.
    virtual Result<std::vector<BlockMark>> Marks() = 0;
    // The same for a process that only reads while another one appends: waits for nothing and changes nothing.
    virtual Result<std::vector<BlockMark>> LookAtMarks() { return Marks(); }
    virtual Result<std::unique_ptr<FactAppender>> Append() = 0;
    // Removes all facts and marks of one operator, or of all.
    virtual Status Forget(std::optional<OperatorId> owner) = 0;

    // Rows have no order. kTimedOut if the query takes longer than the store's limit.
    virtual Status Sum(const SumQuestion& question, const std::function<void(const SumRow&)>& each) = 0;
    virtual Status CountDistinct(const DistinctQuestion& question,
                                 const std::function<void(const DistinctRow&)>& each) = 0;
};

}  // namespace fairlead::app
