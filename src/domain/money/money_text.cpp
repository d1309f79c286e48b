#include "domain/money/money_text.hpp"

#include "domain/money/minor_unit.hpp"

namespace fairlead {

std::string AmountText(Decimal amount, Currency currency) {
    std::string text = amount.ToString();
    const auto wanted = static_cast<std::size_t>(MinorUnitDigits(currency));
    const std::size_t point = text.find('.');
    const std::size_t given = point == std::string::npos ? 0 : text.size() - point - 1;
    if (given >= wanted) return text;
    if (point == std::string::npos) text += '.';
    return text.append(wanted - given, '0');
}

std::string MoneyText(const Money& money) {
    return AmountText(money.amount, money.currency) + " " + std::string(money.currency.code());
}

}  // namespace fairlead
