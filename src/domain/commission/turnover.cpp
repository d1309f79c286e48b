#include "base/number/percent.hpp"
#include "domain/commission/components.hpp"

namespace fairlead::commission {

using events::EventType;

Decimal TurnoverRate(const TurnoverTerms& terms, const std::string& product) {
    const auto found = terms.rate_by_product.find(product);
    return found == terms.rate_by_product.end() ? terms.rate : found->second;
}

void MoveTurnover(const TurnoverTerms& terms, const std::string& product, Decimal added, GroupState& group,
                  Accrual& accrual) {
    Decimal& sum = SumOfProduct(group.turnover, product);
    const Decimal before = sum;
    sum += added;
    const Decimal rate = TurnoverRate(terms, product);
    accrual.base = added;
    accrual.rate = rate;
    accrual.amount.amount = Percent(sum, rate) - Percent(before, rate);
    accrual.turnover = TurnoverSeen{product, before, sum};
}

bool TurnoverUses(const Deal&, const Terms& terms, EventType type) {
    return terms.turnover && type == EventType::kWagerPlaced;
}

void TurnoverOnEvent(Scene& scene) {
    if (scene.amount.IsZero() || !TurnoverUses(*scene.chosen.deal, scene.terms(), scene.event.type)) return;
    const TurnoverTerms& terms = *scene.terms().turnover;
    std::string product = ProductName(scene.event.product);
    if (!terms.rate_by_product.contains(product)) product.clear();
    Accrual accrual = scene.NewAccrual(Component::kTurnover);
    const StateKey key = scene.KeyIn(scene.StatePeriod());
    MoveTurnover(terms, product, scene.amount, scene.groups().Group(key), accrual);
    scene.groups().Changed(key);
    scene.Pay(std::move(accrual));
}

}  // namespace fairlead::commission
