#include "facts/rebuild_watch.hpp"

#include <algorithm>

namespace fairlead::facts {

using State = app::RebuildProgress::State;

namespace {

double SecondsSince(std::int64_t steady_micros) {
    return static_cast<double>(SteadyMicros() - steady_micros) / static_cast<double>(kMicrosPerSecond);
}

}  // namespace

void RebuildWatch::Request() {
    const std::lock_guard lock(mutex_);
    if (progress_.state == State::kRunning) return;
    requested_ = true;
    started_at_ = SteadyMicros();
    progress_ = {.state = State::kRunning, .failure = {}};
}

bool RebuildWatch::IsRequested() const {
    const std::lock_guard lock(mutex_);
    return requested_;
}

void RebuildWatch::Begin(const std::vector<OperatorMark*>& operators) {
    const std::lock_guard lock(mutex_);
    requested_ = false;
    targets_.clear();
    for (const OperatorMark* state : operators) {
        if (state->newest.block == 0) continue;
        targets_.emplace(state->owner, state->newest.block);
        progress_.blocks_total += state->newest.block;
    }
    progress_.operators = static_cast<std::int64_t>(targets_.size());
    if (targets_.empty()) Finish(State::kDone);
}

void RebuildWatch::Note(const std::vector<OperatorMark*>& operators, std::int64_t facts) {
    const std::lock_guard lock(mutex_);
    if (progress_.state != State::kRunning || requested_) return;
    progress_.facts += facts;
    progress_.blocks = 0;
    for (const OperatorMark* state : operators) {
        const auto target = targets_.find(state->owner);
        if (target != targets_.end()) progress_.blocks += std::min(target->second, state->mark.block);
    }
    if (progress_.blocks == progress_.blocks_total) Finish(State::kDone);
}

void RebuildWatch::Fail(const std::string& reason) {
    const std::lock_guard lock(mutex_);
    if (progress_.state != State::kRunning) return;
    requested_ = false;
    progress_.failure = reason;
    Finish(State::kFailed);
}

void RebuildWatch::Finish(State state) {
    progress_.state = state;
    progress_.seconds = SecondsSince(started_at_);
}

app::RebuildProgress RebuildWatch::progress() const {
    const std::lock_guard lock(mutex_);
    app::RebuildProgress current = progress_;
    if (current.state == State::kRunning) current.seconds = SecondsSince(started_at_);
    return current;
}

}  // namespace fairlead::facts
