#include "ledger/queries/statement_queries.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "ledger/queries/statement_previews.hpp"
#include "ledger/record/line_facts.hpp"
#include "ledger/record/plan_rows.hpp"
#include "ledger/sql/columns.hpp"
#include "ledger/sql/in_order.hpp"
#include "ledger/sql/period_numbers.hpp"

namespace fairlead::ledger {

using app::StatementRecord;
using app::StatementStatus;
using PlanPointer = std::shared_ptr<const commission::Plan>;

namespace {

// Each kind of period has its own numbers.
constexpr Sql kLastClosed("SELECT MAX(period) FROM statements WHERE operator_id = $1 AND period BETWEEN $2 AND $3");
constexpr Sql kLastGroup(
    "SELECT MAX(period) FROM commission_groups WHERE operator_id = $1 AND period BETWEEN $2 AND $3");
constexpr Sql kLastClosedOf(
    "SELECT MAX(period) FROM statements {by statements_by_affiliate} WHERE operator_id = $1 AND affiliate_id = $2"
    " AND period BETWEEN $3 AND $4");
constexpr Sql kLastGroupOf(
    "SELECT MAX(period) FROM commission_groups WHERE operator_id = $1 AND affiliate_id = $2"
    " AND period BETWEEN $3 AND $4");
constexpr Sql kClosedIn(
    "SELECT DISTINCT affiliate_id FROM statements WHERE operator_id = $1 AND period = $2 AND affiliate_id >= $3"
    " ORDER BY affiliate_id LIMIT $4");
constexpr Sql kGroupsIn(
    "SELECT DISTINCT affiliate_id FROM commission_groups WHERE operator_id = $1 AND period = $2"
    " AND affiliate_id >= $3 ORDER BY affiliate_id LIMIT $4");
// Affiliates with an earlier statement may have an amount to carry over.
constexpr Sql kStated(
    "SELECT DISTINCT affiliate_id FROM statements WHERE operator_id = $1 AND affiliate_id >= $2"
    " ORDER BY affiliate_id LIMIT $3");
constexpr Sql kGroupsUpTo(
    "SELECT DISTINCT affiliate_id FROM commission_groups WHERE operator_id = $1 AND period BETWEEN $2 AND $3"
    " AND affiliate_id >= $4 ORDER BY affiliate_id LIMIT $5");
constexpr Sql kFirstGroup(
    "SELECT MIN(period) FROM commission_groups WHERE operator_id = $1 AND period BETWEEN $2 AND $3");
constexpr Sql kGroupsSince(
    "SELECT DISTINCT affiliate_id, period FROM commission_groups WHERE operator_id = $1 AND period BETWEEN $2 AND $3");
constexpr Sql kAdjustmentCurrencies("SELECT DISTINCT currency FROM adjustments WHERE operator_id = $1");

constexpr Sql kContentsOfPeriods(
    "SELECT content FROM statements WHERE operator_id = $1 AND period >= $2 AND period <= $3"
    " ORDER BY period DESC, affiliate_id LIMIT $4");

constexpr SqlText kFoundColumns(
    "statement_id, affiliate_id, period, currency, payable, (SELECT status FROM statement_steps p"
    " WHERE p.operator_id = s.operator_id AND p.statement_id = s.statement_id ORDER BY number DESC LIMIT 1) AS status");
constexpr ComposedSql kFoundById("SELECT " + kFoundColumns +
                                 " FROM statements s WHERE operator_id = $1 AND statement_id = $2");
constexpr ComposedSql kFoundOf(
    "SELECT " + kFoundColumns +
    " FROM statements s {by statements_by_affiliate} WHERE operator_id = $1"
    " AND affiliate_id = $2 AND period >= $3 AND period <= $4 ORDER BY period DESC, currency LIMIT $5");
constexpr ComposedSql kFoundIn("SELECT " + kFoundColumns +
                               " FROM statements s WHERE operator_id = $1 AND period >= $2 AND period <= $3"
                               " ORDER BY period DESC, affiliate_id DESC LIMIT $4");

constexpr std::int64_t kAffiliatesAtOnce = 200;
constexpr int kAffiliatesMax = 400;

Result<std::optional<Period>> PeriodIn(const Result<ResultRows>& rows) {
    if (!rows) return std::unexpected(rows.error());
    if (rows->empty() || rows->IsNull(0)) return std::nullopt;
    return Period{static_cast<std::int32_t>(rows->Integer(0))};
}

// Reads from the newest period to the oldest, and the affiliates of each period in the order of their ids.
class StatementPageReader {
public:
    StatementPageReader(Connection& connection, const app::StatementQuery& query, PlanPointer plan)
        : connection_(connection), query_(query), plan_(std::move(plan)), today_(plan_->zone().DateOf(Now())) {}

    Result<app::StatementPage> Read() {
        std::optional<Period> period;
        if (query_.after) {
            period = query_.after->period;
        } else {
            auto first = TRY(PeriodBefore(std::nullopt));
            period = first;
        }
        while (period && !full_) {
            TRY(ReadPeriod(*period));
            auto next = TRY(PeriodBefore(period));
            period = next;
        }
        TRY(AddLineFacts(connection_, query_.owner, *plan_, page_.items));
        return std::move(page_);
    }

private:
    // The newest period that may have statements. If another period is given, the newest one before it.
    Result<std::optional<Period>> PeriodBefore(std::optional<Period> before) {
        if (query_.period) return !before || *query_.period < *before ? query_.period : std::nullopt;
        const bool only_months = plan_->has_only_months();
        std::optional<Period> newest;
        for (const NumbersOfKind& numbers : before ? NumbersBefore(*before, only_months) : AllNumbers(only_months)) {
            const Period current = Period::Of(numbers.kind, today_);
            if (current.number <= numbers.last) newest = std::max(newest, std::optional(current));
            const auto closed = TRY(LastIn(kLastClosed, kLastClosedOf, numbers));
            const auto open = TRY(LastIn(kLastGroup, kLastGroupOf, numbers));
            newest = std::max({newest, closed, open});
        }
        return newest;
    }

    Result<std::optional<Period>> LastIn(const Sql& of_all, const Sql& of_one, const NumbersOfKind& numbers) {
        const Value first = Value::Of(numbers.first);
        const Value last = Value::Of(numbers.last);
        const auto& whose = query_.affiliate;
        return PeriodIn(whose ? connection_.Query(of_one, {owner_, Value::Of(*whose), first, last})
                              : connection_.Query(of_all, {owner_, first, last}));
    }

    Status ReadPeriod(Period period) {
        std::optional<AffiliateId> from = AffiliateId{};
        if (query_.after && query_.after->period == period) from = query_.after->affiliate;
        while (from && !full_) {
            auto affiliates = TRY(AffiliatesIn(period, *from));
            from.reset();
            // More affiliates may follow a full chunk. The next chunk starts with the last affiliate of this one.
            const bool more = static_cast<std::int64_t>(affiliates.size()) >= kAffiliatesAtOnce;
            if (more) {
                from = *std::prev(affiliates.end());
                affiliates.erase(*from);
            }
            for (const AffiliateId& affiliate : affiliates) {
                if (full_) return {};
                TRY(ReadOne(affiliate, period));
            }
        }
        return {};
    }

    // The affiliates from `from` on that may have a statement in a period, at most kAffiliatesAtOnce.
    Result<std::set<AffiliateId>> AffiliatesIn(Period period, AffiliateId from) {
        std::set<AffiliateId> found;
        if (query_.affiliate) {
            if (*query_.affiliate >= from) found.insert(*query_.affiliate);
            return found;
        }
        const Value number = Value::Of(std::int64_t{period.number});
        // The requested period and the current one may have statements without events.
        const bool all = query_.period || period == Period::Of(period.kind(), today_);
        TRY(AddAffiliates(kClosedIn, {owner_, number, Value::Of(from), at_once_}, found));
        if (all) {
            TRY(AddWithSumsUpTo(period, from, found));
            TRY(AddWithoutEvents(period, from, found));
        } else {
            TRY(AddAffiliates(kGroupsIn, {owner_, number, Value::Of(from), at_once_}, found));
        }
        while (static_cast<std::int64_t>(found.size()) > kAffiliatesAtOnce) found.erase(std::prev(found.end()));
        return found;
    }

    Status AddAffiliates(const Sql& sql, std::initializer_list<Value> parameters, std::set<AffiliateId>& found) {
        const auto rows = TRY(connection_.Query(sql, parameters));
        for (std::size_t i = 0; i < rows.size(); ++i) found.insert(rows.Identifier<AffiliateId>(i));
        return {};
    }

    Status AddWithSumsUpTo(Period period, AffiliateId from, std::set<AffiliateId>& found) {
        for (const NumbersOfKind& numbers : NumbersUpTo(period, plan_->has_only_months())) {
            TRY(AddAffiliates(kGroupsUpTo,
                              {owner_, Value::Of(numbers.first), Value::Of(numbers.last), Value::Of(from), at_once_},
                              found));
        }
        return {};
    }

    // Adds affiliates with a fixed fee, an adjustment, or an earlier statement with an amount to carry over.
    Status AddWithoutEvents(Period period, AffiliateId from, std::set<AffiliateId>& found) {
        for (const auto& [affiliate, ignored] : plan_->affiliates()) {
            if (affiliate >= from && plan_->HasFixedFee(affiliate, period)) found.insert(affiliate);
        }
        const auto adjusted = TRY(ReadAdjustedAffiliates(connection_, query_.owner));
        for (const AffiliateId& affiliate : adjusted) {
            if (affiliate >= from) found.insert(affiliate);
        }
        return AddAffiliates(kStated, {owner_, Value::Of(from), at_once_}, found);
    }

    Status ReadOne(AffiliateId affiliate, Period period) {
        if (!plan_->CalendarOf(affiliate).Has(period)) return {};
        if (++looked_at_ > kAffiliatesMax) {
            // The next page begins with this affiliate in all of its currencies.
            page_.more_after = app::StatementPlace{period, affiliate, *Currency::Parse("000")};
            full_ = true;
            return {};
        }
        auto records =
            TRY(plan_->IsClosed(affiliate, period) ? ReadStatementsOf(connection_, query_.owner, affiliate, period)
                                                   : Previews(affiliate, period));
        for (StatementRecord& record : records) Add(std::move(record));
        return {};
    }

    Result<std::vector<StatementRecord>> Previews(AffiliateId affiliate, Period period) {
        // Without this check, an unknown affiliate would get a preview from the default deal.
        const bool known = plan_->FindAffiliate(affiliate) != nullptr;
        if (!known || (query_.status && *query_.status != StatementStatus::kOpen))
            return std::vector<StatementRecord>();
        auto previews = PreviewStatements(connection_, query_.owner, *plan_, affiliate, period);
        if (previews) std::erase_if(*previews, [&](const auto& each) { return each.statement.period != period; });
        return previews;
    }

    void Add(StatementRecord record) {
        const statements::Statement& statement = record.statement;
        const auto& after = query_.after;
        const bool seen = after && after->period == statement.period && after->affiliate == statement.affiliate &&
                          statement.currency <= after->currency;
        const bool passes = (!query_.currency || statement.currency == *query_.currency) &&
                            (!query_.status || record.status == *query_.status);
        if (full_ || seen || !passes) return;
        if (page_.items.size() == query_.limit) {
            const statements::Statement& last = page_.items.back().statement;
            page_.more_after = app::StatementPlace{last.period, last.affiliate, last.currency};
            full_ = true;
            return;
        }
        page_.items.push_back(std::move(record));
    }

    Connection& connection_;
    const app::StatementQuery& query_;
    const Value owner_ = Value::Of(query_.owner);
    const Value at_once_ = Value::Of(kAffiliatesAtOnce);
    PlanPointer plan_;
    Date today_;
    int looked_at_ = 0;
    bool full_ = false;
    app::StatementPage page_;
};

// Finds the period, affiliate and currency of an open statement by its id. Ids are digests, so the search tries the
// possible places: the open periods with sums, and the periods of the last two years for affiliates that can have a
// statement without sums.
class PlaceSearch {
public:
    PlaceSearch(Connection& connection, OperatorId owner, const commission::Plan& plan, StatementId id)
        : connection_(connection), owner_(owner), plan_(plan), id_(id), today_(plan.zone().DateOf(Now())) {}

    Result<std::optional<app::StatementPlace>> Find() {
        if (!statements::MayBeStatementId(id_)) return std::nullopt;
        TRY(InOrder([&] { return FindCurrencies(); }, [&] { return TryGroups(); },
                    [&] { return found_ ? Status() : FindStated(); }, [&] { return TryWithoutEvents(); }));
        return found_;
    }

private:
    static constexpr int kYearsWithoutEvents = 2;

    // A statement has the currency of a deal or of an adjustment.
    Status FindCurrencies() {
        for (const auto& [id, deal] : plan_.deals()) {
            for (const auto& version : deal.versions) currencies_.insert(version.terms.currency);
        }
        const auto rows = TRY(connection_.Query(kAdjustmentCurrencies, {Value::Of(owner_)}));
        for (std::size_t i = 0; i < rows.size(); ++i) currencies_.insert(*Currency::Parse(rows.Text(i)));
        return {};
    }

    Status TryGroups() {
        for (const NumbersOfKind& numbers : AllNumbers(plan_.has_only_months())) TRY(TryGroupsIn(numbers));
        return {};
    }

    Status TryGroupsIn(const NumbersOfKind& numbers) {
        const Value last = Value::Of(numbers.last);
        const auto first =
            TRY(PeriodIn(connection_.Query(kFirstGroup, {Value::Of(owner_), Value::Of(numbers.first), last})));
        if (!first) return {};
        Period open = *first;
        while (plan_.IsClosedForAll(open)) open = open.Next();
        const auto rows =
            TRY(connection_.Query(kGroupsSince, {Value::Of(owner_), Value::Of(std::int64_t{open.number}), last}));
        for (std::size_t i = 0; i < rows.size() && !found_; ++i) {
            const auto affiliate = rows.Identifier<AffiliateId>(i, kGroupsSince["affiliate_id"]);
            waiting_.insert(affiliate);
            Try(affiliate, Period{static_cast<std::int32_t>(rows.Integer(i, kGroupsSince["period"]))});
        }
        return {};
    }

    Status FindStated() {
        const AffiliateId before_all;
        const Value all = Value::Of(std::numeric_limits<std::int64_t>::max());
        const auto rows = TRY(connection_.Query(kStated, {Value::Of(owner_), Value::Of(before_all), all}));
        for (std::size_t i = 0; i < rows.size(); ++i) waiting_.insert(rows.Identifier<AffiliateId>(i));
        const auto adjusted = TRY(ReadAdjustedAffiliates(connection_, owner_));
        waiting_.insert(adjusted.begin(), adjusted.end());
        return {};
    }

    Status TryWithoutEvents() {
        for (const auto& [affiliate, ignored] : plan_.affiliates()) {
            const bool waits = waiting_.contains(affiliate);
            const auto& calendar = plan_.CalendarOf(affiliate);
            const Date earliest = today_.YearsBefore(kYearsWithoutEvents);
            for (Period period = calendar.PeriodOn(today_); period.LastDay() >= earliest && !found_;
                 period = calendar.Before(period)) {
                if (waits || plan_.HasFixedFee(affiliate, period)) Try(affiliate, period);
            }
        }
        return {};
    }

    void Try(AffiliateId affiliate, Period period) {
        if (plan_.IsClosed(affiliate, period)) return;
        for (const Currency& currency : currencies_) {
            if (statements::StatementIdOf(owner_, affiliate, period, currency) != id_) continue;
            found_ = app::StatementPlace{period, affiliate, currency};
        }
    }

    Connection& connection_;
    OperatorId owner_;
    const commission::Plan& plan_;
    StatementId id_;
    Date today_;
    std::set<Currency> currencies_;
    std::set<AffiliateId> waiting_;  // Affiliates that may have an amount to carry over.
    std::optional<app::StatementPlace> found_;
};

// The numbers of the periods that the search asks for. A month also stands for the shorter periods within it.
std::vector<NumbersOfKind> NumbersAsked(const app::StatementSearch& search) {
    std::vector<NumbersOfKind> asked = AllNumbers(false);
    if (!search.from || !search.to) return asked;
    const PeriodKind kind = search.from->kind();
    if (kind != PeriodKind::kMonth) return {{kind, search.from->number, search.to->number}};
    for (NumbersOfKind& numbers : asked) {
        numbers.first = Period::Of(numbers.kind, search.from->FirstDay()).number;
        numbers.last = Period::Of(numbers.kind, search.to->LastDay()).number;
    }
    return asked;
}

// All searches select the same columns.
void AddFound(const ResultRows& rows, app::FoundStatements& found) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const bool stepped = !rows.IsNull(i, kFoundById["status"]);
        found.push_back(
            {.id = rows.Identifier<StatementId>(i, kFoundById["statement_id"]),
             .affiliate = rows.Identifier<AffiliateId>(i, kFoundById["affiliate_id"]),
             .period = Period{static_cast<std::int32_t>(rows.Integer(i, kFoundById["period"]))},
             .payable = {ReadDecimal(rows, i, kFoundById["payable"]), ReadCurrency(rows, i, kFoundById["currency"])},
             .status = stepped
                           ? FromName<StatementStatus>(app::kStatementStatusNames, rows.Text(i, kFoundById["status"]))
                           : StatementStatus::kClosed});
    }
}

Result<StatementRecord> WithLineFacts(Connection& connection, OperatorId owner, const commission::Plan& plan,
                                      StatementRecord record) {
    TRY(AddLineFacts(connection, owner, plan, std::span(&record, 1)));
    return record;
}

}  // namespace

Result<app::StatementPage> ReadStatementPage(Connection& connection, const app::StatementQuery& query) {
    auto plan = TRY(ReadPlan(connection, query.owner));
    return StatementPageReader(connection, query, std::move(plan)).Read();
}

Result<StatementRecord> ReadStatement(Connection& connection, OperatorId owner, StatementId id) {
    auto closed = TRY(FindStatement(connection, owner, id));
    const auto plan = TRY(ReadPlan(connection, owner));
    if (closed) return WithLineFacts(connection, owner, *plan, std::move(*closed));
    const auto place = TRY(PlaceSearch(connection, owner, *plan, id).Find());
    if (place) {
        auto previews = TRY(PreviewStatements(connection, owner, *plan, place->affiliate, place->period));
        const auto found = std::ranges::find(previews, id, &StatementRecord::id);
        if (found != previews.end()) return WithLineFacts(connection, owner, *plan, std::move(*found));
    }
    return Fail(ErrorCode::kNotFound, "there is no such statement");
}

Result<std::vector<statements::Statement>> ReadStatementsOfPeriods(Connection& connection,
                                                                   const app::StatementHistoryQuery& query) {
    const auto rows =
        TRY(connection.Query(kContentsOfPeriods, {Value::Of(query.owner), Value::Of(std::int64_t{query.first.number}),
                                                  Value::Of(std::int64_t{query.last.number}),
                                                  Value::Of(static_cast<std::int64_t>(query.limit))}));
    std::vector<statements::Statement> found;
    for (std::size_t row = 0; row < rows.size(); ++row) {
        auto statement = statements::ReadContent(rows.Text(row));
        if (!statement) return Fail(ErrorCode::kLedgerFailed, "a statement in the record is damaged");
        found.push_back(std::move(*statement));
    }
    return found;
}

Result<app::FoundStatements> FindClosedStatements(Connection& connection, const app::StatementSearch& search) {
    const Value owner = Value::Of(search.owner);
    const Value limit = Value::Of(static_cast<std::int64_t>(search.limit));
    app::FoundStatements found;
    if (search.statement) {
        const auto rows = TRY(connection.Query(kFoundById, {owner, Value::Of(*search.statement)}));
        AddFound(rows, found);
        return found;
    }
    for (const NumbersOfKind& asked : NumbersAsked(search)) {
        const Value first = Value::Of(asked.first);
        const Value last = Value::Of(asked.last);
        if (search.affiliates.empty()) {
            const auto rows = TRY(connection.Query(kFoundIn, {owner, first, last, limit}));
            AddFound(rows, found);
        }
        for (const AffiliateId& affiliate : search.affiliates) {
            const auto rows = TRY(connection.Query(kFoundOf, {owner, Value::Of(affiliate), first, last, limit}));
            AddFound(rows, found);
        }
    }
    std::ranges::stable_sort(found, std::greater<>(), &app::FoundStatement::period);
    if (found.size() > search.limit) {
        found.erase(found.begin() + static_cast<std::ptrdiff_t>(search.limit), found.end());
    }
    return found;
}

}  // namespace fairlead::ledger
