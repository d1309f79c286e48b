#include "ledger/index/catch_up.hpp"

#include <filesystem>

#include "ledger/index/index_entries.hpp"
#include "ledger/index/same_history.hpp"
#include "ledger/record/fact_block_rows.hpp"
#include "telemetry/log.hpp"

// The start of the index: checks that it belongs to the ledger and adds missing entries.

namespace fairlead::ledger {
namespace {

constexpr Sql kInsertLedgerId(
    "INSERT INTO settings (name, value) VALUES ('ledger_id', $1) ON CONFLICT (name) DO NOTHING");
constexpr Sql kLedgerId("SELECT value FROM settings WHERE name = 'ledger_id'");
constexpr std::int64_t kCatchUpEvents = 20'000;
constexpr std::int64_t kCatchUpBlocks = 500;
// Change it when the contents of the index change: an index in an older format is rebuilt.
constexpr std::string_view kFormat = "3:";

void Remove(const std::string& folder) {
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
    telemetry::LogInfo("the index is rebuilt in a newer format", {{"folder", folder}});
}

// Marks end with the id of their ledger.
bool IsOutdated(IndexStore& store, const std::string& mark) {
    const auto found = store.Mark();
    return found && *found && **found != mark && (*found)->ends_with(mark.substr(kFormat.size()));
}

// An index with no mark is empty and fits any ledger.
Result<bool> BelongsTo(IndexStore& store, Connection& ledger, const std::string& mark) {
    const auto found = store.Mark();
    if (!found || (*found && **found != mark)) return false;
    const auto operators = TRY(ReadIndexProgress(ledger));
    for (const IndexProgress& progress : operators) {
        const auto events = store.EventsUpTo(progress.owner);
        const auto blocks = store.BlocksUpTo(progress.owner);
        const auto accruals = store.AccrualsUpTo(progress.owner);
        if (!events || !blocks || !accruals) return false;
        if (*events > progress.last_seq || Timestamp{*blocks} > progress.last_block) return false;
        if (*accruals > progress.last_accrual) return false;
        const bool same = TRY(HaveSameHistory(ledger, store, progress.owner, *events));
        if (!same) return false;
    }
    return true;
}

Status CheckNotStopped(const std::stop_token& stop) {
    if (stop.stop_requested()) return Fail(ErrorCode::kUnavailable, "the service is stopping");
    return {};
}

Status CatchUpEvents(IndexStore& store, Connection& ledger, const IndexProgress& progress,
                     const std::stop_token& stop) {
    const auto mark = TRY(store.EventsUpTo(progress.owner));
    std::int64_t reached = mark;
    if (progress.last_seq - reached > kCatchUpEvents) {
        telemetry::LogInfo("the index catches up", {{"events", progress.last_seq - reached}});
    }
    while (reached < progress.last_seq) {
        TRY(CheckNotStopped(stop));
        const auto events = TRY(ReadIndexedEvents(ledger, progress.owner, reached, kCatchUpEvents));
        RecentEntries recent;
        for (const IndexedEvent& event : events) recent.AddEvent(progress.owner, event);
        reached = events.back().seq;
        TRY(store.Write(recent));
    }
    return {};
}

Status CatchUpClicks(IndexStore& store, Connection& ledger, const IndexProgress& progress,
                     const std::stop_token& stop) {
    const auto mark = TRY(store.BlocksUpTo(progress.owner));
    Timestamp reached{mark};
    while (reached < progress.last_block) {
        TRY(CheckNotStopped(stop));
        const auto blocks = TRY(ReadBlocksAfter(ledger, progress.owner, reached, kCatchUpBlocks));
        // Retention rewrites blocks but never removes one.
        if (blocks.empty()) return Fail(ErrorCode::kLedgerFailed, "the ledger's blocks end before their last one");
        RecentEntries recent;
        for (const StoredBlock& block : blocks) {
            recent.AddClicks(progress.owner, block.recorded_at, PostingsOfBlock(progress.owner, block));
        }
        reached = blocks.back().recorded_at;
        TRY(store.Write(recent));
    }
    return {};
}

Status CatchUpAccruals(IndexStore& store, Connection& ledger, const IndexProgress& progress,
                       const std::stop_token& stop) {
    const auto mark = TRY(store.AccrualsUpTo(progress.owner));
    std::int64_t reached = mark;
    while (reached < progress.last_accrual) {
        TRY(CheckNotStopped(stop));
        const auto accruals = TRY(ReadIndexedAccruals(ledger, progress.owner, reached, kCatchUpEvents));
        RecentEntries recent;
        recent.AddAccruals(progress.owner, accruals.last, accruals.postings);
        reached = accruals.last;
        TRY(store.Write(recent));
    }
    return {};
}

}  // namespace

Result<std::string> LedgerMark(Connection& ledger) {
    const Uuid fresh = NewUuid();
    TRY(ledger.Run(kInsertLedgerId, {Value::Of(std::span(fresh.bytes))}));
    const auto rows = TRY(ledger.Query(kLedgerId, {}));
    return std::string(kFormat) + rows.String(0);
}

void SetIndexAside(const std::string& folder) {
    const std::string aside = folder + ".aside-" + std::to_string(Now().micros);
    std::error_code ignored;
    std::filesystem::rename(folder, aside, ignored);
    telemetry::LogWarn("the index was set aside and is rebuilt", {{"folder", aside}});
}

Result<std::unique_ptr<IndexStore>> OpenFittingStore(const std::string& folder, Connection& ledger,
                                                     const std::string& mark) {
    auto store = IndexStore::Open(folder);
    // Another process may use the files, so they are set aside only if they are damaged.
    if (!store && store.error().code == ErrorCode::kUnavailable) return store;
    bool usable = store.has_value();
    if (usable) {
        const auto belongs = TRY(BelongsTo(**store, ledger, mark));
        usable = belongs;
    }
    if (!usable) {
        const bool is_outdated = store && IsOutdated(**store, mark);
        if (store) store->reset();
        // An index in an older format is of no use. In all other cases, the files may show what went wrong.
        is_outdated ? Remove(folder) : SetIndexAside(folder);
        store = IndexStore::Open(folder);
    }
    return store;
}

Status CatchUp(IndexStore& store, Connection& ledger, const std::stop_token& stop) {
    const auto operators = TRY(ReadIndexProgress(ledger));
    for (const IndexProgress& progress : operators) {
        TRY(CatchUpEvents(store, ledger, progress, stop));
        TRY(CatchUpClicks(store, ledger, progress, stop));
        TRY(CatchUpAccruals(store, ledger, progress, stop));
    }
    return {};
}

}  // namespace fairlead::ledger
