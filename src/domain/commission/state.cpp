#include "domain/commission/state.hpp"

#include <algorithm>

#include "base/missing_reference.hpp"
#include "domain/money/money_bytes.hpp"

namespace fairlead::commission {
namespace {

// player := version:byte [deal] …   see EncodePlayerState
// group  := version:byte ngr chargebacks count:varint line*
constexpr char kPlayerFormat = 1;
constexpr char kGroupFormat = 1;

void AppendLine(std::string& out, const LineSum& line) {
    out += line.brand ? '\1' : '\0';
    if (line.brand) AppendId(out, *line.brand);
    out += static_cast<char>(line.component);
    AppendVarint(out, static_cast<std::uint64_t>(line.count));
    AppendOptional(out, line.base);
    AppendDecimal(out, line.amount);
    AppendOptional(out, line.rate);
    out += line.several_rates ? '\1' : '\0';
}

LineSum ReadLine(ByteReader& reader) {
    LineSum line;
    if (reader.Byte() != 0) line.brand = reader.ReadId<BrandId>();
    line.component = static_cast<Component>(reader.Byte());
    line.count = static_cast<std::int64_t>(reader.Varint());
    line.base = ReadOptionalDecimal(reader);
    line.amount = ReadDecimal(reader);
    line.rate = ReadOptionalDecimal(reader);
    line.several_rates = reader.Byte() != 0;
    return line;
}

}  // namespace

std::string EncodePlayerState(const PlayerState& state) {
    std::string out(1, kPlayerFormat);
    out += state.deal ? '\1' : '\0';
    if (state.deal) AppendId(out, *state.deal);
    AppendVarint(out, static_cast<std::uint64_t>(state.version));
    AppendOptional(out, state.first_deposit);
    for (const Decimal sum : {state.deposits_in_time, state.chargebacks_in_time, state.wagered_in_time, state.deposits,
                              state.chargebacks}) {
        AppendDecimal(out, sum);
    }
    out += static_cast<char>(state.cpa);
    if (state.cpa == CpaStanding::kOpen) return out;
    AppendVarint(out, static_cast<std::uint64_t>(state.cpa_version));
    AppendSigned(out, state.cpa_month.months);
    AppendVarint(out, static_cast<std::uint64_t>(state.cpa_position));
    return out;
}

std::optional<PlayerState> DecodePlayerState(std::string_view bytes) {
    PlayerState state;
    if (bytes.empty()) return state;
    ByteReader reader(bytes);
    if (reader.Byte() != kPlayerFormat) return std::nullopt;
    if (reader.Byte() != 0) state.deal = reader.ReadId<DealId>();
    state.version = static_cast<std::int32_t>(reader.Varint());
    state.first_deposit = ReadOptionalDecimal(reader);
    for (Decimal* sum : {&state.deposits_in_time, &state.chargebacks_in_time, &state.wagered_in_time, &state.deposits,
                         &state.chargebacks}) {
        *sum = ReadDecimal(reader);
    }
    state.cpa = static_cast<CpaStanding>(reader.Byte());
    if (state.cpa != CpaStanding::kOpen) {
        state.cpa_version = static_cast<std::int32_t>(reader.Varint());
        state.cpa_month.months = static_cast<std::int32_t>(reader.Signed());
        state.cpa_position = static_cast<std::int64_t>(reader.Varint());
    }
    return reader.ok() && reader.AtEnd() ? std::optional(state) : std::nullopt;
}

void LineSum::Add(const Accrual& accrual) {
    const bool first = count == 0;
    ++count;
    amount += accrual.amount.amount;
    if (accrual.base) base = base.value_or(Decimal()) + *accrual.base;
    if (first) rate = accrual.rate;
    if (!accrual.rate || rate != accrual.rate) several_rates = true;
    if (several_rates) rate.reset();
}

std::size_t StateKeyHash::operator()(const StateKey& key) const {
    return std::hash<AffiliateId>()(key.affiliate) ^ (std::hash<DealId>()(key.deal) * 3) ^
           (static_cast<std::size_t>(key.period.months) * std::size_t{0x9E3779B97F4A7C15}) ^
           static_cast<std::size_t>(key.version);
}

Position& GroupState::PositionAt(std::int64_t number) {
    const bool exists = number >= 1 && number <= std::ssize(positions);
    if (!exists) throw MissingReference("a qualified player has no position in its month");
    return positions[static_cast<std::size_t>(number) - 1];
}

std::string EncodeGroup(const GroupState& group) {
    std::string out(1, kGroupFormat);
    AppendDecimal(out, group.sums.ngr);
    AppendDecimal(out, group.sums.chargebacks);
    AppendVarint(out, group.lines.size());
    for (const LineSum& line : group.lines) AppendLine(out, line);
    return out;
}

bool DecodeGroup(std::string_view bytes, GroupState& group) {
    ByteReader reader(bytes);
    if (reader.Byte() != kGroupFormat) return false;
    group.sums.ngr = ReadDecimal(reader);
    group.sums.chargebacks = ReadDecimal(reader);
    for (std::uint64_t left = reader.Varint(); left > 0 && reader.ok(); --left) group.lines.push_back(ReadLine(reader));
    return reader.ok() && reader.AtEnd();
}

GroupState& GroupStates::Group(const StateKey& key) {
    const auto found = groups_.find(key);
    if (found != groups_.end()) return found->second;
    return groups_.emplace(key, load_ ? load_(key) : GroupState()).first->second;
}

const GroupState* GroupStates::Find(const StateKey& key) const {
    const auto found = groups_.find(key);
    return found == groups_.end() ? nullptr : &found->second;
}

void GroupStates::Put(const StateKey& key, GroupState group) { groups_.insert_or_assign(key, std::move(group)); }

void GroupStates::PositionChanged(const StateKey& key, std::size_t index) {
    auto& indexes = changed_[key];
    if (std::ranges::find(indexes, index) == indexes.end()) indexes.push_back(index);
}

void GroupStates::Clear() {
    groups_.clear();
    changed_.clear();
}

}  // namespace fairlead::commission
