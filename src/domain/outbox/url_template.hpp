#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.hpp"

namespace fairlead::outbox {

// The macros of URL templates.
enum class Macro : std::uint8_t {
    kClickId,
    kSub1,
    kSub2,
    kSub3,
    kSub4,
    kSub5,
    kEvent,
    kEventId,
    kPlayer,
    kAmount,
    kCurrency,
    kCommission,
    kCommissionCurrency,
    kCountry,
    kBrand,
    kCampaign,
    kLink,
    kTime,
    kTimestamp,
    kPromoCode,
    kReverses,
    kMessageId,
};
inline constexpr std::array<std::string_view, 22> kMacroNames{"click_id",
                                                              "sub1",
                                                              "sub2",
                                                              "sub3",
                                                              "sub4",
                                                              "sub5",
                                                              "event",
                                                              "event_id",
                                                              "player",
                                                              "amount",
                                                              "currency",
                                                              "commission",
                                                              "commission_currency",
                                                              "country",
                                                              "brand",
                                                              "campaign",
                                                              "link",
                                                              "time",
                                                              "timestamp",
                                                              "promo_code",
                                                              "reverses",
                                                              "message_id"};

// The value of each macro; empty where there is none.
class MacroValues {
public:
    std::string& operator[](Macro macro) { return values_[static_cast<std::size_t>(macro)]; }
    const std::string& operator[](Macro macro) const { return values_[static_cast<std::size_t>(macro)]; }

private:
    std::array<std::string, kMacroNames.size()> values_;
};

// A URL with macros in braces, such as https://tracker.example/p?id={click_id}.
class UrlTemplate {
public:
    // Fails for an unknown macro or a single brace; the message names its position, counted from 1. Macros must follow
    // the host: otherwise a visitor could choose the receiver by a SubID.
    static Result<UrlTemplate> Parse(std::string_view text);

    // The URL with every value percent-encoded.
    std::string Render(const MacroValues& values) const;
    bool Uses(Macro macro) const;

private:
    std::vector<std::variant<std::string, Macro>> parts_;
};

// Encodes everything but the unreserved characters of RFC 3986.
std::string PercentEncode(std::string_view text);

}  // namespace fairlead::outbox
