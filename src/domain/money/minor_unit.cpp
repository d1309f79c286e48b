#include "domain/money/minor_unit.hpp"

#include <algorithm>
#include <array>

namespace fairlead {
namespace {

// The active codes of ISO 4217, by the number of digits.
constexpr std::string_view kNone = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF";
constexpr std::string_view kThree = "BHD IQD JOD KWD LYD OMR TND";
constexpr std::string_view kFour = "CLF UYW";
constexpr std::string_view kTwo =
    "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF "
    "CHW CNY COP COU CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HRK "
    "HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR "
    "MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP "
    "SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER "
    "ZAR ZMW ZWL";

struct Listed {
    std::string_view codes;
    int digits;
};
constexpr std::array kListed{Listed{kTwo, 2}, Listed{kNone, 0}, Listed{kThree, 3}, Listed{kFour, 4}};
constexpr int kUnlisted = 8;

}  // namespace

int MinorUnitDigits(Currency currency) {
    if (!currency.IsStandardForm()) return kUnlisted;
    const auto lists = [&](const Listed& listed) { return listed.codes.contains(currency.code()); };
    const auto found = std::ranges::find_if(kListed, lists);
    return found == kListed.end() ? kUnlisted : found->digits;
}

}  // namespace fairlead
