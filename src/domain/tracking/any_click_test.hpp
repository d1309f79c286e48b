#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>

#include "domain/tracking/click.hpp"
#include "domain/tracking/click_heads.hpp"

namespace fairlead::tracking {

// A source of choices for tests of clicks: it returns a number below `bound`. The same seed gives the same numbers.
class SeededChoice {
public:
    explicit SeededChoice(std::uint64_t seed) : random_(seed) {}

    std::uint64_t operator()(std::uint64_t bound) { return random_() % bound; }

private:
    std::mt19937_64 random_;
};

// The n-th id of its type.
template <class SomeId>
SomeId NthId(std::uint64_t n) {
    SomeId id;
    for (std::size_t i = 0; i < 8; ++i) id.uuid.bytes[15 - i] = static_cast<std::uint8_t>(n >> (8 * i));
    return id;
}

// Few different values, so that clicks and registrations often match.
inline constexpr std::array<std::string_view, 3> kAnyAgents{"", "Mozilla/5.0 (X11; Linux)", "Mozilla/5.0 (iPhone)"};
inline constexpr std::array<std::string_view, 3> kAnyCountries{"", "DE", "FR"};
inline constexpr std::uint64_t kAnyBrands = 3;
inline constexpr std::uint64_t kAnyAddresses = 6;

inline Bytes16 NthAddress(std::uint64_t n) {
    Bytes16 hash;
    hash.fill(static_cast<std::uint8_t>(n + 1));
    return hash;
}

template <class SomeId, class Choose>
std::optional<SomeId> AnyOrNone(Choose& choose) {
    const std::uint64_t n = choose(4);
    return n == 0 ? std::nullopt : std::optional(NthId<SomeId>(n));
}

template <class Choose>
Origin AnyOrigin(Choose& choose) {
    constexpr std::array<std::string_view, 4> kTexts{"", "a", "vip ß", "\xE5\xA2\xA8"};
    Origin origin{.affiliate = NthId<AffiliateId>(1 + choose(4)),
                  .link = AnyOrNone<LinkId>(choose),
                  .campaign = AnyOrNone<CampaignId>(choose),
                  .creative = AnyOrNone<CreativeId>(choose),
                  .source = AnyOrNone<MarketingSourceId>(choose),
                  .geo_target = std::string(kAnyCountries[choose(kAnyCountries.size())]),
                  .device = choose(2) == 0 ? "" : "mobile",
                  .os = choose(2) == 0 ? "" : "iOS",
                  .browser = choose(2) == 0 ? "" : "Chrome Mobile"};
    for (std::string& sub : origin.subs) sub = kTexts[choose(kTexts.size())];
    return origin;
}

// A click that is not recorded yet, without id and time. Most of them are counted.
template <class Choose>
Click AnyClick(Choose& choose) {
    Click click;
    click.brand = NthId<BrandId>(1 + choose(kAnyBrands));
    click.uncounted = choose(3) == 0 ? static_cast<Uncounted>(choose(kUncountedNames.size())) : Uncounted::kNo;
    click.country = kAnyCountries[choose(kAnyCountries.size())];
    click.address_hash = NthAddress(choose(kAnyAddresses));
    click.agent_digest = DigestAgent(kAnyAgents[choose(kAnyAgents.size())]);
    click.origin = AnyOrigin(choose);
    return click;
}

// The clicks as an event loop passes them to the ledger. Only the random part of their ids is used.
inline ClickSegment SegmentOf(std::span<const Click> clicks) {
    ClickSegment segment;
    ClickHeads heads;
    for (const Click& click : clicks) {
        std::string link_part;
        std::string agent_part;
        AppendLinkPart(link_part, click.origin);
        AppendAgentPart(agent_part, click.origin.device, click.origin.os, click.origin.browser);
        const std::uint32_t head = heads.Find({.brand = click.brand,
                                               .country = click.country,
                                               .agent_digest = click.agent_digest,
                                               .link_part = link_part,
                                               .agent_part = agent_part},
                                              segment);
        const auto place = PlaceOf(click.id);
        AppendClickRow(segment.rows, {.head = head,
                                      .random = place ? place->random : 0,
                                      .uncounted = click.uncounted,
                                      .address_hash = click.address_hash});
        AppendSubsPart(segment.rows, click.origin.subs);
        ++segment.row_count;
    }
    return segment;
}

}  // namespace fairlead::tracking
