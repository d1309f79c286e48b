#include <filesystem>

#include "ledger/fact_block_rows.hpp"
#include "ledger/index_entries.hpp"
#include "ledger/sqlite/derived_index.hpp"
#include "ledger/sqlite/index_keys.hpp"
#include "telemetry/log.hpp"

// How the index finds out at the start whether it belongs to the ledger, and reads what it misses.

namespace fairlead::ledger {
namespace {

constexpr Sql kInsertLedgerId(
    "INSERT INTO settings (name, value) VALUES ('ledger_id', $1) ON CONFLICT (name) DO NOTHING");
constexpr Sql kLedgerId("SELECT value FROM settings WHERE name = 'ledger_id'");
constexpr std::int64_t kCatchUpEvents = 20'000;
constexpr std::int64_t kCatchUpBlocks = 500;
constexpr const char* kLedgerKey = "ledger";
// Changes with what the index holds: one in an older format is made anew.
constexpr std::string_view kFormat = "2:";

// What marks an index as this ledger's.
Result<std::string> LedgerMark(Session& ledger) {
    const Uuid fresh = NewUuid();
    if (auto done = ledger.Run(kInsertLedgerId, {Value::Of(std::span(fresh.bytes))}); !done) {
        return std::unexpected(done.error());
    }
    const auto rows = ledger.Query(kLedgerId, {});
    if (!rows) return std::unexpected(rows.error());
    return std::string(kFormat) + rows->String(0, 0);
}

void SetAside(const std::string& folder) {
    const std::string aside = folder + ".aside-" + std::to_string(Now().micros);
    std::error_code ignored;
    std::filesystem::rename(folder, aside, ignored);
    telemetry::LogWarn("the index was set aside and is made anew", {{"folder", aside}});
}

}  // namespace

Result<std::unique_ptr<DerivedIndex>> DerivedIndex::Open(const std::string& folder, Session& ledger) {
    const auto mark = LedgerMark(ledger);
    if (!mark) return std::unexpected(mark.error());

    auto index = OpenStore(folder);
    bool usable = index.has_value();
    if (usable) {
        const auto belongs = (*index)->BelongsTo(ledger, *mark);
        if (!belongs) return std::unexpected(belongs.error());
        usable = *belongs;
    }
    if (!usable) {
        if (index) index->reset();
        SetAside(folder);
        index = OpenStore(folder);
        if (!index) return index;
    }
    if (auto done = (*index)->MarkAs(*mark); !done) return std::unexpected(done.error());
    if (auto done = (*index)->CatchUp(ledger); !done) return std::unexpected(done.error());
    return index;
}

Status DerivedIndex::MarkAs(const std::string& mark) {
    const auto status = store_->Put(WithoutLog(), kLedgerKey, mark);
    return status.ok() ? Status() : Status(IndexFailed(status));
}

// An index with no mark is empty and fits any ledger.
Result<bool> DerivedIndex::BelongsTo(Session& ledger, const std::string& mark) {
    std::string owner;
    const auto status = store_->Get(rocksdb::ReadOptions(), kLedgerKey, &owner);
    if (!status.ok() && !status.IsNotFound()) return false;
    if (status.ok() && owner != mark) return false;
    const auto operators = ReadIndexProgress(ledger);
    if (!operators) return std::unexpected(operators.error());
    for (const IndexProgress& progress : *operators) {
        const auto events = ReadMark(EventsUpToKey(progress.owner));
        const auto blocks = ReadMark(BlocksUpToKey(progress.owner));
        const auto accruals = ReadMark(AccrualsUpToKey(progress.owner));
        if (!events || !blocks || !accruals) return false;
        if (*events > progress.last_seq || Timestamp{*blocks} > progress.last_block) return false;
        if (*accruals > progress.last_accrual) return false;
    }
    return true;
}

Result<std::int64_t> DerivedIndex::ReadMark(const std::string& key) {
    std::string value;
    const auto status = store_->Get(rocksdb::ReadOptions(), key, &value);
    if (status.IsNotFound()) return 0;
    if (!status.ok()) return IndexFailed(status);
    return DecodeNumber(value);
}

Status DerivedIndex::CatchUp(Session& ledger) {
    const auto operators = ReadIndexProgress(ledger);
    if (!operators) return std::unexpected(operators.error());
    for (const IndexProgress& progress : *operators) {
        if (auto done = CatchUpEvents(ledger, progress); !done) return done;
        if (auto done = CatchUpClicks(ledger, progress); !done) return done;
        if (auto done = CatchUpAccruals(ledger, progress); !done) return done;
    }
    return {};
}

Status DerivedIndex::CatchUpEvents(Session& ledger, const IndexProgress& progress) {
    const auto mark = ReadMark(EventsUpToKey(progress.owner));
    if (!mark) return std::unexpected(mark.error());
    std::int64_t reached = *mark;
    if (progress.last_seq - reached > kCatchUpEvents) {
        telemetry::LogInfo("the index catches up", {{"events", progress.last_seq - reached}});
    }
    while (reached < progress.last_seq) {
        const auto events = ReadIndexedEvents(ledger, progress.owner, reached, kCatchUpEvents);
        if (!events) return std::unexpected(events.error());
        Recent recent;
        for (const IndexedEvent& event : *events) recent.AddEvent(progress.owner, event);
        reached = events->back().seq;
        if (auto done = Write(recent); !done) return done;
    }
    return {};
}

Status DerivedIndex::CatchUpClicks(Session& ledger, const IndexProgress& progress) {
    const auto mark = ReadMark(BlocksUpToKey(progress.owner));
    if (!mark) return std::unexpected(mark.error());
    Timestamp reached{*mark};
    while (reached < progress.last_block) {
        const auto blocks = ReadBlocksAfter(ledger, progress.owner, reached, kCatchUpBlocks);
        if (!blocks) return std::unexpected(blocks.error());
        // Retention rewrites blocks but never removes one.
        if (blocks->empty()) return Fail(ErrorCode::kLedgerFailed, "the ledger's blocks end before their last one");
        Recent recent;
        for (const StoredBlock& block : *blocks) {
            recent.AddClicks(progress.owner, block.recorded_at, TermsOfBlock(progress.owner, block));
        }
        reached = blocks->back().recorded_at;
        if (auto done = Write(recent); !done) return done;
    }
    return {};
}

Status DerivedIndex::CatchUpAccruals(Session& ledger, const IndexProgress& progress) {
    const auto mark = ReadMark(AccrualsUpToKey(progress.owner));
    if (!mark) return std::unexpected(mark.error());
    std::int64_t reached = *mark;
    while (reached < progress.last_accrual) {
        const auto accruals = ReadIndexedAccruals(ledger, progress.owner, reached, kCatchUpEvents);
        if (!accruals) return std::unexpected(accruals.error());
        Recent recent;
        recent.AddAccruals(progress.owner, accruals->last, accruals->postings);
        reached = accruals->last;
        if (auto done = Write(recent); !done) return done;
    }
    return {};
}

}  // namespace fairlead::ledger
