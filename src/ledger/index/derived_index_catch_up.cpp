#include <filesystem>

#include "ledger/index/derived_index.hpp"
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

// The mark of an index that belongs to this ledger.
Result<std::string> LedgerMark(Connection& ledger) {
    const Uuid fresh = NewUuid();
    TRY(ledger.Run(kInsertLedgerId, {Value::Of(std::span(fresh.bytes))}));
    const auto rows = TRY(ledger.Query(kLedgerId, {}));
    return std::string(kFormat) + rows.String(0);
}

void SetAside(const std::string& folder) {
    const std::string aside = folder + ".aside-" + std::to_string(Now().micros);
    std::error_code ignored;
    std::filesystem::rename(folder, aside, ignored);
    telemetry::LogWarn("the index was set aside and is rebuilt", {{"folder", aside}});
}

void Remove(const std::string& folder) {
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
    telemetry::LogInfo("the index is rebuilt in a newer format", {{"folder", folder}});
}

}  // namespace

Result<std::unique_ptr<DerivedIndex>> DerivedIndex::Open(const std::string& folder, Connection& ledger) {
    const auto mark = TRY(LedgerMark(ledger));

    auto index = OpenStore(folder);
    // Another process may use the files, so they are set aside only if they are damaged.
    if (!index && index.error().code == ErrorCode::kUnavailable) return index;
    bool usable = index.has_value();
    if (usable) {
        const auto belongs = TRY((*index)->BelongsTo(ledger, mark));
        usable = belongs;
    }
    if (!usable) {
        const bool is_outdated = index && (*index)->IsOutdated(mark);
        if (index) index->reset();
        // An index in an older format is of no use. In all other cases, the files may show what went wrong.
        is_outdated ? Remove(folder) : SetAside(folder);
        index = OpenStore(folder);
        if (!index) return index;
    }
    TRY((*index)->store_->MarkAs(mark));
    TRY((*index)->CatchUp(ledger));
    return index;
}

// Marks end with the id of their ledger.
bool DerivedIndex::IsOutdated(const std::string& mark) {
    const auto found = store_->Mark();
    return found && *found && **found != mark && (*found)->ends_with(mark.substr(kFormat.size()));
}

// An index with no mark is empty and fits any ledger.
Result<bool> DerivedIndex::BelongsTo(Connection& ledger, const std::string& mark) {
    const auto found = store_->Mark();
    if (!found || (*found && **found != mark)) return false;
    const auto operators = TRY(ReadIndexProgress(ledger));
    for (const IndexProgress& progress : operators) {
        const auto events = store_->EventsUpTo(progress.owner);
        const auto blocks = store_->BlocksUpTo(progress.owner);
        const auto accruals = store_->AccrualsUpTo(progress.owner);
        if (!events || !blocks || !accruals) return false;
        if (*events > progress.last_seq || Timestamp{*blocks} > progress.last_block) return false;
        if (*accruals > progress.last_accrual) return false;
        const bool same = TRY(HaveSameHistory(ledger, *store_, progress.owner, *events));
        if (!same) return false;
    }
    return true;
}

Status DerivedIndex::CatchUp(Connection& ledger) {
    const auto operators = TRY(ReadIndexProgress(ledger));
    for (const IndexProgress& progress : operators) {
        TRY(CatchUpEvents(ledger, progress));
        TRY(CatchUpClicks(ledger, progress));
        TRY(CatchUpAccruals(ledger, progress));
    }
    return {};
}

Status DerivedIndex::CatchUpEvents(Connection& ledger, const IndexProgress& progress) {
    const auto mark = TRY(store_->EventsUpTo(progress.owner));
    std::int64_t reached = mark;
    if (progress.last_seq - reached > kCatchUpEvents) {
        telemetry::LogInfo("the index catches up", {{"events", progress.last_seq - reached}});
    }
    while (reached < progress.last_seq) {
        const auto events = TRY(ReadIndexedEvents(ledger, progress.owner, reached, kCatchUpEvents));
        RecentEntries recent;
        for (const IndexedEvent& event : events) recent.AddEvent(progress.owner, event);
        reached = events.back().seq;
        TRY(store_->Write(recent));
    }
    return {};
}

Status DerivedIndex::CatchUpClicks(Connection& ledger, const IndexProgress& progress) {
    const auto mark = TRY(store_->BlocksUpTo(progress.owner));
    Timestamp reached{mark};
    while (reached < progress.last_block) {
        const auto blocks = TRY(ReadBlocksAfter(ledger, progress.owner, reached, kCatchUpBlocks));
        // Retention rewrites blocks but never removes one.
        if (blocks.empty()) return Fail(ErrorCode::kLedgerFailed, "the ledger's blocks end before their last one");
        RecentEntries recent;
        for (const StoredBlock& block : blocks) {
            recent.AddClicks(progress.owner, block.recorded_at, TermsOfBlock(progress.owner, block));
        }
        reached = blocks.back().recorded_at;
        TRY(store_->Write(recent));
    }
    return {};
}

Status DerivedIndex::CatchUpAccruals(Connection& ledger, const IndexProgress& progress) {
    const auto mark = TRY(store_->AccrualsUpTo(progress.owner));
    std::int64_t reached = mark;
    while (reached < progress.last_accrual) {
        const auto accruals = TRY(ReadIndexedAccruals(ledger, progress.owner, reached, kCatchUpEvents));
        RecentEntries recent;
        recent.AddAccruals(progress.owner, accruals.last, accruals.postings);
        reached = accruals.last;
        TRY(store_->Write(recent));
    }
    return {};
}

}  // namespace fairlead::ledger
