#include "ledger/event_queries.hpp"

#include <algorithm>
#include <limits>
#include <ranges>

#include "domain/tracking/terms.hpp"
#include "ledger/click_search.hpp"
#include "ledger/event_rows.hpp"

namespace fairlead::ledger {

using app::EventRecord;
using tracking::Click;

namespace {

constexpr Sql kNewestEvents("SELECT " FAIRLEAD_EVENT_COLUMNS
                            ", p.affiliate_id, p.origin FROM events e"
                            " JOIN players p ON p.operator_id = e.operator_id AND p.player_id = e.player_id"
                            " WHERE e.operator_id = $1 AND e.seq < $2 ORDER BY e.seq DESC LIMIT $3");
constexpr Sql kOneEvent("SELECT " FAIRLEAD_EVENT_COLUMNS
                        ", p.affiliate_id, p.origin FROM events e"
                        " JOIN players p ON p.operator_id = e.operator_id AND p.player_id = e.player_id"
                        " WHERE e.operator_id = $1 AND e.seq = $2");

constexpr std::int64_t kEventsAtOnce = 500;
constexpr std::int64_t kEventsAtFirst = 51;
// An event may carry up to a megabyte of members; a page of them ends early.
constexpr std::size_t kPageBytesMax = 4 << 20;
constexpr std::int64_t kEventsScannedMax = 20'000;
constexpr std::int64_t kBlocksAtOnce = 64;
constexpr std::int64_t kBlocksScannedMax = 2000;

EventRecord ReadRecord(const ResultRows& rows, std::size_t row) {
    ReadEventRow read = ReadEventColumns(rows, row);
    EventRecord record{.seq = read.seq,
                       .id = read.stored.id,
                       .recorded_at = read.recorded_at,
                       .player = read.player,
                       .event = std::move(read.stored.event)};
    if (!rows.IsNull(row, kEventColumns)) record.affiliate = rows.Identifier<AffiliateId>(row, kEventColumns);
    if (!rows.IsNull(row, kEventColumns + 1)) {
        ByteReader origin(rows.Text(row, kEventColumns + 1));
        record.link = tracking::ReadOrigin(origin).link;
    }
    return record;
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

bool Passes(const app::ClickQuery& query, const Click& click) {
    return Is(query.click, click.id) && Is(query.link, click.origin.link) &&
           Is(query.affiliate, click.origin.affiliate) && Is(query.brand, click.brand) &&
           Is(query.counted, click.IsCounted()) && query.time.Contains(click.time) &&
           (!query.before || click.id < *query.before);
}

// Fills a page from chunks of rows, newest first, until it is full or enough has been read.
class EventPageReader {
public:
    EventPageReader(Session& session, LedgerIndex& index, const app::EventQuery& query)
        : session_(session),
          index_(index),
          query_(query),
          before_(query.before_seq.value_or(std::numeric_limits<std::int64_t>::max())) {}

    Result<app::EventPage> Read() {
        for (std::int64_t scanned = 0; scanned < kEventsScannedMax; scanned += kEventsAtOnce) {
            const auto rows = NextRows();
            if (!rows) return std::unexpected(rows.error());
            for (std::size_t i = 0; i < rows->size(); ++i) {
                EventRecord record = ReadRecord(*rows, i);
                if (!Passes(query_, record)) continue;
                if (page_.items.size() == query_.limit || bytes_ > kPageBytesMax) {
                    page_.more_after = page_.items.back().seq;
                    return std::move(page_);
                }
                bytes_ += record.event.unknown_members.size();
                page_.items.push_back(std::move(record));
            }
            if (at_end_) return std::move(page_);
        }
        page_.more_after = before_;
        return std::move(page_);
    }

private:
    Result<ResultRows> NextRows() {
        if (query_.idempotency_key) return RowsOfKey();
        if (query_.player) return RowsOfPlayer();
        auto rows = session_.Query(kNewestEvents, {Value::Of(query_.owner), Value::Of(before_), Value::Of(at_once_)});
        if (!rows) return rows;
        at_end_ = static_cast<std::int64_t>(rows->size()) < at_once_;
        at_once_ = kEventsAtOnce;  // Filters let few pass: the next rows come in larger chunks.
        if (!rows->empty()) before_ = rows->Integer(rows->size() - 1, 15);
        return rows;
    }

    Result<ResultRows> RowsOfKey() {
        at_end_ = true;
        const auto digest = events::DigestKey(query_.owner, *query_.idempotency_key);
        const auto seq = index_.FindKeys(session_, query_.owner, std::span(&digest, 1));
        if (!seq) return std::unexpected(seq.error());
        if (!seq->front() || *seq->front() >= before_) return ResultRows();
        return session_.Query(kOneEvent, {Value::Of(query_.owner), Value::Of(*seq->front())});
    }

    Result<ResultRows> RowsOfPlayer() {
        const auto seqs = index_.Postings(session_, query_.owner, tracking::PlayerTerm(query_.owner, *query_.player),
                                          before_, static_cast<std::size_t>(at_once_));
        if (!seqs) return std::unexpected(seqs.error());
        at_end_ = static_cast<std::int64_t>(seqs->size()) < at_once_;
        if (!seqs->empty()) before_ = seqs->back();
        ParameterRows parameters(2);
        for (const std::int64_t seq : *seqs) parameters.Add({Value::Of(query_.owner), Value::Of(seq)});
        return session_.QueryEach(kOneEvent, parameters);
    }

    Session& session_;
    LedgerIndex& index_;
    const app::EventQuery& query_;
    std::int64_t before_;
    std::int64_t at_once_ = std::min(static_cast<std::int64_t>(query_.limit) + 1, kEventsAtFirst);
    bool at_end_ = false;
    std::size_t bytes_ = 0;
    app::EventPage page_;
};

// From when on blocks are not looked at.
Timestamp FirstNotSought(const app::ClickQuery& query) {
    Timestamp first{std::numeric_limits<std::int64_t>::max()};
    if (query.time.to) first = Timestamp{query.time.to->micros + 1};
    const auto place = query.before ? tracking::PlaceOf(*query.before) : std::nullopt;
    if (place) first = std::min(first, Timestamp{place->recorded_at.micros + 1});
    return first;
}

Result<app::ClickPage> ReadOneClick(Session& session, LedgerIndex& index, const app::ClickQuery& query) {
    const auto found = ClickSearch(session, index, query.owner).FindByIds(std::span(&query.click, 1));
    if (!found) return std::unexpected(found.error());
    app::ClickPage page;
    const auto& click = found->front();
    if (click && Passes(query, *click)) page.items.push_back(*click);
    return page;
}

}  // namespace

Result<app::EventPage> ReadEventPage(Session& session, LedgerIndex& index, const app::EventQuery& query) {
    return EventPageReader(session, index, query).Read();
}

Result<app::ClickPage> ReadClickPage(Session& session, LedgerIndex& index, const app::ClickQuery& query) {
    if (query.click) return ReadOneClick(session, index, query);
    Timestamp before = FirstNotSought(query);
    app::ClickPage page;
    std::optional<ClickId> last_seen;
    for (std::int64_t scanned = 0; scanned < kBlocksScannedMax; scanned += kBlocksAtOnce) {
        const auto blocks = ReadClickBlocksBefore(session, query.owner, before, kBlocksAtOnce);
        if (!blocks) return std::unexpected(blocks.error());
        for (const StoredBlock& block : *blocks) {
            if (query.time.from && block.recorded_at < *query.time.from) return page;
            for (Click& click : ClicksOf(block) | std::views::reverse) {
                last_seen = click.id;
                if (!Passes(query, click)) continue;
                if (page.items.size() == query.limit) {
                    page.more_after = page.items.back().id;
                    return page;
                }
                page.items.push_back(std::move(click));
            }
        }
        if (static_cast<std::int64_t>(blocks->size()) < kBlocksAtOnce) return page;
        before = blocks->back().recorded_at;
    }
    page.more_after = last_seen;
    return page;
}

}  // namespace fairlead::ledger
