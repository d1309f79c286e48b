#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "ledger/clicks/click_search.hpp"
#include "ledger/queries/event_queries.hpp"
#include "ledger/record/click_batch_rows.hpp"

namespace fairlead::ledger {

using tracking::Click;

namespace {

// Many batches of a busy time are in one block, so more are read at once if the first ones do not fill the page.
constexpr std::int64_t kBatchesAtFirst = 64;
constexpr std::int64_t kBatchesAtOnceMax = 1024;
constexpr std::int64_t kBatchesScannedMax = 20'000;
constexpr std::size_t kBlocksScannedMax = 2000;

// The fact of a click. Its weight is 0 if the click was not counted.
reporting::FactRow FactOfClick(const Click& click) {
    reporting::FactRow row{.kind = reporting::FactKind::Click(),
                           .weight = click.IsCounted() ? 1 : 0,
                           .brand = click.brand,
                           .country = click.country};
    PutOrigin(click.origin, row);
    return row;
}

template <class Wanted, class Actual>
bool IsWanted(const std::optional<Wanted>& wanted, const Actual& actual) {
    return !wanted || actual == *wanted;
}

bool PassesQuery(const app::ClickQuery& query, const Click& click) {
    return IsWanted(query.click, click.id) && IsWanted(query.link, click.origin.link) &&
           IsWanted(query.affiliate, click.origin.affiliate) && IsWanted(query.brand, click.brand) &&
           IsWanted(query.counted, click.IsCounted()) && query.time.Contains(click.time);
}

// Where a page begins: before this click. Lists are in the order of visits, and of ids within a batch.
struct ClickCursor {
    Timestamp time{std::numeric_limits<std::int64_t>::max()};
    std::optional<ClickId> id;

    bool IsBehind(const Click& click) const { return !id || std::pair(click.time, click.id) < std::pair(time, *id); }
};

Result<ClickCursor> CursorOf(Connection& connection, LedgerIndex& index, const app::ClickQuery& query) {
    const auto place = query.before ? tracking::PlaceOf(*query.before) : std::nullopt;
    if (!place) return ClickCursor{.time = ClickCursor().time, .id = query.before};
    // The id of a click that a wrong clock dated has another time than its visit.
    const auto found = TRY(ClickSearch({connection, index, query.owner}).FindByIds(std::span(&query.before, 1)));
    return ClickCursor{found.front() ? found.front()->time : place->batch_time, query.before};
}

// Visits from this time on are not read.
Timestamp FirstNotSought(const app::ClickQuery& query, const ClickCursor& cursor) {
    Timestamp first = cursor.time;
    if (query.time.to) first = std::min(first, *query.time.to);
    if (first.micros != std::numeric_limits<std::int64_t>::max()) ++first.micros;
    return first;
}

Result<app::ClickPage> ReadOneClick(Connection& connection, LedgerIndex& index, const app::ClickQuery& query,
                                    const app::RowFilter& filter) {
    const auto found = TRY(ClickSearch({connection, index, query.owner}).FindByIds(std::span(&query.click, 1)));
    app::ClickPage page;
    const auto& click = found.front();
    if (click && PassesQuery(query, *click) && filter.Passes(FactOfClick(*click))) page.items.push_back(*click);
    return page;
}

// Reads clicks from the newest visit on, a few batches at a time.
class ClicksByVisit {
public:
    ClicksByVisit(Connection& connection, OperatorId owner, Timestamp before)
        : connection_(connection), owner_(owner), before_(before) {}

    // The next clicks, the newest first. There may be none before the end.
    Result<std::vector<Click>> Next() {
        auto batches = TRY(ReadClickBatchesBefore(connection_, owner_, before_, at_once_));
        at_end_ = std::ssize(batches) < at_once_;
        if (!at_end_) LeaveLastTime(batches);
        batches_read_ += at_once_;
        at_once_ = std::min(2 * at_once_, kBatchesAtOnceMax);
        std::map<Timestamp, std::set<Timestamp>> times_of_block;
        for (const auto& [batch_time, block] : batches) times_of_block[block].insert(batch_time);
        blocks_read_ += times_of_block.size();
        return ReadClicks(times_of_block);
    }
    bool at_end() const { return at_end_; }
    // Whether it has read as much as one page may.
    bool is_at_limit() const { return batches_read_ >= kBatchesScannedMax || blocks_read_ >= kBlocksScannedMax; }
    // All clicks from here on have been read.
    Timestamp reached() const { return before_; }

private:
    // Some batches with the last time may be missing. So all batches with that time are left for the next call, unless
    // every batch has that time.
    void LeaveLastTime(std::vector<ClickBatchRow>& batches) {
        const Timestamp last = batches.back().batch_time;
        before_ = last;
        if (batches.front().batch_time == last) return;
        before_.micros += 1;
        std::erase_if(batches, [&](const ClickBatchRow& batch) { return batch.batch_time == last; });
    }

    Result<std::vector<Click>> ReadClicks(const std::map<Timestamp, std::set<Timestamp>>& times_of_block) {
        std::vector<Timestamp> blocks;
        for (const auto& [block, times] : times_of_block) blocks.push_back(block);
        const auto read = TRY(ReadBlocksAt(connection_, owner_, blocks));
        std::vector<Click> clicks;
        for (const auto& block : read) {
            if (!block) continue;
            const auto& times = times_of_block.at(block->recorded_at);
            for (Click& click : ClicksOf(*block)) {
                if (times.contains(click.time)) clicks.push_back(std::move(click));
            }
        }
        std::ranges::sort(clicks, std::greater(), [](const Click& click) { return std::pair(click.time, click.id); });
        return clicks;
    }

    Connection& connection_;
    OperatorId owner_;
    Timestamp before_;
    std::int64_t at_once_ = kBatchesAtFirst;
    std::int64_t batches_read_ = 0;
    std::size_t blocks_read_ = 0;
    bool at_end_ = false;
};

}  // namespace

Result<app::ClickPage> ReadClickPage(Connection& connection, LedgerIndex& index, const app::ClickQuery& query,
                                     const app::RowFilter& filter) {
    if (filter.nothing) return app::ClickPage();
    if (query.click) return ReadOneClick(connection, index, query, filter);
    const ClickCursor cursor = TRY(CursorOf(connection, index, query));
    ClicksByVisit source(connection, query.owner, FirstNotSought(query, cursor));
    app::ClickPage page;
    std::optional<ClickId> last_seen;
    while (!source.is_at_limit()) {
        auto clicks = TRY(source.Next());
        for (Click& click : clicks) {
            if (query.time.from && click.time < *query.time.from) return page;
            last_seen = click.id;
            if (!cursor.IsBehind(click) || !PassesQuery(query, click) || !filter.Passes(FactOfClick(click))) continue;
            if (page.items.size() == query.limit) {
                page.more_after = page.items.back().id;
                return page;
            }
            page.items.push_back(std::move(click));
        }
        if (source.at_end()) return page;
        if (query.time.from && source.reached() <= *query.time.from) return page;
    }
    // Clicks may have been dropped from all batches that were scanned.
    page.more_after = last_seen.value_or(tracking::MakeClickId({source.reached(), 0, 0}));
    return page;
}

}  // namespace fairlead::ledger
