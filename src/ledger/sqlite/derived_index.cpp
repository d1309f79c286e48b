#include "ledger/sqlite/derived_index.hpp"

#include <algorithm>
#include <array>

#include <rocksdb/cache.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/table.h>
#include <rocksdb/write_batch.h>

#include "domain/tracking/terms.hpp"
#include "ledger/sqlite/index_keys.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::ledger {
namespace {

using rocksdb::Slice;

// So many entries gather in memory before they are written together, in order, which is several times cheaper than one
// by one. While the disk takes none, so many more may gather before writing is refused.
constexpr std::size_t kFlushEntries = 65'536;
constexpr std::size_t kRecentEntriesMax = 524'288;
constexpr auto kRetryFlushAfter = std::chrono::milliseconds(500);

rocksdb::Options StoreOptions() {
    rocksdb::BlockBasedTableOptions table;
    // Few read blocks: a new key is asked for once and is not there, which the filters answer. They stay in memory for
    // it, at ten bits per key.
    table.block_cache = rocksdb::NewLRUCache(8 << 20, /*num_shard_bits=*/2);
    table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(10));
    table.cache_index_and_filter_blocks = false;

    rocksdb::Options options;
    options.create_if_missing = true;
    options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
    options.memtable_prefix_bloom_size_ratio = 0.05;
    options.memtable_whole_key_filtering = true;
    options.write_buffer_size = 8 << 20;
    options.max_write_buffer_number = 2;
    options.max_background_jobs = 2;
    options.max_open_files = -1;
    options.compression = rocksdb::kNoCompression;  // Digests are random: there is nothing to gain.
    options.info_log_level = rocksdb::ERROR_LEVEL;
    options.keep_log_file_num = 2;
    options.max_log_file_size = 1 << 20;
    options.stats_dump_period_sec = 0;
    options.stats_persist_period_sec = 0;
    return options;
}

Slice AsSlice(const events::KeyDigest& digest) { return {reinterpret_cast<const char*>(digest.data()), digest.size()}; }

}  // namespace

void DerivedIndex::Recent::AddEvent(OperatorId owner, const IndexedEvent& event) {
    seqs.emplace(event.key, event.seq);
    postings.Add(tracking::PlayerTerm(owner, event.player), event.seq);
    events_up_to[owner] = event.seq;
}

void DerivedIndex::Recent::AddClicks(OperatorId owner, Timestamp block, std::span<const std::uint64_t> terms) {
    for (const std::uint64_t term : terms) postings.Add(term, block.micros);
    blocks_up_to[owner] = block.micros;
}

void DerivedIndex::Recent::AddAccruals(OperatorId owner, std::int64_t last, std::span<const Posting> added) {
    for (const Posting& posting : added) postings.Add(posting.term, posting.number);
    accruals_up_to[owner] = last;
}

DerivedIndex::DerivedIndex(std::unique_ptr<rocksdb::DB> store)
    : store_(std::move(store)), flusher_([this](const std::stop_token& stop) { RunFlushes(stop); }) {}

DerivedIndex::~DerivedIndex() {
    flusher_.request_stop();
    flusher_.join();
    // Spares the next start the catching up. Failing is harmless.
    if (flushing_) (void)Write(*flushing_);
    (void)Write(recent_);
    (void)store_->Flush(rocksdb::FlushOptions());
}

Result<std::unique_ptr<DerivedIndex>> DerivedIndex::OpenStore(const std::string& folder) {
    rocksdb::DB* store = nullptr;
    const auto status = rocksdb::DB::Open(StoreOptions(), folder, &store);
    if (!status.ok()) return IndexFailed(status);
    return std::unique_ptr<DerivedIndex>(new DerivedIndex(std::unique_ptr<rocksdb::DB>(store)));
}

Result<std::vector<std::optional<std::int64_t>>> DerivedIndex::FindKeys(Session& /*session*/, OperatorId /*owner*/,
                                                                        std::span<const events::KeyDigest> digests) {
    // What is being flushed is held before the disk is asked: it is always in one of the two.
    std::shared_ptr<const Recent> flushing;
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
    if (auto done = FindOnDisk(digests, unknown, found); !done) return std::unexpected(done.error());
    return found;
}

Status DerivedIndex::FindOnDisk(std::span<const events::KeyDigest> digests, std::span<const std::size_t> indexes,
                                std::vector<std::optional<std::int64_t>>& found) {
    std::vector<Slice> keys;
    keys.reserve(indexes.size());
    for (const std::size_t index : indexes) keys.push_back(AsSlice(digests[index]));
    std::vector<rocksdb::PinnableSlice> values(keys.size());
    std::vector<rocksdb::Status> statuses(keys.size());
    store_->MultiGet(rocksdb::ReadOptions(), store_->DefaultColumnFamily(), keys.size(), keys.data(), values.data(),
                     statuses.data());
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (statuses[i].IsNotFound()) continue;
        // Not knowing is not the same as not there: the batch fails rather than count twice.
        if (!statuses[i].ok()) return IndexFailed(statuses[i]);
        found[indexes[i]] = DecodeNumber(values[i]);
    }
    return {};
}

Result<std::vector<std::int64_t>> DerivedIndex::EventsOf(Session& session, OperatorId owner, PlayerId player,
                                                         std::int64_t before, std::size_t limit) {
    return Postings(session, owner, tracking::PlayerTerm(owner, player), before, limit);
}

Result<std::vector<std::int64_t>> DerivedIndex::Postings(Session& /*session*/, OperatorId /*owner*/, std::uint64_t term,
                                                         std::int64_t before, std::size_t limit) {
    std::vector<std::int64_t> found;
    {
        // Numbers grow with time: what is in memory is greater than what is on the disk.
        const std::lock_guard lock(mutex_);
        recent_.postings.Find(term, before, limit, found);
        if (flushing_) flushing_->postings.Find(term, before, limit, found);
    }
    // While a flush ends, the same numbers may be in both.
    const std::int64_t below = found.empty() ? before : found.back();
    if (auto done = PostingsOnDisk(term, below, limit, found); !done) return std::unexpected(done.error());
    return found;
}

Status DerivedIndex::PostingsOnDisk(std::uint64_t term, std::int64_t before, std::size_t limit,
                                    std::vector<std::int64_t>& found) {
    if (found.size() >= limit || before <= 0) return {};
    const auto first = PostingKey(term, 0);
    const Slice lower_bound(first.data(), first.size());
    rocksdb::ReadOptions options;
    options.iterate_lower_bound = &lower_bound;
    const std::unique_ptr<rocksdb::Iterator> entry(store_->NewIterator(options));
    const auto last = PostingKey(term, before - 1);
    entry->SeekForPrev(Slice(last.data(), last.size()));
    for (; entry->Valid() && found.size() < limit; entry->Prev()) {
        const auto number = NumberOfPosting(entry->key());
        if (number) found.push_back(*number);
    }
    return entry->status().ok() ? Status() : Status(IndexFailed(entry->status()));
}

Status DerivedIndex::AddEvents(Session& /*session*/, OperatorId owner, std::span<const IndexedEvent> events) {
    pending_events_.push_back({owner, {events.begin(), events.end()}});
    return {};
}

Status DerivedIndex::AddClicks(Session& /*session*/, OperatorId owner, Timestamp block,
                               std::span<const std::uint64_t> terms) {
    pending_clicks_.push_back({owner, block, {terms.begin(), terms.end()}});
    return {};
}

Status DerivedIndex::AddAccruals(Session& /*session*/, OperatorId owner, std::int64_t last,
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

Status DerivedIndex::BeforeBegin(Session& /*session*/) {
    if (recent_.size() < kRecentEntriesMax) return {};
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !flushing_ || flush_failed_; });
    if (flushing_) return Fail(ErrorCode::kLedgerFailed, "the ledger's disk takes no more");
    lock.unlock();
    StartFlush();
    return {};
}

void DerivedIndex::StartFlush() {
    const std::lock_guard lock(mutex_);
    if (flushing_) return;
    flushing_ = std::make_shared<const Recent>(std::move(recent_));
    recent_ = Recent();
    recent_.seqs.reserve(kFlushEntries);
    changed_.notify_all();
}

void DerivedIndex::RunFlushes(const std::stop_token& stop) {
    telemetry::NameThisThread("index-flusher");
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [this] { return flushing_ != nullptr; })) {
        const auto recent = flushing_;
        lock.unlock();
        if (flush_failed_) (void)store_->Resume();
        const bool written = Write(*recent).has_value();
        lock.lock();
        flush_failed_ = !written;
        if (written) flushing_.reset();
        changed_.notify_all();
        if (!written) changed_.wait_for(lock, stop, kRetryFlushAfter, [] { return false; });
        if (stop.stop_requested()) return;
    }
}

Status DerivedIndex::Write(const Recent& recent) {
    rocksdb::WriteBatch batch;
    std::vector<std::pair<events::KeyDigest, std::int64_t>> keys(recent.seqs.begin(), recent.seqs.end());
    std::ranges::sort(keys);
    for (const auto& [digest, seq] : keys) {
        const auto value = EncodeNumber(seq);
        batch.Put(AsSlice(digest), Slice(value.data(), value.size()));
    }
    auto postings = recent.postings.entries();
    std::ranges::sort(postings, {}, [](const auto& entry) { return std::pair(entry.term, entry.number); });
    for (const auto& entry : postings) {
        const auto key = PostingKey(entry.term, entry.number);
        batch.Put(Slice(key.data(), key.size()), Slice());
    }
    // In the same batch as the entries: the marks are never ahead of them.
    const auto mark = [&batch](const std::string& key, std::int64_t reached) {
        const auto value = EncodeNumber(reached);
        batch.Put(key, Slice(value.data(), value.size()));
    };
    for (const auto& [owner, seq] : recent.events_up_to) mark(EventsUpToKey(owner), seq);
    for (const auto& [owner, block] : recent.blocks_up_to) mark(BlocksUpToKey(owner), block);
    for (const auto& [owner, number] : recent.accruals_up_to) mark(AccrualsUpToKey(owner), number);
    const auto status = store_->Write(WithoutLog(), &batch);
    return status.ok() ? Status() : Status(IndexFailed(status));
}

}  // namespace fairlead::ledger
