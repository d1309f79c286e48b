#include "domain/deals/rev_share_base.hpp"

#include <algorithm>

#include "base/number/percent.hpp"

namespace fairlead::commission {

std::string ProductName(std::string_view sent) {
    std::string name(sent);
    for (char& c : name) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return name;
}

Decimal& SumOfProduct(std::vector<ProductSum>& sums, std::string_view product) {
    const auto place = std::ranges::lower_bound(sums, product, {}, &ProductSum::product);
    if (place != sums.end() && place->product == product) return place->sum;
    return sums.insert(place, {std::string(product), Decimal()})->sum;
}

RevShareSums& RevShareSums::operator+=(const RevShareSums& other) {
    ngr += other.ngr;
    chargebacks += other.chargebacks;
    bonuses += other.bonuses;
    deposits += other.deposits;
    withdrawals += other.withdrawals;
    opening += other.opening;
    for (const ProductSum& each : other.products) SumOfProduct(products, each.product) += each.sum;
    // Sums that are zero again are left out, so that equal sums are equal states.
    std::erase_if(products, [](const ProductSum& each) { return each.sum.IsZero(); });
    return *this;
}

RevShareSums RevShareSums::operator-() const {
    RevShareSums opposite{-ngr, -chargebacks, -bonuses, -deposits, -withdrawals, products, -opening};
    for (ProductSum& each : opposite.products) each.sum = -each.sum;
    return opposite;
}

bool RevShareSums::HasMore() const {
    return !bonuses.IsZero() || !deposits.IsZero() || !withdrawals.IsZero() || !products.empty();
}

Decimal BaseParts::Total() const {
    Decimal total = rest;
    for (const ProductSum& each : products) total += each.sum;
    return total;
}

Decimal DeductedFrom(const RevShareTerms& terms, const RevShareSums& sums) {
    if (terms.deductions.empty()) return {};
    PercentSum deducted;
    deducted.Add(sums.bonuses, terms.deductions.bonus_percent);
    deducted.Add(sums.deposits, terms.deductions.deposit_fee_percent);
    deducted.Add(sums.withdrawals, terms.deductions.withdrawal_fee_percent);
    return deducted.Rounded();
}

namespace {

// What is left of the revenue without a product after the admin fee and the deductions. Only the result is rounded.
Decimal RestOf(const RevShareTerms& terms, const RevShareSums& sums, Decimal kept) {
    const Deductions& deductions = terms.deductions;
    if (deductions.empty()) return Percent(sums.ngr, kept);
    if (!deductions.before_admin_fee) return Percent(sums.ngr, kept) - DeductedFrom(terms, sums);
    NestedPercentSum rest;
    rest.Add(sums.ngr, Decimal::FromInteger(100), kept);
    rest.Add(-sums.bonuses, deductions.bonus_percent, kept);
    rest.Add(-sums.deposits, deductions.deposit_fee_percent, kept);
    rest.Add(-sums.withdrawals, deductions.withdrawal_fee_percent, kept);
    return rest.Rounded();
}

}  // namespace

BaseParts PartsOf(const RevShareTerms& terms, const RevShareSums& sums) {
    const Decimal kept = Decimal::FromInteger(100) - terms.admin_fee_percent;
    BaseParts parts{RestOf(terms, sums, kept) - sums.chargebacks + sums.opening};
    parts.products.reserve(sums.products.size());
    for (const ProductSum& each : sums.products) parts.products.push_back({each.product, Percent(each.sum, kept)});
    return parts;
}

Decimal BaseOf(const RevShareTerms& terms, const RevShareSums& sums) { return PartsOf(terms, sums).Total(); }

std::string PartOf(const RevShareTerms& terms, std::string_view product) {
    std::string name = ProductName(product);
    const auto in_tier = [&](const RevShareTier& tier) { return tier.rate_by_product.contains(name); };
    if (terms.rate_by_product.contains(name) || std::ranges::any_of(terms.tiers, in_tier)) return name;
    return {};
}

bool IsExcluded(const RevShareTerms& terms, std::string_view product) {
    return !terms.exclude_products.empty() &&
           std::ranges::find(terms.exclude_products, ProductName(product)) != terms.exclude_products.end();
}

}  // namespace fairlead::commission
