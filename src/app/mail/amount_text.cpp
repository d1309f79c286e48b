#include "app/mail/amount_text.hpp"

#include "domain/money/minor_unit.hpp"

namespace fairlead::app {

std::string AmountText(const Decimal& amount, Currency currency) {
    const int digits = MinorUnitDigits(currency);
    std::string text = amount.RoundedTo(digits).ToString();
    const std::size_t point = text.find('.');
    const std::size_t known = point == std::string::npos ? 0 : text.size() - point - 1;
    const std::size_t missing = static_cast<std::size_t>(digits) - std::min(static_cast<std::size_t>(digits), known);
    if (missing > 0) text.append(known == 0 ? "." : "").append(missing, '0');
    return text + " " + std::string(currency.code());
}

}  // namespace fairlead::app
