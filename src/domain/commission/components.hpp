#pragma once

#include <array>

#include "domain/commission/engine.hpp"

namespace fairlead::commission {

// One event of one player under one version of its deal: what a component sees, and through which it pays.
class Scene {
public:
    Scene(CommissionEngine& engine, const Player& whose, PlayerState& state_of_player, const PlayerEvent& what,
          ChosenDeal under)
        : player(whose), state(state_of_player), event(what), chosen(under), engine_(engine) {}

    const Player& player;
    PlayerState& state;
    const PlayerEvent& event;
    ChosenDeal chosen;
    Decimal amount;  // Of the event, in the deal's currency; 0 where it has none.
    std::optional<Conversion> conversion;

    const Plan& plan() const { return engine_.plan_; }
    GroupStates& groups() { return engine_.groups_; }
    const Terms& terms() const { return chosen.version->terms; }

    // Where the player's events of a month add up, as long as the month is open; else in the first that is.
    Period OpenMonthOf(Timestamp time) const;
    StateKey KeyIn(Period month) const { return {player.affiliate, month, chosen.deal->id, chosen.version->number}; }

    // An accrual of this event with everything but what it is worth.
    Accrual NewAccrual(Component component, Reason reason = Reason::kEarned) const;
    // Lets it be paid later than the event. Its period is then that of the day it is payable.
    void PayFrom(Accrual& accrual, Timestamp payable_from) const;
    void Pay(Accrual accrual);

private:
    CommissionEngine& engine_;
};

// A component that follows events. A new one is a file with these two functions and its line in kEventComponents.
struct EventComponent {
    Component component;
    // Whether it needs the money of such an event.
    bool (*uses)(const Deal& deal, const Terms& terms, events::EventType type);
    void (*on_event)(Scene& scene);
};

bool CpaUses(const Deal& deal, const Terms& terms, events::EventType type);
void CpaOnEvent(Scene& scene);
bool RevShareUses(const Deal& deal, const Terms& terms, events::EventType type);
void RevShareOnEvent(Scene& scene);
bool CplUses(const Deal& deal, const Terms& terms, events::EventType type);
void CplOnEvent(Scene& scene);

inline constexpr std::array kEventComponents{EventComponent{Component::kCpa, CpaUses, CpaOnEvent},
                                             EventComponent{Component::kRevShare, RevShareUses, RevShareOnEvent},
                                             EventComponent{Component::kCpl, CplUses, CplOnEvent}};

}  // namespace fairlead::commission
