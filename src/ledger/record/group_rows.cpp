#include "ledger/record/group_rows.hpp"

#include "ledger/record/event_rows.hpp"
#include "ledger/sql/in_order.hpp"

namespace fairlead::ledger {
namespace {

using commission::GroupState;
using commission::Position;
using commission::StateKey;

constexpr Sql kSelectGroups(
    "SELECT state FROM commission_groups WHERE operator_id = $1 AND affiliate_id = $2 AND period = $3"
    " AND deal_id = $4 AND deal_version = $5");
constexpr SqlText kPositionColumns("player_id, brand_id, amount, priced_by, payable_from, standing");
constexpr ComposedSql kSelectPositions("SELECT position, " + kPositionColumns +
                                       " FROM cpa_positions WHERE operator_id = $1 AND affiliate_id = $2 AND period = "
                                       "$3 AND deal_id = $4 AND deal_version = $5"
                                       " ORDER BY position");
constexpr SqlText kGroupColumns("affiliate_id, period, deal_id, deal_version, state");
constexpr auto kStoredGroupColumns = "operator_id, " + kGroupColumns;
constexpr ComposedSql kUpsertGroup(
    InsertInto("commission_groups", kStoredGroupColumns) +
    " ON CONFLICT (operator_id, affiliate_id, period, deal_id, deal_version) DO UPDATE SET state = excluded.state");
constexpr auto kStoredPositionColumns =
    "operator_id, affiliate_id, period, deal_id, deal_version, position, " + kPositionColumns;
constexpr ComposedSql kUpsertPosition(
    InsertInto("cpa_positions", kStoredPositionColumns) +
    " ON CONFLICT (operator_id, affiliate_id, period, deal_id, deal_version, position) DO UPDATE SET " +
    AssignExcluded(kPositionColumns));
constexpr auto kReadGroups = "SELECT " + kGroupColumns + " FROM commission_groups WHERE operator_id = $1";
constexpr ComposedSql kGroupsOfPeriod(kReadGroups +
                                      " AND affiliate_id = $2 AND period = $3 ORDER BY deal_id, deal_version");
constexpr ComposedSql kGroupsOfAffiliate(kReadGroups + " AND affiliate_id = $2 ORDER BY period, deal_id, deal_version");
constexpr ComposedSql kAllGroups(kReadGroups + " ORDER BY affiliate_id, period, deal_id, deal_version");

std::unexpected<Error> Damaged() { return Fail(ErrorCode::kLedgerFailed, "the running sums cannot be read"); }

ParameterRows KeyParameters(OperatorId owner, std::span<const StateKey> keys) {
    ParameterRows parameters(5);
    parameters.Reserve(keys.size());
    for (const StateKey& key : keys) {
        parameters.Add({Value::Of(owner), Value::Of(key.affiliate), Value::Of(std::int64_t{key.period.number}),
                        Value::Of(key.deal), Value::Of(std::int64_t{key.version})});
    }
    return parameters;
}

Position ReadPosition(const ResultRows& rows, std::size_t row) {
    return {.player = rows.Identifier<PlayerId>(row, kSelectPositions["player_id"]),
            .brand = rows.Identifier<BrandId>(row, kSelectPositions["brand_id"]),
            .amount = ReadStoredDecimal(rows, row, kSelectPositions["amount"]),
            .priced_by = static_cast<commission::PricedBy>(rows.Integer(row, kSelectPositions["priced_by"])),
            .payable_from = rows.Time(row, kSelectPositions["payable_from"]),
            .standing = static_cast<Position::Standing>(rows.Integer(row, kSelectPositions["standing"]))};
}

Result<std::vector<GroupRow>> ReadGroupRows(const Result<ResultRows>& rows) {
    if (!rows) return std::unexpected(rows.error());
    std::vector<GroupRow> groups;
    groups.reserve(rows->size());
    for (std::size_t i = 0; i < rows->size(); ++i) {
        GroupRow& group = groups.emplace_back();
        group.key = {rows->Identifier<AffiliateId>(i, kGroupColumns["affiliate_id"]),
                     Period{static_cast<std::int32_t>(rows->Integer(i, kGroupColumns["period"]))},
                     rows->Identifier<DealId>(i, kGroupColumns["deal_id"]),
                     static_cast<std::int32_t>(rows->Integer(i, kGroupColumns["deal_version"]))};
        if (!DecodeGroup(rows->Text(i, kGroupColumns["state"]), group.group)) return Damaged();
    }
    return groups;
}

}  // namespace

Result<std::vector<GroupState>> ReadGroups(Connection& connection, OperatorId owner, std::span<const StateKey> keys) {
    std::vector<GroupState> groups(keys.size());
    if (keys.empty()) return groups;
    const ParameterRows parameters = KeyParameters(owner, keys);
    const auto states = TRY(connection.QueryEach(kSelectGroups, parameters));
    for (std::size_t i = 0; i < states.size(); ++i) {
        if (!DecodeGroup(states.Text(i), groups[states.SourceOf(i)])) return Damaged();
    }
    const auto positions = TRY(connection.QueryEach(kSelectPositions, parameters));
    for (std::size_t i = 0; i < positions.size(); ++i) {
        auto& list = groups[positions.SourceOf(i)].positions;
        if (positions.Integer(i, kSelectPositions["position"]) != static_cast<std::int64_t>(list.size()) + 1)
            return Damaged();
        list.push_back(ReadPosition(positions, i));
        if (list.back().standing == Position::Standing::kVacant) ++groups[positions.SourceOf(i)].vacant;
    }
    return groups;
}

Status StoreGroups(Connection& connection, OperatorId owner, const commission::GroupStates& groups,
                   const commission::GroupStates::Changes& changes) {
    if (changes.empty()) return {};
    ParameterRows states(kStoredGroupColumns.column_count());
    ParameterRows positions(kStoredPositionColumns.column_count());
    for (const auto& [key, indexes] : changes) {
        const GroupState& group = *groups.Find(key);
        const std::string_view state = states.Keep(EncodeGroup(group));
        states.Add({Value::Of(owner), Value::Of(key.affiliate), Value::Of(std::int64_t{key.period.number}),
                    Value::Of(key.deal), Value::Of(std::int64_t{key.version}),
                    Value::Of(std::span(reinterpret_cast<const std::uint8_t*>(state.data()), state.size()))});
        for (const std::size_t index : indexes) {
            const Position& position = group.positions[index];
            positions.Add({Value::Of(owner), Value::Of(key.affiliate), Value::Of(std::int64_t{key.period.number}),
                           Value::Of(key.deal), Value::Of(std::int64_t{key.version}),
                           Value::Of(static_cast<std::int64_t>(index) + 1), Value::Of(position.player),
                           Value::Of(position.brand), Value::DecimalText(positions.Keep(position.amount.ToString())),
                           Value::Of(static_cast<std::int64_t>(position.priced_by)), Value::Of(position.payable_from),
                           Value::Of(static_cast<std::int64_t>(position.standing))});
        }
    }
    return InOrder([&] { return connection.RunEach(kUpsertGroup, states); },
                   [&] { return positions.empty() ? Status() : connection.RunEach(kUpsertPosition, positions); });
}

Result<std::vector<GroupRow>> ReadGroupsOf(Connection& connection, OperatorId owner, AffiliateId affiliate,
                                           Period period) {
    return ReadGroupRows(connection.Query(
        kGroupsOfPeriod, {Value::Of(owner), Value::Of(affiliate), Value::Of(std::int64_t{period.number})}));
}

Result<std::vector<GroupRow>> ReadGroupsOfAffiliate(Connection& connection, OperatorId owner, AffiliateId affiliate) {
    return ReadGroupRows(connection.Query(kGroupsOfAffiliate, {Value::Of(owner), Value::Of(affiliate)}));
}

Result<std::vector<GroupRow>> ReadAllGroups(Connection& connection, OperatorId owner) {
    return ReadGroupRows(connection.Query(kAllGroups, {Value::Of(owner)}));
}

}  // namespace fairlead::ledger
