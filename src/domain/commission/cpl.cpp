#include "domain/commission/components.hpp"

namespace fairlead::commission {

bool CplUses(const Deal&, const Terms&, events::EventType) { return false; }

void CplOnEvent(Scene& scene) {
    const auto& terms = scene.terms().cpl;
    if (!terms || scene.event.type != events::EventType::kRegistration || terms->amount.IsZero()) return;
    Accrual accrual = scene.NewAccrual(Component::kCpl);
    accrual.amount.amount = terms->amount;
    accrual.rate = terms->amount;
    scene.Pay(std::move(accrual));
}

}  // namespace fairlead::commission
