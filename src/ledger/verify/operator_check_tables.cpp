#include <algorithm>
#include <array>
#include <set>

#include "domain/ngr/ngr.hpp"
#include "ledger/commission/reversal_rows.hpp"
#include "ledger/ingest/ngr_rows.hpp"
#include "ledger/record/group_rows.hpp"
#include "ledger/record/unpriced_rows.hpp"
#include "ledger/sql/columns.hpp"
#include "ledger/sql/in_order.hpp"
#include "ledger/verify/image_check.hpp"
#include "ledger/verify/operator_check.hpp"

// Checks that the tables with the current state agree with the record.
namespace fairlead::ledger {
namespace {

constexpr Sql kRates(
    "SELECT date, from_currency, to_currency, rate FROM fx_rates WHERE operator_id = $1"
    " AND (from_currency, to_currency, date) > ($2, $3, $4) ORDER BY from_currency, to_currency, date LIMIT $5");
constexpr Sql kPlayers(
    "SELECT player_id, affiliate_id, commission, country, brand_id, registration_seq, registered_at, first_deposit_seq"
    " FROM players WHERE operator_id = $1 AND player_id > $2 ORDER BY player_id LIMIT $3");
constexpr Sql kAdjustments(
    "SELECT adjustment_id, affiliate_id, amount, currency, reason, reverses FROM adjustments WHERE operator_id = $1"
    " AND adjustment_id > $2 ORDER BY adjustment_id LIMIT $3");
constexpr SqlText kCheckedMarkColumns("player_id, currency, day, sum, latest");
constexpr ComposedSql kCheckedMarks("SELECT " + kCheckedMarkColumns +
                                    " FROM ngr_marks WHERE operator_id = $1 AND player_id > $2 AND player_id <= $3");
constexpr ComposedSql kCheckedProductMarks(
    "SELECT " + kCheckedMarkColumns +
    ", product FROM ngr_product_marks WHERE operator_id = $1 AND player_id > $2 AND player_id <= $3");

// Finds a row whose number is outside the range that commits have given. Each part of the query reads a range of the
// primary key.
struct OutsideRows {
    std::string_view what;
    Sql query;
};
constexpr std::array<OutsideRows, 4> kOutside{
    OutsideRows{"event", Sql("SELECT seq FROM events WHERE operator_id = $1 AND seq > $2"
                             " UNION ALL SELECT seq FROM events WHERE operator_id = $1 AND seq < 1 LIMIT 1")},
    OutsideRows{"accrual", Sql("SELECT number FROM accruals WHERE operator_id = $1 AND number > $2"
                               " UNION ALL SELECT number FROM accruals WHERE operator_id = $1 AND number < 1 LIMIT 1")},
    OutsideRows{"change", Sql("SELECT number FROM changes WHERE operator_id = $1 AND number > $2"
                              " UNION ALL SELECT number FROM changes WHERE operator_id = $1 AND number < 1 LIMIT 1")},
    OutsideRows{"seal", Sql("SELECT number FROM seals WHERE operator_id = $1 AND number > $2"
                            " UNION ALL SELECT number FROM seals WHERE operator_id = $1 AND number < 1 LIMIT 1")}};

constexpr std::int64_t kCheckedRowsAtOnce = 5000;

}  // namespace

Status OperatorCheck::CheckTables() {
    CheckPlan(records_);
    return InOrder([&] { return CheckOutside(); }, [&] { return CheckRates(); }, [&] { return CheckGroups(); },
                   [&] { return CheckPlayers(); }, [&] { return CheckUnpriced(); }, [&] { return CheckAdjustments(); },
                   [&] { return CheckClockRepairs(); }, [&] { return CheckReversals(); },
                   [&] { return CheckImages(connection_, records_, [&](const std::string& what) { Differs(what); }); });
}

// A row that belongs to no commit would be shown in lists, although the chain does not cover it.
Status OperatorCheck::CheckOutside() {
    const std::array last{aimed_.last_seq, aimed_.last_accrual, aimed_.last_change, aimed_.last_seal};
    for (std::size_t i = 0; i < kOutside.size(); ++i) {
        const auto rows = TRY(connection_.Query(kOutside[i].query, {Value::Of(owner_), Value::Of(last[i])}));
        if (rows.empty()) continue;
        Differs(std::string(kOutside[i].what) + " " + std::to_string(rows.Integer(0)) +
                " is in no commit of the chain");
    }
    return {};
}

Status OperatorCheck::CheckReversals() {
    const auto stored = TRY(ReadReversals(connection_, owner_));
    const auto same = [&](const ReversalRow& row) {
        const auto known = reversed_.find(row.accrual);
        return known != reversed_.end() && known->second.reason == row.reason && known->second.actor == row.actor;
    };
    if (stored.size() != reversed_.size() || !std::ranges::all_of(stored, same)) {
        Differs("the reversals of accruals are not the recorded ones");
    }
    return {};
}

Status OperatorCheck::CheckClockRepairs() {
    const auto stored = TRY(ReadClockRepairs(connection_, owner_));
    std::ranges::sort(repairs_, {}, &ClockRepair::first_at);
    if (stored != repairs_) Differs("the repairs of the clock are not the recorded ones");
    return {};
}

Status OperatorCheck::CheckRates() {
    std::string from;
    std::string to;
    std::int64_t day = 0;
    std::size_t stored = 0;
    while (true) {
        const auto rates = TRY(connection_.Query(
            kRates, {Value::Of(owner_), Text(from), Text(to), Value::Of(day), Value::Of(kCheckedRowsAtOnce)}));
        for (std::size_t i = 0; i < rates.size(); ++i) CheckRate(rates, i);
        stored += rates.size();
        if (static_cast<std::int64_t>(rates.size()) < kCheckedRowsAtOnce) break;
        from = rates.String(rates.size() - 1, kRates["from_currency"]);
        to = rates.String(rates.size() - 1, kRates["to_currency"]);
        day = rates.Integer(rates.size() - 1, kRates["date"]);
    }
    const std::size_t recorded = replay_.plan().RateCount();
    if (stored < recorded) Differs(std::to_string(recorded - stored) + " recorded rates are missing");
    return {};
}

void OperatorCheck::CheckRate(const ResultRows& rates, std::size_t row) {
    const Date date = ReadDate(rates, row, kRates["date"]);
    const auto from = Currency::Parse(rates.Text(row, kRates["from_currency"]));
    const auto to = Currency::Parse(rates.Text(row, kRates["to_currency"]));
    const auto rate = ExchangeRate::Parse(rates.Text(row, kRates["rate"]));
    const auto known = from && to ? replay_.plan().RateOn(*from, *to, date) : std::nullopt;
    const bool is_recorded = known && known->date == date;
    if (is_recorded && rate && known->rate == *rate) return;
    Differs("the rate of " + rates.String(row, kRates["from_currency"]) + " in " +
            rates.String(row, kRates["to_currency"]) + " on " + date.ToString() +
            " is not the recorded one: recorded " + (is_recorded ? known->rate.ToString() : "none") + ", found " +
            rates.String(row, kRates["rate"]));
}

// Checks that the catalogue agrees with the recorded changes.
void OperatorCheck::CheckPlan(const app::OperatorRecords& records) {
    if (aimed_.number == 0) return;
    const commission::Plan& plan = replay_.plan();
    if (plan.settings() != records.self.settings)
        Differs("the time zone or the base currency of the operator is not what was recorded");
    if (plan.suspended_earn() != records.self.suspended_earn)
        Differs("suspendedEarn of the operator is not what was recorded");
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
    for (const outbox::Postback& postback : records.postbacks) {
        const auto wanted = SubscriptionOf(postback);
        const auto known = plan.subscriptions().Of(postback.affiliate);
        const auto same = std::ranges::find(known, wanted) != known.end();
        if (same != wanted.active)
            Differs("the triggers or the scope of postback " + postback.name + " are not what was recorded");
    }
    for (const outbox::Webhook& webhook : records.webhooks) {
        const auto wanted = SubscriptionOf(webhook);
        const auto known = plan.subscriptions().webhooks();
        const auto same = std::ranges::find(known, wanted) != known.end();
        if (same != wanted.active)
            Differs("the types of webhook " + webhook.id.ToString() + " are not what was recorded");
    }
    for (const catalogue::Affiliate& affiliate : records.affiliates) {
        const auto* known = plan.FindAffiliate(affiliate.id);
        // Before the first commit after the upgrade, the record does not say when affiliates were approved.
        const bool dated = plan.rules() >= commission::kRulesOfBrands;
        const bool same = known != nullptr && known->deals == affiliate.deals && known->parent == affiliate.parent &&
                          known->min_payout == affiliate.min_payout &&
                          known->payout_currency == affiliate.payout_currency &&
                          (!dated || known->approved_at == affiliate.approved_at);
        if (!same)
            Differs("the deals, parent, minimum payout, payout currency or approval of affiliate " + affiliate.name +
                    " are not what was recorded");
        if (plan.CalendarOf(affiliate.id).last_kind() != affiliate.statement_period)
            Differs("the statementPeriod of affiliate " + affiliate.name + " is not what was recorded");
        const bool suspended = affiliate.status == catalogue::AffiliateStatus::kSuspended;
        if (known != nullptr && known->suspended.value_or(suspended) != suspended)
            Differs("the status of affiliate " + affiliate.name + " is not what was recorded");
    }
    for (const catalogue::Brand& brand : records.brands) {
        if (plan.NgrModeOf(brand.id) != brand.ngr_mode)
            Differs("the ngrMode of brand " + brand.name + " is not what was recorded");
    }
}

Status OperatorCheck::CheckGroups() {
    const auto rows = TRY(ReadAllGroups(connection_, owner_));
    std::set<commission::StateKey> keys;
    for (const GroupRow& row : rows) keys.insert(row.key);
    for (const auto& [key, ignored] : replay_.group_currencies()) keys.insert(key);
    for (const commission::StateKey& key : keys) {
        const auto stored = TRY(ReadGroups(connection_, owner_, std::span(&key, 1)));
        const auto* known = replay_.groups().Find(key);
        if ((known == nullptr ? commission::GroupState() : *known) == stored.front()) continue;
        Differs("the running sums of affiliate " + key.affiliate.ToString() + " in " + key.period.ToString() +
                " are not what the accruals add up to");
    }
    return {};
}

// Events from before the start of the chain are not replayed.
bool OperatorCheck::HasMilestones(const ResultRows& rows, std::size_t row, PlayerId player) const {
    const auto found = reached_.find(player);
    const Reached known = found == reached_.end() ? Reached() : found->second;
    const auto is_same = [&](Column column, std::int64_t seq) {
        const std::int64_t stored = rows.IsNull(row, column) ? 0 : rows.Integer(row, column);
        return stored == seq || (stored != 0 && stored < first_seq_);
    };
    if (!is_same(kPlayers["registration_seq"], known.registration)) return false;
    if (!is_same(kPlayers["first_deposit_seq"], known.first_deposit)) return false;
    if (found == reached_.end()) return true;
    if (rows.Identifier<BrandId>(row, kPlayers["brand_id"]) != known.brand) return false;
    // Early ledgers did not store the time.
    const bool has_time = known.registration != 0 && !rows.IsNull(row, kPlayers["registered_at"]);
    return !has_time || rows.Time(row, kPlayers["registered_at"]) == known.registered_at;
}

Status OperatorCheck::CheckPlayers() {
    PlayerId after{};
    std::size_t totals = 0;
    while (true) {
        const PlayerId before = after;
        const auto rows =
            TRY(connection_.Query(kPlayers, {Value::Of(owner_), Value::Of(after), Value::Of(kCheckedRowsAtOnce)}));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            after = rows.Identifier<PlayerId>(i, kPlayers["player_id"]);
            const auto affiliate = ReadId<AffiliateId>(rows, i, kPlayers["affiliate_id"]);
            const auto state = commission::DecodePlayerState(rows.Text(i, kPlayers["commission"]));
            if (!HasMilestones(rows, i, after))
                Differs("player " + after.ToString() +
                        ": its brand, registration or first deposit is not what was recorded");
            const auto* known = replay_.StateOf(after);
            // Events from before the start of the chain are not replayed.
            if (known == nullptr) continue;
            const bool same = affiliate == replay_.AffiliateOf(after) && state == *known &&
                              rows.Text(i, kPlayers["country"]) == replay_.CountryOf(after);
            if (!same)
                Differs("player " + after.ToString() +
                        ": the data that determines its commission is not what was recorded");
        }
        const auto taken = TRY(CheckNgrMarks(before, after));
        totals += taken;
        if (static_cast<std::int64_t>(rows.size()) < kCheckedRowsAtOnce) break;
    }
    if (totals < replay_.TotalsTaken()) Differs("stored sums of net gaming revenue are missing");
    return {};
}

// Returns the number of marks that a total has set.
Result<std::size_t> OperatorCheck::CheckNgrMarks(PlayerId after, PlayerId up_to) {
    const auto shared = TRY(connection_.Query(kCheckedMarks, {Value::Of(owner_), Value::Of(after), Value::Of(up_to)}));
    std::size_t totals = 0;
    for (std::size_t i = 0; i < shared.size(); ++i) {
        const auto* ngr = replay_.NgrOf(shared.Identifier<PlayerId>(i, kCheckedMarks["player_id"]));
        if (ngr == nullptr) continue;
        const auto* known = ngr->FindShared(ReadCurrency(shared, i, kCheckedMarks["currency"]),
                                            ReadDate(shared, i, kCheckedMarks["day"]));
        totals += CheckNgrMark(shared, i, known);
    }
    const auto rows =
        TRY(connection_.Query(kCheckedProductMarks, {Value::Of(owner_), Value::Of(after), Value::Of(up_to)}));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto* ngr = replay_.NgrOf(rows.Identifier<PlayerId>(i, kCheckedProductMarks["player_id"]));
        if (ngr == nullptr) continue;
        const auto* known = ngr->FindOfProduct(ReadCurrency(rows, i, kCheckedProductMarks["currency"]),
                                               rows.String(i, kCheckedProductMarks["product"]),
                                               ReadDate(rows, i, kCheckedProductMarks["day"]));
        totals += CheckNgrMark(rows, i, known);
    }
    return totals;
}

// Returns 1 if a total has set the stored mark.
std::size_t OperatorCheck::CheckNgrMark(const ResultRows& rows, std::size_t row, const commission::NgrMark* known) {
    commission::NgrMark stored{ReadStoredDecimal(rows, row, kCheckedMarkColumns["sum"]), std::nullopt};
    if (!rows.IsNull(row, kCheckedMarkColumns["latest"])) stored.latest = rows.Time(row, kCheckedMarkColumns["latest"]);
    if (known == nullptr || *known != stored) {
        Differs("player " + rows.Identifier<PlayerId>(row, kCheckedMarkColumns["player_id"]).ToString() +
                ": its stored sum of net gaming revenue is not what was recorded");
    }
    return stored.latest ? 1 : 0;
}

Status OperatorCheck::CheckUnpriced() {
    std::int64_t after = 0;
    std::set<std::int64_t> stored;
    while (true) {
        const auto rows = TRY(ReadUnpricedRows(connection_, owner_, after, kCheckedRowsAtOnce));
        for (const UnpricedRow& row : rows) {
            after = row.number;
            stored.insert(row.number);
            const auto known = replay_.unpriced().find(row.number);
            const bool same = known != replay_.unpriced().end() && known->second.event.seq == row.event_seq &&
                              known->second.affiliate == row.affiliate && known->second.deal == row.deal &&
                              known->second.version == row.version && known->second.player.id == row.player;
            if (!same) Differs("unpriced accrual " + std::to_string(row.number) + " is not what was recorded");
        }
        if (std::ssize(rows) < kCheckedRowsAtOnce) break;
    }
    for (const auto& [number, ignored] : replay_.unpriced()) {
        if (!stored.contains(number)) Differs("unpriced accrual " + std::to_string(number) + " is missing");
    }
    return {};
}

Status OperatorCheck::CheckAdjustments() {
    AdjustmentId after;
    std::size_t same = 0;
    while (true) {
        const auto rows =
            TRY(connection_.Query(kAdjustments, {Value::Of(owner_), Value::Of(after), Value::Of(kCheckedRowsAtOnce)}));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            after = rows.Identifier<AdjustmentId>(i, kAdjustments["adjustment_id"]);
            if (adjusted_.contains(after)) ++same;
            CheckAdjustment(rows, i, after);
        }
        if (static_cast<std::int64_t>(rows.size()) < kCheckedRowsAtOnce) break;
    }
    if (same != adjusted_.size()) {
        Differs(std::to_string(adjusted_.size() - same) + " recorded adjustments are missing");
    }
    return {};
}

void OperatorCheck::CheckAdjustment(const ResultRows& rows, std::size_t i, AdjustmentId id) {
    const auto known = adjusted_.find(id);
    const bool matches = known != adjusted_.end() &&
                         known->second.affiliate == rows.Identifier<AffiliateId>(i, kAdjustments["affiliate_id"]) &&
                         known->second.money.amount == ReadStoredDecimal(rows, i, kAdjustments["amount"]) &&
                         known->second.money.currency.code() == rows.Text(i, kAdjustments["currency"]) &&
                         known->second.reason == rows.Text(i, kAdjustments["reason"]) &&
                         known->second.reverses == ReadId<AdjustmentId>(rows, i, kAdjustments["reverses"]);
    if (!matches) Differs("adjustment " + id.ToString() + " is not what was recorded");
}

}  // namespace fairlead::ledger
