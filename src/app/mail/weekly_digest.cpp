#include "app/mail/weekly_digest.hpp"

#include <algorithm>
#include <array>
#include <set>

#include <boost/json.hpp>

#include "app/await.hpp"
#include "app/mail/amount_text.hpp"
#include "app/schedules/facts_until.hpp"

namespace fairlead::app {
namespace {

namespace json = boost::json;

constexpr std::int32_t kDaysOfWeek = 7;
constexpr std::int64_t kDueAfterMidnightMicros = 7LL * 3600 * kMicrosPerSecond;
constexpr std::int64_t kLookAgainMicros = 3600 * kMicrosPerSecond;
// The greatest number of affiliates in a step. The mails of a step are stored in one transaction, and the thread does
// nothing else while it computes them.
constexpr std::size_t kAffiliatesPerStep = 200;

struct DigestFigure {
    std::string_view metric;
    std::string_view name;  // In the data of the mail.
};
constexpr std::array<DigestFigure, 4> kDigestFigures{{{"click_count", "clicks"},
                                                      {"registration_count", "registrations"},
                                                      {"ftd_count", "firstDeposits"},
                                                      {"total_reward", "commission"}}};

// The affiliates with a person who wants the digest.
std::set<AffiliateId> ReadersOf(const OperatorEntry& owner) {
    std::set<AffiliateId> affiliates;
    for (const catalogue::User& user : owner.records.users) {
        const bool reads = user.affiliate && user.status == catalogue::UserStatus::kActive &&
                           !user.mails_off.contains(catalogue::MailTopic::kDigest);
        if (reads) affiliates.insert(*user.affiliate);
    }
    return affiliates;
}

// The report that the portal shows to the affiliate for the week before `monday` and the week before that.
ReportRequest ReportOfWeek(const std::shared_ptr<const OperatorEntry>& owner, AffiliateId affiliate, Date monday) {
    ReportRequest request{.owner = owner,
                          .affiliate = affiliate,
                          .start = {monday.days - kDaysOfWeek},
                          .end = {monday.days - 1},
                          .compared_with = reporting::DateRange{.start = {monday.days - 2 * kDaysOfWeek},
                                                                .end = {monday.days - kDaysOfWeek - 1}}};
    for (const DigestFigure& figure : kDigestFigures) request.metrics.push_back(reporting::FindMetric(figure.metric));
    return request;
}

std::string FigureText(std::size_t at, const Decimal& value, Currency currency) {
    return kDigestFigures[at].name == "commission" ? AmountText(value, currency) : value.ToString();
}

std::optional<outbox::MailNotice> MailOf(const reporting::ReportTable& table, const ReportRequest& request) {
    const auto is_zero = [](const Decimal& value) { return value.IsZero(); };
    if (std::ranges::all_of(table.totals, is_zero) && std::ranges::all_of(table.before->totals, is_zero)) {
        return std::nullopt;
    }
    const Currency currency = request.owner->records.self.settings.BaseCurrencyAt(Now());
    json::object data{{"from", request.start.ToString()}, {"to", request.end.ToString()}};
    for (std::size_t i = 0; i < kDigestFigures.size(); ++i) {
        const std::string name(kDigestFigures[i].name);
        data[name] = FigureText(i, table.totals[i], currency);
        data[name + "Before"] = FigureText(i, table.before->totals[i], currency);
    }
    return outbox::MailNotice{.type = outbox::MailType::kWeeklyDigest,
                              .user = std::nullopt,
                              .affiliate = request.affiliate,
                              .data = json::serialize(data)};
}

AuditEntry DigestEntry(const std::string& subject, Date monday, std::size_t count) {
    return {.actor = "service",
            .action = "digest.mail",
            .subject = subject,
            .before = {},
            .after = json::serialize(
                json::object{{"week", Date{monday.days - kDaysOfWeek}.ToString()}, {"affiliates", count}})};
}

}  // namespace

DueDigest LastDigest(const TimeZone& zone, Timestamp now) {
    const std::int32_t today = zone.DateOf(now).days;
    // Day 0 was a Thursday.
    Date monday{today - (((today + 3) % kDaysOfWeek) + kDaysOfWeek) % kDaysOfWeek};
    const auto due_on = [&](Date date) { return Timestamp{zone.StartOf(date).micros + kDueAfterMidnightMicros}; };
    if (now < due_on(monday)) monday.days -= kDaysOfWeek;
    return {monday, due_on(monday)};
}

// The step of an affiliate follows from its place among all affiliates of the operator. Affiliates are ordered by id,
// ids are ordered by time, and affiliates are not deleted. So a new affiliate comes last and moves no other affiliate.
std::vector<DigestStep> DigestSteps(const OperatorEntry& owner, std::size_t most) {
    const std::set<AffiliateId> readers = ReadersOf(owner);
    const std::string subject = "operator/" + owner.records.self.id.ToString();
    std::vector<DigestStep> steps;
    std::size_t place = 0;
    for (const catalogue::Affiliate& affiliate : owner.records.affiliates) {
        if (place % most == 0) {
            const std::size_t number = place / most + 1;
            steps.push_back({number == 1 ? subject : subject + "/" + std::to_string(number), {}});
        }
        if (readers.contains(affiliate.id)) steps.back().affiliates.push_back(affiliate.id);
        ++place;
    }
    std::erase_if(steps, [](const DigestStep& step) { return step.affiliates.empty(); });
    return steps;
}

Result<std::vector<outbox::MailNotice>> WeeklyDigest::MailsFor(const std::shared_ptr<const OperatorEntry>& owner,
                                                               const DigestStep& step, Date monday,
                                                               const std::stop_token& stop) {
    std::vector<outbox::MailNotice> mails;
    for (const AffiliateId affiliate : step.affiliates) {
        if (stop.stop_requested()) return Fail(ErrorCode::kUnavailable, "the service is stopping");
        const ReportRequest request = ReportOfWeek(owner, affiliate, monday);
        const auto table = parts_.run_report.Run(request);
        // A step is mailed once, so one failed report stops the whole step.
        if (!table) return std::unexpected(table.error());
        if (auto mail = MailOf(**table, request)) mails.push_back(std::move(*mail));
    }
    return mails;
}

const DigestStep* WeeklyDigest::NextStep(const std::vector<DigestStep>& steps, const Known& known) {
    const auto next = std::ranges::find_if(steps, [&](const DigestStep& step) {
        return !known.done.contains(step.subject) && !known.empty.contains(step.subject);
    });
    return next == steps.end() ? nullptr : &*next;
}

bool WeeklyDigest::MailStep(const std::shared_ptr<const OperatorEntry>& owner, const DigestStep& step,
                            const DueDigest& due, const std::stop_token& stop) {
    const OperatorId id = owner->records.self.id;
    auto mails = MailsFor(owner, step, due.monday, stop);
    if (!mails) return false;
    if (mails->empty()) {
        known_[id].empty.insert(step.subject);
        return true;
    }
    const auto stored = Await<Status>([&](auto done) {
        const auto entry = DigestEntry(step.subject, due.monday, mails->size());
        parts_.outbox.AnnounceOnce(id, entry, due.due_at, std::move(*mails), std::move(done));
    });
    if (stored) known_[id].done.insert(step.subject);
    return stored.has_value();
}

bool WeeklyDigest::Look(const std::shared_ptr<const OperatorEntry>& owner, Timestamp now, const std::stop_token& stop) {
    const OperatorId id = owner->records.self.id;
    const auto calendar = parts_.run_report.CalendarOf(owner->records.self.settings);
    const DueDigest due = LastDigest(calendar->zone(), now);
    Known& known = known_[id];
    if (known.monday != due.monday) known = {.monday = due.monday, .done = {}, .empty = {}, .again = {}};
    if (now < known.again) return true;
    if (!HasFactsUntil(parts_.projection.Lag(id), due.due_at, now, SteadyMicros())) return false;
    const auto steps = DigestSteps(*owner, kAffiliatesPerStep);
    const DigestStep* next = NextStep(steps, known);
    if (next != nullptr && !MailStep(owner, *next, due, stop)) return false;
    if (NextStep(steps, known) != nullptr) return false;
    known.empty.clear();
    known.again = Timestamp{now.micros + kLookAgainMicros};
    return true;
}

}  // namespace fairlead::app
