#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/ports/answers.hpp"
#include "base/id/ids.hpp"
#include "base/time/date.hpp"

namespace fairlead::app {

// How many clicks of a link were redirected and only counted on one day of the operator's time zone.
struct VisitSum {
    Date day;
    LinkId link;               // All zeros: links that a node did not tell apart.
    std::int64_t bots = 0;     // Bots, prefetches and HEAD requests over their limit.
    std::int64_t limited = 0;  // Visitors over the limit of their address.

    bool operator==(const VisitSum&) const = default;
};

// The place of a sum in the list, which has the newest day first.
struct VisitSumPlace {
    Date day;
    LinkId link;
};

struct VisitSumQuery {
    OperatorId owner;
    std::size_t limit = 50;
    std::optional<VisitSumPlace> after;  // The cursor.
    std::optional<LinkId> link;
    std::optional<Date> first_day;
    std::optional<Date> last_day;
};
using VisitSumPage = Page<VisitSum, VisitSumPlace>;

// The sums of visits that are not stored one by one, shared by all nodes. Safe from any thread.
class VisitSums {
public:
    virtual ~VisitSums() = default;

    // Adds to the operator's sums in one durable transaction. Each day and link may be given once. After an Error the
    // counts may have been added nevertheless (a lost reply).
    virtual void Add(OperatorId owner, std::vector<VisitSum> sums, StatusDone done) = 0;
    virtual void Read(VisitSumQuery query, AnswerDone<VisitSumPage> done) = 0;
};

}  // namespace fairlead::app
