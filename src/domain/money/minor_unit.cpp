#include "domain/money/minor_unit.hpp"

#include <algorithm>
#include <array>

#include "domain/money/iso_currencies.hpp"

namespace fairlead {
namespace {

// Codes that have left ISO 4217. Statements in them were rounded to these digits and must stay the same.
constexpr std::array kWithdrawn{
    IsoCurrency{"ANG", 2}, IsoCurrency{"CUC", 2}, IsoCurrency{"HRK", 2}, IsoCurrency{"SLL", 2}, IsoCurrency{"ZWL", 2},
};
constexpr int kUnlisted = 8;

const IsoCurrency* FindIn(std::span<const IsoCurrency> sorted, Currency currency) {
    const auto found = std::ranges::lower_bound(sorted, currency.code(), {}, &IsoCurrency::code);
    return found == sorted.end() || found->code != currency.code() ? nullptr : &*found;
}

}  // namespace

bool IsInIso4217(Currency currency) { return FindIn(IsoCurrencies(), currency) != nullptr; }

int MinorUnitDigits(Currency currency) {
    for (const std::span<const IsoCurrency> list : {IsoCurrencies(), std::span<const IsoCurrency>(kWithdrawn)}) {
        if (const IsoCurrency* found = FindIn(list, currency)) return found->digits;
    }
    return kUnlisted;
}

}  // namespace fairlead
