#include "domain/accruals/state.hpp"

#include <algorithm>

#include "base/missing_reference.hpp"
#include "domain/deals/sums_bytes.hpp"

namespace fairlead::commission {
namespace {

// player := format:byte [deal] …   see EncodePlayerState
// group  := 1 ngr chargebacks lines
//         | 2 parts:byte ngr chargebacks [more_sums] [brands] [turnover] [activity] [openings] [watched] lines
// lines  := count:varint line*
// Format 2 has members that only some deals need. Other states are written in format 1, as by earlier releases.
constexpr char kPlainFormat = 1;
constexpr char kFullFormat = 2;

constexpr std::uint8_t kHasMoreSums = 1;
constexpr std::uint8_t kHasBrands = 2;
constexpr std::uint8_t kHasTurnoverSums = 4;
constexpr std::uint8_t kHasActivity = 8;
constexpr std::uint8_t kHasOpenings = 64;
constexpr std::uint8_t kHasWatched = 128;

constexpr std::uint32_t kHasKyc = 1;
constexpr std::uint32_t kIsSelfExcluded = 2;
constexpr std::uint32_t kIsBlocked = 4;
constexpr std::uint32_t kHasFirstDepositTime = 8;
constexpr std::uint32_t kHasLastActive = 16;
constexpr std::uint32_t kIsInactive = 32;
constexpr std::uint32_t kHasSuspendedEvents = 64;
constexpr std::uint32_t kHasShownDeal = 128;
constexpr std::uint32_t kHasRevenue = 256;
constexpr std::uint32_t kHasCountedUntil = 512;
constexpr std::uint32_t kHasEarlyDeposits = 1024;

constexpr std::uint8_t kWasActive = 1;
constexpr std::uint8_t kWasNewDepositor = 2;
constexpr std::uint8_t kHasQualified = 4;

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

bool IsPlain(const PlayerState& state) {
    return !state.first_deposit_at && state.bets_in_time == 0 && !state.kyc_in_time && !state.self_excluded &&
           !state.blocked && state.activities.empty() && state.revenue.empty() && state.early_deposits.empty() &&
           !state.last_active && !state.inactive && state.suspended_events == 0 && !state.deal_shown_from &&
           !state.counted_until;
}

void AppendConditions(std::string& out, const PlayerState& state) {
    const std::uint32_t flags =
        (state.kyc_in_time ? kHasKyc : 0) | (state.self_excluded ? kIsSelfExcluded : 0) |
        (state.blocked ? kIsBlocked : 0) | (state.first_deposit_at ? kHasFirstDepositTime : 0) |
        (state.last_active ? kHasLastActive : 0) | (state.inactive ? kIsInactive : 0) |
        (state.suspended_events != 0 ? kHasSuspendedEvents : 0) | (state.deal_shown_from ? kHasShownDeal : 0) |
        (state.revenue.empty() ? 0 : kHasRevenue) | (state.counted_until ? kHasCountedUntil : 0) |
        (state.early_deposits.empty() ? 0 : kHasEarlyDeposits);
    AppendVarint(out, flags);
    if (state.first_deposit_at) AppendSigned(out, state.first_deposit_at->micros);
    if (state.last_active) AppendSigned(out, state.last_active->micros);
    if (state.suspended_events != 0) AppendVarint(out, static_cast<std::uint64_t>(state.suspended_events));
    if (state.deal_shown_from) AppendVarint(out, static_cast<std::uint64_t>(*state.deal_shown_from));
    if (state.counted_until) AppendVarint(out, static_cast<std::uint64_t>(*state.counted_until));
    AppendVarint(out, static_cast<std::uint64_t>(state.bets_in_time));
    AppendVarint(out, state.activities.size());
    for (const PlayerActivity& each : state.activities) {
        AppendSigned(out, each.period.number);
        out += static_cast<char>((each.active ? kWasActive : 0) | (each.new_depositor ? kWasNewDepositor : 0) |
                                 (each.qualified ? kHasQualified : 0));
        AppendDecimal(out, each.deposits);
    }
    if (!state.revenue.empty()) AppendVarint(out, state.revenue.size());
    for (const PlayerRevenue& each : state.revenue) {
        AppendSigned(out, each.period.number);
        AppendVarint(out, static_cast<std::uint64_t>(each.version));
        AppendAllSums(out, each.sums);
    }
    if (!state.early_deposits.empty()) AppendVarint(out, state.early_deposits.size());
    for (const EarlyDeposit& each : state.early_deposits) {
        AppendSigned(out, each.time.micros);
        AppendDecimal(out, each.amount);
    }
}

void ReadConditions(ByteReader& reader, PlayerState& state) {
    const std::uint64_t flags = reader.Varint();
    state.kyc_in_time = (flags & kHasKyc) != 0;
    state.self_excluded = (flags & kIsSelfExcluded) != 0;
    state.blocked = (flags & kIsBlocked) != 0;
    state.inactive = (flags & kIsInactive) != 0;
    if ((flags & kHasFirstDepositTime) != 0) state.first_deposit_at = Timestamp{reader.Signed()};
    if ((flags & kHasLastActive) != 0) state.last_active = Timestamp{reader.Signed()};
    if ((flags & kHasSuspendedEvents) != 0) state.suspended_events = static_cast<std::int64_t>(reader.Varint());
    if ((flags & kHasShownDeal) != 0) state.deal_shown_from = static_cast<std::int64_t>(reader.Varint());
    if ((flags & kHasCountedUntil) != 0) state.counted_until = static_cast<std::int64_t>(reader.Varint());
    state.bets_in_time = static_cast<std::int64_t>(reader.Varint());
    for (std::uint64_t left = reader.Varint(); left > 0 && reader.ok(); --left) {
        PlayerActivity& each = state.activities.emplace_back();
        each.period.number = static_cast<std::int32_t>(reader.Signed());
        const std::uint8_t was = reader.Byte();
        each.active = (was & kWasActive) != 0;
        each.new_depositor = (was & kWasNewDepositor) != 0;
        each.qualified = (was & kHasQualified) != 0;
        each.deposits = ReadDecimal(reader);
    }
    for (std::uint64_t left = (flags & kHasRevenue) != 0 ? reader.Varint() : 0; left > 0 && reader.ok(); --left) {
        PlayerRevenue& each = state.revenue.emplace_back();
        each.period.number = static_cast<std::int32_t>(reader.Signed());
        each.version = static_cast<std::int32_t>(reader.Varint());
        each.sums = ReadAllSums(reader);
    }
    for (std::uint64_t left = (flags & kHasEarlyDeposits) != 0 ? reader.Varint() : 0; left > 0 && reader.ok(); --left) {
        EarlyDeposit& each = state.early_deposits.emplace_back();
        each.time = {reader.Signed()};
        each.amount = ReadDecimal(reader);
    }
}

void AppendOpenings(std::string& out, const std::vector<CarriedBase>& openings) {
    AppendVarint(out, openings.size());
    for (const CarriedBase& each : openings) {
        AppendSigned(out, each.from.number);
        AppendDecimal(out, each.base);
    }
}

void ReadOpenings(ByteReader& reader, GroupState& group) {
    for (std::uint64_t left = reader.Varint(); left > 0 && reader.ok(); --left) {
        const Period from{static_cast<std::int32_t>(reader.Signed())};
        group.openings.push_back({from, ReadDecimal(reader)});
        group.sums.opening += group.openings.back().base;
    }
}

void AppendWatched(std::string& out, const std::vector<WatchedPlayer>& watched) {
    AppendVarint(out, watched.size());
    for (const WatchedPlayer& each : watched) {
        AppendId(out, each.player);
        AppendId(out, each.brand);
        AppendAllSums(out, each.sums);
        AppendDecimal(out, each.owed);
    }
}

std::vector<WatchedPlayer> ReadWatched(ByteReader& reader) {
    std::vector<WatchedPlayer> watched;
    for (std::uint64_t left = reader.Varint(); left > 0 && reader.ok(); --left) {
        WatchedPlayer& each = watched.emplace_back();
        each.player = reader.ReadId<PlayerId>();
        each.brand = reader.ReadId<BrandId>();
        each.sums = ReadAllSums(reader);
        each.owed = ReadDecimal(reader);
    }
    return watched;
}

std::uint8_t GroupPartsOf(const GroupState& group) {
    return static_cast<std::uint8_t>(
        (group.sums.HasMore() ? kHasMoreSums : 0) | (group.by_brand ? kHasBrands : 0) |
        (group.turnover.empty() ? 0 : kHasTurnoverSums) | (group.activity == Activity{} ? 0 : kHasActivity) |
        (group.openings.empty() ? 0 : kHasOpenings) | (group.watched.empty() ? 0 : kHasWatched));
}

void AppendParts(std::string& out, const GroupState& group, std::uint8_t parts) {
    if ((parts & kHasMoreSums) != 0) AppendMoreSums(out, group.sums);
    if ((parts & kHasBrands) != 0) {
        AppendVarint(out, group.brands.size());
        for (const BrandSums& each : group.brands) {
            AppendId(out, each.brand);
            AppendSums(out, each.sums);
            AppendMoreSums(out, each.sums);
        }
    }
    if ((parts & kHasTurnoverSums) != 0) AppendProducts(out, group.turnover);
    if ((parts & kHasActivity) != 0) AppendActivity(out, group.activity);
    if ((parts & kHasOpenings) != 0) AppendOpenings(out, group.openings);
    if ((parts & kHasWatched) != 0) AppendWatched(out, group.watched);
}

void ReadParts(ByteReader& reader, std::uint8_t parts, GroupState& group) {
    if ((parts & kHasMoreSums) != 0) ReadMoreSums(reader, group.sums);
    group.by_brand = (parts & kHasBrands) != 0;
    for (std::uint64_t left = group.by_brand ? reader.Varint() : 0; left > 0 && reader.ok(); --left) {
        BrandSums& each = group.brands.emplace_back();
        each.brand = reader.ReadId<BrandId>();
        each.sums = ReadSums(reader);
        ReadMoreSums(reader, each.sums);
    }
    if ((parts & kHasTurnoverSums) != 0) group.turnover = ReadProducts(reader);
    if ((parts & kHasActivity) != 0) group.activity = ReadActivity(reader);
    if ((parts & kHasOpenings) != 0) ReadOpenings(reader, group);
    if ((parts & kHasWatched) != 0) group.watched = ReadWatched(reader);
}

}  // namespace

bool NeedsLaterDeposits(const PlayerState& state, events::EventType type) {
    using events::EventType;
    return state.counted_until &&
           (type == EventType::kChargeback || type == EventType::kSelfExclusion || type == EventType::kPlayerBlocked);
}

void CountLaterDeposits(PlayerState& state, std::int64_t seq) {
    state.deposits = state.AllDeposits();
    state.later_deposits.sum = Decimal();
    state.counted_until = seq;
}

std::string EncodePlayerState(const PlayerState& state) {
    const bool plain = IsPlain(state);
    std::string out(1, plain ? kPlainFormat : kFullFormat);
    out += state.deal ? '\1' : '\0';
    if (state.deal) AppendId(out, *state.deal);
    AppendVarint(out, static_cast<std::uint64_t>(state.version));
    AppendOptional(out, state.first_deposit);
    for (const Decimal sum : {state.deposits_in_time, state.chargebacks_in_time, state.wagered_in_time, state.deposits,
                              state.chargebacks}) {
        AppendDecimal(out, sum);
    }
    out += static_cast<char>(state.cpa);
    if (state.cpa != CpaStanding::kOpen) {
        AppendVarint(out, static_cast<std::uint64_t>(state.cpa_version));
        AppendSigned(out, state.cpa_period.number);
        AppendVarint(out, static_cast<std::uint64_t>(state.cpa_position));
    }
    if (!plain) AppendConditions(out, state);
    return out;
}

std::optional<PlayerState> DecodePlayerState(std::string_view bytes) {
    PlayerState state;
    if (bytes.empty()) return state;
    ByteReader reader(bytes);
    const char format = static_cast<char>(reader.Byte());
    if (format != kPlainFormat && format != kFullFormat) return std::nullopt;
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
        state.cpa_period.number = static_cast<std::int32_t>(reader.Signed());
        state.cpa_position = static_cast<std::int64_t>(reader.Varint());
    }
    if (format == kFullFormat) ReadConditions(reader, state);
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
           (static_cast<std::size_t>(key.period.number) * std::size_t{0x9E3779B97F4A7C15}) ^
           static_cast<std::size_t>(key.version);
}

Position& GroupState::PositionAt(std::int64_t number) {
    const bool exists = number >= 1 && number <= std::ssize(positions);
    if (!exists) throw MissingReference("a qualified player has no position in its period");
    return positions[static_cast<std::size_t>(number) - 1];
}

RevShareSums& GroupState::SumsOf(BrandId brand) {
    const auto found = std::ranges::find(brands, brand, &BrandSums::brand);
    return found == brands.end() ? brands.emplace_back(BrandSums{brand, {}}).sums : found->sums;
}

std::string EncodeGroup(const GroupState& group) {
    const std::uint8_t parts = GroupPartsOf(group);
    std::string out(1, parts == 0 ? kPlainFormat : kFullFormat);
    if (parts != 0) out += static_cast<char>(parts);
    AppendSums(out, group.sums);
    AppendParts(out, group, parts);
    AppendVarint(out, group.lines.size());
    for (const LineSum& line : group.lines) AppendLine(out, line);
    return out;
}

bool DecodeGroup(std::string_view bytes, GroupState& group) {
    ByteReader reader(bytes);
    const char format = static_cast<char>(reader.Byte());
    if (format != kPlainFormat && format != kFullFormat) return false;
    const std::uint8_t parts = format == kFullFormat ? reader.Byte() : 0;
    group.sums = ReadSums(reader);
    ReadParts(reader, parts, group);
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
