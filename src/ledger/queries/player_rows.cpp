#include "ledger/queries/player_rows.hpp"

#include <algorithm>
#include <ranges>

#include "base/text/json_text.hpp"
#include "ledger/clicks/registration_context.hpp"
#include "ledger/engine/all_numbers.hpp"
#include "ledger/queries/player_search.hpp"
#include "ledger/record/accrual_rows.hpp"
#include "ledger/record/attribution_rows.hpp"
#include "ledger/record/audit_rows.hpp"
#include "ledger/record/event_rows.hpp"
#include "ledger/record/held_rows.hpp"
#include "ledger/sql/damaged_record.hpp"
#include "ledger/sql/in_order.hpp"
#include "ledger/transaction/operator_scope.hpp"
#include "ledger/transaction/player_aliases.hpp"

namespace fairlead::ledger {

using app::PlayerRecord;

namespace {

#define FAIRLEAD_PLAYER_COLUMNS                                                                               \
    "player_id, brand_id, external_ref, registered_at, country, registration_seq, first_deposit_seq, origin," \
    " affiliate_id, commission"

constexpr Sql kOnePlayer("SELECT " FAIRLEAD_PLAYER_COLUMNS " FROM players WHERE operator_id = $1 AND player_id = $2");
constexpr Sql kAllPlayers("SELECT " FAIRLEAD_PLAYER_COLUMNS
                          " FROM players WHERE operator_id = $1 AND player_id < $2 ORDER BY player_id DESC LIMIT $3");
constexpr Sql kPlayersOfAffiliate("SELECT " FAIRLEAD_PLAYER_COLUMNS
                                  " FROM players WHERE operator_id = $1 AND affiliate_id = $2 AND player_id < $3"
                                  " ORDER BY player_id DESC LIMIT $4");
constexpr Sql kPlayersByRef("SELECT " FAIRLEAD_PLAYER_COLUMNS
                            " FROM players WHERE operator_id = $1 AND brand_id = $2 AND external_ref = $3");
constexpr Sql kBrands("SELECT brand_id FROM brands WHERE operator_id = $1 ORDER BY brand_id");

// Without the members that can be large.
constexpr Sql kTotalsOfEvent(
    "SELECT seq, player_id, event_type, amount, currency FROM events WHERE operator_id = $1 AND seq = $2");

constexpr std::int64_t kPlayersAtOnce = 201;
constexpr int kChunksMax = 50;

// Where a list begins that goes down from the newest.
constexpr PlayerId kBeyondAll = [] {
    Uuid greatest;
    greatest.bytes.fill(0xFF);
    return PlayerId{greatest};
}();

// A player's row, with what only the ledger needs.
struct PlayerRow {
    PlayerRecord record;
    std::int64_t registration_seq = 0;  // 0: not yet.
    std::int64_t first_deposit_seq = 0;
    std::string origin;
    std::optional<AffiliateId> affiliate;
    std::string commission;  // As it is stored.

    bool IsRepeated(std::int64_t seq, events::EventType type) const {
        if (type == events::EventType::kRegistration) return seq != registration_seq;
        return type == events::EventType::kFirstDeposit && seq != first_deposit_seq;
    }
};

PlayerRow ReadPlayerRow(const ResultRows& rows, std::size_t row) {
    PlayerRow player;
    player.record = {.id = rows.Identifier<PlayerId>(row, 0),
                     .external_ref = rows.String(row, 2),
                     .brand = rows.Identifier<BrandId>(row, 1),
                     .country = rows.String(row, 4)};
    if (!rows.IsNull(row, 3)) player.record.registered_at = rows.Time(row, 3);
    if (!rows.IsNull(row, 5)) player.registration_seq = rows.Integer(row, 5);
    if (!rows.IsNull(row, 6)) player.first_deposit_seq = rows.Integer(row, 6);
    player.origin = rows.String(row, 7);
    if (!rows.IsNull(row, 8)) player.affiliate = rows.Identifier<AffiliateId>(row, 8);
    player.commission = rows.String(row, 9);
    return player;
}

bool PassesPlayer(const app::PlayerQuery& query, const PlayerRow& player) {
    return (!query.brand || player.record.brand == *query.brand) &&
           (!query.affiliate || player.affiliate == *query.affiliate) &&
           (!query.external_ref || player.record.external_ref == *query.external_ref) &&
           (!query.after || query.search || player.record.id < *query.after);
}

// Fills in what is not in the player's own row.
Status Complete(Connection& connection, LedgerIndex& index, OperatorId owner, PlayerRow& player) {
    auto decisions = TRY(ReadAttributions(connection, owner, player.record.id));
    if (!decisions.empty()) player.record.attribution = std::move(decisions.back());
    const auto seqs = TRY(EventNumbersOf(connection, index, owner, player.record.id));
    ParameterRows parameters(2);
    for (const std::int64_t seq : seqs) parameters.Add({Value::Of(owner), Value::Of(seq)});
    const auto rows = TRY(connection.QueryEach(kTotalsOfEvent, parameters));
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const auto type = events::ParseEventType(rows.Text(row, 2));
        CheckReadable(type.has_value(), "the type of an event");
        const bool own = rows.Identifier<PlayerId>(row, 1) == player.record.id;
        if (!own || player.IsRepeated(rows.Integer(row, 0), *type)) continue;
        app::EventTotals& totals = player.record.totals[*type];
        ++totals.count;
        const auto money = ReadMoney(rows, row, 3);
        if (money) totals.amounts[money->currency] += money->amount;
    }
    return {};
}

Result<ResultRows> QueryChunk(Connection& connection, const app::PlayerQuery& query, PlayerId after) {
    const Value owner = Value::Of(query.owner);
    const Value most = Value::Of(kPlayersAtOnce);
    if (query.player) return connection.Query(kOnePlayer, {owner, Value::Of(*query.player)});
    if (query.external_ref) {
        const auto brands = TRY(connection.Query(kBrands, {owner}));
        std::vector<BrandId> ids;
        for (std::size_t i = 0; i < brands.size(); ++i) ids.push_back(brands.Identifier<BrandId>(i, 0));
        ParameterRows parameters(3);
        for (const BrandId& id : ids) {
            parameters.Add({owner, Value::Of(id), Value::Of(std::string_view(*query.external_ref))});
        }
        return connection.QueryEach(kPlayersByRef, parameters);
    }
    if (query.affiliate) {
        return connection.Query(kPlayersOfAffiliate, {owner, Value::Of(*query.affiliate), Value::Of(after), most});
    }
    return connection.Query(kAllPlayers, {owner, Value::Of(after), most});
}

// Against the order of their ids, which is that of the cursor.
Result<std::vector<PlayerRow>> ReadChunk(Connection& connection, const app::PlayerQuery& query, PlayerId after) {
    const auto rows = TRY(QueryChunk(connection, query, after));
    std::vector<PlayerRow> players;
    for (std::size_t i = 0; i < rows.size(); ++i) players.push_back(ReadPlayerRow(rows, i));
    std::ranges::sort(players, std::greater{}, [](const PlayerRow& player) { return player.record.id; });
    return players;
}

// In the order in which they were found.
Result<std::vector<PlayerRow>> ReadFound(Connection& connection, OperatorId owner, PlayerSearch& search) {
    const auto found = TRY(search.Next());
    ParameterRows parameters(2);
    for (const PlayerId& id : found) parameters.Add({Value::Of(owner), Value::Of(id)});
    std::vector<PlayerRow> players;
    if (parameters.empty()) return players;
    const auto rows = TRY(connection.QueryEach(kOnePlayer, parameters));
    players.resize(found.size());
    for (std::size_t i = 0; i < rows.size(); ++i) players[rows.SourceOf(i)] = ReadPlayerRow(rows, i);
    return players;
}

Result<PlayerRow> FindPlayer(Connection& connection, OperatorId owner, PlayerId player) {
    const auto rows = TRY(connection.Query(kOnePlayer, {Value::Of(owner), Value::Of(player)}));
    if (rows.empty()) return Fail(ErrorCode::kNotFound, "there is no such player");
    return ReadPlayerRow(rows, 0);
}

// Moves a player from one affiliate to another: what reports show of it, and what is earned with it.
class PlayerMove {
public:
    // `since` is when the affiliate that has the player now has got it.
    PlayerMove(OperatorTransaction& transaction, const PlayerRow& row, const tracking::Origin& origin, Timestamp since)
        : transaction_(transaction),
          row_(row),
          affiliate_(origin.affiliate),
          origin_(EncodeOrigin(origin)),
          since_(since) {}

    Status Run() {
        return InOrder([&] { return LoadEvents(); }, [&] { return LoadAccruals(); },
                       [&] {
                           MoveFacts();
                           return row_.affiliate == affiliate_ ? MoveRewards() : MoveEarnings();
                       });
    }

private:
    // All of the player's, in the order in which they count: the registration first.
    Status LoadEvents() {
        const OperatorId owner = transaction_.moment.owner;
        const auto seqs = TRY(EventNumbersOf(transaction_.connection, transaction_.index, owner, row_.record.id));
        auto events = TRY(ReadEvents(transaction_.connection, owner, seqs));
        events_ = std::move(events);
        std::erase_if(events_, [&](const ReadEventRow& row) { return row.player != row_.record.id; });
        std::ranges::sort(events_, {}, [&](const ReadEventRow& row) {
            return std::tuple(row.seq != row_.registration_seq, row.stored.event.time, row.seq);
        });
        for (const ReadEventRow& row : events_) by_seq_[row.seq] = &row.stored.event;
        return {};
    }

    Status LoadAccruals() {
        std::vector<std::int64_t> seqs;
        for (const auto& [seq, event] : by_seq_) seqs.push_back(seq);
        auto loaded = TRY(ReadAccrualsOfPlayer(transaction_.connection, transaction_.index, transaction_.moment.owner,
                                               row_.record.id, seqs));
        for (ReadAccrualRow& row : loaded) {
            if (row.recorded_at < since_) ++before_stay_;
            accruals_.push_back(std::move(row.accrual));
        }
        return {};
    }

    void MoveFacts() {
        const events::StoredPlayer before{.id = row_.record.id,
                                          .milestones = {.registered = true},
                                          .country = row_.record.country,
                                          .origin = row_.origin};
        events::StoredPlayer after = before;
        after.origin = origin_;
        for (const ReadEventRow& row : events_) {
            const events::Event& event = row.stored.event;
            const bool repeated = row_.IsRepeated(row.seq, event.type);
            transaction_.facts.AddEvent(FactOf(event, before, repeated, row.ngr_delta).Reversed());
            transaction_.facts.AddEvent(FactOf(event, after, repeated, row.ngr_delta));
        }
    }

    Status MoveEarnings() {
        auto state = TRY(ReadPlayerState(row_.commission));
        state_ = std::move(state);
        CommissionWriter commission(transaction_);
        commission::Player player{row_.record.id, row_.record.brand, row_.record.country,
                                  row_.affiliate.value_or(AffiliateId{}), *row_.record.registered_at};
        if (row_.affiliate) Leave(commission, player);
        player.affiliate = affiliate_;
        for (const ReadEventRow& row : events_) {
            const events::Event& event = row.stored.event;
            if (row_.IsRepeated(row.seq, event.type)) continue;
            commission::PlayerEvent known{row.seq, event.type, event.time, event.money};
            if (row.ngr_delta) known.money->amount = *row.ngr_delta;
            commission.engine().OnEvent(player, state_, known);
            commission.Collect([&](const auto&) { return CauseOf(event, origin_); });
        }
        const OperatorId owner = transaction_.moment.owner;
        return InOrder([&] { return DeleteHeldOf(transaction_.connection, owner, row_.record.id); },
                       [&] { return commission.Store(); },
                       [&] { return StorePlayerStates(transaction_.connection, owner, {{row_.record.id, state_}}); });
    }

    // The affiliate stays and so does what it has earned; reports show it under another link. What was earned and taken
    // back elsewhere before stays where it is.
    Status MoveRewards() {
        for (const commission::Accrual& accrual : accruals_ | std::views::drop(before_stay_)) {
            const bool own = accrual.affiliate == affiliate_;
            if (!own || accrual.component == commission::Component::kSubAffiliate) continue;
            facts::RewardFact fact = FactOf(accrual, CauseOf(accrual, row_.origin));
            const facts::RewardFact moved = FactOf(accrual, CauseOf(accrual, origin_));
            fact.amount = -fact.amount;
            fact.qualified = -fact.qualified;
            transaction_.facts.AddReward(fact);
            transaction_.facts.AddReward(moved);
        }
        return {};
    }

    void Leave(CommissionWriter& commission, const commission::Player& player) {
        const auto cause_of = [&](const commission::Accrual& accrual) { return CauseOf(accrual, row_.origin); };
        if (state_.cpa != commission::CpaStanding::kOpen) {
            const auto qualified = std::ranges::find_if(accruals_ | std::views::reverse, IsQualification);
            if (qualified != std::ranges::rend(accruals_)) {
                commission.TakeBackQualification(*qualified, cause_of(*qualified));
            }
        }
        commission.engine().Leave(player, state_, accruals_);
        commission.Collect(cause_of);
    }

    PaidFor CauseOf(const commission::Accrual& accrual, std::string_view origin) const {
        const auto event = by_seq_.find(accrual.event_seq.value_or(0));
        if (event != by_seq_.end()) return CauseOf(*event->second, origin);
        return {.player = row_.record.id,
                .country = row_.record.country,
                .origin = origin,
                .product = {},
                .game = {},
                .of_others_event = true};
    }
    PaidFor CauseOf(const events::Event& event, std::string_view origin) const {
        return {row_.record.id, row_.record.country, origin, event.product, event.game};
    }

    OperatorTransaction& transaction_;
    const PlayerRow& row_;
    AffiliateId affiliate_;
    std::string origin_;
    std::vector<ReadEventRow> events_;
    std::map<std::int64_t, const events::Event*> by_seq_;
    std::vector<commission::Accrual> accruals_;  // In the order in which they were recorded.
    Timestamp since_;
    std::size_t before_stay_ = 0;  // So many of them are from before.
    commission::PlayerState state_;
};

// Since when the player has been with whoever has it now.
Timestamp StartOfStay(std::span<const app::AttributionRecord> decisions) {
    std::size_t first = decisions.size() - 1;
    while (first > 0 && decisions[first - 1].affiliate == decisions.back().affiliate) --first;
    return decisions[first].decided_at;
}

std::string ReassignmentAuditText(const std::optional<AffiliateId>& affiliate, const std::optional<LinkId>& link,
                                  std::string_view reason) {
    const auto text_of = [](const auto& id) { return id ? "\"" + id->ToString() + "\"" : std::string("null"); };
    std::string text = R"({"affiliateId":)" + text_of(affiliate) + R"(,"linkId":)" + text_of(link);
    if (!reason.empty()) {
        text += ",\"reason\":";
        AppendJsonString(text, reason);
    }
    return text + "}";
}

}  // namespace

Result<app::PlayerPage> ReadPlayerPage(Connection& connection, LedgerIndex& index, const app::PlayerQuery& query) {
    app::PlayerPage page;
    PlayerId after = query.after.value_or(kBeyondAll);
    std::optional<PlayerSearch> search;
    if (query.search) search.emplace(connection, query);
    const bool in_chunks = !query.player && !query.external_ref;
    for (int chunk = 0; chunk < kChunksMax; ++chunk) {
        auto players = TRY(search ? ReadFound(connection, query.owner, *search) : ReadChunk(connection, query, after));
        for (PlayerRow& player : players) {
            after = player.record.id;
            if (!PassesPlayer(query, player)) continue;
            if (page.items.size() == query.limit) {
                page.more_after = page.items.back().id;
                return page;
            }
            TRY(Complete(connection, index, query.owner, player));
            page.items.push_back(std::move(player.record));
        }
        const bool more =
            search ? !search->at_end() : in_chunks && static_cast<std::int64_t>(players.size()) == kPlayersAtOnce;
        if (!more) return page;
    }
    page.more_after = after;
    return page;
}

Result<app::PlayerHistory> ReadPlayerHistory(Connection& connection, LedgerIndex& index, OperatorId owner,
                                             PlayerId player) {
    auto row = TRY(FindPlayer(connection, owner, player));
    auto decisions = TRY(ReadAttributions(connection, owner, player));
    TRY(Complete(connection, index, owner, row));
    return app::PlayerHistory{std::move(row.record), std::move(decisions)};
}

Status Reassign(OperatorScope& scope, const app::Reassignment& reassignment) {
    OperatorTransaction& transaction = scope.transaction();
    Connection& connection = transaction.connection;
    const OperatorId owner = reassignment.owner;
    const auto player = TRY(FindPlayer(connection, owner, reassignment.player));
    if (player.registration_seq == 0) return Fail(ErrorCode::kConflict, "the player has not registered yet");
    const auto decisions = TRY(ReadAttributions(connection, owner, reassignment.player));

    transaction.cache.players().Clear();
    const auto& before = decisions.back();
    const app::AuditEntry audit{
        .actor = reassignment.actor,
        .action = "player.reassign",
        .subject = "player/" + reassignment.player.ToString(),
        .before = ReassignmentAuditText(before.affiliate, before.link, {}),
        .after = ReassignmentAuditText(reassignment.origin.affiliate, reassignment.origin.link, reassignment.reason)};
    const commission::Change change =
        commission::PlayerReassigned{reassignment.player, before.affiliate, reassignment.origin.affiliate};
    const BroughtPlayer brought{reassignment.player, reassignment.origin.affiliate};
    const bool moves_money = before.affiliate != reassignment.origin.affiliate;
    return InOrder(
        [&] { return moves_money ? scope.StoreChanges(std::span(&change, 1)) : Status(); },
        [&] { return PlayerMove(transaction, player, reassignment.origin, StartOfStay(decisions)).Run(); },
        [&] { return StoreReassignment(connection, reassignment, before.number + 1, transaction.moment.recorded_at); },
        [&] { return StoreAliases(transaction, std::span(&brought, 1)); },
        [&] { return InsertAudit(connection, owner, audit); });
}

}  // namespace fairlead::ledger
