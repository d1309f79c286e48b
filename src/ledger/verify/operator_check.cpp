#include "ledger/verify/operator_check.hpp"

#include <algorithm>
#include <set>

#include "domain/statements/statement.hpp"
#include "ledger/catalogue/columns.hpp"
#include "ledger/catalogue_rows.hpp"
#include "ledger/commission/group_rows.hpp"
#include "ledger/commission/held_rows.hpp"
#include "ledger/in_order.hpp"

namespace fairlead::ledger {
namespace {

using commission::Accrual;

constexpr Sql kEnd(
    "SELECT last_commit, last_recorded_at, last_seq, last_accrual, last_change, last_hash FROM operators"
    " WHERE operator_id = $1");
constexpr Sql kCommits(
    "SELECT commit_no, recorded_at, last_seq, last_accrual, last_change, hash FROM commits"
    " WHERE operator_id = $1 AND commit_no > $2 ORDER BY commit_no LIMIT $3");
constexpr Sql kEvents("SELECT " FAIRLEAD_EVENT_COLUMNS
                      " FROM events e JOIN players p ON p.operator_id = e.operator_id AND p.player_id = e.player_id"
                      " WHERE e.operator_id = $1 AND e.seq > $2 AND e.seq <= $3 ORDER BY e.seq");
constexpr Sql kAccruals("SELECT " FAIRLEAD_ACCRUAL_COLUMNS
                        " FROM accruals a WHERE a.operator_id = $1 AND a.number > $2 AND a.number <= $3"
                        " ORDER BY a.number");
constexpr Sql kStatements(
    "SELECT statement_id, content, content_hash, previous_hash, payable FROM statements"
    " WHERE operator_id = $1 AND commit_no = $2 ORDER BY affiliate_id, currency");
constexpr Sql kRates("SELECT date, from_currency, to_currency, rate FROM fx_rates WHERE operator_id = $1");

constexpr Sql kPlayers(
    "SELECT player_id, affiliate_id, commission FROM players WHERE operator_id = $1 AND player_id > $2"
    " ORDER BY player_id LIMIT $3");
constexpr Sql kAdjustments(
    "SELECT adjustment_id, affiliate_id, amount, currency, reason FROM adjustments WHERE operator_id = $1");

constexpr std::int64_t kCommitsAtOnce = 1000;
constexpr std::int64_t kRowsAtOnce = 5000;

std::string_view TextOf(const Bytes32& hash) { return {reinterpret_cast<const char*>(hash.data()), hash.size()}; }

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
    compare("what it saw", a.conversion == b.conversion && a.rev_share == b.rev_share && a.cpa == b.cpa);
    return names;
}

}  // namespace

OperatorCheck::OperatorCheck(Session& session, OperatorId owner, const app::ProgressTold& progress,
                             app::VerificationReport& report)
    : session_(session), owner_(owner), progress_(progress), report_(report), attributions_(session, owner) {}

Status OperatorCheck::Run() {
    return InOrder([&] { return LoadOperator(); }, [&] { return CheckCommits(); }, [&] { return CheckTables(); });
}

Status OperatorCheck::LoadOperator() {
    auto records = ReadOperator(session_, owner_);
    if (!records) return std::unexpected(records.error());
    records_ = std::move(*records);
    name_ = "operator " + records_.self.name;
    const auto end = session_.Query(kEnd, {Value::Of(owner_)});
    if (!end) return std::unexpected(end.error());
    aimed_ = {end->Integer(0, 0), end->Time(0, 1),    end->Integer(0, 2),
              end->Integer(0, 3), end->Integer(0, 4), HashOf(end->Text(0, 5))};
    return {};
}

Result<std::vector<OperatorCheck::CommitRow>> OperatorCheck::ReadCommits() {
    const auto rows = session_.Query(kCommits, {Value::Of(owner_), Value::Of(last_.number), Value::Of(kCommitsAtOnce)});
    if (!rows) return std::unexpected(rows.error());
    std::vector<CommitRow> commits;
    for (std::size_t i = 0; i < rows->size(); ++i) {
        commits.push_back({rows->Integer(i, 0), rows->Time(i, 1), rows->Integer(i, 2), rows->Integer(i, 3),
                           rows->Integer(i, 4), HashOf(rows->Text(i, 5))});
    }
    return commits;
}

Status OperatorCheck::CheckCommits() {
    while (true) {
        const auto commits = ReadCommits();
        if (!commits) return std::unexpected(commits.error());
        for (const CommitRow& commit : *commits) {
            if (auto done = CheckCommit(commit); !done) return done;
        }
        if (progress_) progress_({records_.self.name, last_.number, aimed_.number});
        if (std::ssize(*commits) < kCommitsAtOnce) break;
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
                ": its hash is not that of the events, accruals, changes and statements it holds");
    }
    last_ = commit;
    ++report_.commits;
    return {};
}

Status OperatorCheck::CheckChanges(const CommitRow& commit, CommitRecord& record) {
    if (commit.last_change == last_.last_change) return {};
    const auto rows = ReadChanges(session_, owner_, last_.last_change, commit.last_change);
    if (!rows) return std::unexpected(rows.error());
    if (std::ssize(*rows) != commit.last_change - last_.last_change) {
        Differs("commit " + std::to_string(commit.number) + ": changes are missing");
    }
    for (const ChangeRow& row : *rows) {
        record.AddChange(row.number, row.kind, row.content);
        const auto change = DecodeChange(row);
        if (change) {
            replay_.Apply(*change);
            const auto* adjusted = std::get_if<commission::Adjusted>(&*change);
            if (adjusted != nullptr) adjusted_.emplace(adjusted->id, *adjusted);
        } else {
            Differs("change " + std::to_string(row.number) + " cannot be read");
        }
    }
    return {};
}

Status OperatorCheck::CheckEvents(const CommitRow& commit, CommitRecord& record) {
    if (commit.last_seq == last_.last_seq) return {};
    const auto rows =
        session_.Query(kEvents, {Value::Of(owner_), Value::Of(last_.last_seq), Value::Of(commit.last_seq)});
    if (!rows) return std::unexpected(rows.error());
    std::int64_t expected = last_.last_seq;
    for (std::size_t i = 0; i < rows->size(); ++i) {
        const ReadEventRow row = ReadEventColumns(*rows, i);
        while (++expected < row.seq) Differs("event number " + std::to_string(expected) + " is missing");
        record.AddEvent({row.seq, row.stored.id, row.player, &row.stored.event, row.ngr_delta});
        if (auto done = ReplayEvent(row, commit); !done) return done;
        ++report_.events;
    }
    while (++expected <= commit.last_seq) Differs("event number " + std::to_string(expected) + " is missing");
    return {};
}

Status OperatorCheck::ReplayEvent(const ReadEventRow& row, const CommitRow& commit) {
    const events::Event& event = row.stored.event;
    commission::RecordedEvent recorded{.seq = row.seq,
                                       .player = row.player,
                                       .type = event.type,
                                       .time = event.time,
                                       .brand = event.brand,
                                       .money = event.money,
                                       .affiliate = {},
                                       .country = {}};
    if (event.type == events::EventType::kRegistration && registered_.insert(row.player).second) {
        auto decided = attributions_.Decide(row, commit.recorded_at);
        if (!decided) return std::unexpected(decided.error());
        if (!decided->difference.empty()) Differs(decided->difference);
        recorded.affiliate = decided->affiliate;
        recorded.country = decided->country;
        ++report_.attributions;
    }
    replay_.OnEvent(recorded);
    const auto deltas = replay_.TakeNgrDeltas();
    const auto delta = deltas.empty() ? std::nullopt : std::optional(deltas.begin()->second);
    if (delta != row.ngr_delta) {
        Differs("event " + row.stored.id.ToString() + ": what its net gaming revenue adds is not what is recorded");
    }
    return {};
}

Status OperatorCheck::CheckAccruals(const CommitRow& commit, CommitRecord& record) {
    std::vector<Accrual> stored;
    if (commit.last_accrual > last_.last_accrual) {
        const auto rows = session_.Query(
            kAccruals, {Value::Of(owner_), Value::Of(last_.last_accrual), Value::Of(commit.last_accrual)});
        if (!rows) return std::unexpected(rows.error());
        for (std::size_t i = 0; i < rows->size(); ++i) {
            ReadAccrualRow row = ReadAccrualColumns(*rows, i);
            const std::string which = "accrual " + std::to_string(row.accrual.number);
            if (!row.readable) Differs(which + ": what it was worked out from cannot be read");
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
            Differs(which + " follows from nothing: " + Describe(*there));
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
    const auto rows = session_.Query(kStatements, {Value::Of(owner_), Value::Of(commit.number)});
    if (!rows) return std::unexpected(rows.error());
    if (rows->empty() && !closes) return {};
    std::map<StatementId, StatementRow> stored;
    for (std::size_t i = 0; i < rows->size(); ++i) {
        StatementRow row{rows->Identifier<StatementId>(i, 0), rows->String(i, 1), rows->String(i, 2),
                         rows->String(i, 3), ReadStoredDecimal(*rows, i, 4)};
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
                          row->second.content_hash == TextOf(statement.content_hash) &&
                          row->second.previous_hash == TextOf(statement.previous_hash) &&
                          row->second.payable == statement.payable;
        if (!same) {
            Differs(which + " says payable " + row->second.payable.ToString() + ", recomputed " +
                    statement.payable.ToString());
        }
        stored.erase(row);
        ++report_.statements;
    }
    for (const auto& [id, row] : stored) Differs("statement " + id.ToString() + " follows from nothing");
    return {};
}

Status OperatorCheck::CheckTables() {
    CheckPlan(records_);
    return InOrder([&] { return CheckRates(); }, [&] { return CheckGroups(); }, [&] { return CheckPlayers(); },
                   [&] { return CheckHeld(); }, [&] { return CheckAdjustments(); });
}

Status OperatorCheck::CheckRates() {
    const auto rates = session_.Query(kRates, {Value::Of(owner_)});
    if (!rates) return std::unexpected(rates.error());
    for (std::size_t i = 0; i < rates->size(); ++i) {
        const Date date{static_cast<std::int32_t>(rates->Integer(i, 0))};
        const auto from = Currency::Parse(rates->Text(i, 1));
        const auto to = Currency::Parse(rates->Text(i, 2));
        const auto rate = ExchangeRate::Parse(rates->Text(i, 3));
        const auto known = from && to ? replay_.plan().RateOn(*from, *to, date) : std::nullopt;
        if (!known || known->date != date || !rate || known->rate != *rate) {
            Differs("the rate of " + rates->String(i, 1) + " in " + rates->String(i, 2) + " on " + date.ToString() +
                    " is not the recorded one");
        }
    }
    return {};
}

// What the service works on must be what the record adds up to.
void OperatorCheck::CheckPlan(const app::OperatorRecords& records) {
    if (aimed_.number == 0) return;
    const commission::Plan& plan = replay_.plan();
    for (const commission::Deal& deal : records.deals) {
        const auto* known = plan.FindDeal(deal.id);
        if (known != nullptr && *known == deal) continue;
        std::string versions;
        for (const commission::DealVersion& version : deal.versions) {
            const auto* same = known == nullptr ? nullptr : known->Version(version.number);
            if (same == nullptr || *same != version) versions += " version " + std::to_string(version.number);
        }
        Differs("deal " + deal.name + " (" + deal.id.ToString() + ")" + versions + " is not what was recorded");
    }
    for (const catalogue::Affiliate& affiliate : records.affiliates) {
        const auto* known = plan.FindAffiliate(affiliate.id);
        const bool same = known != nullptr && known->deals == affiliate.deals && known->parent == affiliate.parent &&
                          known->min_payout == affiliate.min_payout;
        if (!same)
            Differs("the deals, parent or minimum of affiliate " + affiliate.name + " are not what was recorded");
    }
    for (const catalogue::Brand& brand : records.brands) {
        if (plan.NgrModeOf(brand.id) != brand.ngr_mode)
            Differs("the ngrMode of brand " + brand.name + " is not what was recorded");
    }
}

Status OperatorCheck::CheckGroups() {
    const auto rows = ReadAllGroups(session_, owner_);
    if (!rows) return std::unexpected(rows.error());
    std::set<commission::GroupKey> keys;
    for (const GroupRow& row : *rows) keys.insert(row.key);
    for (const auto& [key, ignored] : replay_.groups()) keys.insert(key);
    for (const commission::GroupKey& key : keys) {
        const auto stored = ReadGroups(session_, owner_, std::span(&key, 1));
        if (!stored) return std::unexpected(stored.error());
        const auto* known = replay_.book().Find(key);
        if ((known == nullptr ? commission::GroupState() : *known) == stored->front()) continue;
        Differs("the running sums of affiliate " + key.affiliate.ToString() + " in " + key.period.ToString() +
                " are not what the accruals add up to");
    }
    return {};
}

Status OperatorCheck::CheckPlayers() {
    PlayerId after{};
    while (true) {
        const auto rows = session_.Query(kPlayers, {Value::Of(owner_), Value::Of(after), Value::Of(kRowsAtOnce)});
        if (!rows) return std::unexpected(rows.error());
        for (std::size_t i = 0; i < rows->size(); ++i) {
            after = rows->Identifier<PlayerId>(i, 0);
            const auto affiliate = ReadId<AffiliateId>(*rows, i, 1);
            const auto state = commission::DecodePlayerState(rows->Text(i, 2));
            const auto* known = replay_.StateOf(after);
            // What was recorded before the chain began is not replayed.
            if (known == nullptr) continue;
            const bool same = affiliate == replay_.AffiliateOf(after) && state == *known;
            if (!same) Differs("player " + after.ToString() + ": what commissions go by is not what was recorded");
        }
        if (static_cast<std::int64_t>(rows->size()) < kRowsAtOnce) return {};
    }
}

Status OperatorCheck::CheckHeld() {
    std::int64_t after = 0;
    std::set<std::int64_t> stored;
    while (true) {
        const auto rows = ReadHeld(session_, owner_, after, kRowsAtOnce);
        if (!rows) return std::unexpected(rows.error());
        for (const HeldRow& row : *rows) {
            after = row.number;
            stored.insert(row.number);
            const auto known = replay_.held().find(row.number);
            const bool same = known != replay_.held().end() && known->second.event.seq == row.event_seq &&
                              known->second.affiliate == row.affiliate && known->second.deal == row.deal &&
                              known->second.version == row.version && known->second.player.id == row.player;
            if (!same) Differs("held accrual " + std::to_string(row.number) + " is not what was recorded");
        }
        if (std::ssize(*rows) < kRowsAtOnce) break;
    }
    for (const auto& [number, ignored] : replay_.held()) {
        if (!stored.contains(number)) Differs("held accrual " + std::to_string(number) + " is missing");
    }
    return {};
}

Status OperatorCheck::CheckAdjustments() {
    const auto rows = session_.Query(kAdjustments, {Value::Of(owner_)});
    if (!rows) return std::unexpected(rows.error());
    std::size_t same = 0;
    for (std::size_t i = 0; i < rows->size(); ++i) {
        const auto id = rows->Identifier<AdjustmentId>(i, 0);
        const auto known = adjusted_.find(id);
        const bool matches =
            known != adjusted_.end() && known->second.affiliate == rows->Identifier<AffiliateId>(i, 1) &&
            known->second.money.amount == ReadStoredDecimal(*rows, i, 2) &&
            known->second.money.currency.code() == rows->Text(i, 3) && known->second.reason == rows->Text(i, 4);
        if (!matches) Differs("adjustment " + id.ToString() + " is not what was recorded");
        if (known != adjusted_.end()) ++same;
    }
    if (same != adjusted_.size()) {
        Differs(std::to_string(adjusted_.size() - same) + " recorded adjustments are missing");
    }
    return {};
}

}  // namespace fairlead::ledger
