#include "ledger/queries/statement_previews.hpp"

#include <set>

#include "domain/commission/engine.hpp"
#include "domain/statements/material.hpp"
#include "ledger/record/group_rows.hpp"

namespace fairlead::ledger {
namespace {

using commission::GroupStates;
using commission::StateKey;
using GroupsByPeriod = std::map<Period, std::vector<GroupRow>>;
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

    // Adds the next month as closing would: fixed fees are added, and a statement uses up the pending adjustments.
    void Add(Period period, const std::vector<GroupRow>& rows) {
        commission::GroupStates groups;
        std::set<StateKey> keys;
        for (const GroupRow& row : rows) {
            groups.Put(row.key, row.group);
            keys.insert(row.key);
        }
        commission::CommissionEngine engine(plan_, groups, 0, 0);
        engine.OnClose(affiliate_, period);
        for (const auto& [key, ignored] : groups.TakeChanges()) keys.insert(key);
        for (auto& [currency, lines] : LinesOf(groups, keys)) AddStatement(period, currency, std::move(lines));
    }

    std::vector<app::StatementRecord> Take() { return std::move(previews_); }

private:
    // Includes currencies that have only a previous statement or pending adjustments.
    LinesByCurrency LinesOf(const commission::GroupStates& groups, const std::set<StateKey>& keys) const {
        LinesByCurrency lines;
        for (const StateKey& key : keys) {
            const auto* deal = plan_.FindDeal(key.deal);
            const auto* version = deal == nullptr ? nullptr : deal->Version(key.version);
            if (version == nullptr) continue;
            lines[version->terms.currency].push_back({key.deal, key.version, groups.Find(key)->lines});
        }
        for (const auto& [currency, ignored] : last_) lines.try_emplace(currency);
        for (const auto& [currency, ignored] : pending_) lines.try_emplace(currency);
        return lines;
    }

    void AddStatement(Period period, Currency currency, std::vector<statements::GroupLines> lines) {
        statements::Material material = statements::MaterialOf(plan_, affiliate_, period, currency);
        material.groups = std::move(lines);
        const auto previous = last_.find(currency);
        if (previous != last_.end()) material.previous = &previous->second;
        const auto pending = pending_.find(currency);
        if (pending != pending_.end()) material.adjustments = pending->second;
        auto statement = Compose(material);
        if (!statement) return;
        // A statement that can still change has no hash.
        statement->content_hash = {};
        pending_.erase(currency);
        last_.insert_or_assign(currency, *statement);
        previews_.push_back({.id = statements::StatementIdOf(owner_, affiliate_, period, currency),
                             .statement = std::move(*statement)});
    }

    OperatorId owner_;
    const commission::Plan& plan_;
    AffiliateId affiliate_;
    std::map<Currency, statements::Statement> last_;
    AdjustmentsByCurrency pending_;
    std::vector<app::StatementRecord> previews_;
};

}  // namespace

Result<std::vector<app::StatementRecord>> PreviewStatements(Connection& connection, OperatorId owner,
                                                            const commission::Plan& plan, AffiliateId affiliate,
                                                            Period wanted) {
    auto groups = TRY(ReadGroupsOfAffiliate(connection, owner, affiliate));
    GroupsByPeriod by_period;
    by_period.try_emplace(wanted);
    for (GroupRow& row : groups) {
        // A month without shown lines has no statement, so it does not affect later months.
        if (row.key.period <= wanted && !row.group.lines.empty()) by_period[row.key.period].push_back(std::move(row));
    }
    PreviewSeries series(owner, plan, affiliate);
    TRY(series.Start(connection));
    for (const auto& [period, rows] : by_period) {
        if (!plan.IsClosed(affiliate, period)) series.Add(period, rows);
    }
    return series.Take();
}

}  // namespace fairlead::ledger
