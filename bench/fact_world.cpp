#include "bench/fact_world.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/assert.hpp"

namespace fairlead::bench {
namespace {

using commission::Component;
using events::EventType;
using facts::Standing;
using tracking::AppendAgentPart;
using tracking::AppendClickRow;
using tracking::AppendSubsPart;

enum class Kind : std::uint8_t { kClick, kImpressions, kRegistration, kFirstDeposit, kEvent, kReward };

// Per thousand facts.
struct Share {
    Kind kind;
    double permille;
    EventType type = EventType::kRegistration;
    Component component = Component::kCpa;
};
constexpr std::array kShares{
    Share{Kind::kClick, 700},
    Share{Kind::kImpressions, 30},
    Share{Kind::kRegistration, 35},
    Share{Kind::kFirstDeposit, 14},
    Share{Kind::kEvent, 55, EventType::kDeposit},
    Share{Kind::kEvent, 65, EventType::kNgrUpdate},
    Share{Kind::kEvent, 40, EventType::kWagerPlaced},
    Share{Kind::kEvent, 5, EventType::kWithdrawal},
    Share{Kind::kEvent, 5, EventType::kBonus},
    Share{Kind::kEvent, 1, EventType::kChargeback},
    Share{Kind::kReward, 10, EventType::kFirstDeposit, Component::kCpa},
    Share{Kind::kReward, 40, EventType::kNgrUpdate, Component::kRevShare},
};

constexpr std::array<std::string_view, 30> kCountries{"DE", "SE", "FI", "NO", "GB", "IE", "AT", "CH", "NL", "DK",
                                                      "MT", "ES", "IT", "PT", "PL", "CZ", "HU", "RO", "BG", "GR",
                                                      "EE", "LV", "LT", "CA", "NZ", "BR", "MX", "CL", "PE", "IN"};
constexpr std::array<std::array<std::string_view, 2>, 6> kSystems{{{"mobile", "Android"},
                                                                   {"mobile", "iOS"},
                                                                   {"desktop", "Windows"},
                                                                   {"desktop", "Mac OS X"},
                                                                   {"tablet", "iOS"},
                                                                   {"desktop", "Linux"}}};
constexpr std::array<std::string_view, 6> kBrowsers{"Chrome", "Safari", "Firefox", "Edge", "Samsung Internet", "Opera"};
constexpr std::size_t kAgentVersions = 8;
constexpr std::array<std::size_t, 3> kSubValues{100'000, 5'000, 200};
constexpr std::array<std::size_t, 3> kSubPercents{90, 40, 15};  // Percentage of clicks that have each SubID.
constexpr std::array<std::string_view, 3> kProducts{"casino", "sports", "live"};
constexpr std::size_t kGames = 300;
constexpr std::size_t kRecentVisitors = 40'000;
constexpr std::size_t kRecentVisits = 20'000;
constexpr std::size_t kReturningPercent = 35;
constexpr std::size_t kBotPercent = 3;
constexpr std::uint64_t kRandomMask = (std::uint64_t{1} << tracking::kClickRandomBits) - 1;
const Currency kBase = *Currency::Parse("EUR");
const std::array<Currency, 2> kForeign{*Currency::Parse("USD"), *Currency::Parse("SEK")};

Draw DrawKinds() {
    std::vector<double> weights;
    for (const Share& share : kShares) weights.push_back(share.permille);
    return Draw(weights);
}

// Affiliates that come first are larger, and so are the first links of each.
Draw DrawLinks(const std::vector<catalogue::Link>& links) {
    std::map<AffiliateId, std::pair<std::size_t, std::size_t>> met;  // Its index, and the number of its links.
    std::vector<double> weights;
    for (const auto& link : links) {
        auto& [place, count] = met.try_emplace(link.affiliate, met.size() + 1, 0).first->second;
        weights.push_back(1 / (static_cast<double>(place) * static_cast<double>(++count)));
    }
    return Draw(weights);
}

Decimal Cents(std::int64_t cents) { return Decimal::FromUnits(Decimal::Units{cents} * 1'000'000); }

}  // namespace

FactWorld::FactWorld(WorldCatalogue catalogue, const WorldOptions& options)
    : chance_(options.seed),
      options_(options),
      catalogue_(std::move(catalogue)),
      kinds_(DrawKinds()),
      links_(DrawLinks(catalogue_.links)),
      countries_(Draw::Zipf(kCountries.size(), 1.1)),
      agent_draw_(Draw::Zipf(kSystems.size() * kBrowsers.size() * kAgentVersions, 0.9)),
      game_draw_(Draw::Zipf(kGames, 1.0)),
      visitors_(kRecentVisitors),
      visits_(kRecentVisits) {
    FAIRLEAD_ASSERT(!catalogue_.links.empty() && !catalogue_.creatives.empty());
    for (const auto& link : catalogue_.links) AppendLinkPart(link_parts_.emplace_back(), tracking::OriginOf(link));
    MakeAgents();
    MakeSubs();
    for (std::size_t i = 0; i < kGames; ++i) games_.push_back(fmt::format("game-{:03}", i));
}

void FactWorld::MakeAgents() {
    for (std::size_t version = 0; version < kAgentVersions; ++version) {
        for (const auto& [device, os] : kSystems) {
            for (const auto browser : kBrowsers) {
                Agent agent{.device = device,
                            .os = os,
                            .browser = browser,
                            .digest = tracking::DigestAgent(fmt::format("{} {} {}", os, browser, version)),
                            .part = {}};
                AppendAgentPart(agent.part, device, os, browser);
                agents_.push_back(std::move(agent));
            }
        }
    }
}

void FactWorld::MakeSubs() {
    for (std::size_t i = 0; i < kSubValues.size(); ++i) {
        sub_draws_.push_back(Draw::Zipf(kSubValues[i], 1.0));
        for (std::size_t value = 0; value < kSubValues[i]; ++value) {
            subs_[i].push_back(fmt::format("{}{:06}-{:04x}", i == 0 ? "pub" : "s", value, chance_.Below(65'536)));
        }
    }
}

facts::FactBlock FactWorld::Fill(std::size_t fact_count, Timestamp from, Timestamp to) {
    Filling filling;
    filling.from = from;
    filling.to = to;
    for (std::size_t i = 0; i < fact_count; ++i) {
        const Share& share = kShares[kinds_.Next(chance_)];
        switch (share.kind) {
            case Kind::kClick: AddClick(filling); break;
            case Kind::kImpressions: AddImpressions(filling); break;
            case Kind::kRegistration: AddRegistration(filling); break;
            case Kind::kFirstDeposit: AddFirstDeposit(filling); break;
            case Kind::kEvent: AddActivity(filling, share.type); break;
            case Kind::kReward: AddReward(filling, share.component); break;
        }
    }
    filling.block.AddClicks(filling.clicks);
    filling.block.AddImpressions(filling.impressions);
    return std::move(filling.block);
}

void FactWorld::AddClick(Filling& filling) {
    const Visit visit = NextVisit();
    const Agent& agent = agents_[visit.visitor.agent];
    const auto head = filling.heads.Find({.brand = catalogue_.links[visit.link].brand,
                                          .country = kCountries[visit.visitor.country],
                                          .agent_digest = agent.digest,
                                          .link_part = link_parts_[visit.link],
                                          .agent_part = agent.part},
                                         filling.clicks);
    const auto uncounted = chance_.Percent(kBotPercent) ? tracking::Uncounted::kBot : tracking::Uncounted::kNo;
    AppendClickRow(filling.clicks.rows, {.head = head,
                                         .random = chance_.Bits() & kRandomMask,
                                         .uncounted = uncounted,
                                         .address_hash = visit.visitor.address});
    AppendSubsPart(filling.clicks.rows, visit.subs);
    ++filling.clicks.row_count;
    visits_[visit_count_++ % kRecentVisits] = visit;
}

FactWorld::Visit FactWorld::NextVisit() {
    Visit visit{.link = links_.Next(chance_), .visitor = NextVisitor(), .subs = {}};
    for (std::size_t i = 0; i < sub_draws_.size(); ++i) {
        if (chance_.Percent(kSubPercents[i])) visit.subs[i] = subs_[i][sub_draws_[i].Next(chance_)];
    }
    return visit;
}

FactWorld::Visitor FactWorld::NextVisitor() {
    const std::size_t known = std::min(visitor_count_, kRecentVisitors);
    if (known > 0 && chance_.Percent(kReturningPercent)) return visitors_[chance_.Below(known)];
    Visitor& fresh = visitors_[visitor_count_++ % kRecentVisitors];
    fresh = {NextBytes(), agent_draw_.Next(chance_), countries_.Next(chance_)};
    return fresh;
}

void FactWorld::AddImpressions(Filling& filling) {
    const auto& link = catalogue_.links[links_.Next(chance_)];
    tracking::Origin origin = tracking::OriginOf(link);
    origin.creative = catalogue_.creatives[chance_.Below(catalogue_.creatives.size())].id;
    std::string key;
    facts::AppendImpressionHead(key, filling.to, link.brand, kCountries[countries_.Next(chance_)]);
    key += EncodeOrigin(origin);
    filling.impressions[std::move(key)] += static_cast<std::int64_t>(1 + chance_.Below(200));
}

void FactWorld::AddRegistration(Filling& filling) {
    if (visit_count_ == 0) return AddClick(filling);
    players_.push_back(NewPlayer());
    registered_.push_back(players_.size() - 1);
    filling.block.AddEvent(FactOf(players_.back(), EventType::kRegistration, TimeWithin(filling)));
}

FactWorld::Player FactWorld::NewPlayer() {
    const Visit& visit = visits_[chance_.Below(std::min(visit_count_, kRecentVisits))];
    Player player{.id = {Uuid{NextBytes()}},
                  .brand = catalogue_.links[visit.link].brand,
                  .country = kCountries[visit.visitor.country],
                  .currency = chance_.Percent(options_.foreign_percent) ? kForeign[chance_.Below(2)] : kBase,
                  .standing = Standing::kAttributed,
                  .origin = {}};
    if (chance_.Percent(14)) {
        player.standing = Standing::kOrganic;
    } else if (chance_.Percent(1)) {
        player.standing = Standing::kUnregistered;
    } else {
        player.origin = OriginOf(visit);
    }
    return player;
}

std::string FactWorld::OriginOf(const Visit& visit) const {
    std::string origin = link_parts_[visit.link] + agents_[visit.visitor.agent].part;
    AppendSubsPart(origin, visit.subs);
    return origin;
}

void FactWorld::AddFirstDeposit(Filling& filling) {
    if (registered_.empty()) return AddRegistration(filling);
    // Most players deposit soon after the registration, or never.
    const std::size_t recent = std::min<std::size_t>(registered_.size(), 5'000);
    std::swap(registered_[registered_.size() - 1 - chance_.Below(recent)], registered_.back());
    depositors_.push_back(registered_.back());
    registered_.pop_back();
    auto fact = FactOf(players_[depositors_.back()], EventType::kFirstDeposit, TimeWithin(filling));
    fact.money = AmountOf(fact.type, players_[depositors_.back()].currency);
    filling.block.AddEvent(fact);
}

void FactWorld::AddActivity(Filling& filling, EventType type) {
    if (depositors_.empty()) return AddFirstDeposit(filling);
    const Player& player = AnyDepositor();
    auto fact = FactOf(player, type, TimeWithin(filling));
    fact.money = AmountOf(type, player.currency);
    if (type == EventType::kNgrUpdate || type == EventType::kWagerPlaced) {
        fact.product = kProducts[chance_.Below(kProducts.size())];
        fact.game = games_[game_draw_.Next(chance_)];
    }
    filling.block.AddEvent(fact);
}

void FactWorld::AddReward(Filling& filling, Component component) {
    if (depositors_.empty()) return AddFirstDeposit(filling);
    const Player& player = AnyDepositor();
    if (player.standing != Standing::kAttributed) return AddActivity(filling, EventType::kDeposit);
    const bool is_cpa = component == Component::kCpa;
    filling.block.AddReward({.component = component,
                             .time = TimeWithin(filling),
                             .amount = {is_cpa ? Cents(10'000) : AmountOf(EventType::kNgrUpdate, kBase).amount, kBase},
                             .qualified = is_cpa ? 1 : 0,
                             .deal = catalogue_.deal,
                             .brand = player.brand,
                             .player = player.id,
                             .country = player.country,
                             .product = {},
                             .game = {},
                             .origin = player.origin});
}

const FactWorld::Player& FactWorld::AnyDepositor() {
    const double share = chance_.Share();
    const auto back = static_cast<std::size_t>(static_cast<double>(depositors_.size()) * share * share);
    return players_[depositors_[depositors_.size() - 1 - back]];
}

Money FactWorld::AmountOf(EventType type, const Currency& currency) {
    constexpr std::array<std::int64_t, 8> kUsual{1'000, 2'000, 2'500, 5'000, 5'000, 10'000, 20'000, 50'000};
    if (type == EventType::kNgrUpdate)
        return {Cents(static_cast<std::int64_t>(chance_.Below(20'000)) - 7'000), currency};
    if (type == EventType::kWagerPlaced) return {Cents(static_cast<std::int64_t>(chance_.Below(2'000)) + 10), currency};
    return {Cents(kUsual[chance_.Below(kUsual.size())]), currency};
}

facts::EventFact FactWorld::FactOf(const Player& player, EventType type, Timestamp time) {
    return {.type = type,
            .time = time,
            .money = {},
            .brand = player.brand,
            .player = player.id,
            .country = player.country,
            .product = {},
            .game = {},
            .standing = player.standing,
            .origin = player.origin};
}

Timestamp FactWorld::TimeWithin(const Filling& filling) {
    const auto length = static_cast<std::size_t>(filling.to.micros - filling.from.micros);
    return {filling.to.micros - static_cast<std::int64_t>(chance_.Below(length))};
}

Bytes16 FactWorld::NextBytes() {
    const std::array<std::uint64_t, 2> words{chance_.Bits(), chance_.Bits()};
    Bytes16 bytes;
    std::memcpy(bytes.data(), words.data(), bytes.size());
    return bytes;
}

}  // namespace fairlead::bench
