#include "http/codec/reports/report_days.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;
using reporting::DateRange;
using reporting::RelativePeriod;

std::optional<std::size_t> ReadOneOf(BodyMembers& members, std::string_view name,
                                     std::span<const std::string_view> names) {
    return members.Optional(name, std::size_t{0}, [names](const json::value& value, std::size_t& out) {
        return app::CheckName(value, names, out);
    });
}

// Both or none of them.
std::optional<DateRange> ReadExactDays(BodyMembers& members) {
    const auto start = members.Optional("compareStartDate", Date(), app::CheckDate);
    const auto end = members.Optional("compareEndDate", Date(), app::CheckDate);
    if (!members.errors().empty()) return std::nullopt;
    if (!start && end) members.Refuse("compareStartDate", ErrorCode::kRequired, "is required with compareEndDate");
    if (start && !end) members.Refuse("compareEndDate", ErrorCode::kRequired, "is required with compareStartDate");
    if (!start || !end) return std::nullopt;
    if (*start > *end)
        members.Refuse("compareEndDate", ErrorCode::kInvalidValue, "must not be before compareStartDate");
    return DateRange{*start, *end};
}

}  // namespace

ReportDays ReadReportDays(BodyMembers& members, Date today) {
    ReportDays days;
    if (const auto period = ReadOneOf(members, "period", reporting::kRelativePeriodNames)) {
        days.period = static_cast<RelativePeriod>(*period);
    }
    const auto start = members.Optional("startDate", Date(), app::CheckDate);
    const auto end = members.Optional("endDate", Date(), app::CheckDate);
    if (days.period && (start || end))
        members.Refuse("period", ErrorCode::kInvalidValue, "cannot be given together with dates");
    const DateRange usual = reporting::RangeOf(days.period.value_or(reporting::kRelativePeriodDefault), today);
    days.range = {start.value_or(usual.start), end.value_or(usual.end)};
    if (members.errors().empty() && days.range.start > days.range.end)
        members.Refuse("endDate", ErrorCode::kInvalidValue, "must not be before startDate");
    return days;
}

std::optional<DateRange> ReadComparedDays(BodyMembers& members, const ReportDays& days,
                                          std::optional<reporting::ComparedWith> usual) {
    const auto with = ReadOneOf(members, "compareTo", reporting::kComparedWithNames);
    const auto exact = ReadExactDays(members);
    if (!members.errors().empty()) return std::nullopt;
    if (exact && with) members.Refuse("compareTo", ErrorCode::kInvalidValue, "cannot be given together with dates");
    if (with) usual = static_cast<reporting::ComparedWith>(*with);
    if (exact || !usual) return exact;
    const auto range = reporting::RangeToCompare(days.range, days.period, *usual);
    if (range.start < *Date::Parse("0001-01-01")) {
        members.Refuse("startDate", ErrorCode::kInvalidValue, "has no earlier days to compare with");
        return std::nullopt;
    }
    return range;
}

}  // namespace fairlead::http
