#include "ledger/ingest/ingest_batch.hpp"

#include <algorithm>
#include <map>

#include "ledger/clicks/registration_context.hpp"
#include "ledger/ingest/attribution_count_rows.hpp"
#include "ledger/ingest/batch_players.hpp"
#include "ledger/ingest/near_miss_rows.hpp"
#include "ledger/ingest/ngr_rows.hpp"
#include "ledger/ingest/waiting_registrations.hpp"
#include "ledger/record/attribution_rows.hpp"
#include "ledger/record/event_rows.hpp"
#include "ledger/sql/in_order.hpp"
#include "ledger/transaction/player_aliases.hpp"

namespace fairlead::ledger {
namespace {

constexpr SqlText kAnomalyColumns("operator_id, seq, kind, player_id, event_id, recorded_at");
constexpr ComposedSql kInsertAnomaly(InsertInto("anomalies", kAnomalyColumns));
constexpr Sql kNoteDifference(
    "INSERT INTO event_differences (operator_id, event_id, content_digest, idempotency_key, first_seen, last_seen, "
    "count)"
    " VALUES ($1, $2, $3, $4, $5, $5, 1)"
    " ON CONFLICT (operator_id, event_id, content_digest)"
    " DO UPDATE SET last_seen = excluded.last_seen, count = event_differences.count + 1");
constexpr SqlText kFeedColumns("operator_id, brand_id, event_type, last_event_time, last_recorded_at, count");
constexpr ComposedSql kNoteFeed(
    InsertInto("feeds", kFeedColumns) +
    " ON CONFLICT (operator_id, brand_id, event_type) DO UPDATE SET"
    " last_event_time = CASE WHEN excluded.last_event_time > feeds.last_event_time THEN excluded.last_event_time"
    " ELSE feeds.last_event_time END,"
    " last_recorded_at = excluded.last_recorded_at, count = feeds.count + excluded.count");

// A digest that distinguishes different contents with the same idempotency key.
Bytes16 DigestContent(const events::Event& event) {
    Digester128 digest;
    digest.Add(Name(event.type)).Add(event.time.micros).Add(event.brand.uuid.bytes).Add(event.player_ref);
    digest.Add(event.money ? event.money->amount.ToString() : std::string());
    digest.Add(event.money ? event.money->currency.code() : std::string_view());
    digest.Add(event.click_id).Add(event.country).Add(event.product).Add(event.game);
    return digest.Add(event.user_agent).Add(event.ip_hash).Add(event.unknown_members).Finish();
}

class BatchIngest {
public:
    BatchIngest(OperatorTransaction& transaction, std::span<const events::SubmittedEvent* const> batch,
                const events::IdSource& ids)
        : transaction_(transaction),
          ids_(ids),
          connection_(transaction.connection),
          index_(transaction.index),
          owner_(transaction.moment.owner),
          batch_(batch),
          now_(transaction.moment.recorded_at) {}

    Result<IngestedBatch> Run() {
        auto loaded = InOrder([&] { return LoadEarlierEvents(); }, [&] { return LoadPlayers(); },
                              [&] { return LoadRegistrations(); });
        if (!loaded) return std::unexpected(std::move(loaded.error()));

        NgrTotals totals(transaction_, batch_, earlier_, players_.of_event);
        auto ngr_deltas = totals.Decide();
        if (!ngr_deltas) return std::unexpected(std::move(ngr_deltas.error()));
        ngr_deltas_ = std::move(*ngr_deltas);

        outcome_ = DecideIngest(
            {batch_, earlier_, players_.of_event, registrations_, ngr_deltas_, transaction_.cache.plan().suspended()},
            ids_);
        CommissionWriter commission(transaction_);
        auto states = PayForBatch(transaction_, commission, outcome_);
        if (!states) return std::unexpected(std::move(states.error()));

        auto stored = InOrder(
            [&] { return StoreEvents(); },
            [&] { return StoreBatchPlayers(transaction_, batch_, outcome_, std::move(*states)); },
            [&] { return StoreFirstDecisions(connection_, owner_, now_, outcome_.registrations); },
            [&] { return StoreAliases(transaction_, BroughtBy(outcome_.registrations)); },
            [&] { return StoreAnomalies(); }, [&] { return StoreWaiting(); }, [&] { return StoreDifferences(); },
            [&] { return StoreFeeds(); }, [&] { return StoreNearMisses(transaction_, batch_, outcome_.accepted); },
            [&] { return CountAttributions(transaction_, batch_, outcome_); }, [&] { return totals.Store(outcome_); },
            // This step is last, because it may read players that this batch has just stored.
            [&] { return outcome_.paid.empty() ? Status() : commission.Store(); });
        if (!stored) return std::unexpected(std::move(stored.error()));
        const auto duplicates = static_cast<std::size_t>(
            std::ranges::count(outcome_.receipts, events::ReceiptStatus::kDuplicate, &events::Receipt::status));
        return IngestedBatch{std::move(outcome_.receipts), outcome_.accepted.size(), duplicates,
                             outcome_.differing.size()};
    }

private:
    Status LoadEarlierEvents() {
        std::vector<events::KeyDigest> digests;
        digests.reserve(batch_.size());
        for (const auto* submitted : batch_) digests.push_back(submitted->key_digest);
        const auto found = TRY(index_.FindKeys(connection_, owner_, digests));

        earlier_.resize(batch_.size());
        std::vector<std::size_t> indexes;
        std::vector<std::int64_t> seqs;
        for (std::size_t i = 0; i < batch_.size(); ++i) {
            if (!found[i]) continue;
            indexes.push_back(i);
            seqs.push_back(*found[i]);
        }
        if (seqs.empty()) return {};
        auto events = TRY(ReadEvents(connection_, owner_, seqs));
        // If the event of a known key is missing, treating the key as new would count the event twice.
        if (events.size() != seqs.size()) {
            return Fail(ErrorCode::kLedgerFailed, "the index of keys names events that the ledger lacks");
        }
        for (std::size_t i = 0; i < indexes.size(); ++i) earlier_[indexes[i]] = std::move(events[i].stored);
        return {};
    }

    Status LoadPlayers() {
        auto loaded = LoadBatchPlayers(transaction_, batch_, earlier_);
        if (!loaded) return std::unexpected(std::move(loaded.error()));
        players_ = std::move(*loaded);
        return {};
    }

    Status LoadRegistrations() {
        auto loaded = LoadRegistrationContexts(
            {connection_, index_, owner_, transaction_.cache.plan().suspended()}, batch_, [&](std::size_t i) {
                const events::StoredPlayer* player = players_.of_event[i];
                if (earlier_[i] || (player != nullptr && player->milestones.registered)) return RegistrationNeed{};
                return RegistrationNeed{true, player == nullptr ? nullptr : &player->id};
            });
        if (!loaded) return std::unexpected(std::move(loaded.error()));
        registrations_ = std::move(*loaded);
        return {};
    }

    Status StoreEvents() {
        if (outcome_.accepted.empty()) return {};
        std::vector<EventRow> rows;
        std::vector<IndexedEvent> entries;
        rows.reserve(outcome_.accepted.size());
        entries.reserve(outcome_.accepted.size());
        for (std::size_t i = 0; i < outcome_.accepted.size(); ++i) {
            const auto& accepted = outcome_.accepted[i];
            rows.push_back({transaction_.moment.SeqOfNew(i), accepted.id, accepted.player,
                            &batch_[accepted.index]->event,
                            ngr_deltas_.empty() ? std::nullopt : ngr_deltas_[accepted.index]});
            transaction_.record.AddEvent(rows.back());
            entries.push_back({batch_[accepted.index]->key_digest, transaction_.moment.SeqOfNew(i), accepted.player});
        }
        return InOrder([&] { return InsertEvents(connection_, owner_, now_, rows); },
                       [&] { return index_.AddEvents(connection_, owner_, entries); });
    }

    Status StoreAnomalies() {
        ParameterRows parameters(kAnomalyColumns.column_count());
        for (const auto& repeated : outcome_.repeated) {
            const bool registration = repeated.milestone == events::Milestone::kRegistration;
            const std::string_view kind = registration ? "repeated_registration" : "repeated_first_deposit";
            parameters.Add({Value::Of(owner_), Value::Of(transaction_.moment.SeqOfNew(repeated.accepted_index)),
                            Value::Of(kind), Value::Of(repeated.player),
                            Value::Of(outcome_.accepted[repeated.accepted_index].id), Value::Of(now_)});
        }
        for (const auto& registration : outcome_.registrations) {
            if (!registration.decision.lacks_evidence || Waits(registration)) continue;
            parameters.Add({Value::Of(owner_), Value::Of(transaction_.moment.SeqOfNew(registration.accepted_index)),
                            Value::Of(std::string_view("unknown_click")), Value::Of(registration.player),
                            Value::Of(outcome_.accepted[registration.accepted_index].id), Value::Of(now_)});
        }
        return connection_.RunEach(kInsertAnomaly, parameters);
    }

    // Whether the registration names a click of ours that is not recorded yet.
    bool Waits(const events::NewRegistration& registration) const {
        const std::size_t index = outcome_.accepted[registration.accepted_index].index;
        return batch_[index]->names_own_click && registrations_[index] && !registrations_[index]->named;
    }

    Status StoreWaiting() {
        const std::int64_t last_change = transaction_.moment.last_change + transaction_.record.changes();
        std::vector<WaitingRegistration> waiting;
        for (const auto& registration : outcome_.registrations) {
            if (!Waits(registration)) continue;
            const auto click = ClickId::Parse(registration.decision.named);
            if (click) waiting.push_back({registration.player, *click, last_change});
        }
        return InsertWaiting(connection_, owner_, now_, waiting);
    }

    Status StoreDifferences() {
        ParameterRows parameters(5);
        std::vector<Bytes16> digests;
        digests.reserve(outcome_.differing.size());
        for (const auto& differing : outcome_.differing) {
            const events::Event& event = batch_[differing.index]->event;
            const auto& digest = digests.emplace_back(DigestContent(event));
            parameters.Add({Value::Of(owner_), Value::Of(differing.first), Value::Of(std::span(digest)),
                            Value::Of(std::string_view(event.idempotency_key)), Value::Of(now_)});
        }
        return connection_.RunEach(kNoteDifference, parameters);
    }

    Status StoreFeeds() {
        struct Mark {
            Timestamp latest{INT64_MIN};
            std::int64_t count = 0;
        };
        std::map<std::pair<BrandId, events::EventType>, Mark> marks;
        for (const auto& accepted : outcome_.accepted) {
            const events::Event& event = batch_[accepted.index]->event;
            Mark& mark = marks[{event.brand, event.type}];
            mark.latest = std::max(mark.latest, event.time);
            ++mark.count;
        }
        ParameterRows parameters(kFeedColumns.column_count());
        for (const auto& [feed, mark] : marks) {
            parameters.Add({Value::Of(owner_), Value::Of(feed.first), Value::Of(Name(feed.second)),
                            Value::Of(mark.latest), Value::Of(now_), Value::Of(mark.count)});
        }
        return connection_.RunEach(kNoteFeed, parameters);
    }

    OperatorTransaction& transaction_;
    const events::IdSource& ids_;
    Connection& connection_;
    LedgerIndex& index_;
    OperatorId owner_;
    std::span<const events::SubmittedEvent* const> batch_;
    Timestamp now_;
    std::vector<std::optional<events::StoredEvent>> earlier_;
    BatchPlayers players_;
    std::vector<std::optional<events::RegistrationContext>> registrations_;
    std::vector<std::optional<Decimal>> ngr_deltas_;  // Empty if every event adds its amount.
    events::IngestOutcome outcome_;
};

}  // namespace

Result<IngestedBatch> IngestBatch(OperatorTransaction& transaction,
                                  std::span<const events::SubmittedEvent* const> batch, const events::IdSource& ids) {
    return BatchIngest(transaction, batch, ids).Run();
}

}  // namespace fairlead::ledger
