#include "ledger/migrations/wider_chain.hpp"

#include "ledger/record/seal_rows.hpp"
#include "ledger/transaction/transactions.hpp"
#include "telemetry/log.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kUnsealedOperators("SELECT operator_id FROM operators WHERE last_seal = 0 AND last_commit > 0");

Status SealOperator(Connection& connection, OperatorId owner) {
    const auto moment = TRY(LockOperator(connection, owner));
    // Another node may have been first.
    if (moment.last_seal > 0) return {};
    CommitRecord record;
    TRY(StartSeals(connection, moment, record));
    TRY(Advance(connection, moment, record, facts::FactBlock()));
    telemetry::LogInfo("settings, statement steps and audit entries are in the chain from now on",
                       {{"operator", std::string_view(owner.ToString())}, {"commit", moment.commit_no()}});
    return {};
}

}  // namespace

Status StartWiderChain(Connection& connection) {
    const auto rows = TRY(connection.Query(kUnsealedOperators, {}));
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const auto owner = rows.Identifier<OperatorId>(row);
        TRY(InTransaction(connection, [&](Connection& open) { return SealOperator(open, owner); }));
    }
    return {};
}

}  // namespace fairlead::ledger
