#include "domain/reporting/tally.hpp"

#include <cstring>

namespace fairlead::reporting {
namespace {

void AppendRaw(std::string& out, const void* data, std::size_t size) {
    out.append(static_cast<const char*>(data), size);
}

// The same values always make the same bytes.
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
    : measures_(measures), rates_(rates), own_currency_(own_currency), total_(Blank()) {}

Tally::Group Tally::Blank() const {
    return {.key = {},
            .sums = std::vector<ExactSum>(measures_.sums().size()),
            .distincts = std::vector<std::int64_t>(measures_.distincts().size())};
}

Tally::Group& Tally::GroupOf(std::span<const GroupCell> group) {
    scratch_.clear();
    for (const GroupCell& cell : group) AppendCell(scratch_, cell);
    const auto found = by_key_.find(std::string_view(scratch_));
    if (found != by_key_.end()) return *found->second;
    Group& added = groups_.emplace_back(Blank());
    added.key = scratch_;
    by_key_.emplace(std::string_view(added.key), &added);
    return added;
}

void Tally::AddTo(Group& group, const Part& part, bool convert) const {
    for (const std::uint8_t index : measures_.SumsOf(part.kind)) {
        ExactSum& sum = group.sums[index];
        if (!measures_.sums()[index].is_amount) {
            sum.Add(Decimal::FromInteger(part.weight));
        } else if (!convert || part.currency.empty()) {
            sum.Add(part.amount);
        } else if (const ExchangeRate* rate = rates_.Find(part.currency, part.rate_day)) {
            // Where there is no rate yet it counts as 0 until there is one.
            sum.AddConverted(part.amount, *rate);
        }
    }
}

void Tally::Add(std::span<const GroupCell> group, const Part& part) {
    AddTo(total_, part, true);
    if (!group.empty()) AddTo(GroupOf(group), part, !own_currency_);
}

void Tally::AddDistinct(std::span<const GroupCell> group, std::size_t distinct, std::int64_t count) {
    GroupOf(group).distincts[distinct] += count;
}

std::vector<Decimal> Tally::MetricsOf(const Group& group) const {
    std::vector<Decimal> sums;
    for (const ExactSum& sum : group.sums) sums.push_back(sum.Rounded());
    std::vector<Decimal> metrics;
    measures_.Evaluate(sums, group.distincts, metrics);
    return metrics;
}

}  // namespace fairlead::reporting
