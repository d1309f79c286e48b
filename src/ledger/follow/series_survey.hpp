#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "base/result.hpp"
#include "ledger/follow/follow_folder.hpp"

namespace fairlead::ledger {

// The records of a series, without their pages. Everything in the files was compared with its digests.
struct SeriesSurvey {
    struct Record {
        Timestamp seen_at;
        std::size_t pages_to_commit = 0;  // The pages up to its last commit; zero if it has none.
    };
    std::vector<Record> records;  // Without those of the base.
    Timestamp start;              // The end of the base.
    std::uint64_t bytes = 0;
    std::optional<Error> damage;  // Records after it cannot be used.
    std::filesystem::path torn;   // The file that ends with an incomplete record; empty if there is none.

    Timestamp end() const { return records.empty() ? start : records.back().seen_at; }
};

// Is called with each record, in order. Returns whether it needs more.
using TakeRecord = std::function<Result<bool>(const ChangeRecord&, bool is_base)>;

// Reads all records. Damage in the base is an Error; damage after it is a part of the survey.
Result<SeriesSurvey> SurveySeries(const Series& series);

// Reads the records of the base and then `count` others.
Status ReadRecords(const Series& series, std::size_t count, const TakeRecord& take);

}  // namespace fairlead::ledger
