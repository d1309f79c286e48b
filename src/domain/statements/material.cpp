#include "domain/statements/material.hpp"

namespace fairlead::statements {
namespace {

Decimal MinPayoutIn(const commission::Plan& plan, const Material& material) {
    const Decimal in_base = plan.MinPayoutOf(material.affiliate);
    const Currency base = plan.BaseCurrencyOn(material.period.LastDay());
    if (material.currency == base) return in_base;
    const auto found = plan.RateOn(base, material.currency, material.period.LastDay());
    return found ? found->rate.Convert(in_base) : Decimal();
}

}  // namespace

Material MaterialOf(const commission::Plan& plan, AffiliateId affiliate, Period period, Currency currency) {
    Material material{.affiliate = affiliate,
                      .period = period,
                      .next = plan.CalendarOf(affiliate).After(period),
                      .currency = currency};
    material.min_payout = MinPayoutIn(plan, material);
    material.negative = [&plan, last_day = period.LastDay()](DealId id) {
        return commission::NegativeTermsOn(plan.KnownDeal(id), last_day);
    };
    const auto* own = plan.FindAffiliate(affiliate);
    if (own != nullptr && own->payout_currency && *own->payout_currency != currency) {
        material.payout_currency = own->payout_currency;
        material.payout_rate = plan.RateOn(currency, *own->payout_currency, period.LastDay());
    }
    return material;
}

}  // namespace fairlead::statements
