#include "ledger/record/plan_rows.hpp"

#include <map>
#include <mutex>

#include "ledger/record/change_rows.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kLastChange("SELECT last_change FROM operators WHERE operator_id = $1");

struct KnownPlan {
    std::int64_t at_change = 0;
    std::shared_ptr<const commission::Plan> plan = std::make_shared<commission::Plan>();
};

// Changes are never removed and operators' ids are unique, so an operator and a number of changes identify a plan.
class KnownPlans {
public:
    KnownPlan Get(OperatorId owner) {
        const std::lock_guard lock(mutex_);
        return plans_[owner];
    }
    void Put(OperatorId owner, KnownPlan plan) {
        const std::lock_guard lock(mutex_);
        KnownPlan& known = plans_[owner];
        if (known.at_change < plan.at_change) known = std::move(plan);
    }

private:
    std::mutex mutex_;
    std::map<OperatorId, KnownPlan> plans_;
};

}  // namespace

Result<std::shared_ptr<const commission::Plan>> ReadPlan(Connection& connection, OperatorId owner) {
    static KnownPlans known_plans;
    const auto last = TRY(connection.Query(kLastChange, {Value::Of(owner)}));
    const std::int64_t last_change = last.empty() ? 0 : last.Integer(0);
    KnownPlan known = known_plans.Get(owner);
    if (known.at_change == last_change) return known.plan;
    if (known.at_change > last_change) known = {};
    const auto rows = TRY(ReadChanges(connection, owner, known.at_change, last_change));
    auto plan = std::make_shared<commission::Plan>(*known.plan);
    for (const ChangeRow& row : rows) {
        const auto change = TRY(DecodeChange(row));
        plan->Apply(change);
    }
    known_plans.Put(owner, {last_change, plan});
    return plan;
}

}  // namespace fairlead::ledger
