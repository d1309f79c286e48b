#include "ledger/verify/operator_check.hpp"

#include <algorithm>
#include <ranges>

#include "domain/statements/statement.hpp"
#include "ledger/catalogue/catalogue_rows.hpp"
#include "ledger/sql/in_order.hpp"
#include "ledger/verify/block_check.hpp"

namespace fairlead::ledger {
namespace {

using commission::Accrual;

constexpr Sql kRecordEnd(
    "SELECT last_commit, last_recorded_at, last_seq, last_accrual, last_change, last_hash, last_seal FROM operators"
    " WHERE operator_id = $1");
constexpr Sql kCommits(
    "SELECT commit_no, recorded_at, last_seq, last_accrual, last_change, hash, last_seal, block_no,"
    " block_digest FROM commits"
    " WHERE operator_id = $1 AND commit_no > $2 ORDER BY commit_no LIMIT $3");
constexpr Sql kRowChecks("SELECT row_checks FROM commits WHERE operator_id = $1 AND commit_no = $2");
constexpr ComposedSql kEvents(
    "SELECT " + kEventColumns +
    " FROM events e JOIN players p ON p.operator_id = e.operator_id AND p.player_id = e.player_id"
    " WHERE e.operator_id = $1 AND e.seq > $2 AND e.seq <= $3 ORDER BY e.seq");
constexpr ComposedSql kAccruals("SELECT " + kAccrualColumns +
                                " FROM accruals a WHERE a.operator_id = $1 AND a.number > $2 AND a.number <= $3"
                                " ORDER BY a.number");
constexpr Sql kClosings("SELECT DISTINCT commit_no FROM statements WHERE operator_id = $1");

constexpr std::int64_t kCommitsAtOnce = 1000;
constexpr std::size_t kMembersNamedMax = 8;

std::string Describe(const Accrual& accrual) {
    return std::string(Name(accrual.component)) + " " + accrual.amount.amount.ToString() + " " +
           std::string(accrual.amount.currency.code()) + " for affiliate " + accrual.affiliate.ToString() + " in " +
           accrual.period.ToString();
}

// The members in which two accruals differ.
std::string DifferingMembers(const Accrual& a, const Accrual& b) {
    std::string names;
    const auto compare = [&](std::string_view name, bool same) {
        if (!same) names += (names.empty() ? "" : ", ") + std::string(name);
    };
    compare("number", a.number == b.number);
    compare("affiliate", a.affiliate == b.affiliate);
    compare("player", a.player == b.player);
    compare("brand", a.brand == b.brand);
    compare("event", a.event_seq == b.event_seq);
    compare("deal", a.deal == b.deal && a.version == b.version);
    compare("component", a.component == b.component);
    compare("reason", a.reason == b.reason);
    compare("period", a.period == b.period);
    compare("event time", a.event_time == b.event_time);
    compare("payable from", a.payable_from == b.payable_from);
    compare("late", a.late == b.late);
    compare("amount", a.amount == b.amount);
    compare("base", a.base == b.base);
    compare("rate", a.rate == b.rate);
    compare("source", a.source == b.source && a.reverses == b.reverses);
    compare("input",
            a.conversion == b.conversion && a.rev_share == b.rev_share && a.cpa == b.cpa && a.turnover == b.turnover);
    return names;
}

}  // namespace

OperatorCheck::OperatorCheck(Connection& connection, OperatorId owner, const app::OnVerificationProgress& progress,
                             app::VerificationReport& report, const app::VerificationRequest& request)
    : connection_(connection),
      owner_(owner),
      progress_(progress),
      report_(report),
      request_(request),
      attributions_(connection, owner),
      seals_(connection, owner, [this](const std::string& what) { Differs(what); }),
      blocks_(connection, owner, [this](const std::string& what) { Differs(what); }),
      messages_(connection, owner, [this](const std::string& what) { Differs(what); }) {}

Status OperatorCheck::Run() {
    return InOrder([&] { return LoadOperator(); }, [&] { return LoadClosings(); }, [&] { return CheckCommits(); },
                   [&] { return seals_.Finish(); }, [&] { return blocks_.Finish(); },
                   [&] { return messages_.Finish(report_.messages); },
                   [&] { return keys_->Finish([&](const std::string& what) { Differs(what); }); },
                   [&] { return CheckTables(); }, [&] { return CheckBlocks(); });
}

Status OperatorCheck::CheckBlocks() {
    BlockCheck blocks(connection_, owner_, [&](const std::string& what) { Differs(what); });
    TRY(blocks.CheckRows());
    return request_.depth == app::VerificationDepth::kScrub ? blocks.CheckContents() : Status();
}

Status OperatorCheck::LoadOperator() {
    auto records = TRY(ReadOperator(connection_, owner_));
    records_ = std::move(records);
    name_ = "operator " + records_.self.name;
    const auto end = TRY(connection_.Query(kRecordEnd, {Value::Of(owner_)}));
    aimed_ = {.number = end.Integer(0, kRecordEnd["last_commit"]),
              .recorded_at = end.Time(0, kRecordEnd["last_recorded_at"]),
              .last_seq = end.Integer(0, kRecordEnd["last_seq"]),
              .last_accrual = end.Integer(0, kRecordEnd["last_accrual"]),
              .last_change = end.Integer(0, kRecordEnd["last_change"]),
              .hash = HashOf(end.Text(0, kRecordEnd["last_hash"])),
              .last_seal = end.Integer(0, kRecordEnd["last_seal"])};
    keys_.emplace(connection_, owner_, aimed_.last_seq);
    for (const app::ChainHead& head : request_.expected) {
        if (head.owner == owner_) expected_.push_back(head);
    }
    return {};
}

Status OperatorCheck::LoadClosings() {
    const auto rows = TRY(connection_.Query(kClosings, {Value::Of(owner_)}));
    for (std::size_t row = 0; row < rows.size(); ++row) closing_.insert(rows.Integer(row));
    return {};
}

OperatorCheck::CommitRow OperatorCheck::CommitAt(const ResultRows& rows, std::size_t row) {
    return {.number = rows.Integer(row, kCommits["commit_no"]),
            .recorded_at = rows.Time(row, kCommits["recorded_at"]),
            .last_seq = rows.Integer(row, kCommits["last_seq"]),
            .last_accrual = rows.Integer(row, kCommits["last_accrual"]),
            .last_change = rows.Integer(row, kCommits["last_change"]),
            .hash = HashOf(rows.Text(row, kCommits["hash"])),
            .last_seal = rows.Integer(row, kCommits["last_seal"]),
            .block_no = rows.Integer(row, kCommits["block_no"]),
            .block_digest = HashOf(rows.Text(row, kCommits["block_digest"])),
            .is_wide = !rows.IsNull(row, kCommits["last_seal"])};
}

Result<std::vector<OperatorCheck::CommitRow>> OperatorCheck::ReadCommits() {
    const auto rows =
        TRY(connection_.Query(kCommits, {Value::Of(owner_), Value::Of(last_.number), Value::Of(kCommitsAtOnce)}));
    std::vector<CommitRow> commits;
    for (std::size_t i = 0; i < rows.size(); ++i) commits.push_back(CommitAt(rows, i));
    return commits;
}

Status OperatorCheck::CheckCommits() {
    while (true) {
        const auto commits = TRY(ReadCommits());
        for (const CommitRow& commit : commits) {
            TRY(CheckCommit(commit));
        }
        if (progress_) progress_({records_.self.name, last_.number, aimed_.number});
        if (std::ssize(commits) < kCommitsAtOnce) break;
    }
    if (last_.number != aimed_.number || last_.hash != aimed_.hash || last_.last_seq != aimed_.last_seq ||
        last_.last_accrual != aimed_.last_accrual || last_.last_change != aimed_.last_change ||
        last_.last_seal != aimed_.last_seal) {
        Differs("the chain ends at commit " + std::to_string(last_.number) + ", but the operator's row says " +
                std::to_string(aimed_.number));
    }
    AddChain();
    return {};
}

void OperatorCheck::AddChain() {
    for (const app::ChainHead& head : expected_) {
        Differs("the expected head " + head.ToText() +
                " is not in the chain: its history was cut off. The chain ends at commit " +
                std::to_string(last_.number));
    }
    report_.chains.push_back({.operator_name = records_.self.name,
                              .head = {owner_, last_.number, last_.hash, last_.recorded_at},
                              .wide_from = wide_from_.number,
                              .wide_at = wide_from_.recorded_at});
}

void OperatorCheck::CompareWithExpected(const CommitRow& commit) {
    std::erase_if(expected_, [&](const app::ChainHead& head) {
        if (head.number != commit.number) return false;
        if (head.hash != commit.hash) {
            Differs("the expected head " + head.ToText() + " is not in the chain: its history was rewritten. Commit " +
                    std::to_string(commit.number) + " has the hash " + ToHex(commit.hash));
        }
        return true;
    });
}

Status OperatorCheck::CheckCommit(const CommitRow& commit) {
    if (commit.number != last_.number + 1) {
        Differs("commits " + std::to_string(last_.number + 1) + " to " + std::to_string(commit.number - 1) +
                " are missing");
    }
    CommitRecord record;
    auto done = InOrder([&] { return CheckChanges(commit, record); }, [&] { return CheckEvents(commit, record); },
                        [&] { return CheckAccruals(commit, record); }, [&] { return CheckStatements(commit, record); },
                        [&] { return CheckSealed(commit, record); });
    if (!done) return done;
    const ChainWidth width = commit.is_wide ? ChainWidth::kWide : ChainWidth::kNarrow;
    if (record.Hash(last_.hash, commit.number, commit.recorded_at, width) != commit.hash) {
        Differs("commit " + std::to_string(commit.number) + ": its hash is not that of its events, accruals, changes" +
                (commit.is_wide ? ", statements, seals and block of facts" : " and statements") +
                TRY(NameDamage(commit, record)));
    }
    CompareWithExpected(commit);
    last_ = commit;
    ++report_.commits;
    return {};
}

Result<std::string> OperatorCheck::NameDamage(const CommitRow& commit, const CommitRecord& record) {
    const auto rows = TRY(connection_.Query(kRowChecks, {Value::Of(owner_), Value::Of(commit.number)}));
    const auto added = [](std::int64_t before, std::int64_t now) { return CheckedRows{before + 1, now - before}; };
    const CheckedRowsOfTables ranges{
        added(last_.last_change, commit.last_change), added(last_.last_seq, commit.last_seq),
        added(last_.last_accrual, commit.last_accrual), added(last_.last_seal, commit.last_seal)};
    const auto damaged = FindDamagedMembers(rows.empty() ? std::string_view() : rows.Text(0, kRowChecks["row_checks"]),
                                            record.checks(), ranges);
    std::string text;
    for (const std::string& member : damaged | std::views::take(kMembersNamedMax)) {
        text += (text.empty() ? ". These values are not as written: " : "; ") + member;
    }
    if (damaged.size() > kMembersNamedMax) {
        text += "; and " + std::to_string(damaged.size() - kMembersNamedMax) + " others";
    }
    return text;
}

// Commits from before the upgrade have neither seals nor the digests of their blocks.
Status OperatorCheck::CheckSealed(const CommitRow& commit, CommitRecord& record) {
    if (!commit.is_wide) {
        if (wide_from_.number != 0) {
            Differs("commit " + std::to_string(commit.number) +
                    " has no seals, but the wider chain began with commit " + std::to_string(wide_from_.number));
        }
        return {};
    }
    if (wide_from_.number == 0) wide_from_ = commit;
    TRY(seals_.AddUpTo(commit.last_seal, record));
    if (commit.block_no == 0) return {};
    record.SetBlock(commit.block_no, commit.block_digest);
    return blocks_.OnBlock(commit.block_no, commit.block_digest, commit.recorded_at);
}

Status OperatorCheck::CheckChanges(const CommitRow& commit, CommitRecord& record) {
    if (commit.last_change == last_.last_change) return {};
    const auto rows = TRY(ReadChanges(connection_, owner_, last_.last_change, commit.last_change));
    if (std::ssize(rows) != commit.last_change - last_.last_change) {
        Differs("commit " + std::to_string(commit.number) + ": changes are missing");
    }
    for (const ChangeRow& row : rows) {
        record.AddChange(row.number, row.kind, row.content);
        const auto change = DecodeChange(row);
        if (change) {
            replay_.Apply(*change);
            const auto* adjusted = std::get_if<commission::Adjusted>(&*change);
            if (adjusted != nullptr) adjusted_.emplace(adjusted->id, *adjusted);
            const auto* reversed = std::get_if<commission::AccrualReversed>(&*change);
            if (reversed != nullptr) reversed_.emplace(reversed->accrual, *reversed);
            const auto* repaired = std::get_if<commission::ClockRepaired>(&*change);
            if (repaired != nullptr)
                NoteRepair({repaired->first_at, repaired->last_at, repaired->ahead_micros, commit.number});
        } else {
            Differs("change " + std::to_string(row.number) + " cannot be read");
        }
    }
    return {};
}

void OperatorCheck::NoteRepair(const ClockRepair& repair) {
    repairs_.push_back(repair);
    attributions_.OnRepair(repair);
}

Status OperatorCheck::CheckEvents(const CommitRow& commit, CommitRecord& record) {
    if (commit.last_seq == last_.last_seq) return {};
    const auto rows =
        TRY(connection_.Query(kEvents, {Value::Of(owner_), Value::Of(last_.last_seq), Value::Of(commit.last_seq)}));
    std::int64_t expected = last_.last_seq;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const ReadEventRow row = ReadEventColumns(rows, i);
        CheckNoneMissing(expected + 1, row.seq - 1);
        expected = row.seq;
        if (row.recorded_at != commit.recorded_at) {
            Differs("event number " + std::to_string(row.seq) + " was not recorded with its commit");
        }
        keys_->Add(row.stored.event.idempotency_key);
        record.AddEvent({row.seq, row.stored.id, row.player, &row.stored.event, row.ngr_delta});
        TRY(ReplayEvent(row, commit));
        ++report_.events;
    }
    CheckNoneMissing(expected + 1, commit.last_seq);
    return {};
}

void OperatorCheck::CheckNoneMissing(std::int64_t first, std::int64_t last) {
    if (first > last) return;
    if (first == last) return Differs("event number " + std::to_string(first) + " is missing");
    Differs("events number " + std::to_string(first) + " to " + std::to_string(last) + " are missing");
}

// Returns true for the first registration of a player.
bool OperatorCheck::NoteMilestone(const ReadEventRow& row) {
    const events::Event& event = row.stored.event;
    if (first_seq_ == 0) first_seq_ = row.seq;
    const bool registers = event.type == events::EventType::kRegistration;
    if (!registers && event.type != events::EventType::kFirstDeposit) return false;
    Reached& reached = reached_[row.player];
    std::int64_t& seq = registers ? reached.registration : reached.first_deposit;
    if (seq != 0) return false;
    seq = row.seq;
    reached.brand = event.brand;
    if (registers) reached.registered_at = event.time;
    return registers;
}

Status OperatorCheck::ReplayEvent(const ReadEventRow& row, const CommitRow& commit) {
    const events::Event& event = row.stored.event;
    commission::RecordedEvent recorded{.seq = row.seq,
                                       .player = row.player,
                                       .type = event.type,
                                       .time = event.time,
                                       .brand = event.brand,
                                       .money = event.money,
                                       .product = event.product,
                                       .affiliate = {},
                                       .country = {}};
    if (NoteMilestone(row)) {
        auto decided = TRY(attributions_.Decide(row, commit.recorded_at, replay_.plan().suspended()));
        if (!decided.difference.empty()) Differs(decided.difference);
        recorded.affiliate = decided.affiliate;
        recorded.country = decided.country;
        ++report_.attributions;
    }
    replay_.OnEvent(recorded);
    const auto deltas = replay_.TakeNgrDeltas();
    const auto delta = deltas.empty() ? std::nullopt : std::optional(deltas.begin()->second);
    if (delta != row.ngr_delta) {
        Differs("event " + row.stored.id.ToString() + ": its change of net gaming revenue is not the recorded one");
    }
    return {};
}

Status OperatorCheck::CheckAccruals(const CommitRow& commit, CommitRecord& record) {
    std::vector<Accrual> stored;
    if (commit.last_accrual > last_.last_accrual) {
        const auto rows = TRY(connection_.Query(
            kAccruals, {Value::Of(owner_), Value::Of(last_.last_accrual), Value::Of(commit.last_accrual)}));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            ReadAccrualRow row = ReadAccrualColumns(rows, i);
            const std::string which = "accrual " + std::to_string(row.accrual.number);
            if (!row.readable) Differs(which + ": its stored input cannot be read");
            if (row.recorded_at != commit.recorded_at) Differs(which + " was not recorded with its commit");
            stored.push_back(std::move(row.accrual));
            record.AddAccrual(stored.back());
        }
    }
    const auto again = replay_.TakeAccruals();
    TRY(messages_.Check(commit.recorded_at, replay_.plan().subscriptions(), replay_.TakeCounted(), again));
    for (std::size_t i = 0; i < std::max(stored.size(), again.size()); ++i) {
        const Accrual* there = i < stored.size() ? &stored[i] : nullptr;
        const Accrual* made = i < again.size() ? &again[i] : nullptr;
        const std::string which = "accrual " + std::to_string((there != nullptr ? there : made)->number) +
                                  " of commit " + std::to_string(commit.number);
        if (there == nullptr) {
            Differs(which + " is missing: recomputed " + Describe(*made));
        } else if (made == nullptr) {
            Differs(which + " has no cause in the record: " + Describe(*there));
        } else if (*there != *made) {
            Differs(which + " is " + Describe(*there) + ", recomputed " + Describe(*made) +
                    " (other: " + DifferingMembers(*there, *made) + ")");
        }
        ++report_.accruals;
    }
    return {};
}

}  // namespace fairlead::ledger
