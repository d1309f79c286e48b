#include "ledger/visit_sums.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

constexpr SqlText kVisitSumColumns("operator_id, day, link_id, bot_count, limited_count");
constexpr ComposedSql kAddVisits(
    InsertInto("visit_sums", kVisitSumColumns) +
    " ON CONFLICT (operator_id, day, link_id) DO UPDATE SET bot_count = visit_sums.bot_count + excluded.bot_count,"
    " limited_count = visit_sums.limited_count + excluded.limited_count");
constexpr SqlText kSelectVisitSums(
    "SELECT day, link_id, bot_count, limited_count FROM visit_sums WHERE operator_id = $1 AND day >= $2 AND day <= $3"
    " AND (day < $4 OR (day = $4 AND link_id > $5))");
constexpr ComposedSql kVisitSumsAfter(kSelectVisitSums + " ORDER BY day DESC, link_id LIMIT $6");
constexpr ComposedSql kVisitSumsOfLinkAfter(kSelectVisitSums + " AND link_id = $6 ORDER BY day DESC, link_id LIMIT $7");

// Earlier and later than all days that are stored.
constexpr Date kBeforeAllDays{std::numeric_limits<std::int32_t>::min()};
constexpr Date kAfterAllDays{std::numeric_limits<std::int32_t>::max()};

Value DayValue(Date day) { return Value::Of(std::int64_t{day.days}); }

Status AddVisits(Connection& connection, OperatorId owner, std::span<const app::VisitSum> sums) {
    ParameterRows parameters(kVisitSumColumns.column_count());
    for (const app::VisitSum& sum : sums) {
        parameters.Add(
            {Value::Of(owner), DayValue(sum.day), Value::Of(sum.link), Value::Of(sum.bots), Value::Of(sum.limited)});
    }
    return connection.RunEach(kAddVisits, parameters);
}

Result<app::VisitSumPage> ReadVisitSums(Connection& connection, const app::VisitSumQuery& query) {
    const Value owner = Value::Of(query.owner);
    const Value first = DayValue(query.first_day.value_or(kBeforeAllDays));
    const Value last = DayValue(query.last_day.value_or(kAfterAllDays));
    const app::VisitSumPlace after = query.after.value_or(app::VisitSumPlace{kAfterAllDays, LinkId{}});
    const Value limit = Value::Of(static_cast<std::int64_t>(query.limit) + 1);
    const Value day = DayValue(after.day);
    const Value link = Value::Of(after.link);
    const auto rows = TRY(query.link ? connection.Query(kVisitSumsOfLinkAfter,
                                                        {owner, first, last, day, link, Value::Of(*query.link), limit})
                                     : connection.Query(kVisitSumsAfter, {owner, first, last, day, link, limit}));
    app::VisitSumPage page;
    for (std::size_t row = 0; row < std::min(rows.size(), query.limit); ++row) {
        page.items.push_back({.day = ReadDate(rows, row, kVisitSumsAfter["day"]),
                              .link = rows.Identifier<LinkId>(row, kVisitSumsAfter["link_id"]),
                              .bots = rows.Integer(row, kVisitSumsAfter["bot_count"]),
                              .limited = rows.Integer(row, kVisitSumsAfter["limited_count"])});
    }
    if (rows.size() > query.limit) page.more_after = app::VisitSumPlace{page.items.back().day, page.items.back().link};
    return page;
}

}  // namespace

void RelationalVisitSums::Add(OperatorId owner, std::vector<app::VisitSum> sums, app::StatusDone done) {
    // The rows are sorted, so that two nodes that add to the same rows cannot wait for each other in a deadlock.
    std::ranges::sort(sums, {}, [](const app::VisitSum& sum) { return std::tuple(sum.day, sum.link); });
    tasks_.Write(owner, std::move(done),
                 [owner, sums = std::move(sums)](Connection& open) { return AddVisits(open, owner, sums); });
}

void RelationalVisitSums::Read(app::VisitSumQuery query, app::AnswerDone<app::VisitSumPage> done) {
    tasks_.Read(query.owner, std::move(done), [query](Connection& open) { return ReadVisitSums(open, query); });
}

}  // namespace fairlead::ledger
