#include "ledger/record/line_facts.hpp"

#include <map>
#include <tuple>

#include "domain/commission/rev_share.hpp"
#include "domain/commission/ring_fence.hpp"
#include "ledger/record/group_rows.hpp"
#include "ledger/record/plan_rows.hpp"

namespace fairlead::ledger {
namespace {

using statements::Line;
using statements::LineFacts;
using statements::LineType;

// Selects the accruals that lines show: see Accrual::IsShown. An index contains all of these columns.
constexpr Sql kPlayersOfLines(
    "SELECT deal_id, deal_version, brand_id, COUNT(DISTINCT player_id) AS player_count FROM accruals"
    " WHERE operator_id = $1 AND affiliate_id = $2 AND period = $3 AND component = 'cpa'"
    " AND (reason = 'capped' OR amount <> $4) GROUP BY deal_id, deal_version, brand_id");

using LineKey = std::tuple<DealId, std::int32_t, BrandId>;

// The facts for one affiliate and period. The players and the groups are read at most once.
class PeriodFacts {
public:
    PeriodFacts(Connection& connection, OperatorId owner, const commission::Plan& plan, AffiliateId affiliate,
                Period period)
        : connection_(connection), owner_(owner), plan_(plan), affiliate_(affiliate), period_(period) {}

    Status Add(app::StatementRecord& record) {
        record.facts.assign(record.statement.lines.size(), LineFacts());
        for (std::size_t i = 0; i < record.statement.lines.size(); ++i) {
            const Line& line = record.statement.lines[i];
            Status done;
            if (line.type == LineType::kCpa) done = AddPlayers(line, record.facts[i]);
            if (line.type == LineType::kRevShare) done = AddEndRate(line, record.facts[i]);
            if (!done) return done;
        }
        return {};
    }

private:
    Status AddPlayers(const Line& line, LineFacts& facts) {
        if (!players_) {
            TRY(ReadPlayers());
        }
        const auto found = players_->find({*line.deal, *line.version, line.brand.value_or(BrandId{})});
        facts.players = found == players_->end() ? 0 : found->second;
        return {};
    }

    Status ReadPlayers() {
        const auto rows =
            TRY(connection_.Query(kPlayersOfLines, {Value::Of(owner_), Value::Of(affiliate_),
                                                    Value::Of(std::int64_t{period_.number}), Value::DecimalText("0")}));
        players_.emplace();
        for (std::size_t i = 0; i < rows.size(); ++i) {
            (*players_)[{rows.Identifier<DealId>(i, kPlayersOfLines["deal_id"]),
                         static_cast<std::int32_t>(rows.Integer(i, kPlayersOfLines["deal_version"])),
                         rows.Identifier<BrandId>(i, kPlayersOfLines["brand_id"])}] =
                rows.Integer(i, kPlayersOfLines["player_count"]);
        }
        return {};
    }

    Status AddEndRate(const Line& line, LineFacts& facts) {
        const auto* deal = plan_.FindDeal(*line.deal);
        const auto* version = deal == nullptr ? nullptr : deal->Version(*line.version);
        const bool ladder = version != nullptr && version->terms.rev_share &&
                            !version->terms.rev_share->tiers.empty() &&
                            version->terms.rev_share->tier_mode == commission::TierMode::kWhole;
        if (!ladder) return {};
        if (!groups_) {
            auto groups = TRY(ReadGroupsOf(connection_, owner_, affiliate_, period_));
            groups_ = std::move(groups);
        }
        const auto& terms = *version->terms.rev_share;
        commission::Activity activity;
        for (const GroupRow& row : *groups_) {
            if (row.key.deal == *line.deal && row.key.version == 0) activity = row.group.activity;
        }
        for (const GroupRow& row : *groups_) {
            if (row.key.deal != *line.deal || row.key.version != *line.version) continue;
            const auto input = commission::InputOf(plan_, row.key, version->terms, row.group, activity);
            const int digits = input.digits.value_or(Decimal::kFractionDigits);
            const auto counted = commission::CountedIn(terms, row.group, digits);
            facts.end_rate = commission::ShareOf(terms, counted.whole, input).rate;
        }
        return {};
    }

    Connection& connection_;
    OperatorId owner_;
    const commission::Plan& plan_;
    AffiliateId affiliate_;
    Period period_;
    std::optional<std::map<LineKey, std::int64_t>> players_;
    std::optional<std::vector<GroupRow>> groups_;
};

}  // namespace

Status AddLineFacts(Connection& connection, OperatorId owner, const commission::Plan& plan,
                    std::span<app::StatementRecord> records) {
    // The statements of one affiliate and period are adjacent.
    std::optional<PeriodFacts> facts;
    for (std::size_t i = 0; i < records.size(); ++i) {
        const auto& statement = records[i].statement;
        const bool same = i > 0 && records[i - 1].statement.affiliate == statement.affiliate &&
                          records[i - 1].statement.period == statement.period;
        if (!same) facts.emplace(connection, owner, plan, statement.affiliate, statement.period);
        TRY(facts->Add(records[i]));
    }
    return {};
}

Status AddLineFacts(Connection& connection, OperatorId owner, std::span<app::StatementRecord> records) {
    const auto plan = TRY(ReadPlan(connection, owner));
    return AddLineFacts(connection, owner, *plan, records);
}

}  // namespace fairlead::ledger
