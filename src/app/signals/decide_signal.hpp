#pragma once

#include "app/signals/judge_rules.hpp"

namespace fairlead::app {

class CommissionStore;

struct SignalPorts {
    SignalStore& signals;
    RecordQueries& records;
    CommissionStore& commission_store;
    JudgeRules& judge;
};

// The most accruals that one decision reverses.
inline constexpr std::size_t kAccrualsReversedMax = 1000;

// Decides that a signal means nothing. Statements that waited for it go on. Fails as SignalStore::Decide.
void ReleaseSignal(SignalStore& signals, SignalDecision decision, AnswerDone<SignalRecord> done);

// Reverses the accruals of the affiliate for the players behind a signal, each by its own record with the reason, and
// then marks the signal as reversed. Blocks for several transactions; a request that failed halfway goes on when it is
// repeated. Also fails with kConflict if there is nothing to reverse, too much of it, or accruals without a rate.
Result<SignalRecord> ReverseSignal(const SignalPorts& ports, const OperatorEntry& owner, SignalDecision decision);

}  // namespace fairlead::app
