#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "app/ports/facts.hpp"

namespace fairlead::facts {

// What is missing of an operator's facts in the store.
struct MissingFacts {
    std::int64_t blocks = 0;
    Timestamp since;  // When the oldest that is missing was recorded, as far as is known.
    bool is_filling = false;
};

// How far one operator's facts are, in the ledger and in the store.
struct OperatorMark {
    OperatorId owner;
    app::BlockMark newest;      // Block 0: the ledger has none.
    app::BlockMark mark;        // Block 0: the store has none.
    bool proven = false;        // The ledger has the very block that the mark names.
    bool gap_reported = false;  // Blocks that should follow the mark are not there.
    Timestamp missing_since;    // Only while it is behind.
    bool is_known = false;      // The store has been asked.
    bool is_filling = true;     // Until it has caught up for the first time since it lost anything.

    bool IsBehind() const { return newest.block > mark.block; }
    void MoveTo(const app::BlockMark& reached);
};

// The marks of all operators beside what the ledger has. Used by one thread.
class OperatorMarks {
public:
    void SetNewest(std::span<const app::BlockMark> newest);
    // What the store says; what it does not name has no mark.
    void SetMarks(std::span<const app::BlockMark> marks);
    // Whether the store says what is known here.
    bool Agree(std::span<const app::BlockMark> marks) const;
    void Move(std::span<const app::BlockMark> marks);
    void ForgetMark(OperatorId owner);
    void ForgetMarks();

    // Those with anything missing, beginning with another one each `turn`.
    std::vector<OperatorMark*> Behind(std::size_t turn);
    std::vector<OperatorMark*> All();
    std::unordered_map<OperatorId, MissingFacts> Missing() const;

private:
    OperatorMark& Of(OperatorId owner);

    std::unordered_map<OperatorId, OperatorMark> operators_;
};

}  // namespace fairlead::facts
