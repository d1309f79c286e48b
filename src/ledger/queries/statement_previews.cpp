#include "ledger/queries/statement_previews.hpp"

#include <set>

#include "domain/commission/period_end.hpp"
#include "domain/statements/material.hpp"
#include "ledger/record/group_rows.hpp"

namespace fairlead::ledger {
namespace {

using commission::GroupStates;
using commission::StateKey;
using LinesByCurrency = std::map<Currency, std::vector<statements::GroupLines>>;

class PreviewSeries {
public:
    PreviewSeries(OperatorId owner, const commission::Plan& plan, AffiliateId affiliate)
        : owner_(owner), plan_(plan), affiliate_(affiliate) {}

    Status Start(Connection& connection) {
        auto last = TRY(ReadLastStatements(connection, owner_, affiliate_));
        last_ = std::move(last.by_currency);
        auto pending = TRY(ReadPendingAdjustments(connection, owner_, affiliate_, last.commits));
        pending_ = std::move(pending);
        return {};
    }

    void AddGroup(GroupRow row) {
        // A period without shown lines has no statement, so it does not affect later periods.
        if (!row.group.lines.empty()) periods_.insert(row.key.period);
        keys_.insert(row.key);
        groups_.Put(row.key, std::move(row.group));
    }

    // Adds the open periods up to this one as closing would: fixed fees are added, a statement uses up the pending
    // adjustments, and a negative base is carried into the next period.
    void AddUpTo(Period wanted) {
        periods_.insert(wanted);
        for (auto period = periods_.begin(); period != periods_.end() && *period <= wanted; ++period) {
            if (!plan_.IsClosed(affiliate_, *period)) Add(*period);
        }
    }

    std::vector<app::StatementRecord> Take() { return std::move(previews_); }

private:
    void Add(Period period) {
        commission::CommissionEngine engine(plan_, groups_, 0, 0);
        engine.OnClose(affiliate_, period);
        NoteChanged();
        std::vector<commission::KeyedGroup> groups;
        const auto is_of_period = [&](const StateKey& key) {
            return key.affiliate == affiliate_ && key.period == period;
        };
        for (auto key = keys_.lower_bound({affiliate_, period, DealId{}, 0}); key != keys_.end() && is_of_period(*key);
             ++key) {
            groups.push_back({*key, groups_.Find(*key)});
        }
        std::set<DealId> carrying;
        for (auto& [currency, lines] : LinesOf(groups)) {
            carrying.merge(AddStatement(period, currency, std::move(lines)));
        }
        // Without the states of players: until this period is closed, the preview of the next one does not know what
        // ring-fenced players have settled in it.
        engine.OpenNextPeriod(affiliate_, period, groups, carrying, {});
        NoteChanged();
    }

    void NoteChanged() {
        for (const auto& [key, ignored] : groups_.TakeChanges()) {
            // The shares of parents are in statements of their own.
            if (key.affiliate != affiliate_) continue;
            keys_.insert(key);
            if (!groups_.Find(key)->lines.empty()) periods_.insert(key.period);
        }
    }

    // Includes currencies that have only a previous statement or pending adjustments.
    LinesByCurrency LinesOf(std::span<const commission::KeyedGroup> groups) const {
        LinesByCurrency lines;
        for (const commission::KeyedGroup& one : groups) {
            const auto* deal = plan_.FindDeal(one.key.deal);
            const auto* version = deal == nullptr ? nullptr : deal->Version(one.key.version);
            if (version == nullptr) continue;
            lines[version->terms.currency].push_back(
                {one.key.deal, one.key.version, one.group->lines, EndOf(plan_, one, groups)});
        }
        for (const auto& [currency, ignored] : last_) lines.try_emplace(currency);
        for (const auto& [currency, ignored] : pending_) lines.try_emplace(currency);
        return lines;
    }

    // Returns the deals whose base opens the next period.
    std::set<DealId> AddStatement(Period period, Currency currency, std::vector<statements::GroupLines> lines) {
        statements::Material material = statements::MaterialOf(plan_, affiliate_, period, currency);
        material.groups = std::move(lines);
        const auto previous = last_.find(currency);
        if (previous != last_.end()) material.previous = &previous->second;
        const auto pending = pending_.find(currency);
        if (pending != pending_.end()) material.adjustments = pending->second;
        auto statement = Compose(material);
        if (!statement) return {};
        // A statement that can still change has no hash.
        statement->content_hash = {};
        pending_.erase(currency);
        auto carrying = statements::DealsThatCarryTheirBase(*statement);
        last_.insert_or_assign(currency, *statement);
        previews_.push_back({.id = statements::StatementIdOf(owner_, affiliate_, period, currency),
                             .statement = std::move(*statement)});
        return carrying;
    }

    OperatorId owner_;
    const commission::Plan& plan_;
    AffiliateId affiliate_;
    commission::GroupStates groups_;
    std::set<StateKey> keys_;
    std::set<Period> periods_;
    std::map<Currency, statements::Statement> last_;
    AdjustmentsByCurrency pending_;
    std::vector<app::StatementRecord> previews_;
};

}  // namespace

Result<std::vector<app::StatementRecord>> PreviewStatements(Connection& connection, OperatorId owner,
                                                            const commission::Plan& plan, AffiliateId affiliate,
                                                            Period wanted) {
    auto groups = TRY(ReadGroupsOfAffiliate(connection, owner, affiliate));
    PreviewSeries series(owner, plan, affiliate);
    TRY(series.Start(connection));
    for (GroupRow& row : groups) series.AddGroup(std::move(row));
    series.AddUpTo(wanted);
    return series.Take();
}

}  // namespace fairlead::ledger
