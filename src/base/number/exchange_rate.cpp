#include "base/number/exchange_rate.hpp"

#include <algorithm>

#include "base/number/rounded_product.hpp"

namespace fairlead {
namespace {

constexpr Decimal::Units kOne = 1'000'000'000'000'000'000;

bool AllDigits(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::optional<ExchangeRate> ExchangeRate::Parse(std::string_view text) {
    const std::size_t point = text.find('.');
    std::string_view integer = text.substr(0, point);
    std::string_view fraction = point == std::string_view::npos ? std::string_view() : text.substr(point + 1);
    if (integer.empty() || !AllDigits(integer) || !AllDigits(fraction)) return std::nullopt;
    if (point != std::string_view::npos && fraction.empty()) return std::nullopt;
    while (integer.size() > 1 && integer.front() == '0') integer.remove_prefix(1);
    while (!fraction.empty() && fraction.back() == '0') fraction.remove_suffix(1);
    if (integer.size() > kIntegerDigitsMax || fraction.size() > kFractionDigits) return std::nullopt;
    Decimal::Units units = 0;
    for (const char c : integer) units = units * 10 + (c - '0');
    for (std::size_t i = 0; i < kFractionDigits; ++i) {
        units = units * 10 + (i < fraction.size() ? fraction[i] - '0' : 0);
    }
    if (units == 0) return std::nullopt;
    return ExchangeRate(units);
}

std::string ExchangeRate::ToString() const {
    Decimal::Units rest = units_;
    std::string reversed;
    for (int written = 0; rest != 0 || written <= kFractionDigits; ++written, rest /= 10) {
        if (written == kFractionDigits && !reversed.empty()) reversed.push_back('.');
        const char digit = static_cast<char>('0' + static_cast<int>(rest % 10));
        if (written >= kFractionDigits || !reversed.empty() || digit != '0') reversed.push_back(digit);
    }
    std::ranges::reverse(reversed);
    return reversed;
}

Decimal ExchangeRate::Convert(Decimal amount) const {
    ExactProducts product;
    product.Add(amount.units(), units_);
    return Decimal::FromUnits(product.DividedBy(kOne));
}

std::optional<Decimal> ExchangeRate::ConvertWithin(Decimal amount, Decimal max) const {
    ExactProducts product;
    product.Add(amount.units(), units_);
    const auto units = product.DividedIfItFits(kOne);
    if (!units || *units > max.units() || *units < -max.units()) return std::nullopt;
    return Decimal::FromUnits(*units);
}

}  // namespace fairlead
