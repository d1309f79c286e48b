#include "ledger/sqlite/key_index.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include <rocksdb/cache.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/table.h>
#include <rocksdb/write_batch.h>

#include "telemetry/log.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::ledger {
namespace {

using rocksdb::Slice;

constexpr Sql kOperators("SELECT operator_id, last_seq FROM operators ORDER BY operator_id");
constexpr Sql kKeysAfter(
    "SELECT seq, idempotency_key FROM events WHERE operator_id = $1 AND seq > $2 ORDER BY seq LIMIT $3");
constexpr Sql kInsertLedgerId(
    "INSERT INTO settings (name, value) VALUES ('ledger_id', $1) ON CONFLICT (name) DO NOTHING");
constexpr Sql kLedgerId("SELECT value FROM settings WHERE name = 'ledger_id'");
constexpr std::int64_t kCatchUpRows = 20'000;
// So many keys gather in memory before they are written together, in order, which is several times cheaper than one by
// one. While the disk takes none, so many more may gather before events are refused.
constexpr std::size_t kFlushKeys = 32'768;
constexpr std::size_t kRecentKeysMax = 262'144;
constexpr auto kRetryFlushAfter = std::chrono::milliseconds(500);
constexpr const char* kLedgerKey = "ledger";

rocksdb::Options StoreOptions() {
    rocksdb::BlockBasedTableOptions table;
    // Only duplicates read blocks. A new key is asked for once and is not there: the filters answer that, and stay in
    // memory for it, at ten bits per key.
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

std::string UpToKey(OperatorId owner) {
    return "upto" + std::string(reinterpret_cast<const char*>(owner.uuid.bytes.data()), owner.uuid.bytes.size());
}

std::array<char, 8> EncodeSeq(std::int64_t seq) {
    std::array<char, 8> bytes;
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(seq >> (8 * i));
    return bytes;
}

std::int64_t DecodeSeq(Slice bytes) {
    std::uint64_t seq = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) seq |= std::uint64_t{static_cast<std::uint8_t>(bytes[i])} << (8 * i);
    return static_cast<std::int64_t>(seq);
}

std::unexpected<Error> Failed(const rocksdb::Status& status) {
    telemetry::LogError("the index of keys failed", {{"reason", status.ToString()}});
    return Fail(ErrorCode::kLedgerFailed, "the ledger could not do it");
}

rocksdb::WriteOptions WithoutLog() {
    rocksdb::WriteOptions options;
    options.disableWAL = true;  // The ledger is the log.
    return options;
}

Result<std::string> LedgerId(Session& ledger) {
    const Uuid fresh = NewUuid();
    if (auto done = ledger.Run(kInsertLedgerId, {Value::Of(std::span(fresh.bytes))}); !done) {
        return std::unexpected(done.error());
    }
    const auto rows = ledger.Query(kLedgerId, {});
    if (!rows) return std::unexpected(rows.error());
    return rows->String(0, 0);
}

void SetAside(const std::string& folder) {
    const std::string aside = folder + ".aside-" + std::to_string(Now().micros);
    std::error_code ignored;
    std::filesystem::rename(folder, aside, ignored);
    telemetry::LogWarn("the index of keys was set aside and is made anew", {{"folder", aside}});
}

}  // namespace

KeyIndex::KeyIndex(std::unique_ptr<rocksdb::DB> store)
    : store_(std::move(store)), flusher_([this](const std::stop_token& stop) { RunFlushes(stop); }) {}

KeyIndex::~KeyIndex() {
    flusher_.request_stop();
    flusher_.join();
    // Spares the next start the catching up. Failing is harmless.
    if (flushing_) (void)Write(*flushing_);
    (void)Write(recent_);
    (void)store_->Flush(rocksdb::FlushOptions());
}

Result<std::unique_ptr<KeyIndex>> KeyIndex::OpenStore(const std::string& folder) {
    rocksdb::DB* store = nullptr;
    const auto status = rocksdb::DB::Open(StoreOptions(), folder, &store);
    if (!status.ok()) return Failed(status);
    return std::unique_ptr<KeyIndex>(new KeyIndex(std::unique_ptr<rocksdb::DB>(store)));
}

Result<std::unique_ptr<KeyIndex>> KeyIndex::Open(const std::string& folder, Session& ledger) {
    const auto ledger_id = LedgerId(ledger);
    if (!ledger_id) return std::unexpected(ledger_id.error());

    auto index = OpenStore(folder);
    bool usable = index.has_value();
    if (usable) {
        const auto belongs = (*index)->BelongsTo(ledger, *ledger_id);
        if (!belongs) return std::unexpected(belongs.error());
        usable = *belongs;
    }
    if (!usable) {
        if (index) index->reset();
        SetAside(folder);
        index = OpenStore(folder);
        if (!index) return index;
    }
    if (auto done = (*index)->MarkAs(*ledger_id); !done) return std::unexpected(done.error());
    if (auto done = (*index)->CatchUp(ledger); !done) return std::unexpected(done.error());
    return index;
}

Status KeyIndex::MarkAs(const std::string& ledger_id) {
    const auto status = store_->Put(WithoutLog(), kLedgerKey, ledger_id);
    return status.ok() ? Status() : Status(Failed(status));
}

// An index with no mark is empty and fits any ledger.
Result<bool> KeyIndex::BelongsTo(Session& ledger, const std::string& ledger_id) {
    std::string owner;
    const auto status = store_->Get(rocksdb::ReadOptions(), kLedgerKey, &owner);
    if (!status.ok() && !status.IsNotFound()) return false;
    if (status.ok() && owner != ledger_id) return false;
    const auto operators = ledger.Query(kOperators, {});
    if (!operators) return std::unexpected(operators.error());
    for (std::size_t i = 0; i < operators->size(); ++i) {
        const auto up_to = UpTo(operators->Identifier<OperatorId>(i, 0));
        if (!up_to || *up_to > operators->Integer(i, 1)) return false;
    }
    return true;
}

Status KeyIndex::CatchUp(Session& ledger) {
    const auto operators = ledger.Query(kOperators, {});
    if (!operators) return std::unexpected(operators.error());
    for (std::size_t i = 0; i < operators->size(); ++i) {
        const auto owner = operators->Identifier<OperatorId>(i, 0);
        if (auto done = CatchUpOperator(ledger, owner, operators->Integer(i, 1)); !done) return done;
    }
    return {};
}

Status KeyIndex::CatchUpOperator(Session& ledger, OperatorId owner, std::int64_t last_seq) {
    const auto up_to = UpTo(owner);
    if (!up_to) return std::unexpected(up_to.error());
    std::int64_t reached = *up_to;
    if (last_seq - reached > kCatchUpRows) {
        telemetry::LogInfo("the index of keys catches up", {{"events", last_seq - reached}});
    }
    while (reached < last_seq) {
        const auto rows = ledger.Query(kKeysAfter, {Value::Of(owner), Value::Of(reached), Value::Of(kCatchUpRows)});
        if (!rows) return std::unexpected(rows.error());
        if (rows->empty()) return Fail(ErrorCode::kLedgerFailed, "the ledger's events end before their last number");
        Recent keys;
        for (std::size_t i = 0; i < rows->size(); ++i) {
            keys.seqs.emplace(events::DigestKey(owner, rows->Text(i, 1)), rows->Integer(i, 0));
        }
        reached = rows->Integer(rows->size() - 1, 0);
        keys.up_to[owner] = reached;
        if (auto done = Write(keys); !done) return done;
    }
    return {};
}

Result<std::int64_t> KeyIndex::UpTo(OperatorId owner) {
    std::string value;
    const auto status = store_->Get(rocksdb::ReadOptions(), UpToKey(owner), &value);
    if (status.IsNotFound()) return 0;
    if (!status.ok()) return Failed(status);
    return DecodeSeq(value);
}

Result<std::vector<std::optional<std::int64_t>>> KeyIndex::Find(Session& /*session*/, OperatorId /*owner*/,
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

Status KeyIndex::FindOnDisk(std::span<const events::KeyDigest> digests, std::span<const std::size_t> indexes,
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
        if (!statuses[i].ok()) return Failed(statuses[i]);
        found[indexes[i]] = DecodeSeq(values[i]);
    }
    return {};
}

Status KeyIndex::Add(Session& /*session*/, OperatorId owner, std::span<const KeyEntry> entries) {
    for (const KeyEntry& entry : entries) pending_.push_back({owner, entry});
    return {};
}

void KeyIndex::AfterCommit() {
    for (const Pending& key : pending_) {
        recent_.seqs.emplace(key.entry.digest, key.entry.seq);
        recent_.up_to[key.owner] = key.entry.seq;
    }
    pending_.clear();
    if (recent_.seqs.size() >= kFlushKeys) StartFlush();
}

Status KeyIndex::BeforeBegin(Session& /*session*/) {
    if (recent_.seqs.size() < kRecentKeysMax) return {};
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !flushing_ || flush_failed_; });
    if (flushing_) return Fail(ErrorCode::kLedgerFailed, "the ledger's disk takes no more");
    lock.unlock();
    StartFlush();
    return {};
}

void KeyIndex::StartFlush() {
    const std::lock_guard lock(mutex_);
    if (flushing_) return;
    flushing_ = std::make_shared<const Recent>(std::move(recent_));
    recent_ = Recent();
    recent_.seqs.reserve(2 * kFlushKeys);
    changed_.notify_all();
}

void KeyIndex::RunFlushes(const std::stop_token& stop) {
    telemetry::NameThisThread("key-flusher");
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [this] { return flushing_ != nullptr; })) {
        const auto keys = flushing_;
        lock.unlock();
        if (flush_failed_) (void)store_->Resume();
        const bool written = Write(*keys).has_value();
        lock.lock();
        flush_failed_ = !written;
        if (written) flushing_.reset();
        changed_.notify_all();
        if (!written) changed_.wait_for(lock, stop, kRetryFlushAfter, [] { return false; });
        if (stop.stop_requested()) return;
    }
}

Status KeyIndex::Write(const Recent& keys) {
    std::vector<std::pair<events::KeyDigest, std::int64_t>> sorted(keys.seqs.begin(), keys.seqs.end());
    std::ranges::sort(sorted);
    rocksdb::WriteBatch batch;
    for (const auto& [digest, seq] : sorted) {
        const auto value = EncodeSeq(seq);
        batch.Put(AsSlice(digest), Slice(value.data(), value.size()));
    }
    // In the same batch as the keys: the mark is never ahead of them.
    for (const auto& [owner, seq] : keys.up_to) {
        const auto value = EncodeSeq(seq);
        batch.Put(UpToKey(owner), Slice(value.data(), value.size()));
    }
    const auto status = store_->Write(WithoutLog(), &batch);
    return status.ok() ? Status() : Status(Failed(status));
}

}  // namespace fairlead::ledger
