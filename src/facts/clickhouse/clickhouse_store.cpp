#include "facts/clickhouse/clickhouse_store.hpp"

#include <thread>

#include <fmt/format.h>

#include "telemetry/log.hpp"

namespace fairlead::facts {
namespace {

using app::BlockMark;
using FailureReason = ClickHouseFailure::Reason;
using std::chrono::milliseconds;

// The time limit of small statements: reading metadata, creating the table.
constexpr milliseconds kStatementTimeMax{10'000};
constexpr milliseconds kLookAgainAfter{50};
// A request in the server's queue is not yet among the running statements, so AwaitQuiet first waits this long.
constexpr milliseconds kSettleTime{250};

// With these settings an INSERT stays one block, is written before the response, and is never dropped as a copy of an
// earlier INSERT.
const std::vector<ClickHouseSetting>& AppendSettings() {
    static const std::vector<ClickHouseSetting> kSettings{{"async_insert", "0"},
                                                          {"insert_deduplicate", "0"},
                                                          {"input_format_parallel_parsing", "0"},
                                                          {"max_insert_threads", "1"},
                                                          {"max_insert_block_size", "1048576"}};
    return kSettings;
}

std::uint64_t BlockBefore(const std::map<OperatorId, BlockMark>& marks, OperatorId owner) {
    const auto found = marks.find(owner);
    return found == marks.end() ? 0 : static_cast<std::uint64_t>(found->second.block);
}

}  // namespace

class ClickHouseStore::Appender final : public app::FactAppender {
public:
    explicit Appender(ClickHouseStore& store) : store_(store) {}

    void Add(const reporting::FactRow& row) override { block_.Add(row); }
    Status Commit(std::span<const BlockMark> marks) override { return store_.Commit(block_, marks); }

private:
    ClickHouseStore& store_;
    NativeBlock block_;
};

ClickHouseStore::ClickHouseStore(const ClickHouseUrl& url, const ClickHouseOptions& options)
    : options_(options), cluster_(url.cluster), table_(url.database), dialect_(table_), client_(url, options.ca_file) {}

// --- the table ---

ClickHouseStatus ClickHouseStore::Prepare() {
    if (is_prepared_) return {};
    TRY(client_.LearnSettings(kStatementTimeMax));
    if (!cluster_.empty()) {
        asks_replicas_ =
            TRY(Count(
                "SELECT count() FROM system.table_functions WHERE name = 'clusterAllReplicas' FORMAT RowBinary")) > 0;
    }
    TRY(MakeTable());
    is_prepared_ = true;
    return {};
}

// Without that function, one replica of each shard is asked, so the cluster must have a shard for each server.
std::string ClickHouseStore::SystemTable(std::string_view name) const {
    if (cluster_.empty()) return fmt::format("system.{}", name);
    return fmt::format("{}('{}', system.{})", asks_replicas_ ? "clusterAllReplicas" : "cluster", cluster_, name);
}

ClickHouseStatus ClickHouseStore::MakeTable() {
    // A user who may only read and write an existing table may not even run CREATE TABLE IF NOT EXISTS.
    const auto tables = TRY(
        Count(fmt::format("SELECT count() FROM system.tables WHERE database = '{}' AND name = '{}' FORMAT RowBinary",
                          table_.database(), FactTable::name())));
    if (tables > 0) return {};
    const auto release = TRY(Count("SELECT toUInt64(splitByChar('.', version())[1]) FORMAT RowBinary"));
    const auto few_values =
        release >= FactTable::kDictionariesSince ? FactTable::FewValues::kInDictionary : FactTable::FewValues::kAsText;
    if (!cluster_.empty()) {
        telemetry::LogError("ClickHouse has no table for facts; create it on the cluster",
                            {{"statement", table_.CreateReplicatedSql(few_values, cluster_)}});
        return std::unexpected(ClickHouseFailure{FailureReason::kNotCreated});
    }
    TRY(Execute(fmt::format("CREATE DATABASE IF NOT EXISTS `{}`", table_.database())));
    std::string settings;
    for (const auto* name : {"fsync_after_insert", "fsync_part_directory"}) {
        if (client_.Knows(name)) settings += fmt::format("{}{} = 1", settings.empty() ? "" : ", ", name);
    }
    return Execute(table_.CreateSql(few_values, settings));
}

ClickHouseStatus ClickHouseStore::Execute(const std::string& sql, std::span<const ClickHouseSetting> settings) {
    return client_.Execute({.sql = sql, .settings = settings, .time_max = kStatementTimeMax});
}

ClickHouseResult<std::uint64_t> ClickHouseStore::Count(const std::string& sql) {
    std::uint64_t count = 0;
    TRY(client_.Query({.sql = sql, .settings = {}, .time_max = kStatementTimeMax}, [&count](RowBinaryReader& reader) {
        const auto read = reader.Number<std::uint64_t>();
        if (reader.ok()) count = read;
    }));
    return count;
}

ClickHouseStatus ClickHouseStore::AwaitNone(const std::string& count_sql, milliseconds time_max) {
    const auto deadline = std::chrono::steady_clock::now() + time_max;
    while (true) {
        const auto count = TRY(Count(count_sql));
        if (count == 0) return {};
        if (std::chrono::steady_clock::now() >= deadline)
            return std::unexpected(ClickHouseFailure{FailureReason::kTimedOut});
        std::this_thread::sleep_for(kLookAgainAfter);
    }
}

Status ClickHouseStore::StatusOf(const ClickHouseStatus& status) {
    if (status) return {};
    if (status.error().reason == FailureReason::kNoTable) is_prepared_ = false;
    return std::unexpected(status.error().ToError());
}

// --- marks ---

Result<std::vector<BlockMark>> ClickHouseStore::Marks() {
    const std::lock_guard lock(append_mutex_);
    TRY(StatusOf(ReadMarks()));
    std::vector<BlockMark> marks;
    for (const auto& [owner, mark] : *marks_) marks.push_back(mark);
    return marks;
}

Result<std::vector<BlockMark>> ClickHouseStore::LookAtMarks() {
    TRY(StatusOf(Prepare()));
    const auto found = FindMarks();
    if (!found) {
        const auto status = StatusOf(std::unexpected(found.error()));
        return std::unexpected(status.error());
    }
    std::vector<BlockMark> marks;
    for (const FoundMark& row : *found) marks.push_back(row.mark);
    return marks;
}

ClickHouseStatus ClickHouseStore::ReadMarks() {
    marks_.reset();
    TRY(Prepare());
    TRY(AwaitQuiet());
    const auto found = TRY(FindMarks());
    MarkTable marks;
    for (const auto& [mark, is_whole] : found) {
        if (is_whole) {
            marks.emplace(mark.owner, mark);
            continue;
        }
        telemetry::LogError("facts of an operator are duplicated or missing, and are projected again",
                            {{"operator", mark.owner.ToString()}, {"block", mark.block}});
        are_marks_changed_ = true;
        TRY(ForgetOne(mark.owner));
    }
    marks_ = std::move(marks);
    return {};
}

ClickHouseResult<std::vector<ClickHouseStore::FoundMark>> ClickHouseStore::FindMarks() {
    // Each mark names the block where its range ends and the block after which it begins. If the ranges form one chain,
    // the sum of the ends less the sum of the beginnings leaves the last end less 0. With sums of hashes, ranges that
    // form no chain practically never pass this check.
    const auto sql = fmt::format(
        "SELECT owner, max(weight), argMax(amount, weight), toUInt8(min(visitor) = 0 AND"
        " sum(intHash64(toUInt64(weight))) - sum(intHash64(visitor))"
        " = intHash64(toUInt64(max(weight))) - intHash64(toUInt64(0)))"
        " FROM {} WHERE kind = {} GROUP BY owner FORMAT RowBinary",
        table_.QualifiedName(), FactTable::kMark.code);
    std::vector<FoundMark> found;
    TRY(client_.Query({.sql = sql, .settings = {}, .time_max = options_.append_time_max},
                      [&found](RowBinaryReader& reader) {
                          FoundMark row;
                          row.mark.owner.uuid = reader.Id();
                          row.mark.block = reader.Number<std::int64_t>();
                          row.mark.recorded_at.micros = static_cast<std::int64_t>(reader.Amount().units());
                          row.is_whole = reader.Number<std::uint8_t>() == 1;
                          if (reader.ok()) found.push_back(row);
                      }));
    return found;
}

ClickHouseStatus ClickHouseStore::AwaitQuiet() {
    if (is_commit_in_doubt_) std::this_thread::sleep_for(kSettleTime);
    const auto appends = fmt::format("SELECT count() FROM {} WHERE startsWith(query_id, '{}') FORMAT RowBinary",
                                     SystemTable("processes"), AppendIdPrefix());
    TRY(AwaitNone(appends, options_.append_time_max));
    is_commit_in_doubt_ = false;
    const auto deletions =
        fmt::format("SELECT count() FROM {} WHERE database = '{}' AND table = '{}' AND is_done = 0 FORMAT RowBinary",
                    SystemTable("mutations"), table_.database(), FactTable::name());
    return AwaitNone(deletions, options_.forget_time_max);
}

// --- appending ---

// Matches appends of all nodes to this database. Names of databases contain no dashes.
std::string ClickHouseStore::AppendIdPrefix() const { return fmt::format("fairlead-append-{}-", table_.database()); }

Result<std::unique_ptr<app::FactAppender>> ClickHouseStore::Append() {
    const std::lock_guard lock(append_mutex_);
    if (is_commit_in_doubt_) return Fail(ErrorCode::kFactsFailed, "the marks of the analytics store are unknown");
    if (!marks_) {
        TRY(StatusOf(ReadMarks()));
    }
    if (std::exchange(are_marks_changed_, false)) {
        return Fail(ErrorCode::kFactsFailed, "the marks of the analytics store have changed");
    }
    return std::make_unique<Appender>(*this);
}

Status ClickHouseStore::AddMarks(NativeBlock& block, std::span<const BlockMark> marks) const {
    for (const auto& mark : marks) {
        const auto before = BlockBefore(*marks_, mark.owner);
        if (mark.block <= static_cast<std::int64_t>(before)) {
            return Fail(ErrorCode::kFactsFailed, "these facts are already in the analytics store");
        }
        block.Add({.owner = mark.owner,
                   .kind = FactTable::kMark,
                   .weight = mark.block,
                   .amount = Decimal::FromUnits(mark.recorded_at.micros),
                   .visitor = before});
    }
    return {};
}

Status ClickHouseStore::Commit(NativeBlock& block, std::span<const BlockMark> marks) {
    const std::lock_guard lock(append_mutex_);
    if (!marks_ || are_marks_changed_) return Fail(ErrorCode::kFactsFailed, "the analytics store has changed");
    if (block.row_count() > kAppendRowsMax) return Fail(ErrorCode::kFactsFailed, "too many facts in one commit");
    TRY(AddMarks(block, marks));
    if (block.row_count() == 0) return {};
    const auto inserted = Insert(block);
    if (!inserted) {
        is_commit_in_doubt_ = inserted.error().reason != FailureReason::kUnreachable;
        if (is_commit_in_doubt_) marks_.reset();
        return StatusOf(inserted);
    }
    for (const auto& mark : marks) marks_->insert_or_assign(mark.owner, mark);
    return {};
}

ClickHouseStatus ClickHouseStore::Insert(NativeBlock& block) {
    const auto sql = fmt::format("INSERT INTO {} FORMAT Native", table_.QualifiedName());
    return client_.Insert({.sql = sql, .settings = AppendSettings(), .time_max = options_.append_time_max},
                          AppendIdPrefix() + NewUuid().ToString(), block.Parts());
}

// --- forgetting ---

Status ClickHouseStore::Forget(std::optional<OperatorId> owner) {
    const std::lock_guard lock(append_mutex_);
    TRY(StatusOf(Prepare()));
    TRY(StatusOf(AwaitQuiet()));
    auto forgotten = StatusOf(owner ? ForgetOne(*owner) : ForgetAll());
    if (!forgotten) {
        marks_.reset();
    } else if (marks_ && owner) {
        marks_->erase(*owner);
    } else if (marks_) {
        marks_->clear();
    }
    return forgotten;
}

ClickHouseStatus ClickHouseStore::ForgetOne(OperatorId owner) {
    // The ALTER does not touch rows that are inserted after it, even though it runs later.
    auto begun =
        Execute(fmt::format("ALTER TABLE {} DELETE WHERE owner = {}", table_.QualifiedName(), Quoted(owner.uuid)));
    return begun ? AwaitQuiet() : begun;
}

ClickHouseStatus ClickHouseStore::ForgetAll() {
    // Newer releases require this setting to drop large tables.
    const std::vector<ClickHouseSetting> settings{{"max_table_size_to_drop", "0"}};
    return Execute("TRUNCATE TABLE " + table_.QualifiedName(), settings);
}

Result<std::unique_ptr<app::FactStore>> OpenClickHouseStore(const std::string& url, const ClickHouseOptions& options) {
    const auto parsed = TRY(ClickHouseUrl::Parse(url));
    auto store = std::make_unique<ClickHouseStore>(parsed, options);
    const auto prepared = store->Prepare();
    if (!prepared && prepared.error().reason != FailureReason::kUnreachable) {
        return std::unexpected(prepared.error().ToError());
    }
    return store;
}

}  // namespace fairlead::facts
