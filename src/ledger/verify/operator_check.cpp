#include "ledger/verify/operator_check.hpp"

#include <algorithm>

#include "domain/statements/statement.hpp"
#include "ledger/catalogue/catalogue_rows.hpp"
#include "ledger/sql/in_order.hpp"
#include "ledger/verify/block_check.hpp"

namespace fairlead::ledger {
namespace {

using commission::Accrual;

constexpr Sql kRecordEnd(
    "SELECT last_commit, last_recorded_at, last_seq, last_accrual, last_change, last_hash FROM operators"
    " WHERE operator_id = $1");
constexpr Sql kCommits(
    "SELECT commit_no, recorded_at, last_seq, last_accrual, last_change, hash FROM commits"
    " WHERE operator_id = $1 AND commit_no > $2 ORDER BY commit_no LIMIT $3");
constexpr ComposedSql kEvents(
    "SELECT " + kEventColumns +
    " FROM events e JOIN players p ON p.operator_id = e.operator_id AND p.player_id = e.player_id"
    " WHERE e.operator_id = $1 AND e.seq > $2 AND e.seq <= $3 ORDER BY e.seq");
constexpr ComposedSql kAccruals("SELECT " + kAccrualColumns +
                                " FROM accruals a WHERE a.operator_id = $1 AND a.number > $2 AND a.number <= $3"
                                " ORDER BY a.number");
constexpr Sql kStatements(
    "SELECT statement_id, content, content_hash, previous_hash, payable, affiliate_id, period, currency, closed_at"
    " FROM statements"
    " WHERE operator_id = $1 AND commit_no = $2 ORDER BY affiliate_id, currency");

constexpr std::int64_t kCommitsAtOnce = 1000;

std::string_view HashText(const Bytes32& hash) { return {reinterpret_cast<const char*>(hash.data()), hash.size()}; }

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
    compare("input", a.conversion == b.conversion && a.rev_share == b.rev_share && a.cpa == b.cpa);
    return names;
}

}  // namespace

OperatorCheck::OperatorCheck(Connection& connection, OperatorId owner, const app::OnVerificationProgress& progress,
                             app::VerificationReport& report, app::VerificationDepth depth)
    : connection_(connection),
      owner_(owner),
      progress_(progress),
      report_(report),
      depth_(depth),
      attributions_(connection, owner) {}

Status OperatorCheck::Run() {
    return InOrder([&] { return LoadOperator(); }, [&] { return CheckCommits(); },
                   [&] { return keys_->Finish([&](const std::string& what) { Differs(what); }); },
                   [&] { return CheckTables(); }, [&] { return CheckBlocks(); });
}

Status OperatorCheck::CheckBlocks() {
    BlockCheck blocks(connection_, owner_, [&](const std::string& what) { Differs(what); });
    TRY(blocks.CheckRows());
    return depth_ == app::VerificationDepth::kScrub ? blocks.CheckContents() : Status();
}

Status OperatorCheck::LoadOperator() {
    auto records = TRY(ReadOperator(connection_, owner_));
    records_ = std::move(records);
    name_ = "operator " + records_.self.name;
    const auto end = TRY(connection_.Query(kRecordEnd, {Value::Of(owner_)}));
    aimed_ = {end.Integer(0, kRecordEnd["last_commit"]), end.Time(0, kRecordEnd["last_recorded_at"]),
              end.Integer(0, kRecordEnd["last_seq"]),    end.Integer(0, kRecordEnd["last_accrual"]),
              end.Integer(0, kRecordEnd["last_change"]), HashOf(end.Text(0, kRecordEnd["last_hash"]))};
    keys_.emplace(connection_, owner_, aimed_.last_seq);
    return {};
}

Result<std::vector<OperatorCheck::CommitRow>> OperatorCheck::ReadCommits() {
    const auto rows =
        connection_.Query(kCommits, {Value::Of(owner_), Value::Of(last_.number), Value::Of(kCommitsAtOnce)});
    if (!rows) return std::unexpected(rows.error());
    std::vector<CommitRow> commits;
    for (std::size_t i = 0; i < rows->size(); ++i) {
        commits.push_back({rows->Integer(i, kCommits["commit_no"]), rows->Time(i, kCommits["recorded_at"]),
                           rows->Integer(i, kCommits["last_seq"]), rows->Integer(i, kCommits["last_accrual"]),
                           rows->Integer(i, kCommits["last_change"]), HashOf(rows->Text(i, kCommits["hash"]))});
    }
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
        last_.last_accrual != aimed_.last_accrual || last_.last_change != aimed_.last_change) {
        Differs("the chain ends at commit " + std::to_string(last_.number) + ", but the operator's row says " +
                std::to_string(aimed_.number));
    }
    return {};
}

Status OperatorCheck::CheckCommit(const CommitRow& commit) {
    if (commit.number != last_.number + 1) {
        Differs("commits " + std::to_string(last_.number + 1) + " to " + std::to_string(commit.number - 1) +
                " are missing");
    }
    CommitRecord record;
    auto done = InOrder([&] { return CheckChanges(commit, record); }, [&] { return CheckEvents(commit, record); },
                        [&] { return CheckAccruals(commit, record); }, [&] { return CheckStatements(commit, record); });
    if (!done) return done;
    if (record.Hash(last_.hash, commit.number, commit.recorded_at) != commit.hash) {
        Differs("commit " + std::to_string(commit.number) +
                ": its hash is not that of its events, accruals, changes and statements");
    }
    last_ = commit;
    ++report_.commits;
    return {};
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
        connection_.Query(kEvents, {Value::Of(owner_), Value::Of(last_.last_seq), Value::Of(commit.last_seq)});
    if (!rows) return std::unexpected(rows.error());
    std::int64_t expected = last_.last_seq;
    for (std::size_t i = 0; i < rows->size(); ++i) {
        const ReadEventRow row = ReadEventColumns(*rows, i);
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
    if (event.type == events::EventType::kRegistration && registered_.insert(row.player).second) {
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

Status OperatorCheck::CheckStatements(const CommitRow& commit, CommitRecord& record) {
    const auto again = replay_.TakeStatements();
    const bool closes = !again.empty();
    const auto rows = TRY(connection_.Query(kStatements, {Value::Of(owner_), Value::Of(commit.number)}));
    if (rows.empty() && !closes) return {};
    std::map<StatementId, StatementRow> stored;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        StatementRow row{rows.Identifier<StatementId>(i, kStatements["statement_id"]),
                         rows.String(i, kStatements["content"]),
                         rows.String(i, kStatements["content_hash"]),
                         rows.String(i, kStatements["previous_hash"]),
                         ReadStoredDecimal(rows, i, kStatements["payable"]),
                         rows.Identifier<AffiliateId>(i, kStatements["affiliate_id"]),
                         rows.Integer(i, kStatements["period"]),
                         rows.String(i, kStatements["currency"]),
                         rows.Time(i, kStatements["closed_at"])};
        stored.emplace(row.id, std::move(row));
    }
    for (const statements::Statement& statement : again) {
        const StatementId id =
            statements::StatementIdOf(owner_, statement.affiliate, statement.period, statement.currency);
        const auto row = stored.find(id);
        const std::string which = "statement " + id.ToString() + " of " + statement.period.ToString();
        record.AddStatement(id, row == stored.end() ? Bytes32{} : HashOf(row->second.content_hash));
        if (row == stored.end()) {
            Differs(which + " is missing");
            continue;
        }
        const bool same = row->second.content == ContentBytes(statement) &&
                          row->second.content_hash == HashText(statement.content_hash) &&
                          row->second.previous_hash == HashText(statement.previous_hash) &&
                          row->second.payable == statement.payable;
        if (!same) {
            Differs(which + " says payable " + row->second.payable.ToString() + ", recomputed " +
                    statement.payable.ToString());
        }
        // The columns that lists search.
        const bool found =
            row->second.affiliate == statement.affiliate && row->second.period == statement.period.months &&
            row->second.currency == statement.currency.code() && row->second.closed_at == commit.recorded_at;
        if (!found) Differs(which + ": its affiliate, month, currency or closing time is not what was recorded");
        stored.erase(row);
        ++report_.statements;
    }
    for (const auto& [id, row] : stored) Differs("statement " + id.ToString() + " has no cause in the record");
    return {};
}

}  // namespace fairlead::ledger
