#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "domain/attribution/attribute.hpp"
#include "domain/tracking/any_click_test.hpp"

namespace fairlead::attribution {

// The result of the rules for one registration: the method and the click.
struct NaiveAnswer {
    Method method = Method::kOrganic;
    std::optional<tracking::Click> click;
};

// The rules, sentence by sentence, applied to all clicks of the operator.
inline NaiveAnswer AttributeNaively(const events::Event& registration, const Policy& policy,
                                    std::span<const tracking::Click> all_clicks) {
    using tracking::Click;
    using tracking::Uncounted;

    // A click of a suspended or pending affiliate, or on an inactive link, is treated as unknown.
    std::vector<Click> known;
    for (const Click& click : all_clicks) {
        if (click.uncounted == Uncounted::kAffiliateNotApproved) continue;
        if (click.uncounted == Uncounted::kInactiveLink) continue;
        known.push_back(click);
    }

    // A named click wins at any age, for any brand, counted or not.
    for (const Click& click : known) {
        if (ClickId::Parse(registration.click_id) == click.id) return {Method::kDirect, click};
    }

    const bool names_recorded = std::ranges::any_of(
        all_clicks, [&](const Click& click) { return ClickId::Parse(registration.click_id) == click.id; });
    const auto age_micros = [&](const Click& click) { return registration.time.micros - click.time.micros; };
    const std::vector<std::function<bool(const Click&)>> demands{
        [&](const Click&) { return policy.fallback != catalogue::AttributionFallback::kOff; },
        [&](const Click&) {
            return policy.fallback != catalogue::AttributionFallback::kEvidence || !registration.ip_hash.empty();
        },
        // If the registration names an unknown click, another click counts only with evidence.
        [&](const Click&) {
            return registration.click_id.empty() || names_recorded || !registration.ip_hash.empty() ||
                   !registration.user_agent.empty();
        },
        [&](const Click& click) { return click.brand == registration.brand; },
        // HEAD requests, prefetches and bots win only if they are named.
        [&](const Click& click) { return click.uncounted == Uncounted::kNo; },
        [&](const Click& click) { return age_micros(click) >= 0; },
        [&](const Click& click) { return age_micros(click) <= policy.window_days * 86'400'000'000; },
        [&](const Click& click) {
            return registration.ip_hash.empty() || registration.ip_hash == ToHex(click.address_hash);
        },
        [&](const Click& click) {
            return registration.user_agent.empty() ||
                   tracking::DigestAgent(registration.user_agent) == click.agent_digest;
        },
        [&](const Click& click) {
            return registration.country.empty() || click.country.empty() || registration.country == click.country;
        },
    };
    std::erase_if(known, [&](const Click& click) {
        return !std::ranges::all_of(demands, [&](const auto& demand) { return demand(click); });
    });
    if (known.empty()) return {};
    // The latest one wins. If several have the same time, the one with the greatest id wins.
    std::ranges::sort(known, {}, [](const Click& click) { return std::pair(click.time.micros, click.id.ToString()); });
    return {Method::kLastClick, known.back()};
}

template <class Choose>
Policy AnyPolicy(Choose& choose) {
    constexpr std::array kWindows{1, 30, 365};
    // Usually the default, because the others often find no click.
    const auto fallback = choose(2) == 0 ? 0 : choose(3);
    return {.fallback = static_cast<catalogue::AttributionFallback>(fallback),
            .window_days = kWindows[choose(kWindows.size())]};
}

// The evidence of the visitor of this click: each part as in the click, or missing.
template <class Choose>
void SayAsVisitorOf(const tracking::Click& click, Choose& choose, events::Event& registration) {
    registration.brand = click.brand;
    registration.ip_hash = choose(2) == 0 ? "" : ToHex(click.address_hash);
    registration.country = choose(2) == 0 ? "" : click.country;
    registration.user_agent = "";
    for (const std::string_view agent : tracking::kAnyAgents) {
        if (choose(2) == 0 && tracking::DigestAgent(agent) == click.agent_digest) registration.user_agent = agent;
    }
}

// A registration that may match the clicks. It is often by the same visitor, and often close to an end of the window.
template <class Choose>
events::Event AnyRegistration(Choose& choose, const Policy& policy, std::span<const tracking::Click> clicks) {
    const std::int64_t window = policy.window_days * kMicrosPerDay;
    const std::array<std::int64_t, 8> distances{0, 1, -1, window, window + 1, window - 1, window / 2, -window};
    events::Event event{.brand = tracking::NthId<BrandId>(1 + choose(tracking::kAnyBrands))};
    const auto* near = clicks.empty() ? nullptr : &clicks[choose(clicks.size())];
    event.time.micros = (near == nullptr ? window : near->time.micros) + distances[choose(distances.size())];
    if (choose(2) == 0) event.ip_hash = ToHex(tracking::NthAddress(choose(tracking::kAnyAddresses)));
    event.user_agent = tracking::kAnyAgents[choose(tracking::kAnyAgents.size())];
    event.country = tracking::kAnyCountries[choose(tracking::kAnyCountries.size())];
    if (near != nullptr && choose(2) == 0) SayAsVisitorOf(*near, choose, event);
    switch (choose(8)) {
        case 0:
            if (!clicks.empty()) event.click_id = clicks[choose(clicks.size())].id.ToString();
            break;
        case 1: event.click_id = "0190a0b0-c0d0-7e0f-8a1b-2c3d4e5f6071"; break;
        case 2: event.click_id = "no id at all"; break;
        default: break;
    }
    return event;
}

}  // namespace fairlead::attribution
