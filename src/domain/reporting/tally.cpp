#include "domain/reporting/tally.hpp"

#include <algorithm>
#include <cstring>

namespace fairlead::reporting {
namespace {

void AppendRaw(std::string& out, const void* data, std::size_t size) {
    out.append(static_cast<const char*>(data), size);
}

// Equal values always give equal bytes.
void AppendCell(std::string& out, const GroupCell& cell) {
    if (const auto* number = std::get_if<std::int64_t>(&cell)) return AppendRaw(out, number, sizeof(*number));
    if (const auto* id = std::get_if<Uuid>(&cell)) return AppendRaw(out, id->bytes.data(), id->bytes.size());
    const std::string_view text = std::get<std::string_view>(cell);
    const std::size_t size = text.size();
    AppendRaw(out, &size, sizeof(size));
    out.append(text);
}

template <class Value>
Value Take(std::string_view& rest) {
    Value value;
    std::memcpy(&value, rest.data(), sizeof(value));
    rest.remove_prefix(sizeof(value));
    return value;
}

}  // namespace

std::int64_t KeyReader::Number() { return Take<std::int64_t>(rest_); }

Uuid KeyReader::ReadUuid() { return Take<Uuid>(rest_); }

std::string_view KeyReader::Text() {
    const auto size = Take<std::size_t>(rest_);
    const std::string_view text = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return text;
}

Tally::Tally(const Measures& measures, const RateBook& rates, bool own_currency)
    : measures_(measures),
      rates_(rates),
      own_currency_(own_currency),
      total_sums_(measures.sums().size()),
      total_distincts_(measures.distincts().size()) {}

std::size_t Tally::PlaceOf(std::span<const GroupCell> group) {
    scratch_.clear();
    for (const GroupCell& cell : group) AppendCell(scratch_, cell);
    return PlaceOf(scratch_);
}

std::size_t Tally::PlaceOf(const std::string& key) {
    const auto found = places_.find(std::string_view(key));
    if (found != places_.end()) return found->second;
    keys_.push_back(key);
    places_.emplace(std::string_view(keys_.back()), keys_.size() - 1);
    sums_.resize(sums_.size() + measures_.sums().size());
    distincts_.resize(distincts_.size() + measures_.distincts().size());
    return keys_.size() - 1;
}

void Tally::Include(const Tally& other) {
    for (const std::string& key : other.keys_) PlaceOf(key);
}

std::optional<std::size_t> Tally::Find(std::string_view key) const {
    const auto found = places_.find(key);
    return found == places_.end() ? std::nullopt : std::optional(found->second);
}

void Tally::AddTo(std::span<ExactSum> sums, const Part& part, Pricing pricing) const {
    for (const std::uint8_t index : measures_.SumsOf(part.kind)) {
        ExactSum& sum = sums[index];
        if (!measures_.sums()[index].is_amount) {
            sum.Add(Decimal::FromInteger(part.weight));
        } else if (!pricing.convert) {
            sum.Add(part.amount);
        } else if (pricing.rate != nullptr) {
            sum.AddConverted(part.amount, *pricing.rate);
        }
    }
}

void Tally::NoteUnpriced(const Part& part) {
    if (part.amount.IsZero()) return;
    const auto is_amount = [&](std::uint8_t index) { return measures_.sums()[index].is_amount; };
    if (!std::ranges::any_of(measures_.SumsOf(part.kind), is_amount)) return;
    auto found = unpriced_.find(part.currency);
    if (found == unpriced_.end()) found = unpriced_.emplace(part.currency, WithoutRate()).first;
    found->second.count += part.weight;
    found->second.amount.Add(part.amount);
}

std::vector<UnpricedSum> Tally::Unpriced() const {
    std::vector<UnpricedSum> sums;
    for (const auto& [currency, without] : unpriced_) {
        sums.push_back({currency, without.count, without.amount.Rounded()});
    }
    return sums;
}

void Tally::Add(std::span<const GroupCell> group, const Part& part) {
    Pricing pricing;
    if (!part.currency.empty()) pricing = {.convert = true, .rate = rates_.Find(part.currency, part.rate_day)};
    AddTo(total_sums_, part, pricing);
    if (pricing.convert && pricing.rate == nullptr) NoteUnpriced(part);
    if (group.empty()) return;
    const std::size_t width = measures_.sums().size();
    const std::size_t place = PlaceOf(group);
    pricing.convert = pricing.convert && !own_currency_;
    AddTo(std::span(sums_).subspan(place * width, width), part, pricing);
}

void Tally::AddDistinct(std::span<const GroupCell> group, std::size_t distinct, std::int64_t count) {
    const std::size_t place = PlaceOf(group);
    distincts_[place * measures_.distincts().size() + distinct] += count;
}

bool Tally::IsBeyondLimit() const {
    return std::ranges::any_of(total_sums_, &ExactSum::IsBeyondLimit) ||
           std::ranges::any_of(sums_, &ExactSum::IsBeyondLimit);
}

void Tally::Append(std::span<const ExactSum> sums, std::span<const std::int64_t> distincts,
                   std::vector<Decimal>& metrics) const {
    rounded_.clear();
    for (const ExactSum& sum : sums) rounded_.push_back(sum.Rounded());
    measures_.Evaluate(rounded_, distincts, metrics);
}

void Tally::AppendMetricsOf(std::size_t group, std::vector<Decimal>& metrics) const {
    const std::size_t sums = measures_.sums().size();
    const std::size_t distincts = measures_.distincts().size();
    Append(std::span(sums_).subspan(group * sums, sums), std::span(distincts_).subspan(group * distincts, distincts),
           metrics);
}

void Tally::AppendTotals(std::vector<Decimal>& metrics) const { Append(total_sums_, total_distincts_, metrics); }

}  // namespace fairlead::reporting
