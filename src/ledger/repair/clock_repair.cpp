#include "ledger/repair/clock_repair.hpp"

#include <algorithm>

#include "base/text/json_text.hpp"
#include "ledger/catalogue/catalogue_rows.hpp"
#include "ledger/record/audit_rows.hpp"
#include "ledger/record/change_rows.hpp"
#include "ledger/record/commit_record.hpp"
#include "ledger/record/operator_moment.hpp"
#include "ledger/record/seal_rows.hpp"
#include "ledger/repair/clock_repair_rows.hpp"
#include "ledger/retention/retention_rows.hpp"
#include "ledger/sql/in_order.hpp"
#include "ledger/transaction/transactions.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kDatedAfter(
    "SELECT coalesce(min(recorded_at), 0) AS dated_from, coalesce(max(recorded_at), 0) AS dated_to,"
    " count(*) AS blocks, CAST(coalesce(sum(click_count), 0) AS BIGINT) AS clicks"
    " FROM fact_blocks WHERE operator_id = $1 AND recorded_at > $2");
constexpr Sql kLastRight(
    "SELECT coalesce(max(recorded_at), 0) FROM fact_blocks WHERE operator_id = $1 AND recorded_at < $2");
// The first visit that the wrong clock dated. It is a little earlier than its block.
constexpr Sql kFirstVisit(
    "SELECT coalesce(min(batch_time), 0) FROM click_batches"
    " WHERE operator_id = $1 AND recorded_at >= $2 AND batch_time > $3");
constexpr Sql kDecidedSince("SELECT count(*) FROM attributions WHERE operator_id = $1 AND decided_at >= $2");
// The events themselves have the right event time, also the first ones that the wrong clock recorded.
constexpr Sql kFirstEvents(
    "SELECT recorded_at - event_time FROM events WHERE operator_id = $1 AND recorded_at >= $2 ORDER BY seq LIMIT 20");
// Only short payloads can be pointers into an archive file.
constexpr Sql kShortPayloads(
    "SELECT payload FROM fact_blocks WHERE operator_id = $1 AND recorded_at >= $2 AND length(payload) <= 128");

// Blocks are moved in two steps, because the new time of a block may be the old time of another.
constexpr Sql kNegateBlocks(
    "UPDATE fact_blocks SET recorded_at = $1 - recorded_at WHERE operator_id = $2 AND recorded_at >= $3");
constexpr Sql kMoveBlocks(
    "UPDATE fact_blocks SET recorded_at = -recorded_at WHERE operator_id = $1 AND recorded_at < 0");
constexpr Sql kMovedBlocks(
    "SELECT block_no, recorded_at, click_count, fact_count, payload FROM fact_blocks"
    " WHERE operator_id = $1 AND recorded_at > $2 ORDER BY recorded_at LIMIT $3");
constexpr std::int64_t kBlocksPerStep = 500;
// Batches that the right clock dated keep their times, even in blocks that the wrong clock dated. Postings are moved
// before batches, because this statement compares the old times of batches.
constexpr Sql kNegatePostings(
    "UPDATE postings SET number = $1 - number WHERE operator_id = $2 AND number IN (SELECT batch_time FROM "
    "click_batches"
    " WHERE operator_id = $2 AND recorded_at >= $3 AND batch_time > recorded_at - $1)");
constexpr Sql kMovePostings("UPDATE postings SET number = -number WHERE operator_id = $1 AND number < 0");
constexpr Sql kNegateBatches(
    "UPDATE click_batches SET recorded_at = $1 - recorded_at WHERE operator_id = $2 AND recorded_at >= $3");
constexpr Sql kMoveBatches(
    "UPDATE click_batches SET recorded_at = -recorded_at WHERE operator_id = $1 AND recorded_at < 0");
// Ids keep the time of the wrong clock. Visits get the right time.
constexpr Sql kInsertVisits(
    "INSERT INTO click_batches (operator_id, batch_time, recorded_at)"
    " SELECT operator_id, batch_time - $1, recorded_at FROM click_batches"
    " WHERE operator_id = $2 AND recorded_at >= $3 AND batch_time > recorded_at ON CONFLICT DO NOTHING");

constexpr Sql kMoveEnd("UPDATE operators SET last_recorded_at = $1 WHERE operator_id = $2");
constexpr Sql kMoveDropped("UPDATE retention SET dropped_to = $1 WHERE operator_id = $2 AND dropped_to > $1");
constexpr Sql kMoveArchived("UPDATE retention SET archived_to = $1 WHERE operator_id = $2 AND archived_to > $1");
constexpr Sql kMoveFeeds("UPDATE feeds SET last_recorded_at = $1 WHERE operator_id = $2 AND last_recorded_at > $1");
// A session that began in the future would stay open at least until that time.
constexpr Sql kEndFutureSessions("UPDATE sessions SET ended_at = $1 WHERE created_at > $1 AND ended_at IS NULL");
constexpr Sql kMoveProbes("UPDATE probes SET at = $1 WHERE at > $1");

constexpr Sql kTrigger(
    "SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = 'fact_blocks_keep_their_place'");

class ClockRepairer {
public:
    ClockRepairer(Connection& connection, MigrationTarget target, const app::ClockRepairOptions& options)
        : connection_(connection), target_(target), options_(options) {}

    Result<std::vector<app::ClockRepairPart>> Run() {
        std::vector<app::ClockRepairPart> parts;
        const auto operators = TRY(ReadOperatorVersions(connection_));
        for (const app::OperatorVersion& each : operators) {
            auto part = TRY(Find(each.id));
            if (part) parts.push_back(std::move(*part));
        }
        if (options_.apply) TRY(Apply(parts));
        return parts;
    }

private:
    Result<std::int64_t> Number(const Sql& sql, OperatorId owner, Timestamp time) {
        const auto rows = TRY(connection_.Query(sql, {Value::Of(owner), Value::Of(time)}));
        return rows.Integer(0);
    }

    Result<std::optional<app::ClockRepairPart>> Find(OperatorId owner) {
        const Timestamp after = options_.after.value_or(options_.now);
        const auto rows = TRY(connection_.Query(kDatedAfter, {Value::Of(owner), Value::Of(after)}));
        if (rows.Integer(0, kDatedAfter["blocks"]) == 0) return std::nullopt;
        app::ClockRepairPart part{.owner = owner,
                                  .blocks = rows.Integer(0, kDatedAfter["blocks"]),
                                  .clicks = rows.Integer(0, kDatedAfter["clicks"]),
                                  .dated_from = rows.Time(0, kDatedAfter["dated_from"]),
                                  .dated_to = rows.Time(0, kDatedAfter["dated_to"])};
        const auto records = TRY(ReadOperator(connection_, owner));
        part.operator_name = records.self.name;
        part.registrations = TRY(Number(kDecidedSince, owner, part.dated_from));
        part.ahead_micros = TRY(AheadOf(part));
        TRY(CheckMovable(part));
        return part;
    }

    // The first time that the wrong clock gave to a block or to a visit.
    Result<std::int64_t> FirstDated(const app::ClockRepairPart& part) {
        const Timestamp after = options_.after.value_or(options_.now);
        const auto rows =
            TRY(connection_.Query(kFirstVisit, {Value::Of(part.owner), Value::Of(part.dated_from), Value::Of(after)}));
        return rows.Integer(0) == 0 ? part.dated_from.micros : std::min(part.dated_from.micros, rows.Integer(0));
    }

    // How far the clock was ahead. The record sets the limits: the moved blocks are after the last right block, and not
    // after now.
    Result<std::int64_t> AheadOf(const app::ClockRepairPart& part) {
        const std::int64_t last_right = TRY(Number(kLastRight, part.owner, part.dated_from));
        const std::int64_t least = part.dated_to.micros - options_.now.micros;
        const std::int64_t most = TRY(FirstDated(part)) - last_right - 1;
        if (least > most) {
            return Fail(ErrorCode::kConflict, "the blocks of operator " + part.operator_name + " after " +
                                                  part.dated_from.ToIso8601() +
                                                  " do not fit between the last right block and now");
        }
        if (options_.ahead_micros) return Within(*options_.ahead_micros, least, most);
        const auto rows = TRY(connection_.Query(kFirstEvents, {Value::Of(part.owner), Value::Of(part.dated_from)}));
        std::int64_t estimate = most;
        for (std::size_t i = 0; i < rows.size(); ++i) estimate = std::min(estimate, rows.Integer(i));
        return std::clamp(estimate, least, most);
    }

    static Result<std::int64_t> Within(std::int64_t ahead, std::int64_t least, std::int64_t most) {
        if (ahead >= least && ahead <= most) return ahead;
        return Fail(ErrorCode::kInvalidValue, "--ahead-by must be from " +
                                                  std::to_string((least + kMicrosPerSecond - 1) / kMicrosPerSecond) +
                                                  " to " + std::to_string(most / kMicrosPerSecond) + " seconds");
    }

    Status CheckMovable(const app::ClockRepairPart& part) {
        const auto rows = TRY(connection_.Query(kShortPayloads, {Value::Of(part.owner), Value::Of(part.dated_from)}));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (PointerIn(rows.Text(i)).empty()) continue;
            return Fail(ErrorCode::kConflict, "blocks of operator " + part.operator_name +
                                                  " with wrong times are in archive files and cannot be moved");
        }
        const auto repairs = TRY(ReadClockRepairs(connection_, part.owner));
        for (const ClockRepair& repair : repairs) {
            if (repair.last_at < part.dated_from) continue;
            return Fail(ErrorCode::kConflict,
                        "blocks of operator " + part.operator_name + " were already moved by an earlier repair");
        }
        return {};
    }

    Status Apply(std::span<const app::ClockRepairPart> parts) {
        const auto trigger = TRY(DropTrigger());
        for (const app::ClockRepairPart& part : parts) TRY(Move(part));
        TRY(connection_.RunScript(trigger));
        TRY(connection_.Run(kEndFutureSessions, {Value::Of(options_.now)}));
        return connection_.Run(kMoveProbes, {Value::Of(options_.now)});
    }

    // A trigger refuses changes of the times of blocks. It is removed here. Returns the script that restores it.
    Result<std::string> DropTrigger() {
        if (target_ == MigrationTarget::kPostgres) {
            TRY(connection_.RunScript("ALTER TABLE fact_blocks DISABLE TRIGGER fact_blocks_keep_their_place"));
            return "ALTER TABLE fact_blocks ENABLE TRIGGER fact_blocks_keep_their_place";
        }
        const auto rows = TRY(connection_.Query(kTrigger, {}));
        TRY(connection_.RunScript("DROP TRIGGER fact_blocks_keep_their_place"));
        return rows.String(0);
    }

    Status Move(const app::ClockRepairPart& part) {
        const Value owner = Value::Of(part.owner);
        const Value ahead = Value::Of(part.ahead_micros);
        const Value from = Value::Of(part.dated_from);
        const Value end = Value::Of(part.moved_to());
        const Value last_right = Value::Of(Timestamp{part.moved_from().micros - 1});
        TRY(InOrder([&] { return connection_.Run(kNegateBlocks, {ahead, owner, from}); },
                    [&] { return connection_.Run(kMoveBlocks, {owner}); }, [&] { return SealAgain(part); },
                    [&] { return connection_.Run(kMoveEnd, {end, owner}); },
                    [&] { return connection_.Run(kMoveDropped, {last_right, owner}); },
                    [&] { return connection_.Run(kMoveArchived, {last_right, owner}); },
                    [&] { return connection_.Run(kMoveFeeds, {end, owner}); }));
        TRY(MoveBatches(part));
        return Record(part);
    }

    Status MoveBatches(const app::ClockRepairPart& part) {
        const Value owner = Value::Of(part.owner);
        const Value ahead = Value::Of(part.ahead_micros);
        const Value from = Value::Of(part.dated_from);
        // The index of a SQLite ledger is in its own folder. At the next start it detects that it is newer than the
        // ledger.
        if (target_ == MigrationTarget::kPostgres) {
            TRY(connection_.Run(kNegatePostings, {ahead, owner, from}));
            TRY(connection_.Run(kMovePostings, {owner}));
        }
        return InOrder([&] { return connection_.Run(kNegateBatches, {ahead, owner, from}); },
                       [&] { return connection_.Run(kMoveBatches, {owner}); },
                       [&] { return connection_.Run(kInsertVisits, {ahead, owner, Value::Of(part.moved_from())}); });
    }

    // The checksum of a block covers its time.
    Status SealAgain(const app::ClockRepairPart& part) {
        Timestamp reached{part.moved_from().micros - 1};
        while (true) {
            const auto rows = TRY(connection_.Query(
                kMovedBlocks, {Value::Of(part.owner), Value::Of(reached), Value::Of(kBlocksPerStep)}));
            std::vector<NewPayload> sealed;
            for (std::size_t i = 0; i < rows.size(); ++i) {
                const BlockColumns now{
                    rows.Integer(i, kMovedBlocks["block_no"]), rows.Time(i, kMovedBlocks["recorded_at"]),
                    rows.Integer(i, kMovedBlocks["click_count"]), rows.Integer(i, kMovedBlocks["fact_count"])};
                BlockColumns before = now;
                before.recorded_at.micros += part.ahead_micros;
                const auto payload = OpenPayload(part.owner, before, rows.Text(i, kMovedBlocks["payload"]));
                if (payload) sealed.push_back({now, std::string(*payload), {}, {}});  // A damaged block stays damaged.
                reached = now.recorded_at;
            }
            TRY(ReplacePayloads(connection_, part.owner, sealed));
            if (static_cast<std::int64_t>(rows.size()) < kBlocksPerStep) return {};
        }
    }

    Status Record(const app::ClockRepairPart& part) {
        const auto moment = TRY(LockOperator(connection_, part.owner, options_.now));
        if (moment.last_commit == 0) return Fail(ErrorCode::kConflict, "the operator has blocks but no commits");
        CommitRecord record;
        const commission::Change change =
            commission::ClockRepaired{part.moved_from(), part.moved_to(), part.ahead_micros};
        const ClockRepair repair{part.moved_from(), part.moved_to(), part.ahead_micros, moment.commit_no()};
        return InOrder([&] { return StartSeals(connection_, moment, record); },
                       [&] { return StoreChanges(connection_, moment, std::span(&change, 1), record); },
                       [&] { return InsertAudit(connection_, moment, record, AuditOf(part)); },
                       [&] { return Advance(connection_, moment, record, facts::FactBlock()); },
                       [&] { return InsertClockRepair(connection_, part.owner, repair); });
    }

    static app::AuditEntry AuditOf(const app::ClockRepairPart& part) {
        const auto range = [](Timestamp from, Timestamp to) {
            return R"({"from":")" + from.ToIso8601() + R"(","to":")" + to.ToIso8601() + R"("})";
        };
        return {.actor = "commandLine",
                .action = "clock.repair",
                .subject = "operator/" + part.owner.ToString(),
                .before = range(part.dated_from, part.dated_to),
                .after = range(part.moved_from(), part.moved_to())};
    }

    Connection& connection_;
    MigrationTarget target_;
    const app::ClockRepairOptions& options_;
};

}  // namespace

Result<std::vector<app::ClockRepairPart>> RepairClock(Connection& connection, MigrationTarget target,
                                                      const app::ClockRepairOptions& options) {
    return InUndatedTransaction(connection,
                                [&](Connection& open) { return ClockRepairer(open, target, options).Run(); });
}

}  // namespace fairlead::ledger
