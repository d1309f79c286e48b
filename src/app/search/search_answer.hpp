#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/search/search_words.hpp"
#include "base/id/ids.hpp"
#include "base/time/period.hpp"
#include "domain/money/money.hpp"

namespace fairlead::app {

// What a search can find. Groups that match equally well are listed in this order.
enum class SearchType : std::uint8_t {
    kAffiliate,
    kUser,
    kPlayer,
    kLink,
    kDeal,
    kStatement,
    kCampaign,
    kCreative,
    kLandingPage,
    kBrand,
    kReportPreset,
};
inline constexpr std::array<std::string_view, 11> kSearchTypeNames{
    "affiliate", "user",     "player",      "link",  "deal",        "statement",
    "campaign",  "creative", "landingPage", "brand", "reportPreset"};

// Something that was found. Missing texts are empty.
struct SearchHit {
    Uuid id;
    MatchRank rank = MatchRank::kParts;
    std::string title;
    std::string detail;
    std::string status;
    std::optional<AffiliateId> affiliate;
    std::optional<Period> period;  // Only of statements.
    std::optional<Money> payable;  // Only of statements.
};

struct SearchGroup {
    SearchType type = SearchType::kAffiliate;
    std::vector<SearchHit> hits;  // The best first.
    bool more = false;            // Whether further ones match.
};

using SearchAnswer = std::vector<SearchGroup>;  // The group with the best hit first. No group is empty.

}  // namespace fairlead::app
