#include "ledger/commission/closing.hpp"

#include <algorithm>
#include <set>

#include "app/mail/mail_notices.hpp"
#include "app/outbox/audit_notices.hpp"
#include "base/text/json_text.hpp"
#include "domain/statements/closable_periods.hpp"
#include "domain/statements/material.hpp"
#include "domain/statements/parents.hpp"
#include "ledger/record/adjustment_rows.hpp"
#include "ledger/record/audit_rows.hpp"
#include "ledger/record/group_rows.hpp"
#include "ledger/record/line_facts.hpp"
#include "ledger/record/seal_rows.hpp"
#include "ledger/record/statement_rows.hpp"
#include "ledger/sql/in_order.hpp"
#include "ledger/sql/period_numbers.hpp"

namespace fairlead::ledger {
namespace {

// Each kind of period has its own numbers. Money without an exchange rate has accruals, but no sums.
constexpr Sql kAccruedUpTo(
    "SELECT affiliate_id, period FROM commission_groups WHERE operator_id = $1 AND period BETWEEN $2 AND $3"
    " UNION SELECT affiliate_id, period FROM held_accruals WHERE operator_id = $1 AND period BETWEEN $2 AND $3"
    " ORDER BY affiliate_id, period");
constexpr Sql kUnpricedOfPeriod(
    "SELECT number FROM held_accruals WHERE operator_id = $1 AND affiliate_id = $2 AND period = $3 LIMIT 1");
constexpr Sql kAllStated("SELECT DISTINCT affiliate_id FROM statements WHERE operator_id = $1 ORDER BY affiliate_id");
constexpr Sql kStateOfOwing(
    "SELECT commission FROM players WHERE operator_id = $1 AND player_id = $2 AND affiliate_id = $3");
constexpr Sql kStatedIn(
    "SELECT DISTINCT affiliate_id FROM statements WHERE operator_id = $1 AND period = $2 ORDER BY affiliate_id");

// The states of those players that still belong to the affiliate.
Result<std::map<PlayerId, commission::PlayerState>> ReadOwingPlayers(Connection& connection, OperatorId owner,
                                                                     AffiliateId affiliate,
                                                                     const std::vector<PlayerId>& players) {
    std::map<PlayerId, commission::PlayerState> states;
    if (players.empty()) return states;
    ParameterRows parameters(3);
    for (const PlayerId& player : players) {
        parameters.Add({Value::Of(owner), Value::Of(player), Value::Of(affiliate)});
    }
    const auto rows = TRY(connection.QueryEach(kStateOfOwing, parameters));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        auto state = TRY(ReadPlayerState(rows.Text(i, kStateOfOwing["commission"])));
        states.insert_or_assign(players[rows.SourceOf(i)], std::move(state));
    }
    return states;
}

// Whether the period has accruals that people may see: lines of groups, or unpriced accruals.
Result<bool> HasAccruals(Connection& connection, OperatorId owner, AffiliateId affiliate, Period period) {
    const auto groups = TRY(ReadGroupsOf(connection, owner, affiliate, period));
    if (std::ranges::any_of(groups, [](const GroupRow& row) { return !row.group.lines.empty(); })) return true;
    const auto unpriced = TRY(connection.Query(
        kUnpricedOfPeriod, {Value::Of(owner), Value::Of(affiliate), Value::Of(std::int64_t{period.number})}));
    return !unpriced.empty();
}

// The affiliates and periods with sums or unpriced accruals up to the end of the requested period.
Result<std::vector<std::pair<AffiliateId, Period>>> ReadAccruedUpTo(Connection& connection,
                                                                    const commission::Plan& plan,
                                                                    const app::CloseRequest& request) {
    std::vector<std::pair<AffiliateId, Period>> accrued;
    for (const NumbersOfKind& kind : NumbersUpTo(request.period, plan.has_only_months())) {
        const auto rows = TRY(
            connection.Query(kAccruedUpTo, {Value::Of(request.owner), Value::Of(kind.first), Value::Of(kind.last)}));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            accrued.emplace_back(rows.Identifier<AffiliateId>(i, kAccruedUpTo["affiliate_id"]),
                                 Period{static_cast<std::int32_t>(rows.Integer(i, kAccruedUpTo["period"]))});
        }
    }
    return accrued;
}

// Closing is audited even without a statement, because later events then belong to a later period.
app::AuditEntry AuditOf(const app::CloseRequest& request, std::string subject) {
    std::string after = R"({"period":")" + request.period.ToString() + '"';
    if (request.allow_unpriced) {
        after += R"(,"allowUnpriced":true,"reason":)";
        AppendJsonString(after, request.reason);
    }
    return {.actor = request.actor,
            .action = "period.close",
            .subject = std::move(subject),
            .before = {},
            .after = after + "}"};
}

// Closes the period of one affiliate.
class AffiliateClosing {
public:
    AffiliateClosing(LockedOperator& locked, AffiliateId affiliate, const app::CloseRequest& request)
        : locked_(locked), transaction_(locked.transaction()), affiliate_(affiliate), request_(request) {}

    Status Run() {
        const commission::Change closed = commission::PeriodClosed{affiliate_, request_.period};
        const auto audit = AuditOf(request_, "affiliate/" + affiliate_.ToString());
        return InOrder([&] { return PayFixedFees(); }, [&] { return locked_.StoreChanges(std::span(&closed, 1)); },
                       [&] { return LoadGroups(); }, [&] { return LoadPending(); }, [&] { return StoreStatements(); },
                       [&] { return OpenNextPeriod(); }, [&] { return AddAudit(audit); });
    }

private:
    Status PayFixedFees() {
        CommissionWriter commission(transaction_);
        commission.engine().OnClose(affiliate_, request_.period);
        commission.Collect([](const commission::Accrual&) { return PaidFor{}; });
        return commission.Store();
    }

    Status LoadGroups() {
        auto groups = TRY(ReadGroupsOf(transaction_.connection, request_.owner, affiliate_, request_.period));
        groups_ = std::move(groups);
        const commission::Plan& plan = transaction_.cache.plan();
        for (const GroupRow& row : groups_) keyed_.push_back({row.key, &row.group});
        for (const commission::KeyedGroup& one : keyed_) {
            // The group of the deal's activity has no version.
            const auto* version = plan.FindDeal(one.key.deal)->Version(one.key.version);
            if (version == nullptr) continue;
            lines_[version->terms.currency].push_back(
                {one.key.deal, one.key.version, one.group->lines, EndOf(plan, one, keyed_)});
        }
        return {};
    }

    Status LoadPending() {
        auto last = TRY(ReadLastStatements(transaction_.connection, request_.owner, affiliate_));
        last_ = std::move(last);
        auto pending = TRY(ReadPendingAdjustments(transaction_.connection, request_.owner, affiliate_, last_.commits));
        pending_ = std::move(pending);
        for (const auto& [currency, ignored] : last_.by_currency) lines_.try_emplace(currency);
        for (const auto& [currency, ignored] : pending_) lines_.try_emplace(currency);
        return {};
    }

    Status StoreStatements() {
        for (const auto& [currency, lines] : lines_) {
            auto material = statements::MaterialOf(transaction_.cache.plan(), affiliate_, request_.period, currency);
            material.groups = lines;
            const auto previous = last_.by_currency.find(currency);
            if (previous != last_.by_currency.end()) material.previous = &previous->second;
            material.previous_hash = last_.hash;
            material.adjustments = pending_[currency];
            const auto statement = Compose(material);
            if (!statement) continue;
            if (LacksPayoutRate(material, statement->payable)) return RefusePayout(material);
            TRY(StoreStatement(*statement));
            std::ranges::move(statements::FollowedByParents(*statement), std::back_inserter(followed_));
            carrying_.merge(statements::DealsThatCarryTheirBase(*statement));
            last_.hash = statement->content_hash;
        }
        return {};
    }

    Status RefusePayout(const statements::Material& material) const {
        const std::string pair = "exchange rate from " + std::string(material.currency.code()) + " to " +
                                 std::string(material.payout_currency->code());
        const std::string again = "rate and close the " + std::string(NounOf(request_.period.kind())) + " again";
        const auto& found = material.payout_rate;
        if (found) {
            return Fail(ErrorCode::kConflict, "the " + pair + " of " + found->date.ToString() + " is " +
                                                  found->rate.ToString() + ", which makes the payout of affiliate " +
                                                  affiliate_.ToString() + " too large to be right. Correct the " +
                                                  again);
        }
        return Fail(ErrorCode::kConflict, "there is no " + pair + " on or before " +
                                              request_.period.LastDay().ToString() + " for the payout of affiliate " +
                                              affiliate_.ToString() + ". Add the " + again);
    }

    Status OpenNextPeriod() {
        const auto states = TRY(ReadOwingPlayers(transaction_.connection, request_.owner, affiliate_,
                                                 OwingPlayers(transaction_.cache.plan(), keyed_)));
        CommissionWriter commission(transaction_);
        for (const Money& settled : followed_) {
            commission.engine().FollowStatement(affiliate_, request_.period, settled);
        }
        commission.engine().OpenNextPeriod(affiliate_, request_.period, keyed_, carrying_, states);
        commission.Collect([](const commission::Accrual&) { return PaidFor{}; });
        return commission.Store();
    }

    Status StoreStatement(const statements::Statement& statement) {
        const StatementId id =
            statements::StatementIdOf(request_.owner, affiliate_, request_.period, statement.currency);
        transaction_.record.AddStatement(id, statement.content_hash);
        transaction_.record.AddNotice(app::StatementNotice(outbox::WebhookType::kStatementClosed, id, statement));
        transaction_.record.AddMailNotice(app::StatementMail(outbox::MailType::kStatementReady, id, statement));
        const app::AuditEntry audit{.actor = request_.actor,
                                    .action = "statement.close",
                                    .subject = "statement/" + id.ToString(),
                                    .before = {},
                                    .after = R"({"affiliateId":")" + affiliate_.ToString() + R"(","period":")" +
                                             request_.period.ToString() + R"(","payable":")" +
                                             statement.payable.ToString() + R"("})"};
        return InOrder(
            [&] {
                return InsertStatement(transaction_.connection, {.owner = request_.owner,
                                                                 .statement = &statement,
                                                                 .closed_at = transaction_.moment.recorded_at,
                                                                 .closed_by = request_.actor,
                                                                 .commit_no = transaction_.moment.commit_no()});
            },
            [&] {
                return SealOne(transaction_.connection, transaction_.moment, transaction_.record,
                               SealedKind::kStatement, {id.uuid, 0});
            },
            [&] { return AddAudit(audit); }, [&] { return statement.payable.IsZero() ? Settle(id) : Status(); });
    }

    // A statement with nothing to pay needs no approval and no payment.
    Status Settle(StatementId id) {
        return SettleStatement(transaction_.connection, transaction_.moment, transaction_.record, id, request_.actor);
    }

    Status AddAudit(const app::AuditEntry& entry) {
        return InsertAudit(transaction_.connection, transaction_.moment, transaction_.record, entry);
    }

    LockedOperator& locked_;
    OperatorTransaction& transaction_;
    AffiliateId affiliate_;
    const app::CloseRequest& request_;
    std::vector<GroupRow> groups_;
    std::vector<commission::KeyedGroup> keyed_;
    std::vector<Money> followed_;  // What parents follow: amounts that are carried over or waived.
    std::set<DealId> carrying_;    // The deals whose base opens the next period.
    std::map<Currency, std::vector<statements::GroupLines>> lines_;
    LastStatements last_;
    AdjustmentsByCurrency pending_;
};

}  // namespace

Result<std::vector<AffiliateId>> AffiliatesToClose(LockedOperator& locked, const app::CloseRequest& request) {
    OperatorTransaction& transaction = locked.transaction();
    Connection& connection = transaction.connection;
    const commission::Plan& plan = transaction.cache.plan();
    // Uses the checked time of the transaction, not the current clock: a wrong clock must not close an open period.
    const Date today = plan.zone().DateOf(transaction.moment.clock);
    TRY(statements::CheckEnded(today, request.period));
    if (request.affiliate) TRY(statements::CheckKind(plan, *request.affiliate, request.period));
    const auto accrued = TRY(ReadAccruedUpTo(connection, plan, request));
    if (accrued.empty()) TRY(statements::CheckNotLongAgo(today, request.period));
    std::set<AffiliateId> wanted;
    for (const auto& [affiliate, period] : accrued) {
        const bool asked = !request.affiliate || *request.affiliate == affiliate;
        const bool has_it = plan.CalendarOf(affiliate).Has(request.period);
        if (!asked || !has_it || plan.IsClosed(affiliate, request.period) || plan.IsClosed(affiliate, period)) continue;
        wanted.insert(affiliate);
        if (period == request.period) continue;
        const auto open = TRY(HasAccruals(connection, request.owner, affiliate, period));
        if (open) {
            return Fail(ErrorCode::kConflict, "the " + std::string(NounOf(period.kind())) + " " + period.ToString() +
                                                  " of affiliate " + affiliate.ToString() +
                                                  " is still open: close it first");
        }
    }
    if (request.affiliate) wanted = {*request.affiliate};
    if (!request.affiliate) {
        const auto stated = TRY(connection.Query(kAllStated, {Value::Of(request.owner)}));
        for (std::size_t i = 0; i < stated.size(); ++i) wanted.insert(stated.Identifier<AffiliateId>(i));
        const auto adjusted = TRY(ReadAdjustedAffiliates(connection, request.owner));
        wanted.insert(adjusted.begin(), adjusted.end());
        for (const auto& [affiliate, ignored] : plan.affiliates()) {
            if (plan.HasFixedFee(affiliate, request.period)) wanted.insert(affiliate);
        }
    }
    std::erase_if(wanted, [&](const AffiliateId& each) {
        return !plan.CalendarOf(each).Has(request.period) || plan.IsClosed(each, request.period);
    });
    return statements::InOrderOfClosing(plan, {wanted.begin(), wanted.end()});
}

Result<app::ClosingStep> CloseAffiliates(LockedOperator& locked, std::span<const AffiliateId> affiliates,
                                         const app::CloseRequest& request, std::int64_t micros_max) {
    const std::int64_t until = SteadyMicros() + micros_max;
    app::ClosingStep step;
    while (!affiliates.empty() && SteadyMicros() < until) {
        const AffiliateId affiliate = affiliates.front();
        affiliates = affiliates.subspan(1);
        if (locked.transaction().cache.plan().IsClosed(affiliate, request.period)) continue;
        TRY(AffiliateClosing(locked, affiliate, request).Run());
        step.fresh = true;
    }
    step.left.assign(affiliates.begin(), affiliates.end());
    return step;
}

Result<bool> CloseForAll(LockedOperator& locked, const app::CloseRequest& request) {
    if (locked.transaction().cache.plan().IsClosedForAll(request.period)) return true;
    const auto left = TRY(AffiliatesToClose(locked, request));
    if (!left.empty()) return false;
    const commission::Change closed = commission::PeriodClosed{std::nullopt, request.period};
    const auto audit = AuditOf(request, "operator/" + request.owner.ToString());
    OperatorTransaction& transaction = locked.transaction();
    TRY(InOrder([&] { return locked.StoreChanges(std::span(&closed, 1)); },
                [&] { return InsertAudit(transaction.connection, transaction.moment, transaction.record, audit); }));
    return true;
}

Result<std::vector<app::StatementRecord>> ReadClosed(Connection& connection, const app::CloseRequest& request) {
    std::vector<AffiliateId> affiliates;
    if (request.affiliate) {
        affiliates.push_back(*request.affiliate);
    } else {
        const auto rows = TRY(
            connection.Query(kStatedIn, {Value::Of(request.owner), Value::Of(std::int64_t{request.period.number})}));
        for (std::size_t i = 0; i < rows.size(); ++i) affiliates.push_back(rows.Identifier<AffiliateId>(i));
    }
    std::vector<app::StatementRecord> all;
    for (const AffiliateId& affiliate : affiliates) {
        auto closed = ReadStatementsOf(connection, request.owner, affiliate, request.period);
        if (!closed) return closed;
        std::ranges::move(*closed, std::back_inserter(all));
    }
    TRY(AddLineFacts(connection, request.owner, all));
    return all;
}

}  // namespace fairlead::ledger
