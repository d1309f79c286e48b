#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace fairlead::demo {

// The contents of the demo, as plain data. Days count from the first day of the history. Negative days count back from
// its end.

inline constexpr std::string_view kOperatorName = "Beacon Gaming Group";
inline constexpr std::string_view kTimeZone = "Europe/Malta";
inline constexpr std::string_view kPortalDomain = "partners.localhost";
inline constexpr std::string_view kPortalName = "Beacon Partners";
inline constexpr std::string_view kPortalColor = "#0f6e84";
inline constexpr std::string_view kPassword = "beacon-demo-2026";

struct Person {
    std::string_view email;
    std::string_view role;             // admin, manager, finance, viewer or affiliate.
    std::string_view affiliate_email;  // For users of an affiliate.
};
// The first one is the operator's first admin.
std::span<const Person> People();

struct Brand {
    std::string_view name;
    std::string_view website;
    std::string_view ref_prefix;  // Prefix of the references of its players.
    std::string_view fallback;
    std::string_view ngr_mode;
};
inline constexpr std::size_t kCasino = 0;
inline constexpr std::size_t kSports = 1;
std::span<const Brand> Brands();

struct Game {
    std::size_t brand = 0;
    std::string_view product;
    std::string_view name;
    double weight = 1;
};
std::span<const Game> Games();

struct Country {
    std::string_view code;
    std::string_view currency;
};
std::span<const Country> Countries();
std::size_t CountryOf(std::string_view code);

struct Agent {
    std::string_view user_agent;
    double weight = 1;
};
std::span<const Agent> Agents();

struct Campaign {
    std::size_t brand = 0;
    std::string_view name;
    bool active = true;
};
std::span<const Campaign> Campaigns();

struct Creative {
    std::size_t campaign = 0;
    std::string_view name;
    std::string_view headline;
    int width = 0;  // 0: a text creative.
    int height = 0;
};
std::span<const Creative> Creatives();

struct DealVersion {
    int day = 0;  // First day in force. The first version is in force from the beginning.
    std::string_view terms;
};
struct Deal {
    std::string_view name;
    std::string_view binding;
    bool is_default = false;
    std::optional<std::size_t> brand;  // Scope.
    std::vector<std::string_view> countries;
    std::vector<DealVersion> versions;
};
std::span<const Deal> Deals();

struct Link {
    std::string_view name;
    std::size_t brand = 0;
    std::string_view path;
    double weight = 1;
    std::optional<std::size_t> creative;
    std::optional<std::size_t> source;
    std::string_view geo;
};

struct Source {
    std::string_view name;
    std::string_view type;
    std::string_view url;
};

struct CountryShare {
    std::string_view code;
    double weight = 1;
};

struct Affiliate {
    std::string_view name;
    std::string_view email;
    std::string_view notes;
    std::string_view payment_hold = {};
    std::string_view parent;  // E-mail address of the parent.
    std::vector<std::size_t> deals;
    int joined_day = 0;
    std::optional<int> suspended_day;
    bool pending = false;
    double clicks_first = 0;  // Clicks per day when it joined …
    double clicks_last = 0;   // … and at the end.
    double registration_rate = 0;
    double deposit_rate = 0;       // Share of registrations that become first deposits.
    double value = 1;              // The value of its players relative to the average.
    double football = 0;           // How strongly its traffic follows match days, 0 to 1.
    std::size_t addresses = 8192;  // The maximum number of visitors per country.
    std::vector<CountryShare> countries;
    std::vector<std::string_view> placements;  // Values of sub1.
    std::vector<Source> sources;
    std::vector<Link> links;
};
std::span<const Affiliate> Affiliates();

// Converts a day of the scenario, which covers a year, to a day of a history with this many days. The last days are the
// same in every history.
inline int DayOf(int day, int days) {
    constexpr int kYear = 365;
    constexpr int kLastDays = 10;
    if (day >= 0) return day * days / kYear;
    return days + (day < -kLastDays ? day * days / kYear : day);
}

}  // namespace fairlead::demo
