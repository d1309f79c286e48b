#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/id/ids.hpp"
#include "base/time/time_zone.hpp"
#include "domain/outbox/postback.hpp"

namespace fairlead::outbox {

using ReportRunId = Id<struct ReportRunTag>;

// How often a report is sent. A report covers the previous day, week or month.
enum class Frequency : std::uint8_t { kDaily, kWeekly, kMonthly };
inline constexpr std::array<std::string_view, 3> kFrequencyNames{"daily", "weekly", "monthly"};

enum class FileFormat : std::uint8_t { kCsv, kXlsx };
inline constexpr std::array<std::string_view, 2> kFileFormatNames{"csv", "xlsx"};

constexpr std::string_view Name(FileFormat format) { return kFileFormatNames[static_cast<std::size_t>(format)]; }

constexpr std::string_view MediaType(FileFormat format) {
    return format == FileFormat::kCsv ? "text/csv; charset=utf-8"
                                      : "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
}

inline constexpr int kSendHourDefault = 6;

// When a saved report is sent, and to whom: to people of the operator by mail, or to a URL.
struct ReportSchedule {
    DestinationId id;
    ReportPresetId preset;
    Frequency frequency = Frequency::kDaily;
    int hour = kSendHourDefault;     // Of the day after the period, in the operator's time zone.
    std::vector<UserId> recipients;  // Empty if there is a URL.
    std::vector<FileFormat> formats{FileFormat::kCsv};
    std::string url;  // Empty if there are recipients.
    DestinationStatus status = DestinationStatus::kActive;
    std::string pause_reason;             // Empty unless it is paused.
    std::optional<Timestamp> paused_at;   // The same.
    std::optional<Timestamp> resumed_at;  // When a person last made it active or changed its times.
    std::string secret_sealed;            // Signs what is posted to the URL.
    std::optional<Date> sent_to;          // The last day of the newest period that was sent.
    Timestamp created_at;
    std::string previous_sealed = {};              // The secret before the last rotation; empty if there is none.
    std::optional<Timestamp> previous_until = {};  // What is posted is signed with it, too, until then.
    std::vector<UserId> unsubscribed = {};         // The recipients who do not want the mails any more.

    // Whether the user gets the report by mail.
    bool IsSentTo(UserId user) const {
        const auto has = [user](const auto& users) { return std::ranges::find(users, user) != users.end(); };
        return has(recipients) && !has(unsubscribed);
    }
    bool operator==(const ReportSchedule&) const = default;
};

// A schedule that was deleted. Its runs and their files are deleted with it.
struct DeletedReportSchedule {
    DestinationId id;
};

// The days of a report. Both are included.
struct ReportDays {
    Date first;
    Date last;

    bool operator==(const ReportDays&) const = default;
};

// The last whole day, week (from Monday) or month before a day.
ReportDays DaysBefore(Frequency frequency, Date day);

// The days that should be sent now. Nothing if they were already sent, or if their time was before the schedule was
// made or resumed. If several were missed, only the newest.
std::optional<ReportDays> DueDays(const ReportSchedule& schedule, const TimeZone& zone, Timestamp now);

struct ReportFile {
    FileFormat format = FileFormat::kCsv;
    std::string name;
    std::string content;
};

// A report that was made for a schedule, and what is sent of it.
struct ReportRun {
    ReportRunId id;
    DestinationId schedule;
    ReportDays days;
    std::string actor;  // Who asked for it; "service" for the schedule itself.
    std::int64_t row_count = 0;
    std::string error;               // Why there is no report; empty if there is one.
    std::vector<ReportFile> files;   // Empty if they are too large to be sent.
    std::vector<std::string> posts;  // The contents of the messages to the URL.
};

}  // namespace fairlead::outbox
