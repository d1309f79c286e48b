#pragma once

#include <optional>
#include <vector>

#include "app/catalogue/catalogue.hpp"
#include "app/ports/facts.hpp"
#include "app/ports/record_queries.hpp"
#include "app/ports/signals/signal_store.hpp"
#include "domain/reporting/calendar.hpp"
#include "domain/signals/judge_clicks.hpp"

namespace fairlead::app {

// The greatest numbers of clicks and of registrations that one judgement reads. If there are more, it reads the newest
// ones. It reads whole pages, so it can read a little more.
struct JudgeLimits {
    std::size_t clicks_max = 300'000;
    std::size_t registrations_max = 50'000;
    std::size_t per_page = 5'000;
};

// What rules found in a span of time.
struct Judgement {
    std::vector<std::vector<signals::Finding>> findings;  // One list per rule, ordered by time.
    Timestamp from;                                       // Later than requested if there was too much to read.
    std::int64_t clicks_read = 0;
    std::int64_t registrations_read = 0;
};

// Applies rules to what the ledger and the analytics store have recorded. Stores nothing. All calls block for a while:
// do not make them on a thread that other requests wait for. Safe from any thread; the objects must outlive it.
class JudgeRules {
public:
    JudgeRules(RecordQueries& records, SignalStore& signals, FactStore& facts, const JudgeLimits& limits = {})
        : records_(records), signals_(signals), facts_(facts), limits_(limits) {}

    // Findings that begin before the time and reach into it are included. A week is judged if it begins in the time or
    // if the time begins in the week.
    Result<Judgement> Judge(const OperatorEntry& owner, const reporting::Calendar& calendar,
                            std::span<const signals::FraudRule> rules, const reporting::TimeSpan& time);

    // The players that a signal is about: the player itself, those whom its clicks brought, or for a week those who
    // registered in it. kConflict if there are too many.
    Result<std::vector<PlayerId>> FindPlayers(OperatorId owner, const signals::FraudRule& rule,
                                              const signals::Finding& finding);

private:
    struct ClickSample {
        std::vector<signals::SeenClick> clicks;
        signals::AgentNames agents;
        Timestamp from;
    };

    struct RegistrationSample {
        std::vector<signals::SeenRegistration> registrations;  // The oldest first.
        Timestamp from;
    };

    Result<ClickSample> ReadClicks(OperatorId owner, const reporting::TimeSpan& time);
    Result<RegistrationSample> ReadRegistrations(OperatorId owner, const reporting::TimeSpan& time);
    Result<std::vector<signals::WeekOfAffiliate>> ReadWeeks(OperatorId owner, const TimeZone& zone,
                                                            const reporting::TimeSpan& time);
    Result<std::vector<signals::Finding>> JudgeWeeks(const OperatorEntry& owner, const TimeZone& zone,
                                                     const signals::FraudRule& rule, const reporting::TimeSpan& time);
    Result<bool> CameBy(OperatorId owner, const signals::FraudRule& rule, const signals::Finding& finding,
                        const signals::SeenRegistration& registration);

    RecordQueries& records_;
    SignalStore& signals_;
    FactStore& facts_;
    const JudgeLimits limits_;
};

}  // namespace fairlead::app
