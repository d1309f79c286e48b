#pragma once

#include <array>

#include "domain/commission/engine.hpp"

namespace fairlead::commission {

// One event of one player under one version of its deal. A component reads its input from here and pays through it.
class Scene {
public:
    Scene(CommissionEngine& engine, const Player& whose, PlayerState& state_of_player, const PlayerEvent& what,
          ChosenDeal under)
        : player(whose), state(state_of_player), event(what), chosen(under), engine_(engine) {}

    const Player& player;
    PlayerState& state;
    const PlayerEvent& event;
    ChosenDeal chosen;
    Decimal amount;  // The amount of the event in the deal's currency. 0 if it has none.
    std::optional<Conversion> conversion;
    // The activity of the period before the event. Nothing if no version of the deal looks at it.
    std::optional<Activity> activity_before = {};

    const Plan& plan() const { return engine_.plan_; }
    GroupStates& groups() { return engine_.groups_; }
    const Terms& terms() const { return chosen.version->terms; }

    // The period whose state the event moves: its own, or the first open period after it.
    Period StatePeriod() const;
    StateKey KeyIn(Period period) const { return {player.affiliate, period, chosen.deal->id, chosen.version->number}; }

    // The current activity of the event's period.
    Activity CountedActivity();

    // Returns an accrual of this event without an amount.
    Accrual NewAccrual(Component component, Reason reason = Reason::kEarned) const;
    // Makes the accrual payable later than the event. The day on which it is payable decides its period.
    void PayFrom(Accrual& accrual, Timestamp payable_from) const;
    void Pay(Accrual accrual);

private:
    CommissionEngine& engine_;
};

// A component that pays for events. To add one, write a file with these two functions and a line in kEventComponents.
struct EventComponent {
    Component component;
    // Whether it needs the amount of events of this type.
    bool (*uses)(const Deal& deal, const Terms& terms, events::EventType type);
    void (*on_event)(Scene& scene);
};

bool CpaUses(const Deal& deal, const Terms& terms, events::EventType type);
void CpaOnEvent(Scene& scene);
bool RevShareUses(const Deal& deal, const Terms& terms, events::EventType type);
void RevShareOnEvent(Scene& scene);
bool CplUses(const Deal& deal, const Terms& terms, events::EventType type);
void CplOnEvent(Scene& scene);
bool TurnoverUses(const Deal& deal, const Terms& terms, events::EventType type);
void TurnoverOnEvent(Scene& scene);

// A percentage of wagers: see docs/commission.md §6.6. Each product with a rate of its own has a sum for the period,
// and all other products share one. Each sum earns its percentage.

// The rate of a product in lower case, or of all others if the name is empty.
Decimal TurnoverRate(const TurnoverTerms& terms, const std::string& product);
// Adds to the sum of a product, and sets what an accrual says about it.
void MoveTurnover(const TurnoverTerms& terms, const std::string& product, Decimal added, GroupState& group,
                  Accrual& accrual);

// Counts the event in the activity of the period, and remembers the activity before it.
void CountActivity(Scene& scene, const ActivityParts& parts);
// Counts a player that has qualified in the period.
void CountQualified(Scene& scene, Period period);

inline constexpr std::array kEventComponents{EventComponent{Component::kCpa, CpaUses, CpaOnEvent},
                                             EventComponent{Component::kRevShare, RevShareUses, RevShareOnEvent},
                                             EventComponent{Component::kCpl, CplUses, CplOnEvent},
                                             EventComponent{Component::kTurnover, TurnoverUses, TurnoverOnEvent}};

}  // namespace fairlead::commission
