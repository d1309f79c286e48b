#include "app/resources/report_preset_resource.hpp"

#include "app/catalogue/operator_zone.hpp"
#include "app/declarations/declared_resource.hpp"
#include "app/reports/report_tokens.hpp"
#include "app/reports/resolve_filters.hpp"
#include "app/resources/report_checks.hpp"
#include "app/resources/report_schedule_resource.hpp"
#include "domain/reporting/relative_period.hpp"

namespace fairlead::app {

namespace json = boost::json;
using catalogue::ReportPreset;

namespace {

Errors ReadGroupKeys(const json::value& value, ReportPreset& preset) {
    std::vector<std::string> keys;
    Errors errors = CheckGroupKeys(value, keys);
    if (!errors.empty()) return errors;
    if (keys.empty()) return Wrong(ErrorCode::kInvalidValue, "must have at least one entry");
    preset.group_keys = std::move(keys);
    return {};
}

Errors ReadMetrics(const json::value& value, ReportPreset& preset) { return CheckMetrics(value, preset.metrics); }

Errors ReadFilters(const json::value& value, ReportPreset& preset) { return CheckFilters(value, preset.filters); }

json::value WriteNames(const std::vector<std::string>& names) { return json::array(names.begin(), names.end()); }

json::value WriteFilters(const ReportPreset& preset, const View&) { return json::value_from(preset.filters); }

Errors ReadPeriod(const json::value& value, ReportPreset& preset) {
    std::size_t index = 0;
    Errors errors = value.is_null() ? Errors() : CheckName(value, reporting::kRelativePeriodNames, index);
    if (errors.empty()) preset.period = value.is_null() ? std::string_view() : reporting::kRelativePeriodNames[index];
    return errors;
}

json::object PeriodSchema() {
    json::array names(reporting::kRelativePeriodNames.begin(), reporting::kRelativePeriodNames.end());
    names.emplace_back(nullptr);
    return {{"type", {"string", "null"}}, {"enum", std::move(names)}};
}

Member<ReportPreset> DateMember(std::string_view name, std::optional<Date> ReportPreset::* field) {
    return {.name = name,
            .schema = OrNull(FormatSchema("date")),
            .read =
                [field](const json::value& value, ReportPreset& preset) {
                    Date date;
                    Errors errors = value.is_null() ? Errors() : CheckDate(value, date);
                    if (errors.empty()) preset.*field = value.is_null() ? std::nullopt : std::optional(date);
                    return errors;
                },
            .write =
                [field](const ReportPreset& preset, const View&) {
                    return preset.*field ? json::value((preset.*field)->ToString()) : json::value(nullptr);
                }};
}

bool Gives(const json::object& body, std::string_view name) {
    const auto* value = body.if_contains(name);
    return value != nullptr && !value->is_null();
}

// Dates and a period exclude each other: a body with one of them removes the other.
void SettleTime(const json::object& given, ReportPreset& preset) {
    const bool gives_period = Gives(given, "period");
    const bool gives_dates = Gives(given, "startDate") || Gives(given, "endDate");
    if (gives_period && !gives_dates) {
        preset.start.reset();
        preset.end.reset();
    }
    if (gives_dates && !gives_period) preset.period.clear();
    const bool says_nothing = !preset.start && !preset.end && preset.period.empty();
    if (says_nothing) preset.period = reporting::NameOf(reporting::kRelativePeriodDefault);
}

json::object CompletePreset(const DecisionContext&, const ChangeRequest& request, ReportPreset& preset) {
    SettleTime(request.body.get_object(), preset);
    GiveReportToken(request.token_key, preset);
    return {};
}

void RevisePreset(const DecisionContext&, const ReportPreset&, const json::object& given, ReportPreset& after) {
    SettleTime(given, after);
}

Errors CheckTime(const DecisionContext&, const ReportPreset*, const ReportPreset& preset) {
    const auto& [start, end] = std::tie(preset.start, preset.end);
    if ((start || end) && !preset.period.empty()) {
        return Wrong(ErrorCode::kInvalidValue, "cannot be given together with dates", "/period");
    }
    if (start && !end) return Wrong(ErrorCode::kRequired, "is required together with startDate", "/endDate");
    if (end && !start) return Wrong(ErrorCode::kRequired, "is required together with endDate", "/startDate");
    if (start > end) return Wrong(ErrorCode::kInvalidValue, "must not be before startDate", "/endDate");
    return {};
}

// Whether a filter's value names something. Texts are not checked, and there are too many players to check them here:
// the report finds them or not.
class NamesSomething {
public:
    NamesSomething(const DecisionContext& context, const std::string& value)
        : own_(context.own.records), value_(value) {}

    bool operator()(reporting::TimeBucket bucket) const {
        return reporting::Calendar(LoadZone(own_.self.settings)).Find(bucket, value_).has_value();
    }
    bool operator()(reporting::EventTypeGroup) const {
        return value_.empty() || events::ParseEventType(value_).has_value();
    }
    bool operator()(reporting::Dimension dimension) const {
        const bool is_looked_up = reporting::IsId(dimension) && dimension != reporting::Dimension::kPlayer;
        return !is_looked_up || !IdsNamed(own_, dimension, value_).empty();
    }

private:
    const OperatorTables& own_;
    const std::string& value_;
};

Errors CheckNames(const DecisionContext& context, const ReportPreset* before, const ReportPreset& preset) {
    // A name that was valid when it was saved may have changed since.
    if (before != nullptr && before->filters == preset.filters) return {};
    for (const auto& [name, values] : preset.filters) {
        const auto& grouping = reporting::FindGroupKey(name)->grouping;
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (std::visit(NamesSomething(context, values[i]), grouping)) continue;
            return Wrong(ErrorCode::kInvalidValue, "names no " + name, "/filters/" + name + "/" + std::to_string(i));
        }
    }
    return {};
}

Errors CheckPreset(const DecisionContext& context, const ReportPreset* before, const ReportPreset& preset) {
    Errors errors = CheckTime(context, before, preset);
    return errors.empty() ? CheckNames(context, before, preset) : errors;
}

json::value WriteApiUrl(const ReportPreset& preset, const View& view) {
    const auto token = OpenReportToken(view.token_key, preset);
    return token ? json::value(view.api_url + "/reports/" + *token) : json::value(nullptr);
}

Members<ReportPreset> MembersOfPreset() {
    return {
        IdMember<ReportPreset>("id"),
        TextMember("name", MemberUse::kRequired, &ReportPreset::name),
        Member<ReportPreset>{
            .name = "groupKeys",
            .use = MemberUse::kRequired,
            .schema = GroupKeysSchema(1),
            .read = ReadGroupKeys,
            .write = [](const ReportPreset& preset, const View&) { return WriteNames(preset.group_keys); }}
            .Says("The group keys of the rows, in the order of columns"),
        Member<ReportPreset>{
            .name = "metrics",
            .use = MemberUse::kRequired,
            .schema = MetricsSchema(),
            .read = ReadMetrics,
            .write = [](const ReportPreset& preset, const View&) { return WriteNames(preset.metrics); }}
            .Says("The metrics of each row, in the order of columns"),
        Member<ReportPreset>{.name = "filters", .schema = FiltersSchema(), .read = ReadFilters, .write = WriteFilters}
            .Says("Lists of values by group key, as ids or names. A row must match one value of each list",
                  json::object{{"country", {"DE", "AT"}}}),
        DateMember("startDate", &ReportPreset::start)
            .Says("The first day, in the operator's time zone; null if `period` is set"),
        DateMember("endDate", &ReportPreset::end).Says("The last day; required together with startDate"),
        Member<ReportPreset>{.name = "period",
                             .schema = PeriodSchema(),
                             .read = ReadPeriod,
                             .write = [](const ReportPreset& preset, const View&) { return TextOrNull(preset.period); }}
            .Says("A range of days relative to today; null if dates are set"),
        BooleanMember("tokenActive", &ReportPreset::token_active)
            .Says("Whether the report can be fetched with the token"),
        ReadOnlyMember<ReportPreset>("apiUrl", OrNull(FormatSchema("uri")), WriteApiUrl, MemberUse::kDerived)
            .Says("The URL from which programs fetch the report. Everybody who knows the URL can read the report"),
    };
}

Declaration<ReportPreset> DeclareReportPreset() {
    return {.words = {.path = "/report-presets",
                      .noun = "reportPreset",
                      .one = "a saved report",
                      .many = "saved reports",
                      .area = access::Area::kReports},
            .members = MembersOfPreset(),
            .table = &OperatorTables::report_presets,
            .complete = CompletePreset,
            .revise = RevisePreset,
            .check = CheckPreset};
}

const DeclaredResource<ReportPreset>& DeclaredPresets() {
    static const DeclaredResource<ReportPreset> kResource(DeclareReportPreset());
    return kResource;
}

}  // namespace

const CatalogueResource& ReportPresetResource() { return DeclaredPresets(); }

ManageCatalogue::Decide RotateReportToken(Uuid id, ChangeRequest request) {
    return [id, request = std::move(request)](
               const DecisionContext& context) -> std::expected<ManageCatalogue::CatalogueDecision, Errors> {
        const OperatorEntry& own = context.own;
        const ReportPreset* before = own.records.report_presets.Find(ReportPresetId{id});
        if (before == nullptr) return std::unexpected(Wrong(ErrorCode::kNotFound, "there is no such resource"));
        ReportPreset after = *before;
        GiveReportToken(request.token_key, after);
        // The audit entry shows that the token changed, but never contains a token.
        const std::string kept = json::serialize(EncodeForAudit(DeclaredPresets().members(), after, own));
        return ManageCatalogue::CatalogueDecision{
            .change = {.owner = own.records.self.id,
                       .based_on_version = own.records.version,
                       .upserts = {after},
                       .audit = {{.actor = request.actor,
                                  .action = "reportPreset.rotateToken",
                                  .subject = "reportPreset/" + after.id.ToString(),
                                  .before = kept,
                                  .after = kept}}},
            .answer = Encode(DeclaredPresets().members(), after, {own, request.api_url, request.token_key})};
    };
}

ManageCatalogue::Decide DeleteReportPreset(Uuid id, ChangeRequest request) {
    return [id, request = std::move(request)](
               const DecisionContext& context) -> std::expected<ManageCatalogue::CatalogueDecision, Errors> {
        const OperatorEntry& own = context.own;
        const ReportPreset* preset = own.records.report_presets.Find(ReportPresetId{id});
        if (preset == nullptr) return std::unexpected(Wrong(ErrorCode::kNotFound, "there is no such resource"));
        ManageCatalogue::CatalogueDecision decision{
            .change = {.owner = own.records.self.id,
                       .based_on_version = own.records.version,
                       .upserts = {catalogue::DeletedReportPreset{preset->id}},
                       .audit = {{.actor = request.actor,
                                  .action = "reportPreset.delete",
                                  .subject = "reportPreset/" + preset->id.ToString(),
                                  .before = json::serialize(EncodeForAudit(DeclaredPresets().members(), *preset, own)),
                                  .after = ""}}},
            .answer = {}};
        for (const outbox::ReportSchedule& schedule : own.records.report_schedules) {
            if (schedule.preset == preset->id) AddScheduleDeletion(own, schedule, request.actor, decision.change);
        }
        return decision;
    };
}

}  // namespace fairlead::app
