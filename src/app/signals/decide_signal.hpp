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

// Decides that nothing is wrong. Statements that waited for the signal can be approved and paid. Fails as
// SignalStore::Decide.
void ReleaseSignal(SignalStore& signals, SignalDecision decision, AnswerDone<SignalRecord> done);

// Reverses the accruals of the affiliate for the players behind a signal, with one record and the reason for each, and
// then marks the signal as reversed. Blocks for several transactions. A request that failed halfway continues when it
// is repeated. Also fails with kConflict if there is nothing to reverse, too much to reverse, or an unpriced accrual.
Result<SignalRecord> ReverseSignal(const SignalPorts& ports, const OperatorEntry& owner, SignalDecision decision);

}  // namespace fairlead::app
