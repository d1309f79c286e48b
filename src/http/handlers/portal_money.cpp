#include "http/codec/commission/portal_money.hpp"

#include "app/ports/commission_queries.hpp"
#include "app/reports/open_rows.hpp"
#include "base/text/text.hpp"
#include "http/codec/records/record_filters.hpp"
#include "http/codec/records/row_parameters.hpp"
#include "http/handlers/portal_routes.hpp"
#include "http/handlers/record_answers.hpp"
#include "http/handlers/statement_answers.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;

constexpr std::string_view kPeriodText = "must be a month like 2026-03";

PortalReader ReaderOf(const HandlerContext& context, const PortalCaller& caller) {
    return {caller.owner, caller.affiliate_id(), context.token_key};
}

// What is another affiliate's looks like what there is not.
template <class Answer>
Result<Answer> OnlyOwn(Result<Answer> answer, AffiliateId affiliate, auto whose) {
    const bool missing = !answer && answer.error().code == ErrorCode::kNotFound;
    if (missing || (answer && whose(*answer) != affiliate)) {
        return Fail(ErrorCode::kNotFound, "there is no such resource");
    }
    return answer;
}

// The place of a statement among those of one affiliate: "2026-03.EUR".
std::string ToOwnStatementCursor(const app::StatementPlace& place) {
    return place.period.ToString() + "." + std::string(place.currency.code());
}

auto ReadOwnStatementCursor(AffiliateId affiliate) {
    return [affiliate](std::string_view text) -> std::optional<app::StatementPlace> {
        const auto parts = SplitTrimmed(text, '.');
        const auto period = parts.size() == 2 ? Period::Parse(parts[0]) : std::nullopt;
        const auto currency = parts.size() == 2 ? Currency::Parse(parts[1]) : std::nullopt;
        if (!period || !currency) return std::nullopt;
        return app::StatementPlace{*period, affiliate, *currency};
    };
}

void ListOwnStatements(const HandlerContext& context, const PortalCaller& caller, const Request& request,
                       Responder responder) {
    RecordFilters filters(request, {{"period", ""}, {"currency", ""}, {"status", ""}});
    const app::StatementQuery query{
        .owner = caller.operator_id(),
        .limit = filters.limit(),
        .after = filters.ReadAs("cursor", "must be a nextCursor of this list",
                                ReadOwnStatementCursor(caller.affiliate_id())),
        .affiliate = caller.affiliate_id(),
        .period = filters.ReadAs("period", kPeriodText, Period::Parse),
        .currency = filters.ReadAs("currency", "must be a currency code", Currency::Parse),
        .status = filters.ReadName<app::StatementStatus>("status", app::kStatementStatusNames)};
    if (filters.error()) return responder.Send(Problem(*filters.error(), request.request_id));
    const auto encode = [reader = ReaderOf(context, caller)](const app::StatementRecord& record) {
        return EncodePortalStatement(reader, record);
    };
    context.commission_queries.ReadStatements(
        query, AnswerPage<app::StatementPage>(request, std::move(responder), encode, ToOwnStatementCursor));
}

void ReadOwnStatement(const HandlerContext& context, const PortalCaller& caller, const Request& request,
                      Responder responder) {
    const auto csv = AsksForCsv(request);
    if (!csv) return responder.Send(Problem(csv.error(), request.request_id));
    const auto id = StatementId::Parse(request.path_parameters.front()).value_or(StatementId{});
    context.commission_queries.ReadStatement(
        caller.operator_id(), id,
        [responder = std::move(responder), request_id = std::string(request.request_id),
         reader = ReaderOf(context, caller), csv = *csv](Result<app::StatementRecord> found) mutable {
            responder.SendFrom([found = std::move(found), request_id = std::move(request_id),
                                reader = std::move(reader), csv]() mutable -> Response {
                const auto record = OnlyOwn(std::move(found), reader.affiliate,
                                            [](const app::StatementRecord& each) { return each.statement.affiliate; });
                if (!record) return Problem(record.error(), request_id);
                if (csv) return StatementDownload(*record, *reader.owner);
                return {.body = json::serialize(EncodePortalStatement(reader, *record))};
            });
        });
}

app::AccrualQuery ReadAccrualQuery(const PortalCaller& caller, RecordFilters& filters) {
    app::AccrualQuery query{.owner = caller.operator_id(), .limit = filters.limit()};
    query.before = filters.Number("cursor");
    query.affiliate = caller.affiliate_id();
    query.brand = filters.ReadId<BrandId>("brandId");
    query.deal = filters.ReadId<DealId>("dealId");
    query.component = filters.ReadName<commission::Component>("component", commission::kComponentNames);
    query.period = filters.ReadAs("period", kPeriodText, Period::Parse);
    query.status = filters.ReadName<app::AccrualStatus>("status", app::kAccrualStatusNames);
    query.late = filters.Flag("late");
    query.reason = filters.ReadName<commission::Reason>("reason", commission::kReasonNames);
    if (const auto version = filters.Number("dealVersion")) {
        query.version = static_cast<std::int32_t>(std::min<std::int64_t>(*version, INT32_MAX));
    }
    return query;
}

void ListOwnAccruals(const HandlerContext& context, const PortalCaller& caller, const Request& request,
                     Responder responder) {
    RecordFilters filters(request,
                          {{"brandId", ""},
                           {"dealId", ""},
                           {"dealVersion", ""},
                           {"component", ""},
                           {"period", ""},
                           {"status", ""},
                           {"late", ""},
                           {"reason", ""}},
                          RowParameterNamesForAffiliates());
    const auto query = ReadAccrualQuery(caller, filters);
    const auto calendar = context.run_report.CalendarOf(caller.owner->records.self.time_zone);
    auto selection =
        ReadRowSelection(*caller.owner, *calendar, reporting::OpensAs::kAccruals, filters, caller.affiliate_id());
    if (filters.error()) return responder.Send(Problem(*filters.error(), request.request_id));
    const auto encode = [reader = ReaderOf(context, caller)](const app::AccrualRecord& record) {
        return EncodePortalAccrual(reader, record);
    };
    app::OpenAccruals(context.records, query, std::move(selection),
                      AnswerPage<app::AccrualPage>(request, std::move(responder), encode,
                                                   [](std::int64_t number) { return std::to_string(number); }));
}

void ExplainOwnAccrual(const HandlerContext& context, const PortalCaller& caller, const Request& request,
                       Responder responder) {
    const auto id = AccrualId::Parse(request.path_parameters.front()).value_or(AccrualId{});
    auto answer = AnswerObject<app::Explanation>(
        request, std::move(responder), [reader = ReaderOf(context, caller)](const app::Explanation& explanation) {
            return EncodePortalExplanation(reader, explanation);
        });
    context.commission_queries.ReadExplanation(
        caller.operator_id(), id,
        [affiliate = caller.affiliate_id(), answer = std::move(answer)](Result<app::Explanation> found) mutable {
            answer(OnlyOwn(std::move(found), affiliate,
                           [](const app::Explanation& each) { return each.accrual.accrual.affiliate; }));
        });
}

}  // namespace

void AddPortalMoneyRoutes(Router& router, const HandlerContext& context) {
    AddPortalRoute(router, context, "GET", "/statements", ListOwnStatements);
    AddPortalRoute(router, context, "GET", "/statements/{id}", ReadOwnStatement);
    AddPortalRoute(router, context, "GET", "/accruals", ListOwnAccruals);
    AddPortalRoute(router, context, "GET", "/accruals/{id}/explain", ExplainOwnAccrual);
}

}  // namespace fairlead::http
