#include "ledger/index/derived_index.hpp"

#include "domain/tracking/terms.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::ledger {
namespace {

// This many entries are collected in memory and written together in order, which is several times cheaper than one by
// one. While writing fails, up to kRecentEntriesMax are collected before transactions are refused.
constexpr std::size_t kFlushEntries = 65'536;
constexpr std::size_t kRecentEntriesMax = 524'288;
constexpr auto kRetryFlushAfter = std::chrono::milliseconds(500);

}  // namespace

DerivedIndex::DerivedIndex(std::unique_ptr<IndexStore> store)
    : store_(std::move(store)), flusher_([this](const std::stop_token& stop) { RunFlushes(stop); }) {}

DerivedIndex::~DerivedIndex() {
    flusher_.request_stop();
    flusher_.join();
    // The next start then has less to catch up. A failure is harmless.
    if (flushing_) (void)store_->Write(*flushing_);
    (void)store_->Write(recent_);
    store_->Flush();
}

Result<std::unique_ptr<DerivedIndex>> DerivedIndex::OpenStore(const std::string& folder) {
    auto store = TRY(IndexStore::Open(folder));
    return std::unique_ptr<DerivedIndex>(new DerivedIndex(std::move(store)));
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
    TRY(store_->FindKeys(digests, unknown, found));
    return found;
}

Result<std::vector<std::int64_t>> DerivedIndex::EventsOf(Connection& connection, OperatorId owner, PlayerId player,
                                                         std::int64_t before, std::size_t limit) {
    return Postings(connection, owner, tracking::PlayerTerm(owner, player), before, limit);
}

Result<std::vector<std::int64_t>> DerivedIndex::Postings(Connection& /*connection*/, OperatorId /*owner*/,
                                                         std::uint64_t term, std::int64_t before, std::size_t limit) {
    std::vector<std::int64_t> found;
    {
        // Numbers increase with time, so those in memory are greater than those on the disk.
        const std::lock_guard lock(mutex_);
        recent_.postings.Find(term, before, limit, found);
        if (flushing_) flushing_->postings.Find(term, before, limit, found);
    }
    // At the end of a flush, the same numbers may be in memory and on the disk.
    const std::int64_t below = found.empty() ? before : found.back();
    TRY(store_->FindPostings(term, below, limit, found));
    return found;
}

Status DerivedIndex::AddEvents(Connection& /*connection*/, OperatorId owner, std::span<const IndexedEvent> events) {
    pending_events_.push_back({owner, {events.begin(), events.end()}});
    return {};
}

Status DerivedIndex::AddClicks(Connection& /*connection*/, OperatorId owner, Timestamp block,
                               std::span<const std::uint64_t> terms) {
    pending_clicks_.push_back({owner, block, {terms.begin(), terms.end()}});
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
        for (const auto& [owner, block, terms] : pending_clicks_) recent_.AddClicks(owner, block, terms);
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
    changed_.wait(lock, [this] { return !flushing_ || flush_failed_; });
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
    while (changed_.wait(lock, stop, [this] { return flushing_ != nullptr; })) {
        const auto recent = flushing_;
        lock.unlock();
        if (flush_failed_) store_->Resume();
        const bool written = store_->Write(*recent).has_value();
        lock.lock();
        flush_failed_ = !written;
        if (written) flushing_.reset();
        changed_.notify_all();
        if (!written) changed_.wait_for(lock, stop, kRetryFlushAfter, [] { return false; });
        if (stop.stop_requested()) return;
    }
}

}  // namespace fairlead::ledger
