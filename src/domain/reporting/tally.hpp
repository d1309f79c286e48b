#pragma once

#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "base/number/exact_sum.hpp"
#include "domain/reporting/measures.hpp"
#include "domain/reporting/rate_book.hpp"
#include "domain/reporting/report_table.hpp"

namespace fairlead::reporting {

// The facts of a group with the same kind, currency and day of exchange rate.
struct Part {
    FactKind kind;
    std::string_view currency;  // Empty for the base currency.
    Date rate_day;
    std::int64_t weight = 0;
    Decimal amount;
};

// Adds up the parts that the analytics store returns, per group and for the totals.
class Tally {
public:
    // If `own_currency` is true, groups are not converted; totals always are. The measures and rates must outlive the
    // tally.
    Tally(const Measures& measures, const RateBook& rates, bool own_currency);

    void Add(std::span<const GroupCell> group, const Part& part);
    void AddDistinct(std::span<const GroupCell> group, std::size_t distinct, std::int64_t count);
    void SetDistinctTotal(std::size_t distinct, std::int64_t count) { total_distincts_[distinct] = count; }

    // Adds the groups of another tally that this one lacks, with sums of 0.
    void Include(const Tally& other);

    // Groups have no order.
    std::size_t group_count() const { return keys_.size(); }
    // The encoded values of a group. KeyReader reads them.
    const std::string& KeyOf(std::size_t group) const { return keys_[group]; }
    // The group with these encoded values, if there is one.
    std::optional<std::size_t> Find(std::string_view key) const;
    // Append the metrics of a group, or the totals, to a list.
    void AppendMetricsOf(std::size_t group, std::vector<Decimal>& metrics) const;
    void AppendTotals(std::vector<Decimal>& metrics) const;
    // True if a group or a total is too large for a number, so that the metrics are not right.
    bool IsBeyondLimit() const;
    // The money that counts as 0 in the totals, because it has no exchange rate. By currency.
    std::vector<UnpricedSum> Unpriced() const;

private:
    struct WithoutRate {
        std::int64_t count = 0;
        ExactSum amount;
    };
    // How an amount is added: as it is, or converted. Without a rate it counts as 0 until there is one.
    struct Pricing {
        bool convert = false;
        const ExchangeRate* rate = nullptr;
    };

    void NoteUnpriced(const Part& part);
    std::size_t PlaceOf(std::span<const GroupCell> group);
    std::size_t PlaceOf(const std::string& key);
    void AddTo(std::span<ExactSum> sums, const Part& part, Pricing pricing) const;
    void Append(std::span<const ExactSum> sums, std::span<const std::int64_t> distincts,
                std::vector<Decimal>& metrics) const;

    const Measures& measures_;
    const RateBook& rates_;
    bool own_currency_;
    std::deque<std::string> keys_;
    boost::unordered_flat_map<std::string_view, std::size_t> places_;
    // One group after the other.
    std::vector<ExactSum> sums_;
    std::vector<std::int64_t> distincts_;
    std::vector<ExactSum> total_sums_;
    std::vector<std::int64_t> total_distincts_;
    std::map<std::string, WithoutRate, std::less<>> unpriced_;
    std::string scratch_;
    mutable std::vector<Decimal> rounded_;
};

// Reads the values of a group one by one.
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
