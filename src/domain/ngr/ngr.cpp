#include "domain/ngr/ngr.hpp"

#include <algorithm>

namespace fairlead::commission {
namespace {

// A newer total replaces the sum so far. An older total that arrives late adds nothing.
Decimal Replace(NgrMark& mark, Timestamp time, Decimal total) {
    if (mark.latest && time < *mark.latest) return {};
    mark.latest = time;
    return total - mark.sum;
}

std::size_t CountTotalsIn(const NgrMarks& marks) {
    const auto days = std::ranges::count_if(marks.days, [](const auto& day) { return day.second.latest.has_value(); });
    return static_cast<std::size_t>(days) + (marks.lifetime.latest ? 1U : 0U);
}

}  // namespace

const NgrMark* NgrMarks::Find(Date day) const {
    if (day == kWholeLife) return &lifetime;
    const auto found = days.find(day);
    return found == days.end() ? nullptr : &found->second;
}

Decimal NgrDelta(catalogue::NgrMode mode, Timestamp time, Decimal amount, NgrMarks& marks, const NgrMarks& shared) {
    const Date date = Date::OfUtc(time);
    const auto [entry, is_new] = marks.days.try_emplace(date);
    NgrMark& day = entry->second;
    if (const NgrMark* before = is_new ? shared.Find(date) : nullptr) day.latest = before->latest;
    Decimal delta = amount;
    if (mode == catalogue::NgrMode::kDailyTotal) delta = Replace(day, time, amount);
    if (mode == catalogue::NgrMode::kLifetimeTotal) delta = Replace(marks.lifetime, time, amount);
    day.sum += delta;
    marks.lifetime.sum += delta;
    return delta;
}

void StartProduct(const NgrMarks& shared, NgrMarks& product) {
    product.lifetime.latest = shared.lifetime.latest;
    for (auto& [date, mark] : product.days) {
        if (const NgrMark* before = shared.Find(date)) mark.latest = before->latest;
    }
}

Decimal PlayerNgr::Add(catalogue::NgrMode mode, Timestamp time, const Money& money, const std::string& product,
                       bool by_product) {
    Product& own = products_[{money.currency, product}];
    if (!by_product) {
        const Decimal delta = NgrDelta(mode, time, money.amount, shared_[money.currency]);
        own.marks.lifetime.sum += delta;
        own.marks.days[Date::OfUtc(time)].sum += delta;
        return delta;
    }
    static const NgrMarks kNone;
    const auto found = shared_.find(money.currency);
    const NgrMarks& shared = found == shared_.end() ? kNone : found->second;
    if (!std::exchange(own.started, true)) StartProduct(shared, own.marks);
    return NgrDelta(mode, time, money.amount, own.marks, shared);
}

const NgrMark* PlayerNgr::FindShared(Currency currency, Date day) const {
    const auto found = shared_.find(currency);
    return found == shared_.end() ? nullptr : found->second.Find(day);
}

const NgrMark* PlayerNgr::FindOfProduct(Currency currency, const std::string& product, Date day) const {
    const auto found = products_.find({currency, product});
    return found == products_.end() || !found->second.started ? nullptr : found->second.marks.Find(day);
}

std::size_t PlayerNgr::CountTotals() const {
    std::size_t count = 0;
    for (const auto& [currency, marks] : shared_) count += CountTotalsIn(marks);
    for (const auto& [key, product] : products_) count += CountTotalsIn(product.marks);
    return count;
}

}  // namespace fairlead::commission
