#include "facts/operator_marks.hpp"

#include <algorithm>

namespace fairlead::facts {

void OperatorMark::MoveTo(const app::BlockMark& reached) {
    mark = reached;
    proven = true;
    gap_reported = false;
    // A block that is newer than the newest known block was written in the meantime.
    if (newest.block < reached.block) newest = reached;
    missing_since = std::max(missing_since, reached.recorded_at);
    if (!IsBehind()) is_filling = false;
}

void OperatorMarks::CopyStored(std::unordered_map<OperatorId, std::int64_t>& blocks) const {
    for (const auto& [owner, state] : operators_) blocks[owner] = state.mark.block;
}

OperatorMark& OperatorMarks::Of(OperatorId owner) {
    OperatorMark& state = operators_[owner];
    state.owner = owner;
    return state;
}

void OperatorMarks::SetNewest(std::span<const app::BlockMark> newest) {
    for (auto& [owner, state] : operators_) state.newest.block = 0;
    for (const app::BlockMark& block : newest) {
        OperatorMark& state = Of(block.owner);
        const bool was_behind = state.missing_since.micros != 0;
        state.newest = block;
        if (!state.IsBehind()) {
            state.missing_since = {};
            state.is_filling = false;
        }
        // The first missing block was recorded after the last check, so it is hardly older than the newest block.
        if (state.IsBehind() && !was_behind) state.missing_since = block.recorded_at;
    }
}

void OperatorMarks::SetMarks(std::span<const app::BlockMark> marks) {
    const auto before = operators_;
    ForgetMarks();
    for (const app::BlockMark& mark : marks) {
        OperatorMark& state = Of(mark.owner);
        state.mark = mark;
        if (state.missing_since.micros != 0) state.missing_since = std::max(state.missing_since, mark.recorded_at);
    }
    for (auto& [owner, state] : operators_) {
        const auto known = before.find(owner);
        const bool lost_nothing =
            known != before.end() && known->second.is_known && known->second.mark.block <= state.mark.block;
        if (lost_nothing) state.is_filling = known->second.is_filling;
        if (!state.IsBehind()) state.is_filling = false;
        state.is_known = true;
    }
}

bool OperatorMarks::Agree(std::span<const app::BlockMark> marks) const {
    const auto known = [](const auto& entry) { return entry.second.mark.block > 0; };
    if (std::ranges::count_if(operators_, known) != std::ssize(marks)) return false;
    return std::ranges::all_of(marks, [this](const app::BlockMark& mark) {
        const auto found = operators_.find(mark.owner);
        return found != operators_.end() && found->second.mark == mark;
    });
}

void OperatorMarks::Move(std::span<const app::BlockMark> marks) {
    for (const app::BlockMark& mark : marks) Of(mark.owner).MoveTo(mark);
}

void OperatorMarks::ForgetMark(OperatorId owner) {
    OperatorMark& state = Of(owner);
    state.mark = {};
    state.proven = false;
    state.gap_reported = false;
    state.is_filling = true;
}

void OperatorMarks::ForgetMarks() {
    for (auto& [owner, state] : operators_) ForgetMark(owner);
}

std::vector<OperatorMark*> OperatorMarks::All() {
    std::vector<OperatorMark*> all;
    for (auto& [owner, state] : operators_) all.push_back(&state);
    return all;
}

std::vector<OperatorMark*> OperatorMarks::Behind(std::size_t turn) {
    std::vector<OperatorMark*> behind;
    for (auto& [owner, state] : operators_) {
        if (state.IsBehind()) behind.push_back(&state);
    }
    std::ranges::sort(behind, {}, &OperatorMark::owner);
    if (!behind.empty())
        std::ranges::rotate(behind, behind.begin() + static_cast<std::ptrdiff_t>(turn % behind.size()));
    return behind;
}

std::unordered_map<OperatorId, MissingFacts> OperatorMarks::Missing() const {
    std::unordered_map<OperatorId, MissingFacts> missing;
    for (const auto& [owner, state] : operators_) {
        if (state.IsBehind())
            missing.emplace(owner,
                            MissingFacts{state.newest.block - state.mark.block, state.missing_since, state.is_filling});
    }
    return missing;
}

}  // namespace fairlead::facts
