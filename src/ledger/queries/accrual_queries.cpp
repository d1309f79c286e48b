#include "ledger/queries/accrual_queries.hpp"

#include <algorithm>
#include <limits>

#include "domain/tracking/terms.hpp"
#include "ledger/engine/all_numbers.hpp"
#include "ledger/queries/accrual_facts.hpp"
#include "ledger/queries/accrual_records.hpp"
#include "ledger/queries/event_queries.hpp"
#include "ledger/queries/event_search.hpp"
#include "ledger/sql/in_order.hpp"

namespace fairlead::ledger {

using app::AccrualRecord;
using app::AccrualStatus;

namespace {

constexpr ComposedSql kNewestAccruals(kSelectAccruals + " AND a.number < $2 ORDER BY a.number DESC LIMIT $3");
constexpr ComposedSql kOneAccrual(kSelectAccruals + " AND a.number = $2");
constexpr Sql kNumbersOfEvent("SELECT number FROM accruals WHERE operator_id = $1 AND event_seq = $2");
constexpr ComposedSql kNewestUnpriced(kSelectUnpricedAccruals + " AND number < $2 ORDER BY number DESC LIMIT $3");
constexpr ComposedSql kOneUnpriced(kSelectUnpricedAccruals + " AND number = $2");

constexpr std::int64_t kAtOnce = 500;
constexpr std::int64_t kAtFirst = 51;
constexpr std::int64_t kScannedMax = 20'000;
constexpr std::int64_t kNoNumber = std::numeric_limits<std::int64_t>::max();

template <class Wanted, class Actual>
bool Matches(const std::optional<Wanted>& wanted, const Actual& actual) {
    return !wanted || actual == *wanted;
}

// Checks every condition except the event, which FindNumbers handles.
bool PassesAccrual(const app::AccrualQuery& query, const AccrualRecord& record) {
    const commission::Accrual& accrual = record.accrual;
    return Matches(query.id, record.id) && Matches(query.affiliate, accrual.affiliate) &&
           Matches(query.player, accrual.player) && Matches(query.brand, accrual.brand) &&
           Matches(query.deal, accrual.deal) && Matches(query.version, accrual.version) &&
           Matches(query.component, accrual.component) && Matches(query.reason, accrual.reason) &&
           Matches(query.period, accrual.period) && !query.without_period && Matches(query.status, record.status) &&
           Matches(query.late, accrual.late) && Matches(query.amount, accrual.amount.amount) &&
           Matches(query.currency, accrual.amount.currency) && Matches(query.base, accrual.base) &&
           Matches(query.happened_at, accrual.event_time) && Matches(query.recorded_at, record.recorded_at) &&
           Matches(query.payable_from, accrual.payable_from.value_or(accrual.event_time)) &&
           query.event_time.Contains(accrual.event_time);
}

// Fills a page, unpriced accruals first, until it is full or the limit of rows is reached.
class AccrualPageReader {
public:
    AccrualPageReader(Connection& connection, LedgerIndex& index, const app::AccrualQuery& query,
                      const app::RowFilter& filter)
        : connection_(connection),
          index_(index),
          query_(query),
          filter_(filter),
          facts_(connection, index, query.owner, filter),
          before_(query.before.value_or(kNoNumber)) {
        if (query.id) before_ = std::min(before_, commission::NumberIn(*query.id) + 1);
    }

    Result<app::AccrualPage> Read() {
        if (filter_.nothing) return std::move(page_);
        if (query_.event) {
            const auto seq = TRY(FindEventNumber(connection_, query_.owner, *query_.event));
            if (!seq) return std::move(page_);
            event_seq_ = seq;
        }
        TRY(InOrder([&] { return Fill(); }, [&] { return NameEvents(connection_, query_.owner, page_.items); },
                    [&] { return NameOthers(connection_, query_.owner, page_.items); }));
        return std::move(page_);
    }

private:
    using Next = Status (AccrualPageReader::*)();

    Status Fill() {
        if (before_ > app::kUnpricedNumberFrom) {
            if (query_.status != AccrualStatus::kFinal) {
                if (auto done = FillFrom(&AccrualPageReader::NextUnpriced); !done || full_) return done;
            }
            before_ = app::kUnpricedNumberFrom;
            at_end_ = false;
        }
        if (query_.status == AccrualStatus::kUnpriced) return {};
        TRY(FindNumbers());
        return FillFrom(&AccrualPageReader::NextFinal);
    }

    // Reads chunks until no rows are left, the page is full, or the limit of rows is reached.
    Status FillFrom(Next next) {
        while (scanned_ < kScannedMax) {
            chunk_.clear();
            TRY((this->*next)());
            scanned_ += std::exchange(at_once_, kAtOnce);
            std::erase_if(chunk_, [&](const AccrualRecord& record) { return !IsMeant(record); });
            TRY(facts_.Load(chunk_));
            for (AccrualRecord& record : chunk_) {
                if (!facts_.Passes(record)) continue;
                if (page_.items.size() == query_.limit) return StopAt(page_.items.back().accrual.number);
                page_.items.push_back(std::move(record));
            }
            if (at_end_ || query_.id) return {};
        }
        return StopAt(before_);
    }

    // A qualification without an amount is not shown, except when a report counts qualifications.
    bool IsMeant(const AccrualRecord& record) const {
        const bool shown = record.status != AccrualStatus::kFinal || record.accrual.IsShown();
        return (shown || filter_.AsksForCount()) && Matches(event_seq_, record.accrual.event_seq) &&
               PassesAccrual(query_, record);
    }

    Status StopAt(std::int64_t number) {
        page_.more_after = number;
        full_ = true;
        return {};
    }

    Status NextUnpriced() {
        const std::int64_t before = before_ == kNoNumber ? kNoNumber : before_ - app::kUnpricedNumberFrom;
        const auto rows =
            TRY(connection_.Query(kNewestUnpriced, {Value::Of(query_.owner), Value::Of(before), Value::Of(at_once_)}));
        for (std::size_t i = 0; i < rows.size(); ++i) chunk_.push_back(ReadUnpricedRecord(query_.owner, rows, i));
        Advance(rows.size());
        // Brands are only in the events.
        const bool asks_for_brand = query_.brand || !filter_.empty();
        return asks_for_brand ? NameEvents(connection_, query_.owner, chunk_) : Status();
    }

    Status NextFinal() {
        if (numbers_) return NextNumbered();
        // The index by affiliate contains only shown accruals.
        if (query_.affiliate && !filter_.AsksForCount()) return NextOfAffiliate();
        const auto rows =
            TRY(connection_.Query(kNewestAccruals, {Value::Of(query_.owner), Value::Of(before_), Value::Of(at_once_)}));
        Take(rows);
        Advance(rows.size());
        return {};
    }

    // Finds the numbers of the accruals in advance if the query can match only a few.
    Status FindNumbers() {
        if (query_.id) {
            numbers_ = {commission::NumberIn(*query_.id)};
        } else if (event_seq_) {
            numbers_.emplace();
            return AddNumbersOf(std::span(&*event_seq_, 1));
        } else if (query_.player) {
            numbers_.emplace();
            return FindNumbersOfPlayer();
        }
        return {};
    }

    // The accruals of the player's own events, and those that another player's event caused.
    Status FindNumbersOfPlayer() {
        const auto seqs = TRY(EventNumbersOf(connection_, index_, query_.owner, *query_.player));
        TRY(AddNumbersOf(seqs));
        const auto others =
            TRY(index_.Postings(connection_, query_.owner, tracking::PlayerAccrualTerm(query_.owner, *query_.player),
                                before_, static_cast<std::size_t>(kScannedMax)));
        numbers_->insert(numbers_->end(), others.begin(), others.end());
        return {};
    }

    Status AddNumbersOf(std::span<const std::int64_t> seqs) {
        ParameterRows parameters(2);
        for (const std::int64_t seq : seqs) parameters.Add({Value::Of(query_.owner), Value::Of(seq)});
        const auto rows = TRY(connection_.QueryEach(kNumbersOfEvent, parameters));
        for (std::size_t i = 0; i < rows.size(); ++i) numbers_->push_back(rows.Integer(i));
        return {};
    }

    Status NextNumbered() {
        std::ranges::sort(*numbers_, std::greater());
        const auto [same, end] = std::ranges::unique(*numbers_);
        numbers_->erase(same, end);
        const auto first = std::ranges::lower_bound(*numbers_, before_ - 1, std::greater());
        const auto left = static_cast<std::size_t>(numbers_->end() - first);
        return QueryNumbers(std::span(first, std::min(left, static_cast<std::size_t>(at_once_))));
    }

    Status NextOfAffiliate() {
        const auto numbers = TRY(index_.Postings(connection_, query_.owner,
                                                 tracking::AffiliateAccrualTerm(query_.owner, *query_.affiliate),
                                                 before_, static_cast<std::size_t>(at_once_)));
        return QueryNumbers(numbers);
    }

    Status QueryNumbers(std::span<const std::int64_t> numbers) {
        ParameterRows parameters(2);
        for (const std::int64_t number : numbers) parameters.Add({Value::Of(query_.owner), Value::Of(number)});
        const auto rows = TRY(connection_.QueryEach(kOneAccrual, parameters));
        Take(rows);
        Advance(numbers.size());
        if (!numbers.empty()) before_ = numbers.back();
        return {};
    }

    void Take(const ResultRows& rows) {
        for (std::size_t i = 0; i < rows.size(); ++i) chunk_.push_back(ReadAccrualRecord(query_.owner, rows, i));
    }

    void Advance(std::size_t rows) {
        at_end_ = static_cast<std::int64_t>(rows) < at_once_;
        if (!chunk_.empty()) before_ = chunk_.back().accrual.number;
        at_end_ = at_end_ || (!chunk_.empty() && IsBefore(query_.event_time, chunk_.back().recorded_at));
    }

    Connection& connection_;
    LedgerIndex& index_;
    const app::AccrualQuery& query_;
    const app::RowFilter& filter_;
    AccrualFacts facts_;
    std::int64_t before_;
    std::optional<std::int64_t> event_seq_;  // The number of the event in the query.
    std::int64_t at_once_ = std::min(static_cast<std::int64_t>(query_.limit) + 1, kAtFirst);
    std::int64_t scanned_ = 0;
    std::optional<std::vector<std::int64_t>> numbers_;
    std::vector<AccrualRecord> chunk_;
    bool at_end_ = false;
    bool full_ = false;
    app::AccrualPage page_;
};

}  // namespace

Result<app::AccrualPage> ReadAccrualPage(Connection& connection, LedgerIndex& index, const app::AccrualQuery& query,
                                         const app::RowFilter& filter) {
    return AccrualPageReader(connection, index, query, filter).Read();
}

Result<AccrualRecord> ReadAccrual(Connection& connection, OperatorId owner, AccrualId id) {
    const std::int64_t number = commission::NumberIn(id);
    const bool unpriced = number > app::kUnpricedNumberFrom;
    const Sql& sql = unpriced ? static_cast<const Sql&>(kOneUnpriced) : kOneAccrual;
    const auto rows = TRY(
        connection.Query(sql, {Value::Of(owner), Value::Of(unpriced ? number - app::kUnpricedNumberFrom : number)}));
    std::vector<AccrualRecord> found;
    if (!rows.empty()) {
        found.push_back(unpriced ? ReadUnpricedRecord(owner, rows, 0) : ReadAccrualRecord(owner, rows, 0));
    }
    if (found.empty() || found.front().id != id) return Fail(ErrorCode::kNotFound, app::NoSuchAccrual(id));
    TRY(InOrder([&] { return NameEvents(connection, owner, found); },
                [&] { return NameOthers(connection, owner, found); }));
    return std::move(found.front());
}

}  // namespace fairlead::ledger
