#include "demo/traffic.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "base/time/period.hpp"
#include "demo/create_demo.hpp"

namespace fairlead::demo {
namespace {

constexpr std::size_t kAddressesPerCountry = 8192;
constexpr double kMicrosADay = static_cast<double>(kMicrosPerDay);
// Impressions per click.
constexpr double kViewsPerClick = 62;
// Norway has just been opened, and its currency has no exchange rate yet.
constexpr int kNorwayDays = 3;
constexpr double kNorwayShare = 0.03;
// The share of clicks by visitors who clicked the same link just before.
constexpr double kRepeatedClickShare = 0.09;

// The traffic by hour of the day in UTC. The average is 1.
constexpr std::array<double, 24> kHours{0.62, 0.42, 0.3,  0.24, 0.24, 0.32, 0.5,  0.7,  0.82, 0.9,  0.98, 1.06,
                                        1.12, 1.1,  1.08, 1.12, 1.22, 1.4,  1.62, 1.82, 1.9,  1.78, 1.36, 0.98};
// By weekday, starting with Thursday, 1970-01-01.
constexpr std::array<double, 7> kWeekdays{0.95, 1.1, 1.14, 1.2, 0.86, 0.87, 0.88};
constexpr std::array<double, 7> kMatchDays{0.75, 1.05, 2.0, 1.65, 0.55, 0.6, 0.95};
constexpr std::array<double, 12> kMonths{1.08, 1.02, 1.0, 0.97, 0.94, 0.9, 0.84, 0.9, 1.0, 1.05, 1.1, 1.16};
// There is no football in summer.
constexpr std::array<double, 12> kSeason{1.1, 1.1, 1.12, 1.15, 1.1, 0.6, 0.45, 0.95, 1.12, 1.12, 1.12, 1.05};

double Mixed(double usual, double football, double share) { return usual * (1 - share) + football * share; }

double SeasonOf(const Affiliate& affiliate, Date date) {
    const auto weekday = static_cast<std::size_t>(date.days % 7);
    const auto month = static_cast<std::size_t>(Period::Of(date).number % 12);
    return Mixed(kWeekdays[weekday], kMatchDays[weekday], affiliate.football) *
           Mixed(kMonths[month], kSeason[month], affiliate.football);
}

// The affiliate's own good and bad days. The result is the same for every call with the same day.
double DailyVariation(const Affiliate& affiliate, Date date) {
    std::uint64_t seed = static_cast<std::uint64_t>(date.days) * 0x9E3779B97F4A7C15U;
    for (const char c : affiliate.email) seed = seed * 131 + static_cast<unsigned char>(c);
    return Dice(seed).LogNormal(1, 0.13);
}

double ClicksADay(const Affiliate& affiliate, const Interval& interval) {
    const int joined = DayOf(affiliate.joined_day, interval.days);
    if (interval.day < joined || affiliate.clicks_first == 0) return 0;
    const double way =
        std::clamp(static_cast<double>(interval.day - joined) / std::max(1, interval.days - joined), 0.0, 1.0);
    // Links of a suspended affiliate stay on some pages for a while.
    const bool suspended = affiliate.suspended_day && interval.day >= DayOf(*affiliate.suspended_day, interval.days);
    return affiliate.clicks_first * std::pow(affiliate.clicks_last / affiliate.clicks_first, way) *
           (suspended ? 0.12 : 1.0);
}

}  // namespace

std::string AddressBook::Find(const IpAddress& address) const {
    const auto& bytes = address.bytes;
    if (!address.IsV4() || bytes[12] != 198 || (bytes[13] != 18 && bytes[13] != 19)) return {};
    const auto country = static_cast<std::size_t>((bytes[13] - 18) << 3 | bytes[14] >> 5);
    return country < Countries().size() ? std::string(Countries()[country].code) : std::string();
}

std::string AddressBook::AddressIn(std::size_t country, std::size_t number) {
    const std::size_t place = country * kAddressesPerCountry + number % kAddressesPerCountry;
    return fmt::format("198.{}.{}.{}", 18 + (place >> 16), place >> 8 & 255, place & 255);
}

Traffic::Traffic(OperatorActions& actions, Dice& dice)
    : actions_(actions),
      dice_(dice),
      visitors_(actions.parts().agents, countries_, actions.parts().address_key),
      targets_(actions.parts().catalogue) {}

void Traffic::ReadCatalogue() {
    publishers_.clear();
    const auto entry = actions_.entry();
    for (const Affiliate& affiliate : Affiliates()) {
        const auto* self = FindAffiliate(*entry, affiliate.email);
        if (self == nullptr || affiliate.clicks_first == 0) continue;
        Publisher publisher{.scenario = &affiliate, .landings = {}};
        for (const Link& link : affiliate.links) {
            const auto* found = FindIn(entry->records.links, [&](const catalogue::Link& one) {
                return one.affiliate == self->id && one.name == link.name;
            });
            if (found == nullptr) continue;
            const bool seen = link.creative && Creatives()[*link.creative].width > 0 && found->creative;
            publisher.landings.push_back(
                {&link, found->id.ToString(), seen ? found->creative->ToString() : std::string()});
        }
        if (!publisher.landings.empty()) publishers_.push_back(std::move(publisher));
    }
}

double Traffic::Expected(const Publisher& publisher, const Interval& interval) {
    const Affiliate& affiliate = *publisher.scenario;
    const Date date = Date::OfUtc(interval.from);
    const auto hour = static_cast<std::size_t>(interval.from.micros % kMicrosPerDay / (3600 * kMicrosPerSecond));
    const double part = static_cast<double>(interval.to.micros - interval.from.micros) / kMicrosADay;
    return ClicksADay(affiliate, interval) * SeasonOf(affiliate, date) * DailyVariation(affiliate, date) *
           kHours[hour] * part * interval.pace;
}

std::size_t Traffic::CountryFor(const Publisher& publisher, const Landing& landing, const Interval& interval) {
    const bool norway = interval.day >= interval.days - kNorwayDays && interval.day < interval.days &&
                        publisher.scenario == &Affiliates().front();
    if (norway && dice_.Chance(kNorwayShare)) return CountryOf("NO");
    // If a link targets a country, most visitors come from there.
    if (!landing.scenario->geo.empty() && dice_.Chance(0.93)) return CountryOf(landing.scenario->geo);
    const auto& shares = publisher.scenario->countries;
    return CountryOf(shares[dice_.Pick(shares, [](const CountryShare& share) { return share.weight; })].code);
}

void Traffic::Click(const Publisher& publisher, const Interval& interval, app::VisitGathering& gathering,
                    std::vector<Visitor>& visitors) {
    const Affiliate& affiliate = *publisher.scenario;
    const bool again =
        !visitors.empty() && visitors.back().affiliate == &affiliate && dice_.Chance(kRepeatedClickShare);
    const std::size_t place =
        again ? visitors.back().landing
              : dice_.Pick(publisher.landings, [](const Landing& one) { return one.scenario->weight; });
    const Landing& landing = publisher.landings[place];
    Visitor visitor{.affiliate = &affiliate,
                    .landing = place,
                    .brand = landing.scenario->brand,
                    .country = CountryFor(publisher, landing, interval),
                    .agent = dice_.Pick(Agents(), [](const Agent& one) { return one.weight; }),
                    .address = {},
                    .random = app::RandomClickPart(),
                    .click = gathering.batch.clicks.row_count};
    visitor.address = AddressBook::AddressIn(visitor.country, dice_.Below(affiliate.addresses));
    if (again) {
        visitor.country = visitors.back().country;
        visitor.agent = visitors.back().agent;
        visitor.address = visitors.back().address;
    }
    const std::string placement(affiliate.placements[dice_.Below(affiliate.placements.size())]);
    const std::string position = fmt::format("pos-{}", 1 + dice_.Below(8));
    const std::string reference = dice_.Chance(0.3) ? fmt::format("{:08x}", dice_.Next() >> 32) : std::string();

    const app::TrackedLink* link = targets_.FindLink(landing.link);
    if (link == nullptr) return;
    const auto& agent = visitors_.FindAgent(Agents()[visitor.agent].user_agent);
    const auto uncounted = link->uncounted != tracking::Uncounted::kNo ? link->uncounted
                           : agent.profile->is_bot                     ? tracking::Uncounted::kBot
                                                                       : tracking::Uncounted::kNo;
    gathering.AddClick({.link = *link,
                        .agent = agent,
                        .address = visitors_.FindAddress(*IpAddress::Parse(visitor.address)),
                        .uncounted = uncounted,
                        .random = visitor.random,
                        .subs = {placement, position, reference, "", ""}});
    ++clicks_;
    if (uncounted == tracking::Uncounted::kNo) visitors.push_back(std::move(visitor));
}

void Traffic::Show(const Publisher& publisher, const Landing& landing, double clicks, const Interval& interval,
                   app::VisitGathering& gathering) {
    constexpr int kKindsMax = 2;  // Kinds of visitors in one interval. A small number keeps the record small.
    const int views = dice_.Poisson(clicks * kViewsPerClick);
    if (views == 0) return;
    const std::string query = "lid=" + landing.link;
    const app::TrackedCreative* creative =
        targets_.FindCreative(landing.creative, tracking::ParseImpressionQuery(query));
    if (creative == nullptr || !creative->counts) return;
    for (int left = views, kind = 0; left > 0; ++kind) {
        const int some =
            kind + 1 == kKindsMax ? left : 1 + static_cast<int>(dice_.Below(static_cast<std::size_t>(left)));
        const std::size_t agent =
            dice_.Pick(Agents().first(Agents().size() - 1), [](const Agent& one) { return one.weight; });
        const auto address = AddressBook::AddressIn(CountryFor(publisher, landing, interval), dice_.Below(500));
        std::string key;
        app::AppendImpressionKey(key, interval.to, *creative, visitors_.FindAgent(Agents()[agent].user_agent),
                                 visitors_.FindAddress(*IpAddress::Parse(address)));
        gathering.batch.impressions[key] += some;
        impressions_ += some;
        left -= some;
    }
}

double Traffic::ExpectedClicks(const Interval& interval) const {
    double sum = 0;
    for (const Publisher& publisher : publishers_) sum += Expected(publisher, interval);
    return sum;
}

std::vector<Visitor> Traffic::AddVisits(const Interval& interval, app::VisitGathering& gathering) {
    std::vector<Visitor> visitors;
    for (const Publisher& publisher : publishers_) {
        const double expected = Expected(publisher, interval);
        if (expected <= 0) continue;
        const int clicks = dice_.Poisson(expected);
        for (int i = 0; i < clicks; ++i) Click(publisher, interval, gathering, visitors);
        double weights = 0;
        for (const Landing& landing : publisher.landings) weights += landing.scenario->weight;
        for (const Landing& landing : publisher.landings) {
            if (landing.creative.empty()) continue;
            Show(publisher, landing, expected * landing.scenario->weight / weights, interval, gathering);
        }
    }
    return visitors;
}

}  // namespace fairlead::demo
