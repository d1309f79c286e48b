#include "ledger/queries/event_queries.hpp"

#include <algorithm>
#include <limits>

#include "domain/accruals/state.hpp"
#include "ledger/record/event_rows.hpp"
#include "ledger/sql/columns.hpp"
#include "ledger/sql/damaged_record.hpp"

namespace fairlead::ledger {

using app::EventRecord;

namespace {

// Events, each with columns of its player.
constexpr auto kSelectFoundEvents =
    "SELECT " + kEventColumns +
    ", p.affiliate_id, p.origin, p.country AS player_country, p.registration_seq, p.first_deposit_seq, p.commission"
    " FROM events e"
    " JOIN players p ON p.operator_id = e.operator_id AND p.player_id = e.player_id WHERE e.operator_id = $1";
constexpr ComposedSql kNewestEvents(kSelectFoundEvents + " AND e.seq < $2 ORDER BY e.seq DESC LIMIT $3");
constexpr ComposedSql kOneEvent(kSelectFoundEvents + " AND e.seq = $2");

constexpr std::int64_t kSearchedEventsAtOnce = 500;
constexpr std::int64_t kEventsAtFirst = 51;
// An event may have up to a megabyte of unknown members, so a page of large events ends early.
constexpr std::size_t kPageBytesMax = 4 << 20;
constexpr std::int64_t kEventsScannedMax = 20'000;

// An event and its player.
struct FoundEvent {
    EventRecord record;
    events::StoredPlayer player;
    bool repeated = false;  // The event repeats a milestone that the player reached earlier.
};

events::StoredPlayer ReadPlayerOfEvent(const ResultRows& rows, std::size_t row, PlayerId id) {
    events::StoredPlayer player{.id = id,
                                .country = rows.String(row, kSelectFoundEvents["player_country"]),
                                .origin = rows.String(row, kSelectFoundEvents["origin"]),
                                .commission = rows.String(row, kSelectFoundEvents["commission"])};
    player.milestones.registered = !rows.IsNull(row, kSelectFoundEvents["registration_seq"]);
    player.affiliate = ReadId<AffiliateId>(rows, row, kSelectFoundEvents["affiliate_id"]);
    return player;
}

bool IsRepeated(const ResultRows& rows, std::size_t row, const app::EventRecord& record) {
    const auto is_other = [&](Column column) {
        return rows.IsNull(row, column) || rows.Integer(row, column) != record.seq;
    };
    if (record.event.type == events::EventType::kRegistration) return is_other(kSelectFoundEvents["registration_seq"]);
    return record.event.type == events::EventType::kFirstDeposit && is_other(kSelectFoundEvents["first_deposit_seq"]);
}

FoundEvent ReadFoundEvent(const ResultRows& rows, std::size_t row) {
    ReadEventRow read = ReadEventColumns(rows, row);
    FoundEvent found{.record = {.seq = read.seq,
                                .id = read.stored.id,
                                .recorded_at = read.recorded_at,
                                .player = read.player,
                                .event = std::move(read.stored.event),
                                .ngr_delta = read.ngr_delta},
                     .player = ReadPlayerOfEvent(rows, row, read.player)};
    EventRecord& record = found.record;
    record.affiliate = found.player.affiliate;
    if (!found.player.origin.empty()) {
        ByteReader origin(found.player.origin);
        record.link = tracking::ReadOrigin(origin).link;
    }
    found.repeated = IsRepeated(rows, row, record);
    return found;
}

// The fact of an event in reports. It contains views of the event and the origin.
reporting::FactRow FactOf(const FoundEvent& read, tracking::Origin& origin) {
    const facts::EventFact fact = events::FactOf(read.record.event, read.player, read.repeated, read.record.ngr_delta);
    reporting::FactRow row{
        .kind = reporting::FactKind::Of(fact.type),
        .weight = fact.weight,
        .brand = fact.brand,
        .affiliate = fact.standing == facts::Standing::kOrganic ? reporting::kOrganic : reporting::kUnregistered,
        .player = fact.player,
        .country = fact.country,
        .product = fact.product,
        .game = fact.game};
    if (read.record.event.money) row.currency = read.record.event.money->currency.code();
    if (fact.money) row.amount = fact.money->amount;
    if (fact.standing == facts::Standing::kAttributed) {
        ByteReader reader(fact.origin);
        origin = tracking::ReadOrigin(reader);
        PutOrigin(origin, row);
        const auto state = commission::DecodePlayerState(read.player.commission);
        CheckReadable(state.has_value(), "the commission state of a player");
        row.deal = ShownDeal(*state, read.record.seq);
    }
    return row;
}

template <class Wanted, class Actual>
bool Is(const std::optional<Wanted>& wanted, const Actual& actual) {
    return !wanted || actual == *wanted;
}

bool Passes(const app::EventQuery& query, const EventRecord& record) {
    return Is(query.idempotency_key, record.event.idempotency_key) && Is(query.player, record.player) &&
           Is(query.affiliate, record.affiliate) && Is(query.link, record.link) &&
           Is(query.brand, record.event.brand) && Is(query.type, record.event.type) &&
           query.event_time.Contains(record.event.time);
}

// Fills a page from chunks of rows, newest first, until it is full or the limit of rows is reached.
class EventPageReader {
public:
    EventPageReader(Connection& connection, LedgerIndex& index, const app::EventQuery& query,
                    const app::RowFilter& filter)
        : connection_(connection),
          index_(index),
          query_(query),
          filter_(filter),
          before_(query.before_seq.value_or(std::numeric_limits<std::int64_t>::max())) {}

    Result<app::EventPage> Read() {
        if (filter_.nothing) return std::move(page_);
        for (std::int64_t scanned = 0; scanned < kEventsScannedMax; scanned += kSearchedEventsAtOnce) {
            const auto rows = TRY(NextRows());
            for (std::size_t i = 0; i < rows.size(); ++i) {
                FoundEvent read = ReadFoundEvent(rows, i);
                if (IsBefore(query_.event_time, read.record.recorded_at)) return std::move(page_);
                if (!Passes(query_, read.record) || !PassesFilter(read)) continue;
                if (page_.items.size() == query_.limit || bytes_ > kPageBytesMax) {
                    page_.more_after = page_.items.back().seq;
                    return std::move(page_);
                }
                bytes_ += read.record.event.unknown_members.size();
                page_.items.push_back(std::move(read.record));
            }
            if (at_end_) return std::move(page_);
        }
        page_.more_after = before_;
        return std::move(page_);
    }

private:
    bool PassesFilter(const FoundEvent& read) const {
        tracking::Origin origin;
        return filter_.empty() || filter_.Passes(FactOf(read, origin));
    }

    Result<ResultRows> NextRows() {
        if (query_.idempotency_key) return RowsOfKey();
        if (query_.player) return RowsOfPlayer();
        auto rows =
            connection_.Query(kNewestEvents, {Value::Of(query_.owner), Value::Of(before_), Value::Of(at_once_)});
        if (!rows) return rows;
        at_end_ = static_cast<std::int64_t>(rows->size()) < at_once_;
        at_once_ = kSearchedEventsAtOnce;  // Few rows pass the filters, so the next chunks are larger.
        if (!rows->empty()) before_ = rows->Integer(rows->size() - 1, kEventColumns["seq"]);
        return rows;
    }

    Result<ResultRows> RowsOfKey() {
        at_end_ = true;
        const auto digest = events::DigestKey(query_.owner, *query_.idempotency_key);
        const auto seq = TRY(index_.FindKeys(connection_, query_.owner, std::span(&digest, 1)));
        if (!seq.front() || *seq.front() >= before_) return ResultRows();
        return connection_.Query(kOneEvent, {Value::Of(query_.owner), Value::Of(*seq.front())});
    }

    Result<ResultRows> RowsOfPlayer() {
        const auto seqs = TRY(
            index_.EventsOf(connection_, query_.owner, *query_.player, before_, static_cast<std::size_t>(at_once_)));
        at_end_ = static_cast<std::int64_t>(seqs.size()) < at_once_;
        if (!seqs.empty()) before_ = seqs.back();
        ParameterRows parameters(2);
        for (const std::int64_t seq : seqs) parameters.Add({Value::Of(query_.owner), Value::Of(seq)});
        return connection_.QueryEach(kOneEvent, parameters);
    }

    Connection& connection_;
    LedgerIndex& index_;
    const app::EventQuery& query_;
    const app::RowFilter& filter_;
    std::int64_t before_;
    std::int64_t at_once_ = std::min(static_cast<std::int64_t>(query_.limit) + 1, kEventsAtFirst);
    bool at_end_ = false;
    std::size_t bytes_ = 0;
    app::EventPage page_;
};

}  // namespace

Result<app::EventPage> ReadEventPage(Connection& connection, LedgerIndex& index, const app::EventQuery& query,
                                     const app::RowFilter& filter) {
    return EventPageReader(connection, index, query, filter).Read();
}

Result<std::vector<std::optional<EventId>>> FindEventsOfKeys(Connection& connection, LedgerIndex& index,
                                                             OperatorId owner,
                                                             std::span<const events::KeyDigest> keys) {
    const auto seqs = TRY(index.FindKeys(connection, owner, keys));
    std::vector<std::int64_t> known;
    for (const auto& seq : seqs) {
        if (seq) known.push_back(*seq);
    }
    const auto rows = TRY(ReadEvents(connection, owner, known));
    if (rows.size() != known.size()) {
        return Fail(ErrorCode::kLedgerFailed, "the index of keys names events that the ledger lacks");
    }
    std::vector<std::optional<EventId>> found(keys.size());
    for (std::size_t i = 0, next = 0; i < keys.size(); ++i) {
        if (seqs[i]) found[i] = rows[next++].stored.id;
    }
    return found;
}

}  // namespace fairlead::ledger
