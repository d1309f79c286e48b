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

// Up to which block an operator's facts are in the analytics store.
struct BlockMark {
    OperatorId owner;
    std::int64_t block = 0;
    Timestamp recorded_at;  // Of that block.

    bool operator==(const BlockMark&) const = default;
};

// What belongs to one step of the projector. Used by one thread; what has been added is gone unless it is committed.
class FactAppender {
public:
    virtual ~FactAppender() = default;
    virtual void Add(const reporting::FactRow& row) = 0;
    // Stores all rows and moves these operators' marks, whole or not at all, durably. An Error may hide that it
    // happened: ask for the marks again.
    virtual Status Commit(std::span<const BlockMark> marks) = 0;
};

// A stretch of time, in minutes since 1970, UTC; the end is not part of it.
struct MinuteRange {
    std::int32_t from = 0;
    std::int32_t to = 0;
};

// From this minute on, until the next of these, clocks are so many minutes ahead of UTC.
struct ZoneOffset {
    std::int32_t from = 0;
    std::int32_t minutes = 0;
};

using reporting::Entity;
using reporting::EventTypeGroup;
using reporting::GroupCell;
using reporting::Grouping;
using reporting::TimeBucket;

// One of these values.
struct DimensionFilter {
    reporting::Dimension dimension = reporting::Dimension::kBrand;
    std::vector<Uuid> ids;           // Of an id …
    std::vector<std::string> texts;  // … and of a text.
};

// The facts that a question is about.
struct FactSelection {
    OperatorId owner;
    std::vector<MinuteRange> ranges;         // Ascending, apart from each other; none: nothing is selected.
    std::vector<reporting::FactKind> kinds;  // None: nothing is selected.
    std::vector<DimensionFilter> filters;    // All of them hold.
    std::vector<ZoneOffset> offsets;         // Ascending; the first one also holds before its minute. Never empty.
};

// By which rate an amount is converted: of its currency, as of a day.
struct RateSplit {
    Currency base;                        // Amounts in it need no rate.
    std::vector<std::int32_t> rate_days;  // The UTC days on which any rate begins to hold, ascending.
};

struct SumQuestion {
    FactSelection selection;
    std::vector<Grouping> groups;
    std::optional<RateSplit> split;  // Nothing: amounts are not asked for.
};

// A part of a group: what is alike in its kind, and where amounts are split, in its rate. Several rows may be of the
// same part: they add up.
struct SumRow {
    std::span<const GroupCell> group;
    reporting::FactKind kind;
    std::string_view currency;  // Empty for the base currency, and where amounts are not asked for.
    std::int32_t rate_day = 0;  // The day of the split whose rate holds, INT32_MIN before the first one.
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

// The analytics store: columnar, and made anew from the ledger at any time. All calls block; safe from any thread, but
// only one projector appends.
class FactStore {
public:
    virtual ~FactStore() = default;

    // Every operator's, of which there are facts. After a failed Commit it first waits until that one cannot happen any
    // more.
    virtual Result<std::vector<BlockMark>> Marks() = 0;
    // The same for a process that only looks on while another appends: nothing is waited for, and nothing is changed.
    virtual Result<std::vector<BlockMark>> LookAtMarks() { return Marks(); }
    virtual Result<std::unique_ptr<FactAppender>> Append() = 0;
    // Removes all facts and marks of one operator, or of all.
    virtual Status Forget(std::optional<OperatorId> owner) = 0;

    // Rows come in no order. kTimedOut when it takes longer than the store's limit for a question.
    virtual Status Sum(const SumQuestion& question, const std::function<void(const SumRow&)>& each) = 0;
    virtual Status CountDistinct(const DistinctQuestion& question,
                                 const std::function<void(const DistinctRow&)>& each) = 0;
};

}  // namespace fairlead::app
