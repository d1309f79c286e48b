#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/ports/record_queries.hpp"
#include "domain/commission/engine.hpp"
#include "domain/explanation/calculation_steps.hpp"
#include "domain/statements/line_explanation.hpp"

namespace fairlead::app {

// Questions about earnings and statements, the changes that people make to them, and the answers.

enum class AccrualStatus : std::uint8_t { kFinal, kUnpriced };
inline constexpr std::array<std::string_view, 2> kAccrualStatusNames{"final", "unpriced"};

// An accrual that waits for a rate has its number among those that wait, counted on from here. So one number says where
// it is, and what waits comes before everything else in a list that has the newest first.
inline constexpr std::int64_t kHeldNumberFrom = std::int64_t{1} << 39;

// What there is to say about an id that no accrual has. One that waited has another id once it is priced.
inline std::string NoSuchAccrual(AccrualId id) {
    if (commission::NumberIn(id) <= kHeldNumberFrom) return "there is no such accrual";
    return "there is no such accrual; one that waited for an exchange rate has been worked out since and is found by "
           "its eventId";
}

// An accrual as it was recorded.
struct AccrualRecord {
    AccrualId id;
    AccrualStatus status = AccrualStatus::kFinal;
    Timestamp recorded_at;
    commission::Accrual accrual;  // Of one that waits the amount is 0, in the currency it will have.
    std::optional<EventId> event;
    std::optional<AccrualId> source;     // Of a parent's share: the child's accrual.
    std::optional<AccrualId> reverses;   // The accrual that this one takes back.
    std::optional<Currency> waits_from;  // The currency whose rate is missing.
};

struct AccrualQuery {
    OperatorId owner;
    std::size_t limit = 50;
    std::optional<std::int64_t> before;  // The cursor, a number; the newest come first.
    std::optional<AccrualId> id;
    std::optional<AffiliateId> affiliate;
    std::optional<PlayerId> player;
    std::optional<BrandId> brand;
    std::optional<DealId> deal;
    std::optional<std::int32_t> version;
    std::optional<commission::Component> component;
    std::optional<EventId> event;
    std::optional<Period> period;
    std::optional<AccrualStatus> status;
    std::optional<bool> late;
    std::optional<Currency> currency;
    TimeRange event_time;
    std::optional<commission::Reason> reason;
    std::optional<Decimal> amount;
    std::optional<Decimal> base;
    std::optional<Timestamp> happened_at;  // Exactly, as are the next two.
    std::optional<Timestamp> recorded_at;
    std::optional<Timestamp> payable_from;
};
using AccrualPage = Page<AccrualRecord, std::int64_t>;

// All that an accrual follows from.
struct Explanation {
    AccrualRecord accrual;
    commission::Deal deal;  // With all its versions.
    TimeZone zone;          // The operator's.
    // Nothing for a fixed fee, as is the player.
    std::optional<EventRecord> event;
    std::optional<Decimal> ngr_delta;  // What the event has added, where that is not its amount.
    std::optional<PlayerHistory> player;
    std::optional<tracking::Click> click;       // The one that brought the player.
    std::optional<AccrualRecord> child;         // Of a parent's share.
    std::optional<commission::FoundRate> rate;  // Of one that waits: the rate there is nevertheless.
    // Of a qualified player whose event reached a tier of the whole month: what it changed for the others.
    std::optional<commission::ReRating> re_rating;
};

// Why a player has paid its affiliate, or not: what commission knows of it.
struct PlayerStanding {
    PlayerHistory history;
    std::shared_ptr<const commission::Plan> plan;
    commission::PlayerState state;
    std::vector<AccrualRecord> held;  // Accruals of the player that wait for a rate.
    std::vector<AccrualRecord> paid;  // The newest final ones, at most kPlayerAccrualsMax of each component.
    // First deposits, deposits, chargebacks and wagers, while the player has not qualified. Not complete where there
    // are more than kPlayerEventsMax, or they are far back.
    std::vector<EventRecord> events;
    bool events_complete = true;
};
inline constexpr std::size_t kPlayerAccrualsMax = 200;
inline constexpr std::size_t kPlayerEventsMax = 50;

// How a statement stands. The order is that of a statement's life.
enum class StatementStatus : std::uint8_t { kOpen, kClosed, kApproved, kPaid, kOnHold };
inline constexpr std::array<std::string_view, 5> kStatementStatusNames{"open", "closed", "approved", "paid", "onHold"};

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
};

struct StatementRecord {
    StatementId id;
    StatementStatus status = StatementStatus::kOpen;
    statements::Statement statement;  // Of an open one as it would be closed now; its hashes are zeros.
    std::optional<Timestamp> closed_at;
    std::string closed_by;
    std::vector<StatementStepRecord> steps;  // What happened after closing, the first one first.
    // Of each line what its content does not say; empty where nobody has asked for it.
    std::vector<statements::LineFacts> facts;
};

// Statements are listed from the newest period to the oldest, within one by affiliate and currency.
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

enum class StatementStep : std::uint8_t { kApprove, kHold, kRelease, kPay };
inline constexpr std::array<std::string_view, 4> kStatementStepNames{"approve", "hold", "release", "pay"};

struct StatementStepRequest {
    OperatorId owner;
    StatementId statement;
    StatementStep step = StatementStep::kApprove;
    std::optional<Payment> payment;  // Of kPay.
    std::string actor;
};

struct CloseRequest {
    OperatorId owner;
    Period period;
    std::optional<AffiliateId> affiliate;  // Nothing: of all.
    std::string actor;
};

struct CloseOutcome {
    std::vector<StatementRecord> statements;  // By affiliate and currency.
    bool fresh = false;                       // False where all of it had been closed before.
};

struct AdjustmentRequest {
    OperatorId owner;
    AffiliateId affiliate;
    Money money;
    std::string reason;
    std::string actor;
};

struct AdjustmentRecord {
    AdjustmentId id;
    AffiliateId affiliate;
    Money money;
    std::string reason;
    std::string actor;
    Timestamp made_at;
};

}  // namespace fairlead::app
