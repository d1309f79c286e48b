#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "domain/catalogue/dated_settings.hpp"

namespace fairlead::catalogue {

// One thing that a change of the settings does to figures.
struct SettingsEffect {
    std::string_view about;  // reports, statements, minPayout, days or boundary.
    std::string text;        // A sentence for people.

    bool operator==(const SettingsEffect&) const = default;
};

// A change of the settings, before it is made.
struct PlannedChange {
    DatedSettings before;
    DatedSettings after;
    SettingsZones zones;
    Decimal min_payout;                       // The operator's.
    std::size_t affiliates_with_minimum = 0;  // Affiliates with their own minimum payout.
};

// What a change does to reports, statements, minimum payouts and days. Empty if nothing changes.
std::vector<SettingsEffect> EffectsOf(const PlannedChange& planned, Timestamp now);

}  // namespace fairlead::catalogue
