#include "http/codec/commission/portal_money.hpp"

#include "app/ports/commission_queries.hpp"
#include "app/ports/record_queries.hpp"
#include "app/reports/open_rows.hpp"
#include "base/text/text.hpp"
#include "http/codec/records/record_filters.hpp"
#include "http/codec/records/row_parameters.hpp"
#include "http/handlers/commission/statement_answers.hpp"
#include "http/handlers/portal/portal_routes.hpp"
#include "http/handlers/record_answers.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;

PortalReader ReaderOf(const PortalDependencies& dependencies, const PortalCaller& caller) {
    return {caller.owner, caller.affiliate_id(), dependencies.token_key};
}

// The answer for a record of another affiliate is the same as for a missing record.
template <class Answer>
Result<Answer> OnlyOwn(Result<Answer> answer, AffiliateId affiliate, auto affiliate_of) {
    const bool missing = !answer && answer.error().code == ErrorCode::kNotFound;
    if (missing || (answer && affiliate_of(*answer) != affiliate)) {
        return Fail(ErrorCode::kNotFound, "there is no such resource");
    }
    return answer;
}

// The cursor of a statement in the list of one affiliate: "2026-03.EUR".
std::string ToOwnStatementCursor(const app::StatementPlace& last) {
    return last.period.ToString() + "." + std::string(last.currency.code());
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

void ListOwnStatements(const PortalDependencies& dependencies, const PortalCaller& caller, const Request& request,
                       Responder responder) {
    RecordFilters filters(request, {{"period", ""}, {"currency", ""}, {"status", ""}});
    const app::StatementQuery query{
        .owner = caller.operator_id(),
        .limit = filters.limit(),
        .after = filters.ReadAs("cursor", "must be a nextCursor of this list",
                                ReadOwnStatementCursor(caller.affiliate_id())),
        .affiliate = caller.affiliate_id(),
        .period = filters.ReadAs("period", kPeriodForms, Period::Parse),
        .currency = filters.ReadAs("currency", "must be a currency code", Currency::Parse),
        .status = filters.ReadName<app::StatementStatus>("status", app::kStatementStatusNames)};
    if (filters.error()) return responder.Send(Problem(*filters.error(), request.request_id));
    const auto encode = [reader = ReaderOf(dependencies, caller)](const app::StatementRecord& record) {
        return EncodePortalStatement(reader, record);
    };
    dependencies.commission_queries.ReadStatements(
        query, AnswerPage<app::StatementPage>(request, std::move(responder), encode, ToOwnStatementCursor));
}

void ReadOwnStatement(const PortalDependencies& dependencies, const PortalCaller& caller, const Request& request,
                      Responder responder) {
    const auto csv = AsksForCsv(request);
    if (!csv) return responder.Send(Problem(csv.error(), request.request_id));
    const auto id = StatementId::Parse(request.path_parameters.front()).value_or(StatementId{});
    dependencies.commission_queries.ReadStatement(
        caller.operator_id(), id,
        [responder = std::move(responder), request_id = std::string(request.request_id),
         reader = ReaderOf(dependencies, caller), csv = *csv](Result<app::StatementRecord> found) mutable {
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
    query.period = filters.ReadAs("period", kPeriodForms, Period::Parse);
    query.status = filters.ReadName<app::AccrualStatus>("status", app::kAccrualStatusNames);
    query.late = filters.Flag("late");
    query.reason = filters.ReadName<commission::Reason>("reason", commission::kReasonNames);
    if (const auto version = filters.Number("dealVersion")) {
        query.version = static_cast<std::int32_t>(std::min<std::int64_t>(*version, INT32_MAX));
    }
    return query;
}

void ListOwnAccruals(const PortalDependencies& dependencies, const PortalCaller& caller, const Request& request,
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
    const auto calendar = dependencies.reports.run_report.CalendarOf(caller.owner->records.self.settings);
    auto selection =
        ReadRowSelection(*caller.owner, *calendar, reporting::OpensAs::kAccruals, filters, caller.affiliate_id());
    if (filters.error()) return responder.Send(Problem(*filters.error(), request.request_id));
    const auto encode = [reader = ReaderOf(dependencies, caller)](const app::AccrualRecord& record) {
        return EncodePortalAccrual(reader, record);
    };
    app::OpenAccruals(dependencies.records, query, std::move(selection),
                      AnswerPage<app::AccrualPage>(request, std::move(responder), encode,
                                                   [](std::int64_t number) { return std::to_string(number); }));
}

void ExplainOwnAccrual(const PortalDependencies& dependencies, const PortalCaller& caller, const Request& request,
                       Responder responder) {
    const auto id = AccrualId::Parse(request.path_parameters.front()).value_or(AccrualId{});
    auto answer = AnswerObject<app::Explanation>(
        request, std::move(responder), [reader = ReaderOf(dependencies, caller)](const app::Explanation& explanation) {
            return EncodePortalExplanation(reader, explanation);
        });
    dependencies.commission_queries.ReadExplanation(
        caller.operator_id(), id,
        [affiliate = caller.affiliate_id(), answer = std::move(answer)](Result<app::Explanation> found) mutable {
            answer(OnlyOwn(std::move(found), affiliate,
                           [](const app::Explanation& each) { return each.accrual.accrual.affiliate; }));
        });
}

}  // namespace

void AddPortalMoneyRoutes(PortalRoutes& routes) {
    routes.Add("GET", "/statements", ListOwnStatements);
    routes.Add("GET", "/statements/{id}", ReadOwnStatement);
    routes.Add("GET", "/accruals", ListOwnAccruals);
    routes.Add("GET", "/accruals/{id}/explain", ExplainOwnAccrual);
}

}  // namespace fairlead::http
