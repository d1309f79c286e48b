#pragma once

#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/time/date.hpp"
#include "domain/catalogue/records.hpp"
#include "domain/money/money.hpp"

namespace fairlead::commission {

// The sum so far, and the time of the newest total in it. The next total is compared with both.
struct NgrMark {
    Decimal sum;
    std::optional<Timestamp> latest;  // The event_time of the newest total. Nothing if there were only deltas.

    bool operator==(const NgrMark&) const = default;
};

// The NGR of a player in one currency.
struct NgrMarks {
    NgrMark lifetime;
    std::map<Date, NgrMark> days;  // UTC.

    // The mark of a day or of kWholeLife. Null if there is none.
    const NgrMark* Find(Date day) const;
};

// The key of the lifetime mark, where marks have a day as their key.
inline constexpr Date kWholeLife{std::numeric_limits<std::int32_t>::min()};

// Returns what an ngr_update adds to the previous ones, and updates the marks. `shared` has the marks from the time
// before each product had its own: a total of a new day that is older than their newest total adds nothing.
Decimal NgrDelta(catalogue::NgrMode mode, Timestamp time, Decimal amount, NgrMarks& marks, const NgrMarks& shared = {});

// Prepares the marks of a product. Their sums are what its events have added so far. From now on, totals that are older
// than the newest shared one add nothing.
void StartProduct(const NgrMarks& shared, NgrMarks& product);

// The NGR of a player: one sum for all products until the operator's totals are kept per product, then one for each.
class PlayerNgr {
public:
    using Key = std::pair<Currency, std::string>;  // Currency and product.

    // Returns what an ngr_update adds.
    Decimal Add(catalogue::NgrMode mode, Timestamp time, const Money& money, const std::string& product,
                bool by_product);

    const NgrMark* FindShared(Currency currency, Date day) const;
    const NgrMark* FindOfProduct(Currency currency, const std::string& product, Date day) const;
    // The number of marks that include a total.
    std::size_t CountTotals() const;

private:
    struct Product {
        NgrMarks marks;
        bool started = false;
    };

    std::map<Currency, NgrMarks> shared_;
    std::map<Key, Product> products_;
};

}  // namespace fairlead::commission
