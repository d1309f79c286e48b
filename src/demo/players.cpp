#include "demo/players.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace fairlead::demo {
namespace {

constexpr double kMinuteMicros = 60.0 * kMicrosPerSecond;
constexpr double kHour = 60 * kMinuteMicros;
constexpr double kDay = 24 * kHour;

constexpr double kLateShare = 0.006;        // Share of events that a backend sends days later.
constexpr double kChargebackShare = 0.005;  // Share of deposits.
constexpr double kSecondFirstShare = 0.0012;
constexpr double kRepeatedEventShare = 0.002;
constexpr double kDifferingShare = 0.0004;

Timestamp After(Timestamp time, double micros) { return Timestamp{time.micros + static_cast<std::int64_t>(micros)}; }

std::string AmountText(std::int64_t cents) {
    const std::int64_t whole = std::abs(cents);
    return fmt::format("{}{}.{:02}", cents < 0 ? "-" : "", whole / 100, whole % 100);
}

// Approximate units of the currency for one euro. Players use round amounts of their own currency.
double UnitsFor(std::string_view currency) {
    if (currency == "GBP") return 0.86;
    if (currency == "SEK") return 11.3;
    if (currency == "NOK") return 11.6;
    return 1;
}

// The same idempotency key with another amount.
SentEvent WithOtherAmount(SentEvent event) {
    event.amount += "5";
    return event;
}

// Most soon, some the next day, a few much later.
double Delay(Dice& dice, double soon_minutes, double late_days) {
    const double chance = dice.Unit();
    if (chance < 0.68) return kMinuteMicros * dice.Between(1, soon_minutes);
    if (chance < 0.9) return kHour * dice.Between(1, 30);
    return kDay * dice.Between(1, late_days);
}

}  // namespace

Players::Players(OperatorActions& actions, Dice& dice) : actions_(actions), dice_(dice) {}

void Players::ReadCatalogue() {
    brands_.clear();
    const auto entry = actions_.entry();
    for (const Brand& brand : Brands()) {
        const auto* found = FindIn(entry->records.brands, [&](const auto& one) { return one.name == brand.name; });
        if (found == nullptr) throw Failure("the brand " + std::string(brand.name) + " no longer exists");
        brands_.push_back(found->id);
    }
}

Players::Player Players::MakePlayer(std::size_t brand, std::size_t country, std::size_t agent) {
    Player player{.ref = fmt::format("{}-{:010X}", Brands()[brand].ref_prefix, dice_.Next() >> 24),
                  .brand = brand,
                  .country = country,
                  .agent = agent,
                  .address = {},
                  .click_id = {},
                  .scale = dice_.LogNormal(38, 0.85),
                  .keenness = dice_.LogNormal(2.6, 0.6),
                  .visits_left = 1 + static_cast<int>(dice_.LogNormal(3.2, 1.05))};
    if (dice_.Chance(0.015)) player.scale *= 9;
    player.scale = std::clamp(player.scale, 10.0, 2500.0);
    player.visits_left = std::min(player.visits_left, 150);
    return player;
}

void Players::PlanAt(Timestamp happened, PlayerAction action, std::size_t player, std::int64_t cents) {
    const Timestamp due = dice_.Chance(kLateShare) ? After(happened, kDay * dice_.Between(1, 12)) : happened;
    plans_.push({due, happened, action, player, cents});
}

void Players::AddVisitor(const Visitor& visitor, ClickId click, Timestamp now) {
    const Affiliate& affiliate = *visitor.affiliate;
    // Phones convert a little better, and a country that has just been opened much better.
    const double likelihood = (visitor.agent < 3 ? 1.12 : 0.86) * (visitor.country == CountryOf("NO") ? 8 : 1);
    if (!dice_.Chance(affiliate.registration_rate * likelihood)) return;
    Player player = MakePlayer(visitor.brand, visitor.country, visitor.agent);
    player.affiliate = &affiliate;
    player.value = affiliate.value;
    player.address = visitor.address;
    // Some backends lose the click id. Then only the address and the user agent are left.
    if (!dice_.Chance(visitor.brand == kCasino ? 0.09 : 0.03)) player.click_id = click.ToString();
    players_.push_back(std::move(player));
    PlanAt(After(now, Delay(dice_, 25, 18)), PlayerAction::kRegister, players_.size() - 1);
}

void Players::AddOrganic(Timestamp now) {
    const std::size_t agent = dice_.Below(Agents().size() - 1);
    Player player = MakePlayer(kCasino, dice_.Below(8), agent);
    // An address that no visitor of a link has.
    player.address = fmt::format("203.0.113.{}", 1 + dice_.Below(250));
    players_.push_back(std::move(player));
    PlanAt(After(now, kMinuteMicros * dice_.Between(1, 50)), PlayerAction::kRegister, players_.size() - 1);
}

void Players::AddReturning(const app::PlayerRecord& record, Timestamp now) {
    const auto brand = std::ranges::find(brands_, record.brand);
    const bool ours =
        brand != brands_.end() && record.registered_at && record.totals.contains(events::EventType::kFirstDeposit);
    if (!ours || dice_.Chance(0.6)) return;
    Player player = MakePlayer(static_cast<std::size_t>(brand - brands_.begin()), CountryOf(record.country), 0);
    player.ref = record.external_ref;
    player.has_deposited = true;
    players_.push_back(std::move(player));
    PlanAt(After(now, kDay * dice_.Between(0, 4)), PlayerAction::kPlay, players_.size() - 1);
}

std::vector<SentEvent> Players::Due(Timestamp now) {
    std::vector<SentEvent> events;
    while (!plans_.empty() && plans_.top().due <= now) {
        const Plan plan = plans_.top();
        plans_.pop();
        AppendEvents(plan, events);
    }
    AppendMistakes(events);
    events_ += static_cast<std::int64_t>(events.size());
    return events;
}

void Players::HastenNext(Timestamp now) {
    if (plans_.empty()) return;
    Plan plan = plans_.top();
    plans_.pop();
    plan.due = std::min(plan.due, now);
    plan.happened = std::min(plan.happened, now);
    plans_.push(plan);
}

void Players::AppendEvents(const Plan& plan, std::vector<SentEvent>& events) {
    switch (plan.action) {
        case PlayerAction::kRegister: return AppendRegistration(plan, events);
        case PlayerAction::kFirstDeposit: return AppendFirstDeposit(plan, events);
        case PlayerAction::kPlay: return AppendPlay(plan, events);
        case PlayerAction::kChargeback: return AppendChargeback(plan, events);
        case PlayerAction::kWrongFirstDeposit: return AppendWrongFirstDeposit(plan, events);
    }
}

void Players::AppendChargeback(const Plan& plan, std::vector<SentEvent>& events) {
    SentEvent event = EventOf(plan, "chargeback");
    event.amount = AmountText(plan.cents);
    event.currency = Countries()[players_[plan.player].country].currency;
    events.push_back(std::move(event));
}

void Players::AppendWrongFirstDeposit(const Plan& plan, std::vector<SentEvent>& events) {
    AppendDeposit(plan, "first_deposit", events);
    AppendDeposit(plan, "deposit", events);
    events.push_back(WithOtherAmount(events.back()));
}

SentEvent Players::EventOf(const Plan& plan, std::string_view type) const {
    const Player& player = players_[plan.player];
    return {.type = type,
            .time = plan.happened,
            .brand = brands_[player.brand],
            .player = player.ref,
            .key = fmt::format("{}:{}:{}", player.ref, type, plan.happened.micros / kMicrosPerSecond),
            .currency = {},
            .amount = {},
            .click_id = {},
            .country = {},
            .product = {},
            .game = {},
            .ip = {},
            .user_agent = {}};
}

std::int64_t Players::CentsOf(const Player& player, double euros) const {
    const double units = euros * UnitsFor(Countries()[player.country].currency);
    return static_cast<std::int64_t>(std::llround(units * 100));
}

void Players::AppendRegistration(const Plan& plan, std::vector<SentEvent>& events) {
    const Player& player = players_[plan.player];
    SentEvent event = EventOf(plan, "registration");
    event.click_id = player.click_id;
    event.country = Countries()[player.country].code;
    event.ip = player.address;
    event.user_agent = Agents()[player.agent].user_agent;
    events.push_back(std::move(event));
    ++registrations_;
    const bool opening = player.country == CountryOf("NO");
    const double rate = opening ? 0.8 : player.affiliate == nullptr ? 0.4 : player.affiliate->deposit_rate;
    if (!dice_.Chance(rate)) return;
    PlanAt(After(plan.happened, Delay(dice_, 45, 20)), PlayerAction::kFirstDeposit, plan.player);
}

void Players::AppendDeposit(const Plan& plan, std::string_view type, std::vector<SentEvent>& events) {
    const Player& player = players_[plan.player];
    // Players deposit round amounts, in steps of five.
    const double euros = std::max(10.0, std::round(dice_.LogNormal(player.scale, 0.45) / 5) * 5);
    const std::int64_t cents = CentsOf(player, euros) / 100 * 100;
    SentEvent event = EventOf(plan, type);
    event.amount = AmountText(cents);
    event.currency = Countries()[player.country].currency;
    events.push_back(std::move(event));
    if (dice_.Chance(kChargebackShare)) {
        PlanAt(After(plan.happened, kDay * dice_.Between(4, 40)), PlayerAction::kChargeback, plan.player, cents);
    }
}

void Players::AppendFirstDeposit(const Plan& plan, std::vector<SentEvent>& events) {
    players_[plan.player].has_deposited = true;
    AppendDeposit(plan, "first_deposit", events);
    AppendGame(plan, events);
    PlanAt(After(plan.happened, kDay * dice_.Between(0.4, 2.5)), PlayerAction::kPlay, plan.player);
}

void Players::AppendPlay(const Plan& plan, std::vector<SentEvent>& events) {
    if (dice_.Chance(0.58)) AppendDeposit(plan, "deposit", events);
    AppendGame(plan, events);
    Player& player = players_[plan.player];
    if (dice_.Chance(0.07)) {
        SentEvent event = EventOf(plan, "withdrawal");
        event.amount = AmountText(CentsOf(player, dice_.LogNormal(player.scale * 1.6, 0.5)));
        event.currency = Countries()[player.country].currency;
        events.push_back(std::move(event));
    }
    if (--player.visits_left <= 0) return;
    const double pause = std::max(0.6, player.keenness * dice_.LogNormal(1, 0.5));
    PlanAt(After(plan.happened, kDay * pause), PlayerAction::kPlay, plan.player);
}

// A day of play: the amount wagered and the operator's net result, which is negative on some days.
void Players::AppendGame(const Plan& plan, std::vector<SentEvent>& events) {
    const Player& player = players_[plan.player];
    const std::string currency(Countries()[player.country].currency);
    const Game& game =
        Games()[dice_.Pick(Games(), [&](const Game& one) { return one.brand == player.brand ? one.weight : 0.0; })];
    if (dice_.Chance(0.55)) {
        SentEvent wager = EventOf(plan, "wager_placed");
        wager.amount = AmountText(CentsOf(player, player.scale * dice_.Between(1.2, 7)));
        wager.currency = currency;
        wager.product = game.product;
        wager.game = game.name;
        events.push_back(std::move(wager));
    }
    double result = player.scale * player.value * (0.36 + 1.2 * dice_.Normal());
    if (dice_.Chance(0.003)) result = -std::min(3000.0, player.scale * dice_.Between(8, 40));
    SentEvent ngr = EventOf(plan, "ngr_update");
    ngr.amount = AmountText(CentsOf(player, result));
    ngr.currency = currency;
    ngr.product = game.product;
    ngr.game = game.name;
    events.push_back(std::move(ngr));
}

// Occasional mistakes of backends: they repeat an event, contradict an earlier one, or send a later deposit as a first
// deposit.
void Players::AppendMistakes(std::vector<SentEvent>& events) {
    const std::size_t regular = events.size();
    for (std::size_t i = 0; i < regular; ++i) {
        if (events[i].type != "deposit") continue;
        if (dice_.Chance(kSecondFirstShare)) {
            events[i].type = "first_deposit";
        } else if (dice_.Chance(kRepeatedEventShare)) {
            events.push_back(events[i]);
        } else if (dice_.Chance(kDifferingShare)) {
            events.push_back(WithOtherAmount(events[i]));
        }
    }
}

std::optional<std::size_t> Players::FindLatest(const Affiliate& affiliate) const {
    for (std::size_t i = players_.size(); i-- > 0;) {
        const Player& player = players_[i];
        if (player.affiliate == &affiliate && player.has_deposited && !player.click_id.empty()) return i;
    }
    return std::nullopt;
}

std::string Players::LatestDepositor(const Affiliate& affiliate) const {
    const auto found = FindLatest(affiliate);
    return found ? players_[*found].ref : std::string();
}

void Players::PlanWrongFirstDeposit(const Affiliate& affiliate, Timestamp now) {
    if (const auto found = FindLatest(affiliate)) plans_.push({now, now, PlayerAction::kWrongFirstDeposit, *found});
}

}  // namespace fairlead::demo
