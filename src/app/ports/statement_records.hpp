#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/ports/answers.hpp"
#include "app/ports/request_key.hpp"
#include "domain/statements/line_explanation.hpp"
#include "domain/statements/two_persons.hpp"

namespace fairlead::app {

// Statements and adjustments in lists, the queries for them, and the steps that people request.

// The status of a statement, in the order in which a statement passes through them. A statement with nothing to pay is
// settled when it is closed.
enum class StatementStatus : std::uint8_t { kOpen, kClosed, kApproved, kPaid, kOnHold, kSettled };
inline constexpr std::array<std::string_view, 6> kStatementStatusNames{"open", "closed", "approved",
                                                                       "paid", "onHold", "settled"};

struct Payment {
    Date date;
    std::string method;
    std::string reference;

    bool operator==(const Payment&) const = default;
};

struct StatementStepRecord {
    StatementStatus status = StatementStatus::kClosed;
    std::string actor;
    Timestamp at;
    std::optional<Payment> payment;
    std::string reason =
        {};  // Of a hold or a release. Steps that an earlier version of the program recorded may have none.
};

struct StatementRecord {
    StatementId id;
    StatementStatus status = StatementStatus::kOpen;
    statements::Statement statement;  // An open statement is shown as if it were closed now; its hashes are zeros.
    std::optional<Timestamp> closed_at;
    std::string closed_by;
    std::vector<StatementStepRecord> steps;  // The steps after closing, the oldest first.
    std::vector<std::string> adjusted_by;    // Who made the adjustments that the amount contains, each once.
    // For each line, data that the line itself does not contain; empty if not requested.
    std::vector<statements::LineFacts> facts;

    statements::StatementPeople People() const {
        statements::StatementPeople people{.adjusted_by = adjusted_by, .closed_by = closed_by, .approved_by = {}};
        for (const StatementStepRecord& step : steps) {
            if (step.status == StatementStatus::kApproved) people.approved_by.push_back(step.actor);
        }
        return people;
    }
    statements::LineFacts FactsOf(std::size_t line) const {
        return line < facts.size() ? facts[line] : statements::LineFacts();
    }
};

// Statements are listed from the newest period to the oldest, and within a period by affiliate and currency.
struct StatementPlace {
    Period period;
    AffiliateId affiliate;
    Currency currency = *Currency::Parse("EUR");

    bool operator==(const StatementPlace&) const = default;
};

struct StatementQuery {
    OperatorId owner;
    std::size_t limit = 50;
    std::optional<StatementPlace> after;  // The cursor.
    std::optional<AffiliateId> affiliate;
    std::optional<Period> period;
    std::optional<Currency> currency;
    std::optional<StatementStatus> status;
};
using StatementPage = Page<StatementRecord, StatementPlace>;

// A search for closed statements, from the newest period to the oldest. At least one of the members narrows it.
struct StatementSearch {
    OperatorId owner;
    std::size_t limit = 5;
    std::optional<StatementId> statement = {};
    std::vector<AffiliateId> affiliates = {};  // Empty: of all affiliates.
    std::optional<Period> from = {};           // Both or neither.
    std::optional<Period> to = {};
};

// A statement in the result of a search, without its content.
struct FoundStatement {
    StatementId id;
    AffiliateId affiliate;
    Period period;
    Money payable;
    StatementStatus status = StatementStatus::kClosed;
};
using FoundStatements = std::vector<FoundStatement>;

enum class StatementStep : std::uint8_t { kApprove, kHold, kRelease, kPay };
inline constexpr std::array<std::string_view, 4> kStatementStepNames{"approve", "hold", "release", "pay"};

struct StatementStepRequest {
    OperatorId owner;
    StatementId statement;
    StatementStep step = StatementStep::kApprove;
    std::optional<Payment> payment;  // Only for kPay.
    std::string actor;
    std::optional<RequestKey> key;
    std::string reason = {};  // Only for kHold, which needs one, and kRelease.
};

inline constexpr std::size_t kStepsAtOnceMax = 500;

// The same step for several statements, at most kStepsAtOnceMax.
struct BulkStepRequest {
    OperatorId owner;
    std::vector<StatementId> statements;
    StatementStep step = StatementStep::kApprove;
    std::optional<Payment> payment;
    std::string reason;
    std::string actor;
    std::optional<RequestKey> key;
};

// What became of one of them: its new status, or why it was refused.
struct BulkStepResult {
    StatementId statement;
    std::optional<StatementStatus> status;
    std::optional<Error> error;
};

struct CloseRequest {
    OperatorId owner;
    Period period;
    std::optional<AffiliateId> affiliate;  // Not set: all affiliates.
    std::string actor;
    bool allow_unpriced = false;  // Close although money of the period has no exchange rate.
    std::string reason;           // Why that is allowed.
    std::optional<RequestKey> key;
};

// Money that waits for an exchange rate.
struct UnpricedMoney {
    Currency currency = *Currency::Parse("EUR");
    std::int64_t count = 0;
    Decimal amount;
};

struct CloseOutcome {
    std::vector<StatementRecord> statements;  // By affiliate and currency.
    bool fresh = false;                       // False if all of them were already closed.
    std::vector<UnpricedMoney> unpriced;      // If there is any, nothing was closed.
};

// The closed statements of some periods, for comparison with the period that is to be closed.
struct StatementHistoryQuery {
    OperatorId owner;
    Period first;
    Period last;
    std::size_t limit = 0;
};

struct AdjustmentRequest {
    OperatorId owner;
    AffiliateId affiliate;
    Money money;
    std::string reason;
    std::string actor;
    std::optional<RequestKey> key;
};

struct AdjustmentReversal {
    OperatorId owner;
    AdjustmentId adjustment;
    std::string reason;
    std::string actor;
    std::optional<RequestKey> key;
};

struct AdjustmentRecord {
    AdjustmentId id;
    AffiliateId affiliate;
    Money money;
    std::string reason;
    std::string actor;
    Timestamp made_at;
    std::optional<AdjustmentId> reverses;     // The adjustment that this one takes back.
    std::optional<AdjustmentId> reversed_by;  // The adjustment that takes this one back.
};

// Adjustments are listed from the newest to the oldest.
struct AdjustmentQuery {
    OperatorId owner;
    std::size_t limit = 50;
    std::optional<AdjustmentId> before;  // The cursor.
    std::optional<AffiliateId> affiliate;
    std::optional<Currency> currency;
};
using AdjustmentPage = Page<AdjustmentRecord, AdjustmentId>;

}  // namespace fairlead::app
