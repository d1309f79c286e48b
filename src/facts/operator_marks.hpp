#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "app/ports/facts.hpp"

namespace fairlead::facts {

// The facts of an operator that the store lacks.
struct MissingFacts {
    std::int64_t blocks = 0;
    Timestamp since;  // When the oldest missing fact was recorded, as far as is known.
    bool is_filling = false;
};

// How far one operator's facts are, in the ledger and in the store.
struct OperatorMark {
    OperatorId owner;
    app::BlockMark newest;      // Block 0: the ledger has no blocks.
    app::BlockMark mark;        // Block 0: the store has no mark.
    bool proven = false;        // The ledger has exactly the block that the mark names.
    bool gap_reported = false;  // The blocks after the mark are missing from the ledger.
    Timestamp missing_since;    // Only while the store is behind.
    bool is_known = false;      // The store's mark has been read.
    bool is_filling = true;     // Until the store has caught up for the first time after it was empty or lost facts.

    bool IsBehind() const { return newest.block > mark.block; }
    void MoveTo(const app::BlockMark& reached);
};

// The marks of all operators and the newest blocks of the ledger. Used by one thread.
class OperatorMarks {
public:
    void SetNewest(std::span<const app::BlockMark> newest);
    // Sets the marks from the store. An operator that is not in the list has no mark.
    void SetMarks(std::span<const app::BlockMark> marks);
    // Whether these marks from the store equal the known ones.
    bool Agree(std::span<const app::BlockMark> marks) const;
    void Move(std::span<const app::BlockMark> marks);
    void ForgetMark(OperatorId owner);
    void ForgetMarks();

    // The operators with missing facts. Each `turn` starts with another operator.
    std::vector<OperatorMark*> Behind(std::size_t turn);
    std::vector<OperatorMark*> All();
    std::unordered_map<OperatorId, MissingFacts> Missing() const;
    // Sets the newest block of each operator that the store has.
    void CopyStored(std::unordered_map<OperatorId, std::int64_t>& blocks) const;

private:
    OperatorMark& Of(OperatorId owner);

    std::unordered_map<OperatorId, OperatorMark> operators_;
};

}  // namespace fairlead::facts
