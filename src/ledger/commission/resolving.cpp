#include "ledger/commission/resolving.hpp"

#include <algorithm>
#include <map>

#include "ledger/record/accrual_rows.hpp"
#include "ledger/record/event_rows.hpp"
#include "ledger/record/fx_rate_rows.hpp"
#include "ledger/record/unpriced_rows.hpp"
#include "ledger/sql/columns.hpp"
#include "ledger/sql/in_order.hpp"
#include "ledger/transaction/later_deposits.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kPlayerToResolve(
    "SELECT brand_id, country, affiliate_id, registered_at, origin, commission FROM players"
    " WHERE operator_id = $1 AND player_id = $2");

constexpr Sql kWhoWaits("SELECT DISTINCT operator_id FROM held_accruals ORDER BY operator_id");

// The first unpriced accruals above a number for which there is an exchange rate, in any pair of currencies.
Result<std::vector<UnpricedRow>> ReadPriced(OperatorTransaction& transaction, std::int64_t after, std::int64_t limit) {
    const auto pairs = TRY(ReadUnpricedPairs(transaction.connection, transaction.moment.owner));
    std::vector<UnpricedRow> found;
    for (const CurrencyPair& pair : pairs) {
        const auto first = transaction.cache.plan().FirstRateDay(pair.from, pair.to);
        if (!first) continue;
        auto rows = ReadUnpricedOfPair(transaction.connection, transaction.moment.owner, pair,
                                       Timestamp{first->days * kMicrosPerDay}, after, limit);
        if (!rows) return rows;
        std::ranges::move(*rows, std::back_inserter(found));
    }
    std::ranges::sort(found, {}, &UnpricedRow::number);
    if (std::ssize(found) > limit) found.resize(static_cast<std::size_t>(limit));
    return found;
}

class Resolution {
public:
    explicit Resolution(LockedOperator& locked) : transaction_(locked.transaction()), commission_(transaction_) {}

    Result<std::int64_t> Run(LockedOperator& locked, std::span<const UnpricedRow> rows) {
        TRY(InOrder([&] { return LoadEvents(rows); }, [&] { return LoadPlayers(rows); },
                    [&] { return LoadChildren(rows); }));
        for (const UnpricedRow& row : rows) {
            if (!IsComplete(row))
                return Fail(ErrorCode::kLedgerFailed, "the player, event or source of an unpriced accrual is missing");
            TRY(LoadDeposits(row));
            Process(row);
        }
        if (numbers_.empty()) return 0;
        const auto count = static_cast<std::int64_t>(numbers_.size());
        const commission::Change change = commission::UnpricedResolved{count};
        const OperatorId owner = transaction_.moment.owner;
        transaction_.cache.players().Clear();
        TRY(InOrder([&] { return locked.StoreChanges(std::span(&change, 1)); }, [&] { return commission_.Store(); },
                    [&] { return StorePlayerStates(transaction_.connection, owner, changed_); },
                    [&] { return DeleteUnpriced(transaction_.connection, owner, numbers_); }));
        return count;
    }

private:
    struct KnownPlayer {
        commission::Player player;
        std::string origin;
        commission::PlayerState state;
    };

    Status LoadEvents(std::span<const UnpricedRow> rows) {
        std::vector<std::int64_t> seqs;
        for (const UnpricedRow& row : rows) seqs.push_back(row.event_seq);
        auto events = TRY(ReadEvents(transaction_.connection, transaction_.moment.owner, seqs));
        for (ReadEventRow& event : events) events_.insert_or_assign(event.seq, std::move(event));
        return {};
    }

    Status LoadPlayers(std::span<const UnpricedRow> rows) {
        ParameterRows parameters(2);
        for (const UnpricedRow& row : rows) {
            parameters.Add({Value::Of(transaction_.moment.owner), Value::Of(row.player)});
        }
        const auto found = TRY(transaction_.connection.QueryEach(kPlayerToResolve, parameters));
        for (std::size_t i = 0; i < found.size(); ++i) {
            const PlayerId id = rows[found.SourceOf(i)].player;
            auto state = TRY(ReadPlayerState(found.Text(i, kPlayerToResolve["commission"])));
            players_[id] = {{id, found.Identifier<BrandId>(i, kPlayerToResolve["brand_id"]),
                             found.String(i, kPlayerToResolve["country"]),
                             found.Identifier<AffiliateId>(i, kPlayerToResolve["affiliate_id"]),
                             found.Time(i, kPlayerToResolve["registered_at"])},
                            found.String(i, kPlayerToResolve["origin"]),
                            std::move(state)};
        }
        return {};
    }

    // The accruals on which unpriced parents' shares are based.
    Status LoadChildren(std::span<const UnpricedRow> rows) {
        std::vector<std::int64_t> numbers;
        for (const UnpricedRow& row : rows) {
            if (row.source) numbers.push_back(*row.source);
        }
        auto children = TRY(ReadAccrualsByNumber(transaction_.connection, transaction_.moment.owner, numbers));
        for (ReadAccrualRow& child : children) children_[child.accrual.number] = std::move(child.accrual);
        return {};
    }

    Status LoadDeposits(const UnpricedRow& row) {
        if (!row.HasEvent() || row.source) return {};
        const events::EventType type = events_.at(row.event_seq).stored.event.type;
        return ReadLaterDeposits(transaction_, row.player, type, players_.at(row.player).state);
    }

    bool IsComplete(const UnpricedRow& row) const {
        const bool has_cause = !row.HasEvent() || (players_.contains(row.player) && events_.contains(row.event_seq));
        return has_cause && (!row.source || children_.contains(*row.source));
    }

    // A parent's share of what a statement carried over or waived. It has no player and no event.
    void ProcessFollowed(const UnpricedRow& row) {
        commission::UnpricedAccrual unpriced = UnpricedOf(row);
        unpriced.event.time = row.event_time;
        if (row.followed) {
            unpriced.child = commission::Accrual{.reason = commission::Reason::kFollowed,
                                                 .event_time = row.event_time,
                                                 .amount = {*row.followed, row.from}};
        }
        if (!commission_.engine().IsPriced(unpriced)) return;
        commission::PlayerState no_state;
        commission_.engine().OnRateKnown(unpriced, no_state);
        commission_.Collect([](const commission::Accrual&) { return PaidFor{}; });
        numbers_.push_back(row.number);
    }

    commission::UnpricedAccrual UnpricedOf(const UnpricedRow& row) const {
        commission::UnpricedAccrual unpriced{.number = row.number,
                                             .affiliate = row.affiliate,
                                             .deal = row.deal,
                                             .version = row.version,
                                             .component = row.component,
                                             .from = row.from,
                                             .to = row.to};
        if (row.source) unpriced.child = children_.at(*row.source);
        unpriced.percent = PercentOf(row, transaction_.cache.plan());
        return unpriced;
    }

    void Process(const UnpricedRow& row) {
        if (!row.HasEvent()) return ProcessFollowed(row);
        KnownPlayer& known = players_.at(row.player);
        const ReadEventRow& event = events_.at(row.event_seq);
        commission::UnpricedAccrual unpriced = UnpricedOf(row);
        unpriced.player = known.player;
        unpriced.event = commission::PlayerEventOf(event.seq, event.stored.event, event.ngr_delta);
        if (!commission_.engine().IsPriced(unpriced)) return;
        if (commission_.engine().OnRateKnown(unpriced, known.state)) changed_[row.player] = known.state;
        commission_.Collect([&](const commission::Accrual&) {
            const events::Event& cause = event.stored.event;
            return PaidFor{event.player, known.player.country, known.origin, cause.product, cause.game};
        });
        numbers_.push_back(row.number);
    }

    OperatorTransaction& transaction_;
    CommissionWriter commission_;
    std::map<std::int64_t, ReadEventRow> events_;
    std::map<PlayerId, KnownPlayer> players_;
    std::map<std::int64_t, commission::Accrual> children_;
    std::map<PlayerId, commission::PlayerState> changed_;
    std::vector<std::int64_t> numbers_;
};

}  // namespace

Status StoreRates(LockedOperator& locked, std::span<const commission::DatedRate> rates, const std::string& actor) {
    OperatorTransaction& transaction = locked.transaction();
    const OperatorId owner = transaction.moment.owner;
    std::vector<commission::Change> changes;
    for (const commission::DatedRate& rate : rates) changes.emplace_back(commission::RateSet{rate});
    return InOrder(
        [&] { return AuditRates(transaction.connection, transaction.moment, transaction.record, rates, actor); },
        [&] { return UpsertRates(transaction.connection, owner, rates, transaction.moment.recorded_at); },
        [&] { return locked.StoreChanges(changes); });
}

Result<app::UnpricedLeft> ResolveUnpriced(LockedOperator& locked, std::int64_t limit) {
    std::int64_t after = 0;
    while (true) {
        const auto rows = TRY(ReadPriced(locked.transaction(), after, limit));
        if (rows.empty()) return app::UnpricedLeft::kNone;
        const auto resolved = TRY(Resolution(locked).Run(locked, rows));
        if (resolved > 0) return std::ssize(rows) < limit ? app::UnpricedLeft::kNone : app::UnpricedLeft::kMaybeMore;
        // No accrual of this chunk could be priced. They stay unpriced, and later ones are tried.
        after = rows.back().number;
    }
}

Result<std::vector<OperatorId>> ReadOperatorsWithUnpriced(Connection& connection) {
    const auto rows = TRY(connection.Query(kWhoWaits, {}));
    std::vector<OperatorId> owners;
    for (std::size_t i = 0; i < rows.size(); ++i) owners.push_back(rows.Identifier<OperatorId>(i));
    return owners;
}

}  // namespace fairlead::ledger
