#include "ledger/engine/all_numbers.hpp"

#include <algorithm>
#include <limits>

namespace fairlead::ledger {
namespace {

constexpr std::size_t kNumbersAtOnce = 1000;

// Calls `below` until it finds no more numbers, and returns all of them, ascending.
template <class Below>
Result<std::vector<std::int64_t>> AllNumbers(Below below) {
    std::vector<std::int64_t> all;
    std::int64_t before = std::numeric_limits<std::int64_t>::max();
    while (true) {
        const auto numbers = TRY(below(before));
        all.insert(all.end(), numbers.begin(), numbers.end());
        if (numbers.size() < kNumbersAtOnce) break;
        before = numbers.back();
    }
    std::ranges::reverse(all);
    return all;
}

}  // namespace

Result<std::vector<std::int64_t>> EventNumbersOf(Connection& connection, LedgerIndex& index, OperatorId owner,
                                                 PlayerId player) {
    return AllNumbers(
        [&](std::int64_t before) { return index.EventsOf(connection, owner, player, before, kNumbersAtOnce); });
}

Result<std::vector<std::int64_t>> AllPostings(Connection& connection, LedgerIndex& index, OperatorId owner,
                                              std::uint64_t term) {
    return AllNumbers(
        [&](std::int64_t before) { return index.Postings(connection, owner, term, before, kNumbersAtOnce); });
}

}  // namespace fairlead::ledger
