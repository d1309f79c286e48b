#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace fairlead::ledger {

// Committed postings that are not yet on the disk. The numbers of one term are added nearly in ascending order: a
// smaller one costs a step for each greater one. An entry costs one insertion into a hash table and no separate
// allocation.
class RecentPostings {
public:
    struct Entry {
        std::uint64_t term = 0;
        std::int64_t number = 0;
        std::int64_t earlier = kNone;  // The index of the term's entry with the next smaller number.
    };

    void Add(std::uint64_t term, std::int64_t number) {
        const auto index = static_cast<std::int64_t>(entries_.size());
        const auto [last, is_new] = last_.try_emplace(term, index);
        std::int64_t later = kNone;
        std::int64_t earlier = is_new ? kNone : last->second;
        while (earlier != kNone && At(earlier).number > number) {
            later = earlier;
            earlier = At(earlier).earlier;
        }
        if (earlier != kNone && At(earlier).number == number) return;
        entries_.push_back({term, number, earlier});
        (later == kNone ? last->second : At(later).earlier) = index;
    }

    // Appends numbers below `before` to `found`, greatest first, until there are `limit`.
    void Find(std::uint64_t term, std::int64_t before, std::size_t limit, std::vector<std::int64_t>& found) const {
        const auto last = last_.find(term);
        std::int64_t index = last == last_.end() ? kNone : last->second;
        while (index != kNone && found.size() < limit) {
            const Entry& entry = entries_[static_cast<std::size_t>(index)];
            if (entry.number < before) found.push_back(entry.number);
            index = entry.earlier;
        }
    }

    const std::vector<Entry>& entries() const { return entries_; }
    std::size_t size() const { return entries_.size(); }

private:
    static constexpr std::int64_t kNone = -1;

    Entry& At(std::int64_t index) { return entries_[static_cast<std::size_t>(index)]; }

    std::vector<Entry> entries_;
    std::unordered_map<std::uint64_t, std::int64_t> last_;
};

}  // namespace fairlead::ledger
