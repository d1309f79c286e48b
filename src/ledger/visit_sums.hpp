#pragma once

#include <vector>

#include "app/ports/visit_sums.hpp"
#include "ledger/transaction/ledger_tasks.hpp"

namespace fairlead::ledger {

// The counts of visits in the table `visit_sums`.
class RelationalVisitSums final : public app::VisitSums {
public:
    explicit RelationalVisitSums(const LedgerTasks& tasks) : tasks_(tasks) {}

    void Add(OperatorId owner, std::vector<app::VisitSum> sums, app::StatusDone done) override;
    void Read(app::VisitSumQuery query, app::AnswerDone<app::VisitSumPage> done) override;

private:
    LedgerTasks tasks_;
};

}  // namespace fairlead::ledger
