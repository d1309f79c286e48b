#include "ledger/index/derived_index.hpp"

#include <algorithm>
#include <utility>

#include "domain/tracking/terms.hpp"
#include "ledger/index/catch_up.hpp"
#include "telemetry/log.hpp"
#include "telemetry/run_guarded.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::ledger {
namespace {

// This many entries are collected in memory and written together in order, which is several times cheaper than one by
// one. While writing fails, up to kRecentEntriesMax are collected before transactions are refused.
constexpr std::size_t kFlushEntries = 65'536;
constexpr std::size_t kRecentEntriesMax = 524'288;
constexpr auto kRetryFlushAfter = std::chrono::milliseconds(500);

std::unexpected<Error> BeingRebuilt() {
    return Fail(ErrorCode::kUnavailable, "the ledger's index is being rebuilt; try again in a moment");
}

}  // namespace

DerivedIndex::DerivedIndex(std::string folder, std::string mark, std::shared_ptr<IndexStore> store,
                           OpenReader open_reader)
    : folder_(std::move(folder)),
      mark_(std::move(mark)),
      open_reader_(std::move(open_reader)),
      store_(std::move(store)),
      flusher_([this](const std::stop_token& stop) { RunFlushes(stop); }) {}

DerivedIndex::~DerivedIndex() {
    flusher_.request_stop();
    flusher_.join();
    if (!store_) return;
    // The next start then has less to catch up. A failure is harmless.
    if (flushing_) (void)store_->Write(*flushing_);
    (void)store_->Write(recent_);
    store_->Flush();
}

Result<std::unique_ptr<DerivedIndex>> DerivedIndex::Open(const std::string& folder, Connection& ledger,
                                                         OpenReader open_reader) {
    const auto mark = TRY(LedgerMark(ledger));
    std::shared_ptr<IndexStore> store = TRY(OpenFittingStore(folder, ledger, mark));
    TRY(store->MarkAs(mark));
    TRY(CatchUp(*store, ledger, {}));
    return std::unique_ptr<DerivedIndex>(new DerivedIndex(folder, mark, std::move(store), std::move(open_reader)));
}

Result<std::shared_ptr<IndexStore>> DerivedIndex::Store() const {
    const std::lock_guard lock(mutex_);
    if (!store_) return BeingRebuilt();
    return store_;
}

Status DerivedIndex::OrRebuild(const std::shared_ptr<IndexStore>& store, Status answered) {
    if (answered || !store->is_damaged() || !open_reader_) return answered;
    {
        const std::lock_guard lock(mutex_);
        if (store_ == store) damaged_ = std::exchange(store_, nullptr);
    }
    changed_.notify_all();
    return BeingRebuilt();
}

bool DerivedIndex::IsRebuilding() const {
    const std::lock_guard lock(mutex_);
    return store_ == nullptr;
}

Result<std::vector<std::optional<std::int64_t>>> DerivedIndex::FindKeys(Connection& /*connection*/,
                                                                        OperatorId /*owner*/,
                                                                        std::span<const events::KeyDigest> digests) {
    // Takes `flushing_` before it searches the disk, because its entries are always in at least one of the two.
    std::shared_ptr<const RecentEntries> flushing;
    {
        const std::lock_guard lock(mutex_);
        flushing = flushing_;
    }
    std::vector<std::optional<std::int64_t>> found(digests.size());
    std::vector<std::size_t> unknown;
    unknown.reserve(digests.size());
    for (std::size_t i = 0; i < digests.size(); ++i) {
        if (const auto recent = recent_.seqs.find(digests[i]); recent != recent_.seqs.end()) {
            found[i] = recent->second;
            continue;
        }
        const auto* older = flushing ? &flushing->seqs : nullptr;
        if (older != nullptr && older->contains(digests[i])) {
            found[i] = older->at(digests[i]);
        } else {
            unknown.push_back(i);
        }
    }
    if (unknown.empty()) return found;
    const auto store = TRY(Store());
    TRY(OrRebuild(store, store->FindKeys(digests, unknown, found)));
    return found;
}

Result<std::vector<std::int64_t>> DerivedIndex::EventsOf(Connection& connection, OperatorId owner, PlayerId player,
                                                         std::int64_t before, std::size_t limit) {
    return Postings(connection, owner, tracking::PlayerTerm(owner, player), before, limit);
}

Result<std::vector<std::int64_t>> DerivedIndex::Postings(Connection& /*connection*/, OperatorId /*owner*/,
                                                         std::uint64_t term, std::int64_t before, std::size_t limit) {
    // A batch of clicks that waited may be earlier than batches that are on the disk already.
    std::vector<std::int64_t> recent;
    std::vector<std::int64_t> flushing;
    {
        const std::lock_guard lock(mutex_);
        recent_.postings.Find(term, before, limit, recent);
        if (flushing_) flushing_->postings.Find(term, before, limit, flushing);
    }
    std::vector<std::int64_t> found;
    const auto store = TRY(Store());
    TRY(OrRebuild(store, store->FindPostings(term, before, limit, found)));
    if (recent.empty() && flushing.empty()) return found;
    found.insert(found.end(), recent.begin(), recent.end());
    found.insert(found.end(), flushing.begin(), flushing.end());
    std::ranges::sort(found, std::greater());
    // While a flush ends, the same numbers may be in both.
    found.erase(std::ranges::unique(found).begin(), found.end());
    if (found.size() > limit) found.resize(limit);
    return found;
}

Status DerivedIndex::AddEvents(Connection& /*connection*/, OperatorId owner, std::span<const IndexedEvent> events) {
    pending_events_.push_back({owner, {events.begin(), events.end()}});
    return {};
}

Status DerivedIndex::AddClicks(Connection& /*connection*/, OperatorId owner, Timestamp block,
                               std::span<const Posting> postings) {
    pending_clicks_.push_back({owner, block, {postings.begin(), postings.end()}});
    return {};
}

Status DerivedIndex::AddAccruals(Connection& /*connection*/, OperatorId owner, std::int64_t last,
                                 std::span<const Posting> postings) {
    pending_accruals_.push_back({owner, last, {postings.begin(), postings.end()}});
    return {};
}

void DerivedIndex::AfterCommit() {
    {
        const std::lock_guard lock(mutex_);
        for (const auto& [owner, events] : pending_events_) {
            for (const IndexedEvent& event : events) recent_.AddEvent(owner, event);
        }
        for (const auto& [owner, block, postings] : pending_clicks_) recent_.AddClicks(owner, block, postings);
        for (const auto& [owner, last, postings] : pending_accruals_) recent_.AddAccruals(owner, last, postings);
    }
    AfterRollback();
    if (recent_.size() >= kFlushEntries) StartFlush();
}

void DerivedIndex::AfterRollback() {
    pending_events_.clear();
    pending_clicks_.clear();
    pending_accruals_.clear();
}

Status DerivedIndex::BeforeBegin(Connection& /*connection*/) {
    if (recent_.size() < kRecentEntriesMax) return {};
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !flushing_ || flush_failed_ || !store_; });
    if (flushing_ && !store_) return BeingRebuilt();
    if (flushing_) return Fail(ErrorCode::kUnavailable, "the ledger's index cannot be written to the disk");
    lock.unlock();
    StartFlush();
    return {};
}

void DerivedIndex::StartFlush() {
    const std::lock_guard lock(mutex_);
    if (flushing_) return;
    flushing_ = std::make_shared<const RecentEntries>(std::move(recent_));
    recent_ = RecentEntries();
    recent_.seqs.reserve(kFlushEntries);
    changed_.notify_all();
}

void DerivedIndex::RunFlushes(const std::stop_token& stop) {
    telemetry::NameThisThread("index-flusher");
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [this] { return flushing_ != nullptr || !store_; })) {
        store_ ? FlushOnce(lock) : RebuildOnce(lock, stop);
        const bool again = flush_failed_ || !store_;
        if (again) changed_.wait_for(lock, stop, kRetryFlushAfter, [] { return false; });
        if (stop.stop_requested()) return;
    }
}

void DerivedIndex::FlushOnce(std::unique_lock<std::mutex>& lock) {
    const auto recent = flushing_;
    const auto store = store_;
    lock.unlock();
    bool written = false;
    telemetry::RunGuarded("index-flusher", [&] {
        if (flush_failed_) store->Resume();
        written = OrRebuild(store, store->Write(*recent)).has_value();
    });
    lock.lock();
    flush_failed_ = !written;
    if (written) flushing_.reset();
    changed_.notify_all();
}

void DerivedIndex::RebuildOnce(std::unique_lock<std::mutex>& lock, const std::stop_token& stop) {
    lock.unlock();
    const std::int64_t started = SteadyMicros();
    auto rebuilt = RebuildOrFail(stop);
    if (rebuilt) {
        telemetry::LogInfo("the index was rebuilt", {{"milliseconds", (SteadyMicros() - started) / 1000}});
    } else if (!stop.stop_requested()) {
        telemetry::LogError("the index cannot be rebuilt", {{"reason", std::string_view(rebuilt.error().message)}});
    }
    lock.lock();
    if (rebuilt) store_ = std::move(*rebuilt);
    flush_failed_ = false;
    changed_.notify_all();
}

// Turns an exception into an Error: reading a damaged record throws.
Result<std::shared_ptr<IndexStore>> DerivedIndex::RebuildOrFail(const std::stop_token& stop) {
    try {
        return Rebuild(stop);
    } catch (const std::exception& error) {
        return Fail(ErrorCode::kLedgerFailed, error.what());
    }
}

// Entries of commits after the last one that is read here are in memory, because nothing is flushed during the rebuild.
// Some are in both, which is harmless.
Result<std::shared_ptr<IndexStore>> DerivedIndex::Rebuild(const std::stop_token& stop) {
    if (damaged_) {
        telemetry::LogError("the index is damaged and is rebuilt from the ledger", {{"folder", folder_}});
        // Closing may still write to the files, so it comes before the renaming. Look-ups take milliseconds.
        while (damaged_.use_count() > 1) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        damaged_.reset();
        SetIndexAside(folder_);
    }
    const auto source = TRY(open_reader_());
    const auto ledger = TRY(source->Acquire());
    std::shared_ptr<IndexStore> store = TRY(OpenFittingStore(folder_, *ledger, mark_));
    TRY(store->MarkAs(mark_));
    TRY(CatchUp(*store, *ledger, stop));
    return store;
}

}  // namespace fairlead::ledger
