#include "ledger/commission/stepping.hpp"

#include <algorithm>
#include <array>

#include "ledger/record/statement_rows.hpp"
#include "ledger/transaction/request_keys.hpp"

namespace fairlead::ledger {
namespace {

constexpr std::string_view kStepsOfRequest = "statements.bulk";

// Each statement has its own key, made from the key of the request. A request that is repeated after it failed halfway
// then goes on with the statements that it has not reached.
std::optional<app::RequestKey> KeyOfOne(const std::optional<app::RequestKey>& key, StatementId statement) {
    if (!key) return std::nullopt;
    std::string bytes(reinterpret_cast<const char*>(key->key.data()), key->key.size());
    const Bytes32 digest = Digest256(bytes + statement.ToString());
    app::RequestKey own{.key = {}, .request = key->request};
    std::copy_n(digest.begin(), own.key.size(), own.key.begin());
    return own;
}

// Whether the error is about the statement. Other errors end the whole request.
bool RefusesOneStatement(ErrorCode code) {
    constexpr std::array kRefusals{ErrorCode::kNotFound, ErrorCode::kConflict, ErrorCode::kPaymentHeld,
                                   ErrorCode::kHeldForReview, ErrorCode::kTwoPersonRule};
    return std::ranges::find(kRefusals, code) != kRefusals.end();
}

Result<app::StatementStatus> StepOne(OperatorTransaction& transaction, const app::BulkStepRequest& request,
                                     StatementId id) {
    Connection& connection = transaction.connection;
    const auto key = KeyOfOne(request.key, id);
    const auto earlier = TRY(key ? FindRequestKey(connection, request.owner, *key) : std::optional<std::string>());
    if (earlier) {
        const auto known = TRY(FindStatement(connection, request.owner, id));
        if (known) return known->status;
        return Fail(ErrorCode::kNotFound, "there is no such closed statement");
    }
    const auto record = TRY(TakeStep(connection, transaction.moment, transaction.record,
                                     {.owner = request.owner,
                                      .statement = id,
                                      .step = request.step,
                                      .payment = request.payment,
                                      .actor = request.actor,
                                      .key = std::nullopt,
                                      .reason = request.reason}));
    TRY(UseRequestKey(connection, request.owner, key, id.ToString(), transaction.moment.recorded_at));
    return record.status;
}

}  // namespace

Result<std::vector<app::BulkStepResult>> StepStatements(LockedOperator& locked, const app::BulkStepRequest& request,
                                                        std::size_t first, std::int64_t micros_max) {
    OperatorTransaction& transaction = locked.transaction();
    TRY(UseRequestKey(transaction.connection, request.owner, request.key, kStepsOfRequest,
                      transaction.moment.recorded_at));
    const std::int64_t until = SteadyMicros() + micros_max;
    std::vector<app::BulkStepResult> results;
    for (std::size_t at = first; at < request.statements.size(); ++at) {
        const StatementId id = request.statements[at];
        auto stepped = StepOne(transaction, request, id);
        if (!stepped && !RefusesOneStatement(stepped.error().code)) return std::unexpected(std::move(stepped.error()));
        app::BulkStepResult result{.statement = id, .status = std::nullopt, .error = std::nullopt};
        if (stepped) {
            result.status = *stepped;
        } else {
            result.error = std::move(stepped.error());
        }
        results.push_back(std::move(result));
        if (SteadyMicros() >= until) break;
    }
    return results;
}

}  // namespace fairlead::ledger
