#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "domain/commission/engine.hpp"

namespace fairlead::commission {

// A day means noon UTC of that day.
struct TestRegistration {
    int player = 1;
    int affiliate = 1;
    int brand = 1;
    std::string_view country = "DE";
    std::string_view on = "2026-03-01";
};

struct TestEvent {
    int player = 1;
    std::string_view on = "2026-03-10";
    std::string_view currency = "EUR";
    std::string_view product = {};
};

struct TestVersion {
    int deal = 1;
    int number = 1;
    std::string_view from;  // Empty: from the beginning.
};

// A worked example: deals, players and events in, commission out. It uses the real engine, plan and groups. Ids are
// small numbers and amounts are text, so that a test reads like the document. Use it as the base class of a fixture;
// all names are members so that they do not conflict with names of other tests.
class WorkedCase {
protected:
    static Decimal Dec(std::string_view text) { return Decimal::Parse(text).value(); }
    static Currency Cur(std::string_view code) { return Currency::Parse(code).value(); }
    static Date Day(std::string_view text) { return Date::Parse(text).value(); }
    static Period Month(std::string_view text) { return Period::Parse(text).value(); }
    static Timestamp At(std::string_view text) {
        const bool day = text.size() == std::string_view("2026-03-10").size();
        return Timestamp::ParseIso8601(day ? std::string(text) + "T12:00:00Z" : std::string(text)).value();
    }

    template <class IdType>
    static IdType Nth(int number) {
        IdType id;
        id.uuid.bytes[15] = static_cast<std::uint8_t>(number);
        return id;
    }

    // Gives affiliate 1 only deal 1, with these terms.
    void Under(Terms terms) {
        AddDeal({.id = Nth<DealId>(1)});
        AddVersion({}, std::move(terms));
        SetAffiliate(1, {1});
    }
    void AddDeal(Deal deal) { plan_.Apply(DealChanged{std::move(deal)}); }
    void AddVersion(const TestVersion& version, Terms terms) {
        DealVersion added{.number = version.number, .terms = std::move(terms)};
        if (!version.from.empty()) added.effective_from = Day(version.from);
        plan_.Apply(DealVersionAdded{Nth<DealId>(version.deal), std::move(added)});
    }
    void SetAffiliate(int affiliate, const std::vector<int>& deals, std::optional<int> parent = {}) {
        AffiliateChanged change{.affiliate = Nth<AffiliateId>(affiliate)};
        for (const int deal : deals) change.deals.push_back(Nth<DealId>(deal));
        if (parent) change.parent = Nth<AffiliateId>(*parent);
        plan_.Apply(change);
    }
    void SetRate(std::string_view day, std::string_view from, std::string_view to, std::string_view rate) {
        plan_.Apply(RateSet{{Day(day), Cur(from), Cur(to), ExchangeRate::Parse(rate).value()}});
    }
    void ApproveOn(std::string_view day, int affiliate = 1) {
        AffiliateChanged change{.affiliate = Nth<AffiliateId>(affiliate)};
        change.deals = plan_.FindAffiliate(change.affiliate)->deals;
        change.approved_at = At(day);
        plan_.Apply(change);
    }

    void SetTimeZone(std::string_view name) {
        plan_.Apply(OperatorChanged{.time_zone_name = std::string(name), .time_zone = TimeZone::Load(name).value()});
    }

    void Register(const TestRegistration& registration = {}) {
        KnownPlayer& known = players_[registration.player];
        known.player = {Nth<PlayerId>(registration.player), Nth<BrandId>(registration.brand),
                        std::string(registration.country), Nth<AffiliateId>(registration.affiliate),
                        At(registration.on)};
        Send(known, {++seq_, events::EventType::kRegistration, known.player.registered_at, std::nullopt});
    }
    void FirstDeposit(std::string_view amount, const TestEvent& event = {}) {
        Happens(events::EventType::kFirstDeposit, amount, event);
    }
    void Deposit(std::string_view amount, const TestEvent& event = {}) {
        Happens(events::EventType::kDeposit, amount, event);
    }
    void Wager(std::string_view amount, const TestEvent& event = {}) {
        Happens(events::EventType::kWagerPlaced, amount, event);
    }
    void Chargeback(std::string_view amount, const TestEvent& event = {}) {
        Happens(events::EventType::kChargeback, amount, event);
    }
    void Ngr(std::string_view delta, const TestEvent& event = {}) {
        Happens(events::EventType::kNgrUpdate, delta, event);
    }
    void Bonus(std::string_view amount, const TestEvent& event = {}) {
        Happens(events::EventType::kBonus, amount, event);
    }
    void Happens(events::EventType type, std::string_view amount, const TestEvent& event) {
        Send(players_.at(event.player),
             {++seq_, type, At(event.on), Money{Dec(amount), Cur(event.currency)}, std::string(event.product)});
    }
    // An event without money.
    void Happens(events::EventType type, const TestEvent& event = {}) {
        Send(players_.at(event.player), {++seq_, type, At(event.on), std::nullopt, std::string(event.product)});
    }

    // From here on, the newest rules apply. Until then, those of the first release do.
    void UseNewestRules() { plan_.Apply(RulesChanged{}); }

    // The operator reverses an accrual, with what parents got of it.
    void ReverseByHand(const Accrual& accrual) {
        std::vector<Accrual> shares;
        for (const Accrual& each : of_player_[accrual.player.value_or(PlayerId())]) {
            if (each.source == accrual.number) shares.push_back(each);
        }
        engine_.ReverseByHand(accrual, shares);
        Collect();
    }

    // Pays the fixed fees of the month and closes it.
    void Close(std::string_view month, int affiliate = 1) {
        engine_.OnClose(Nth<AffiliateId>(affiliate), Month(month));
        plan_.Apply(PeriodClosed{Nth<AffiliateId>(affiliate), Month(month)});
        Collect();
    }
    // Processes the unpriced accruals whose exchange rate is known now.
    void Resolve() {
        for (const UnpricedAccrual& unpriced : std::exchange(unpriced_, {})) {
            if (engine_.IsPriced(unpriced)) {
                engine_.OnRateKnown(unpriced, StateOf(unpriced.player.id));
            } else {
                unpriced_.push_back(unpriced);
            }
        }
        Collect();
    }
    // Takes the player from its affiliate.
    void Leave(int player = 1) {
        KnownPlayer& known = players_.at(player);
        std::vector<LeftUnpriced> left;
        for (const UnpricedAccrual& each : unpriced_) {
            if (each.player.id == known.player.id) left.push_back(LeftOf(each));
        }
        const auto dropped = engine_.Leave(known.player, known.state, of_player_[known.player.id], left);
        std::erase_if(unpriced_, [&](const UnpricedAccrual& each) {
            return std::ranges::find(dropped, each.number) != dropped.end();
        });
        Collect();
    }

    // The amounts of an affiliate's accruals since the last call, in order: "100, -20", or "nothing".
    std::string Earned(int affiliate = 1) {
        std::string amounts;
        for (const Accrual& accrual : Accruals(affiliate)) {
            amounts += (amounts.empty() ? "" : ", ") + accrual.amount.amount.ToString();
        }
        return amounts.empty() ? "nothing" : amounts;
    }
    std::vector<Accrual> Accruals(int affiliate = 1) { return std::exchange(fresh_[Nth<AffiliateId>(affiliate)], {}); }
    // The only accrual since the last call.
    Accrual OnlyAccrual(int affiliate = 1) {
        auto accruals = Accruals(affiliate);
        if (accruals.size() != 1) throw std::logic_error(std::to_string(accruals.size()) + " accruals instead of one");
        return accruals.front();
    }
    // The accruals that wait for an exchange rate.
    const std::vector<UnpricedAccrual>& Unpriced() const { return unpriced_; }
    std::int64_t LastEvent() const { return seq_; }

    Plan plan_;
    GroupStates groups_;
    CommissionEngine engine_{plan_, groups_, 0, 0};

private:
    struct KnownPlayer {
        Player player;
        PlayerState state;
    };

    PlayerState& StateOf(PlayerId id) {
        for (auto& [number, known] : players_) {
            if (known.player.id == id) return known.state;
        }
        throw std::logic_error("an unpriced accrual has an unknown player");
    }
    void Send(KnownPlayer& known, PlayerEvent event) {
        event.in_order = true;
        engine_.OnEvent(known.player, known.state, event);
        Collect();
    }
    void Collect() {
        for (UnpricedAccrual& unpriced : engine_.TakeUnpriced()) unpriced_.push_back(std::move(unpriced));
        for (Accrual& accrual : engine_.TakeAccruals()) {
            if (accrual.player) of_player_[*accrual.player].push_back(accrual);
            if (accrual.IsShown()) fresh_[accrual.affiliate].push_back(std::move(accrual));
        }
    }

    std::int64_t seq_ = 0;
    std::map<int, KnownPlayer> players_;
    std::map<PlayerId, std::vector<Accrual>> of_player_;
    std::map<AffiliateId, std::vector<Accrual>> fresh_;
    std::vector<UnpricedAccrual> unpriced_;
};

}  // namespace fairlead::commission
