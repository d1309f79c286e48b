#pragma once

#include "app/ports/login_records.hpp"
#include "ledger/transaction/ledger_tasks.hpp"

namespace fairlead::ledger {

// Attempts to log in and known addresses, in the tables `log_in_attempts` and `known_addresses`.
class RelationalLoginRecords final : public app::LoginRecords {
public:
    explicit RelationalLoginRecords(const LedgerTasks& tasks) : tasks_(tasks) {}

    void Enter(app::LoginAttempt attempt, app::AnswerDone<app::LoginVerdict> done) override;
    void TakeBack(std::vector<Bytes16> names, app::StatusDone done) override;
    void RememberAddress(app::KnownAddress address, app::AnswerDone<app::AddressNews> done) override;
    void AddAudit(OperatorId owner, std::vector<app::AuditEntry> entries, app::StatusDone done) override;
    void DropOldCounts(Timestamp now, app::StatusDone done) override;

private:
    LedgerTasks tasks_;
};

}  // namespace fairlead::ledger
