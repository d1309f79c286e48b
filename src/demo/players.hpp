#pragma once

#include <optional>
#include <queue>
#include <string>
#include <vector>

#include "demo/dice.hpp"
#include "demo/operator_actions.hpp"
#include "demo/traffic.hpp"

namespace fairlead::demo {

// The players: who registers with or without a click, who deposits, how long they stay and how they play. Their actions
// are planned ahead and sent when they are due.
class Players {
public:
    Players(OperatorActions& actions, Dice& dice);

    // Call this when the brands exist.
    void ReadCatalogue();

    // A visitor whose click was recorded under this id may become a player.
    void AddVisitor(const Visitor& visitor, ClickId click, Timestamp now);
    // Adds a player who came without a link.
    void AddOrganic(Timestamp now);
    // Continues with a player of an earlier run.
    void AddReturning(const app::PlayerRecord& record, Timestamp now);

    // The events that are due, in the order in which they happened.
    std::vector<SentEvent> Due(Timestamp now);

    // Makes the next planned action due now at the latest.
    void HastenNext(Timestamp now);

    std::int64_t registrations() const { return registrations_; }
    std::int64_t events() const { return events_; }
    // A player of this affiliate who has deposited recently, or empty.
    std::string LatestDepositor(const Affiliate& affiliate) const;
    // The backend sends a later deposit of that player as a first deposit and so contradicts itself.
    void PlanWrongFirstDeposit(const Affiliate& affiliate, Timestamp now);

private:
    enum class PlayerAction : std::uint8_t { kRegister, kFirstDeposit, kPlay, kChargeback, kWrongFirstDeposit };

    struct Player {
        std::string ref;
        const Affiliate* affiliate = nullptr;  // Null: organic, or no longer known.
        std::size_t brand = 0;
        std::size_t country = 0;
        std::size_t agent = 0;
        std::string address;
        std::string click_id;
        double scale = 0;  // The usual deposit in EUR.
        double value = 1;
        double keenness = 1;  // Days between two visits.
        int visits_left = 0;
        bool has_deposited = false;
    };

    struct Plan {
        Timestamp due;       // When it is sent …
        Timestamp happened;  // … and when it happens, usually the same.
        PlayerAction action = PlayerAction::kRegister;
        std::size_t player = 0;
        std::int64_t cents = 0;  // The amount of a chargeback.

        bool operator>(const Plan& other) const { return due > other.due; }
    };

    Player MakePlayer(std::size_t brand, std::size_t country, std::size_t agent);
    void PlanAt(Timestamp happened, PlayerAction action, std::size_t player, std::int64_t cents = 0);
    void AppendEvents(const Plan& plan, std::vector<SentEvent>& events);
    void AppendRegistration(const Plan& plan, std::vector<SentEvent>& events);
    void AppendFirstDeposit(const Plan& plan, std::vector<SentEvent>& events);
    void AppendPlay(const Plan& plan, std::vector<SentEvent>& events);
    void AppendDeposit(const Plan& plan, std::string_view type, std::vector<SentEvent>& events);
    void AppendGame(const Plan& plan, std::vector<SentEvent>& events);
    void AppendChargeback(const Plan& plan, std::vector<SentEvent>& events);
    void AppendWrongFirstDeposit(const Plan& plan, std::vector<SentEvent>& events);
    std::optional<std::size_t> FindLatest(const Affiliate& affiliate) const;
    void AppendMistakes(std::vector<SentEvent>& events);
    SentEvent EventOf(const Plan& plan, std::string_view type) const;
    // In the player's currency.
    std::int64_t CentsOf(const Player& player, double euros) const;

    OperatorActions& actions_;
    Dice& dice_;
    std::vector<BrandId> brands_;
    std::vector<Player> players_;
    std::priority_queue<Plan, std::vector<Plan>, std::greater<>> plans_;
    std::int64_t registrations_ = 0;
    std::int64_t events_ = 0;
};

}  // namespace fairlead::demo
