#pragma once

#include <deque>
#include <span>
#include <string>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "base/exact_sum.hpp"
#include "domain/reporting/measures.hpp"
#include "domain/reporting/rate_book.hpp"

namespace fairlead::reporting {

// A part of a group's facts, alike in kind, currency and the day whose rate holds.
struct Part {
    FactKind kind;
    std::string_view currency;  // Empty for the base currency.
    Date rate_day;
    std::int64_t weight = 0;
    Decimal amount;
};

// Puts together the parts that the analytics store answers, per group and in all.
class Tally {
public:
    struct Group {
        std::string key;  // The values of the group: see KeyReader.
        std::vector<ExactSum> sums;
        std::vector<std::int64_t> distincts;
    };

    // In `own_currency` groups are not converted; totals always are. All must outlive the tally.
    Tally(const Measures& measures, const RateBook& rates, bool own_currency);

    void Add(std::span<const GroupCell> group, const Part& part);
    void AddDistinct(std::span<const GroupCell> group, std::size_t distinct, std::int64_t count);
    void SetDistinctTotal(std::size_t distinct, std::int64_t count) { total_.distincts[distinct] = count; }

    // In no order.
    const std::deque<Group>& groups() const { return groups_; }
    const Group& total() const { return total_; }
    std::vector<Decimal> MetricsOf(const Group& group) const;

private:
    Group& GroupOf(std::span<const GroupCell> group);
    void AddTo(Group& group, const Part& part, bool convert) const;
    Group Blank() const;

    const Measures& measures_;
    const RateBook& rates_;
    bool own_currency_;
    std::deque<Group> groups_;
    boost::unordered_flat_map<std::string_view, Group*> by_key_;
    std::string scratch_;
    Group total_;
};

// Reads the values of a group back, one by one.
class KeyReader {
public:
    explicit KeyReader(std::string_view key) : rest_(key) {}
    std::int64_t Number();
    Uuid ReadUuid();
    std::string_view Text();

private:
    std::string_view rest_;
};

}  // namespace fairlead::reporting
