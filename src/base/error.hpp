#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fairlead {

// The kind of a failure, independent of the protocol. One function in http/ maps it to a status.
enum class ErrorKind : std::uint8_t {
    kInvalid,
    kUnauthorized,
    kForbidden,
    kNotFound,
    kConflict,
    kRateLimited,
    kUnavailable,
    kInternal
};

// All error codes, each with its name, kind and title. Programs depend on the names, so these never change. People read
// the titles.
#define FAIRLEAD_ERROR_CODES(X)                                                                            \
    X(kInvalidJson, "invalid_json", kInvalid, "The body is not valid JSON")                                \
    X(kInvalidRequest, "invalid_request", kInvalid, "The request is not valid")                            \
    X(kValidation, "validation_failed", kInvalid, "The request has invalid members")                       \
    X(kRequired, "required", kInvalid, "A required member is missing")                                     \
    X(kWrongType, "wrong_type", kInvalid, "A member has the wrong JSON type")                              \
    X(kInvalidValue, "invalid_value", kInvalid, "A member has an invalid value")                           \
    X(kTooLong, "too_long", kInvalid, "A member is too long")                                              \
    X(kUnknownMember, "unknown_member", kInvalid, "A member is not known")                                 \
    X(kDuplicateMember, "duplicate_member", kInvalid, "A member occurs more than once")                    \
    X(kTooDeep, "too_deep", kInvalid, "The JSON is nested too deeply")                                     \
    X(kUnknownEventType, "unknown_event_type", kInvalid, "The event type is not known")                    \
    X(kUnknownBrand, "unknown_brand", kInvalid, "The operator has no such brand")                          \
    X(kInvalidAmount, "invalid_amount", kInvalid, "The amount cannot be represented exactly")              \
    X(kNegativeAmount, "negative_amount", kInvalid, "The amount must not be negative")                     \
    X(kInvalidCurrency, "invalid_currency", kInvalid, "The currency is not known")                         \
    X(kInvalidTime, "invalid_time", kInvalid, "The time is not valid")                                     \
    X(kBatchSize, "batch_size", kInvalid, "A batch has 1 to 100 events")                                   \
    X(kUnauthorized, "unauthorized", kUnauthorized, "A valid API key or session is required")              \
    X(kInvalidCredentials, "invalid_credentials", kUnauthorized, "The email address or password is wrong") \
    X(kTotpRequired, "totp_required", kUnauthorized, "A one-time code is required")                        \
    X(kInvalidTotp, "invalid_totp", kUnauthorized, "The one-time code is not valid")                       \
    X(kForbidden, "forbidden", kForbidden, "The request is not allowed")                                   \
    X(kSecondFactorRequired, "second_factor_required", kForbidden, "One-time codes must be set up first")  \
    X(kTwoPersonRule, "two_person_rule", kForbidden, "Another person must do this step")                   \
    X(kNotFound, "not_found", kNotFound, "The resource does not exist")                                    \
    X(kConflict, "conflict", kConflict, "The change conflicts with the current state")                     \
    X(kKeyReused, "idempotency_key_reused", kConflict, "The Idempotency-Key was used for another request") \
    X(kRepeatedRequest, "repeated_request", kConflict, "The request was already processed")                \
    X(kDateRequired, "date_required", kConflict, "The change needs the date on which it takes effect")     \
    X(kRatesMissing, "rates_missing", kConflict, "Exchange rates into the new base currency are missing")  \
    X(kUnpricedMoney, "unpriced_money", kConflict, "The period has money without an exchange rate")        \
    X(kPaymentHeld, "payment_held", kConflict, "Payments to the affiliate are on hold")                    \
    X(kHeldForReview, "held_for_review", kConflict, "Fraud signals of the affiliate wait for a decision")  \
    X(kRateLimited, "rate_limited", kRateLimited, "Too many requests")                                     \
    X(kOverloaded, "overloaded", kUnavailable, "The service is busy")                                      \
    X(kUnavailable, "unavailable", kUnavailable, "The service is temporarily unavailable")                 \
    X(kTimedOut, "timed_out", kUnavailable, "The request took too long")                                   \
    X(kClockSuspect, "clock_suspect", kUnavailable, "The clock of the service is not trusted")             \
    X(kFactsFailed, "facts_failed", kUnavailable, "The analytics store is not available")                  \
    X(kLedgerFailed, "ledger_failed", kInternal, "The ledger could not be read or written")                \
    X(kInternal, "internal", kInternal, "An internal error occurred")

enum class ErrorCode : std::uint8_t {
#define FAIRLEAD_ENUMERATOR(id, name, kind, title) id,
    FAIRLEAD_ERROR_CODES(FAIRLEAD_ENUMERATOR)
#undef FAIRLEAD_ENUMERATOR
};

std::string_view Name(ErrorCode code);
std::string_view Title(ErrorCode code);
ErrorKind KindOf(ErrorCode code);

// An expected failure. The message is safe to show to the caller: it contains no internals and no secrets.
struct Error {
    ErrorCode code = ErrorCode::kInternal;
    std::string pointer;  // JSON pointer to the invalid member; empty for the whole request.
    std::string message;

    bool operator==(const Error&) const = default;
};

}  // namespace fairlead
