#include "ledger/ingest/batch_players.hpp"

#include "ledger/sql/columns.hpp"
#include "ledger/sql/in_order.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kFindPlayers(
    "SELECT player_id, registration_seq, first_deposit_seq, country, origin, affiliate_id, registered_at, commission"
    " FROM players"
    " WHERE operator_id = $1 AND brand_id = $2 AND external_ref = $3");
constexpr SqlText kInsertedPlayerColumns(
    "operator_id, player_id, brand_id, external_ref, created_at, registration_seq, registered_at, country,"
    " affiliate_id, origin, first_deposit_seq, commission");
constexpr ComposedSql kInsertPlayer(InsertInto("players", kInsertedPlayerColumns));
constexpr Sql kSetRegistration(
    "UPDATE players SET registration_seq = $1, registered_at = $2, country = $3, affiliate_id = $4, origin = $5"
    " WHERE operator_id = $6 AND player_id = $7");
constexpr Sql kSetProgress(
    "UPDATE players SET first_deposit_seq = COALESCE($1, first_deposit_seq), commission = COALESCE($2, commission)"
    " WHERE operator_id = $3 AND player_id = $4");

events::StoredPlayer ReadStoredPlayer(const ResultRows& rows, std::size_t row) {
    return {.id = rows.Identifier<PlayerId>(row, kFindPlayers["player_id"]),
            .milestones = {.registered = !rows.IsNull(row, kFindPlayers["registration_seq"]),
                           .deposited = !rows.IsNull(row, kFindPlayers["first_deposit_seq"])},
            .country = rows.String(row, kFindPlayers["country"]),
            .origin = rows.String(row, kFindPlayers["origin"]),
            .affiliate = ReadId<AffiliateId>(rows, row, kFindPlayers["affiliate_id"]),
            .registered_at = rows.IsNull(row, kFindPlayers["registered_at"])
                                 ? Timestamp()
                                 : rows.Time(row, kFindPlayers["registered_at"]),
            .commission = rows.String(row, kFindPlayers["commission"])};
}

// Writes new players and the changed columns of known players.
class PlayerRows {
public:
    explicit PlayerRows(OperatorTransaction& transaction)
        : transaction_(transaction), owner_(Value::Of(transaction.moment.owner)) {}

    void Add(const events::TouchedPlayer& touched, const events::Event& event, bool commission_changed) {
        const events::StoredPlayer& player = touched.player;
        const Value commission = commission_changed ? BytesOrNull(player.commission) : Value::Null();
        const Value registered_at = touched.registration ? Value::Of(player.registered_at) : Value::Null();
        const Value affiliate = IdOrNull(player.affiliate);
        if (touched.is_new) {
            new_.Add({owner_, Value::Of(player.id), Value::Of(event.brand),
                      Value::Of(std::string_view(event.player_ref)), Value::Of(transaction_.moment.recorded_at),
                      SeqOf(touched.registration), registered_at, Value::TextOrNull(player.country), affiliate,
                      BytesOrNull(player.origin), SeqOf(touched.first_deposit), commission});
            return;
        }
        if (touched.registration) {
            registered_.Add({SeqOf(touched.registration), registered_at, Value::TextOrNull(player.country), affiliate,
                             BytesOrNull(player.origin), owner_, Value::Of(player.id)});
        }
        if (touched.first_deposit || commission_changed) {
            moved_.Add({SeqOf(touched.first_deposit), commission, owner_, Value::Of(player.id)});
        }
    }

    Status Store() {
        Connection& connection = transaction_.connection;
        return InOrder([&] { return connection.RunEach(kInsertPlayer, new_); },
                       [&] { return connection.RunEach(kSetRegistration, registered_); },
                       [&] { return connection.RunEach(kSetProgress, moved_); });
    }

private:
    Value SeqOf(const std::optional<std::size_t>& accepted_index) const {
        return accepted_index ? Value::Of(transaction_.moment.SeqOfNew(*accepted_index)) : Value::Null();
    }

    OperatorTransaction& transaction_;
    Value owner_;
    ParameterRows new_{kInsertedPlayerColumns.column_count()};
    ParameterRows registered_{7};
    ParameterRows moved_{4};
};

}  // namespace

Result<BatchPlayers> LoadBatchPlayers(OperatorTransaction& transaction,
                                      std::span<const events::SubmittedEvent* const> batch,
                                      std::span<const std::optional<events::StoredEvent>> earlier) {
    BatchPlayers players{std::vector<const events::StoredPlayer*>(batch.size()), {}};
    ParameterRows parameters(3);
    std::vector<std::size_t> indexes;
    for (std::size_t i = 0; i < batch.size(); ++i) {
        if (earlier[i] || !batch[i]->is_valid) continue;
        const events::Event& event = batch[i]->event;
        players.of_event[i] = transaction.cache.players().Find(event.brand, event.player_ref);
        if (players.of_event[i] != nullptr) continue;
        parameters.Add({Value::Of(transaction.moment.owner), Value::Of(event.brand),
                        Value::Of(std::string_view(event.player_ref))});
        indexes.push_back(i);
    }
    if (parameters.empty()) return players;
    const auto rows = TRY(transaction.connection.QueryEach(kFindPlayers, parameters));
    for (std::size_t row = 0; row < rows.size(); ++row) {
        players.of_event[indexes[rows.SourceOf(row)]] = &players.read.emplace_back(ReadStoredPlayer(rows, row));
    }
    return players;
}

Status StoreBatchPlayers(OperatorTransaction& transaction, std::span<const events::SubmittedEvent* const> batch,
                         events::IngestOutcome& outcome, std::vector<std::optional<std::string>> states) {
    PlayerRows rows(transaction);
    for (std::size_t i = 0; i < outcome.players.size(); ++i) {
        events::TouchedPlayer& touched = outcome.players[i];
        const bool changed = states[i].has_value();
        if (changed) touched.player.commission = std::move(*states[i]);
        rows.Add(touched, batch[touched.index]->event, changed);
    }
    TRY(rows.Store());
    for (events::TouchedPlayer& touched : outcome.players) {
        const events::Event& event = batch[touched.index]->event;
        transaction.cache.players().Put(event.brand, event.player_ref, std::move(touched.player));
    }
    return {};
}

}  // namespace fairlead::ledger
