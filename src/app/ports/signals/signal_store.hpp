#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/ports/answers.hpp"
#include "app/ports/request_key.hpp"
#include "domain/signals/finding.hpp"
#include "domain/signals/judge_players.hpp"

namespace fairlead::app {

// What people decided about a signal. Reversed: the commission of the players behind it was reversed.
enum class SignalState : std::uint8_t { kOpen, kReleased, kReversed };
inline constexpr std::array<std::string_view, 3> kSignalStateNames{"open", "released", "reversed"};

// A finding of a rule that was stored.
struct SignalRecord {
    FraudSignalId id;
    FraudRuleId rule;
    std::int64_t rule_version = 0;
    signals::Finding finding;
    bool holds = false;  // Whether statements of the affiliate wait for the decision.
    Timestamp found_at;
    SignalState state = SignalState::kOpen;
    std::string reason;  // Of the decision; empty while it is open.
    std::string decided_by;
    std::optional<Timestamp> decided_at;
};

struct SignalQuery {
    OperatorId owner;
    std::size_t limit = 50;
    std::optional<FraudSignalId> before;  // The cursor. The newest signals come first.
    std::optional<FraudSignalId> signal;
    std::optional<FraudRuleId> rule;
    std::optional<AffiliateId> affiliate;
    std::optional<PlayerId> player;
    std::optional<SignalState> state;
    std::optional<bool> holds;
};
using SignalPage = Page<SignalRecord, FraudSignalId>;

// What one version of a rule found.
struct RuleFindings {
    OperatorId owner;
    FraudRuleId rule;
    std::int64_t version = 0;
    bool holds = false;
    std::int64_t gap_micros = 0;  // signals::CauseGapMicros.
    std::vector<signals::Finding> findings;
};

struct SignalDecision {
    OperatorId owner;
    FraudSignalId signal;
    SignalState state = SignalState::kReleased;
    std::string reason;
    std::string actor;
    std::int64_t accruals_reversed = 0;
    std::optional<RequestKey> key = {};
};

// Registrations that a click brought, by the time at which they were recorded.
struct RegistrationQuery {
    OperatorId owner;
    Timestamp from;
    Timestamp to;  // Included.
    std::size_t limit = 1000;
};

struct RuleVersion {
    std::int64_t version = 0;
    std::string name;
    signals::Parameters parameters;
    bool active = false;
    bool holds = false;
    Timestamp changed_at;
};

// The greatest number of open signals of an operator. Further signals are not stored, because people could not decide
// them all.
inline constexpr std::int64_t kOpenSignalsMax = 10'000;

// Stores what rules found, and what people decided about it. Safe from any thread.
class SignalStore {
public:
    virtual ~SignalStore() = default;

    // Stores the findings that are new and returns their number. A finding whose cause already has a signal at that
    // time, in whatever state, makes no second one: it extends that signal. Nodes that store the same finding make one
    // signal.
    virtual void Store(RuleFindings findings, AnswerDone<std::int64_t> done) = 0;
    // kNotFound if the operator has no such signal; kConflict if it is not open. A request with a key that was used for
    // the same request does nothing and returns the signal as it is now.
    virtual void Decide(SignalDecision decision, AnswerDone<SignalRecord> done) = 0;
    virtual void Read(SignalQuery query, AnswerDone<SignalPage> done) = 0;
    // Ordered by the time at which they were recorded, the newest first.
    virtual void ReadRegistrations(RegistrationQuery query,
                                   AnswerDone<std::vector<signals::SeenRegistration>> done) = 0;
    // The versions of a rule, the oldest first.
    virtual void ReadVersions(OperatorId owner, FraudRuleId rule, AnswerDone<std::vector<RuleVersion>> done) = 0;
};

}  // namespace fairlead::app
