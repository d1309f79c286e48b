#include "ledger/index/index_store.hpp"

#include <algorithm>
#include <array>

#include <rocksdb/cache.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/slice_transform.h>
#include <rocksdb/sst_file_writer.h>
#include <rocksdb/table.h>
#include <rocksdb/write_batch.h>

#include "telemetry/log.hpp"

namespace fairlead::ledger {
namespace {

using rocksdb::Slice;

constexpr std::size_t kPostingsFamily = 1;  // The index of the family in the list that Open passes.
constexpr const char* kMarkKey = "ledger";
constexpr std::size_t kTermLength = 8;
constexpr std::size_t kNumberLength = 8;
using PostingKey = std::array<char, kTermLength + kNumberLength>;

rocksdb::DBOptions StoreOptions() {
    rocksdb::DBOptions options;
    options.create_if_missing = true;
    options.create_missing_column_families = true;
    options.max_background_jobs = 2;
    options.max_open_files = -1;
    options.info_log_level = rocksdb::ERROR_LEVEL;
    options.keep_log_file_num = 2;
    options.max_log_file_size = 1 << 20;
    options.stats_dump_period_sec = 0;
    options.stats_persist_period_sec = 0;
    return options;
}

// Few look-ups read blocks: most keys are new, and the filters answer that. So the filters stay in memory, at ten bits
// per key.
rocksdb::BlockBasedTableOptions TableOptions() {
    rocksdb::BlockBasedTableOptions table;
    table.block_cache = rocksdb::NewLRUCache(8 << 20, /*num_shard_bits=*/2);
    table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(10));
    table.cache_index_and_filter_blocks = false;
    return table;
}

rocksdb::ColumnFamilyOptions KeyOptions() {
    rocksdb::ColumnFamilyOptions options;
    options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(TableOptions()));
    options.memtable_prefix_bloom_size_ratio = 0.05;
    options.memtable_whole_key_filtering = true;
    options.write_buffer_size = 8 << 20;
    options.max_write_buffer_number = 2;
    options.compression = rocksdb::kNoCompression;  // Digests are random and cannot be compressed.
    return options;
}

// Postings are looked up by term, so the filters contain terms. Their files are small and frequent (WritePostings), and
// each contains many terms. Merging by size rewrites an entry a few times in total; merging by level would rewrite it
// with every few files.
rocksdb::ColumnFamilyOptions PostingOptions() {
    auto table = TableOptions();
    table.whole_key_filtering = false;
    rocksdb::ColumnFamilyOptions options;
    options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
    options.prefix_extractor.reset(rocksdb::NewFixedPrefixTransform(kTermLength));
    options.compaction_style = rocksdb::kCompactionStyleUniversal;
    options.level0_file_num_compaction_trigger = 8;
    options.level0_slowdown_writes_trigger = 32;
    options.level0_stop_writes_trigger = 48;
    options.compression = rocksdb::kNoCompression;
    return options;
}

rocksdb::WriteOptions WithoutLog() {
    rocksdb::WriteOptions options;
    options.disableWAL = true;  // The ledger is the log.
    return options;
}

std::unexpected<Error> RocksFailed(const rocksdb::Status& status) {
    telemetry::LogError("the index failed", {{"reason", status.ToString()}});
    return Fail(ErrorCode::kLedgerFailed, "the ledger failed; see the log for the reason");
}

Slice AsSlice(const events::KeyDigest& digest) { return {reinterpret_cast<const char*>(digest.data()), digest.size()}; }

template <std::size_t kLength>
Slice AsSlice(const std::array<char, kLength>& bytes) {
    return {bytes.data(), bytes.size()};
}

std::string MarkOf(std::string_view kind, OperatorId owner) {
    std::string key(kind);
    return key.append(reinterpret_cast<const char*>(owner.uuid.bytes.data()), owner.uuid.bytes.size());
}

std::array<char, kNumberLength> EncodeNumber(std::int64_t number) {
    std::array<char, kNumberLength> bytes;
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(number >> (8 * i));
    return bytes;
}

std::int64_t DecodeNumber(Slice bytes) {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        number |= std::uint64_t{static_cast<std::uint8_t>(bytes[i])} << (8 * i);
    }
    return static_cast<std::int64_t>(number);
}

// Big endian: the store orders by bytes, and postings are read in the order of their numbers.
PostingKey KeyOfPosting(std::uint64_t term, std::int64_t number) {
    PostingKey key;
    for (std::size_t i = 0; i < kTermLength; ++i) {
        key[i] = static_cast<char>(term >> (8 * (7 - i)));
        key[kTermLength + i] = static_cast<char>(static_cast<std::uint64_t>(number) >> (8 * (7 - i)));
    }
    return key;
}

std::int64_t NumberOfPosting(Slice key) {
    std::uint64_t number = 0;
    for (std::size_t i = kTermLength; i < key.size(); ++i) number = number << 8 | static_cast<std::uint8_t>(key[i]);
    return static_cast<std::int64_t>(number);
}

// Whether the files are damaged. Other failures, such as a lock of another process, a full disk or a device that does
// not respond, may be temporary.
bool IsDamage(const rocksdb::Status& status) {
    return status.IsCorruption() || status.IsInvalidArgument() || status.IsNotFound() || status.IsPathNotFound() ||
           status.IsNotSupported();
}

}  // namespace

IndexStore::IndexStore(std::unique_ptr<rocksdb::DB> store, std::vector<rocksdb::ColumnFamilyHandle*> families)
    : store_(std::move(store)), families_(std::move(families)) {}

IndexStore::~IndexStore() {
    for (auto* family : families_) (void)store_->DestroyColumnFamilyHandle(family);
}

std::unexpected<Error> IndexStore::Failed(const rocksdb::Status& status) {
    if (status.IsCorruption() || status.IsPathNotFound()) damaged_ = true;
    return RocksFailed(status);
}

Status IndexStore::Checked(const rocksdb::Status& status) { return status.ok() ? Status() : Status(Failed(status)); }

Result<std::unique_ptr<IndexStore>> IndexStore::Open(const std::string& folder) {
    const std::vector<rocksdb::ColumnFamilyDescriptor> families{{rocksdb::kDefaultColumnFamilyName, KeyOptions()},
                                                                {"postings", PostingOptions()}};
    std::vector<rocksdb::ColumnFamilyHandle*> handles;
    rocksdb::DB* store = nullptr;
    const auto status = rocksdb::DB::Open(StoreOptions(), folder, families, &handles, &store);
    if (!status.ok() && IsDamage(status)) return RocksFailed(status);
    if (!status.ok()) {
        return Fail(ErrorCode::kUnavailable, "cannot open the index " + folder + ": " + status.ToString());
    }
    return std::unique_ptr<IndexStore>(new IndexStore(std::unique_ptr<rocksdb::DB>(store), std::move(handles)));
}

Status IndexStore::FindKeys(std::span<const events::KeyDigest> digests, std::span<const std::size_t> places,
                            std::vector<std::optional<std::int64_t>>& found, Keep keep) {
    std::vector<Slice> keys;
    keys.reserve(places.size());
    for (const std::size_t place : places) keys.push_back(AsSlice(digests[place]));
    std::vector<rocksdb::PinnableSlice> values(keys.size());
    std::vector<rocksdb::Status> statuses(keys.size());
    rocksdb::ReadOptions options;
    options.fill_cache = keep == Keep::kYes;
    store_->MultiGet(options, store_->DefaultColumnFamily(), keys.size(), keys.data(), values.data(), statuses.data());
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (statuses[i].IsNotFound()) continue;
        // A key that cannot be read may exist: the batch fails, because counting an event twice would be worse.
        if (!statuses[i].ok()) return Failed(statuses[i]);
        found[places[i]] = DecodeNumber(values[i]);
    }
    return {};
}

Status IndexStore::FindPostings(std::uint64_t term, std::int64_t before, std::size_t limit,
                                std::vector<std::int64_t>& found, Keep keep) {
    if (found.size() >= limit || before <= 0) return {};
    const auto first = KeyOfPosting(term, 0);
    const Slice lower_bound = AsSlice(first);
    rocksdb::ReadOptions options;
    options.iterate_lower_bound = &lower_bound;
    options.prefix_same_as_start = true;
    options.fill_cache = keep == Keep::kYes;
    const std::unique_ptr<rocksdb::Iterator> entry(store_->NewIterator(options, families_[kPostingsFamily]));
    const auto last = KeyOfPosting(term, before - 1);
    for (entry->SeekForPrev(AsSlice(last)); entry->Valid() && found.size() < limit; entry->Prev()) {
        found.push_back(NumberOfPosting(entry->key()));
    }
    return Checked(entry->status());
}

Result<std::int64_t> IndexStore::ReadMark(std::string_view kind, OperatorId owner) {
    std::string value;
    const auto status = store_->Get(rocksdb::ReadOptions(), MarkOf(kind, owner), &value);
    if (status.IsNotFound()) return 0;
    if (!status.ok()) return Failed(status);
    return DecodeNumber(value);
}

Result<std::optional<std::string>> IndexStore::Mark() {
    std::string mark;
    const auto status = store_->Get(rocksdb::ReadOptions(), kMarkKey, &mark);
    if (status.IsNotFound()) return std::nullopt;
    if (!status.ok()) return Failed(status);
    return mark;
}

Status IndexStore::MarkAs(const std::string& mark) { return Checked(store_->Put(WithoutLog(), kMarkKey, mark)); }

void IndexStore::Resume() { (void)store_->Resume(); }

void IndexStore::Flush() { (void)store_->Flush(rocksdb::FlushOptions()); }

// Writes postings first, so that the marks are never ahead of the entries.
Status IndexStore::Write(const RecentEntries& entries) {
    auto status = WritePostings(entries.postings);
    if (status.ok()) status = WriteKeysAndMarks(entries);
    return Checked(status);
}

// Writes a sorted file and adds it to the store. The store's own memory table, which sorts entries one by one and
// writes them later, costs five times as much. Keys are not written this way, because each additional file slows down
// every look-up of a key.
rocksdb::Status IndexStore::WritePostings(const RecentPostings& postings) {
    if (postings.size() == 0) return rocksdb::Status::OK();
    auto entries = postings.entries();
    std::ranges::sort(entries, {}, [](const auto& entry) { return std::pair(entry.term, entry.number); });
    const std::string path = store_->GetName() + "/incoming";
    rocksdb::SstFileWriter file(rocksdb::EnvOptions(), store_->GetOptions(families_[kPostingsFamily]));
    auto status = file.Open(path);
    for (const auto& entry : entries) {
        if (!status.ok()) return status;
        status = file.Put(AsSlice(KeyOfPosting(entry.term, entry.number)), Slice());
    }
    if (status.ok()) status = file.Finish();
    if (!status.ok()) return status;
    rocksdb::IngestExternalFileOptions options;
    options.move_files = true;
    return store_->IngestExternalFile(families_[kPostingsFamily], {path}, options);
}

rocksdb::Status IndexStore::WriteKeysAndMarks(const RecentEntries& entries) {
    rocksdb::WriteBatch batch;
    std::vector<std::pair<events::KeyDigest, std::int64_t>> keys(entries.seqs.begin(), entries.seqs.end());
    std::ranges::sort(keys);
    for (const auto& [digest, seq] : keys) batch.Put(AsSlice(digest), AsSlice(EncodeNumber(seq)));
    const auto mark = [&batch](std::string_view kind, const std::map<OperatorId, std::int64_t>& reached) {
        for (const auto& [owner, number] : reached) batch.Put(MarkOf(kind, owner), AsSlice(EncodeNumber(number)));
    };
    mark("upto", entries.events_up_to);
    mark("blok", entries.blocks_up_to);
    mark("accr", entries.accruals_up_to);
    return store_->Write(WithoutLog(), &batch);
}

}  // namespace fairlead::ledger
