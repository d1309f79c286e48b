#include "domain/explanation/rev_share_steps.hpp"

#include <algorithm>

#include "domain/commission/rev_share.hpp"

namespace fairlead::commission {
namespace {

class RuleSteps {
public:
    RuleSteps(const RevShareTerms& terms, const Accrual& accrual, const ShareWords& words)
        : terms_(terms),
          seen_(*accrual.rev_share),
          currency_(accrual.amount.currency),
          words_(words),
          parts_before_(PartsOf(terms, seen_.CountedBefore())),
          parts_after_(PartsOf(terms, seen_.CountedAfter())),
          rates_before_(RatesFor(terms, parts_before_, seen_.input_before)),
          rates_after_(RatesFor(terms, parts_after_, seen_.input_after)) {}

    std::vector<Step> Make() {
        AddNegative();
        AddDeductions();
        AddProducts();
        AddActivity();
        AddPool();
        AddRate();
        if (seen_.re_rated_base) {
            steps_.emplace_back(step::BrandReRated{words_.brand_name, *seen_.re_rated_base,
                                                   OneRate(terms_, rates_before_, parts_before_, seen_.input_before),
                                                   OneRate(terms_, rates_after_, parts_after_, seen_.input_after),
                                                   currency_});
        }
        return std::move(steps_);
    }

private:
    void AddNegative() {
        if (!seen_.after.opening.IsZero()) {
            steps_.emplace_back(step::BaseCarried{words_.period, seen_.after.opening, currency_});
        }
        const bool fenced = seen_.fenced_before != RevShareSums{} || seen_.fenced_after != RevShareSums{};
        if (!fenced || !terms_.negative.high_roller) return;
        steps_.emplace_back(step::RingFenced{BaseOf(terms_, seen_.fenced_before), BaseOf(terms_, seen_.fenced_after),
                                             terms_.negative.high_roller->player_loss, currency_});
    }

    void AddDeductions() {
        const Deductions& rules = terms_.deductions;
        if (rules.empty()) return;
        const RevShareSums& sums = seen_.after;
        steps_.emplace_back(step::Deducted{sums.bonuses, rules.bonus_percent, sums.deposits, rules.deposit_fee_percent,
                                           sums.withdrawals, rules.withdrawal_fee_percent, rules.before_admin_fee,
                                           DeductedFrom(terms_, seen_.before), DeductedFrom(terms_, seen_.after),
                                           currency_});
    }

    static Decimal PartIn(const BaseParts& parts, const std::string& product) {
        const auto found = std::ranges::find(parts.products, product, &ProductSum::product);
        return found == parts.products.end() ? Decimal() : found->sum;
    }

    void AddProducts() {
        std::vector<std::string> products;
        for (const auto* parts : {&parts_before_, &parts_after_}) {
            for (const ProductSum& each : parts->products) products.push_back(each.product);
        }
        std::ranges::sort(products);
        products.erase(std::ranges::unique(products).begin(), products.end());
        for (const std::string& product : products) {
            steps_.emplace_back(step::ProductShare{product, PartIn(parts_before_, product),
                                                   PartIn(parts_after_, product),
                                                   RateOfPart(terms_, rates_after_, product), currency_});
        }
    }

    void AddActivity() {
        const ActivityParts parts = PartsIn(terms_);
        if (!parts.any()) return;
        const Activity& before = seen_.input_before.activity;
        const Activity& after = seen_.input_after.activity;
        step::ActivityCounted counted{.period = words_.period, .currency = currency_};
        const auto set = [](bool needed, const auto& from, const auto& to, auto& out_from, auto& out_to) {
            if (!needed) return;
            out_from = from;
            out_to = to;
        };
        set(parts.new_depositors, before.new_depositors, after.new_depositors, counted.new_depositors_before,
            counted.new_depositors_after);
        set(parts.qualified_players, before.qualified_players, after.qualified_players,
            counted.qualified_players_before, counted.qualified_players_after);
        set(parts.active_players, before.active_players, after.active_players, counted.active_players_before,
            counted.active_players_after);
        set(parts.deposits, before.deposits, after.deposits, counted.deposits_before, counted.deposits_after);
        steps_.emplace_back(counted);
    }

    void AddPool() {
        const auto& pooled = seen_.input_after.pooled;
        if (!pooled) return;
        steps_.emplace_back(
            step::PoolCounted{words_.tier_pool, terms_.tier_by, seen_.input_before.pooled, *pooled, currency_});
    }

    void AddRate() {
        if (rates_after_.rule == AppliedRates::Rule::kElse) {
            ForMissing(terms_.needs->needs, [&](TierBy of, Decimal needed, Decimal have) {
                steps_.emplace_back(step::ElseRateApplied{of, needed, have, terms_.needs->else_rate, currency_});
            });
            return;
        }
        if (rates_after_.rule == AppliedRates::Rule::kIntro && terms_.intro) {
            steps_.emplace_back(step::IntroRateApplied{terms_.intro->rate, terms_.intro->months});
        }
        const bool by_activity =
            terms_.tier_by != TierBy::kBase || seen_.input_after.pooled ||
            std::ranges::any_of(terms_.tiers, [](const auto& tier) { return !tier.needs.empty(); });
        const bool ladder =
            rates_after_.rule == AppliedRates::Rule::kRate || rates_after_.rule == AppliedRates::Rule::kTier;
        if (by_activity && ladder && !parts_after_.Total().IsNegative()) AddNextTier();
    }

    // Calls `add` with each requirement that is not met.
    template <class AddOne>
    void ForMissing(const Requirements& needs, AddOne add) {
        const Activity& have = seen_.input_after.activity;
        const auto count = [&](TierBy of, const std::optional<std::int64_t>& needed, std::int64_t existing) {
            if (needed && existing < *needed) add(of, Decimal::FromInteger(*needed), Decimal::FromInteger(existing));
        };
        count(TierBy::kNewDepositors, needs.new_depositors, have.new_depositors);
        count(TierBy::kQualifiedPlayers, needs.qualified_players, have.qualified_players);
        count(TierBy::kActivePlayers, needs.active_players, have.active_players);
        const int digits = seen_.input_after.digits.value_or(Decimal::kFractionDigits);
        const bool lacks = needs.deposits && have.deposits.RoundedTo(digits) < *needs.deposits;
        if (lacks) add(TierBy::kDeposits, *needs.deposits, have.deposits);
    }

    // The lowest tier above the reached one.
    void AddNextTier() {
        const auto next = std::ranges::find_if(terms_.tiers, [&](const RevShareTier& tier) {
            return rates_after_.tier == nullptr || tier.from > rates_after_.tier->from;
        });
        if (next == terms_.tiers.end()) return;
        const int digits = seen_.input_after.digits.value_or(Decimal::kFractionDigits);
        const Decimal own = terms_.tier_by == TierBy::kBase
                                ? parts_after_.Total()
                                : MeasureOf(terms_.tier_by, seen_.input_after.activity, digits);
        const Decimal have = seen_.input_after.pooled.value_or(own);
        if (have.RoundedTo(digits) < next->from) {
            steps_.emplace_back(step::NextTier{terms_.tier_by, next->from - have, next->rate, currency_});
        }
        ForMissing(next->needs, [&](TierBy of, Decimal needed, Decimal existing) {
            steps_.emplace_back(step::NextTier{of, needed - existing, next->rate, currency_});
        });
    }

    const RevShareTerms& terms_;
    const RevShareSeen& seen_;
    Currency currency_;
    const ShareWords& words_;
    BaseParts parts_before_;
    BaseParts parts_after_;
    AppliedRates rates_before_;
    AppliedRates rates_after_;
    std::vector<Step> steps_;
};

}  // namespace

std::vector<Step> RevShareRuleSteps(const RevShareTerms& terms, const Accrual& accrual, const ShareWords& words) {
    return RuleSteps(terms, accrual, words).Make();
}

}  // namespace fairlead::commission
