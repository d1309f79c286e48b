#include "app/signals/judge_rules.hpp"

#include <algorithm>
#include <set>

#include "app/await.hpp"
#include "domain/reporting/fact_minute.hpp"

namespace fairlead::app {
namespace {

using reporting::TimeSpan;
using signals::Finding;
using signals::FraudRule;
using signals::RuleKind;
using signals::SeenRegistration;
using signals::WeekOfAffiliate;

constexpr std::size_t kPlayersOfSignalMax = 500;
constexpr std::int32_t kDaysPerWeek = 7;
constexpr std::int32_t kMondayDays = 4;  // 1970-01-05 was a Monday.

bool ReadsClicks(const FraudRule& rule) {
    return rule.kind == RuleKind::kClickBurst || rule.kind == RuleKind::kOneAddress || rule.kind == RuleKind::kOneAgent;
}

bool IsOfKind(const FraudRule& rule, RuleKind kind) { return rule.kind == kind; }

Date MondayOf(Date day) {
    const std::int32_t since = (day.days - kMondayDays) % kDaysPerWeek;
    return {day.days - (since < 0 ? since + kDaysPerWeek : since)};
}

std::string AgentName(const tracking::Origin& origin) {
    if (origin.browser.empty() || origin.os.empty()) return origin.browser + origin.os;
    return origin.browser + " on " + origin.os;
}

// Facts without an affiliate belong to nobody who could be judged.
bool IsAffiliate(AffiliateId id) {
    return id != reporting::kNoAffiliate && id != reporting::kOrganic && id != reporting::kUnregistered;
}

void DropEarlier(Timestamp from, std::vector<Finding>& findings) {
    std::erase_if(findings, [from](const Finding& finding) { return finding.ends < from; });
}

}  // namespace

Result<JudgeRules::ClickSample> JudgeRules::ReadClicks(OperatorId owner, const TimeSpan& time) {
    ClickSample sample{.clicks = {}, .agents = {}, .from = time.from};
    ClickQuery query{.owner = owner, .limit = limits_.per_page};
    query.counted = true;
    query.time = {time.from, Timestamp{time.to.micros - 1}};
    while (true) {
        const auto page =
            TRY(Await<ClickPage>([&](auto done) { records_.ReadClicks(query, RowFilter(), std::move(done)); }));
        for (const tracking::Click& click : page.items) {
            sample.clicks.push_back(
                {click.time, click.origin.affiliate, click.origin.link, click.address_hash, click.agent_digest});
            if (!sample.agents.contains(click.agent_digest)) {
                sample.agents.emplace(click.agent_digest, AgentName(click.origin));
            }
        }
        if (!page.more_after) return sample;
        if (sample.clicks.size() >= limits_.clicks_max) {
            sample.from = sample.clicks.back().time;
            return sample;
        }
        query.before = page.more_after;
    }
}

Result<JudgeRules::RegistrationSample> JudgeRules::ReadRegistrations(OperatorId owner, const TimeSpan& time) {
    RegistrationSample sample{.registrations = {}, .from = time.from};
    RegistrationQuery query{.owner = owner, .from = time.from, .to = {time.to.micros - 1}, .limit = limits_.per_page};
    while (true) {
        const auto page = TRY(Await<std::vector<SeenRegistration>>(
            [&](auto done) { signals_.ReadRegistrations(query, std::move(done)); }));
        sample.registrations.insert(sample.registrations.end(), page.begin(), page.end());
        if (page.size() < query.limit) break;
        const Timestamp last = page.back().recorded_at;
        if (sample.registrations.size() >= limits_.registrations_max) {
            sample.from = last;
            break;
        }
        // Registrations with the same time as the last one may be read twice, which is harmless. If a whole page has
        // one time, the next page ends before it.
        query.to = last == query.to ? Timestamp{last.micros - 1} : last;
    }
    std::ranges::reverse(sample.registrations);
    return sample;
}

Result<std::vector<WeekOfAffiliate>> JudgeRules::ReadWeeks(OperatorId owner, const TimeZone& zone,
                                                           const TimeSpan& time) {
    SumQuestion question{.selection = {.owner = owner},
                         .groups = {TimeBucket::kWeek, reporting::Dimension::kAffiliate},
                         .split = std::nullopt};
    const auto registration = reporting::FactKind::Of(events::EventType::kRegistration);
    // The times of facts are whole minutes. The minute that has begun is included.
    const Timestamp end{time.to.micros + 60 * kMicrosPerSecond - 1};
    question.selection.ranges = {{reporting::MinuteOf(time.from), reporting::MinuteOf(end)}};
    question.selection.kinds = {reporting::FactKind::Click(), registration};
    for (const auto& offset : zone.OffsetsBetween(time.from, time.to)) {
        question.selection.offsets.push_back(
            {reporting::MinuteOf(offset.from), reporting::MinuteOf(Timestamp{offset.micros})});
    }
    std::map<std::pair<AffiliateId, std::int32_t>, WeekOfAffiliate> weeks;
    TRY(facts_.Sum(question, [&](const SumRow& row) {
        const auto monday = static_cast<std::int32_t>(std::get<std::int64_t>(row.group[0]));
        const AffiliateId affiliate{std::get<Uuid>(row.group[1])};
        if (!IsAffiliate(affiliate)) return;
        WeekOfAffiliate& week = weeks[{affiliate, monday}];
        week.affiliate = affiliate;
        week.monday = {monday};
        (row.kind == registration ? week.registrations : week.clicks) += row.weight;
    }));
    std::vector<WeekOfAffiliate> all;
    for (const auto& [key, week] : weeks) all.push_back(week);
    return all;
}

Result<std::vector<Finding>> JudgeRules::JudgeWeeks(const OperatorEntry& owner, const TimeZone& zone,
                                                    const FraudRule& rule, const TimeSpan& time) {
    const Date first = MondayOf(zone.DateOf(time.from));
    const Date last = MondayOf(zone.DateOf({time.to.micros - 1}));
    const Date oldest{first.days - static_cast<std::int32_t>(rule.Number("weeks")) * kDaysPerWeek};
    const auto weeks = TRY(ReadWeeks(owner.records.self.id, zone, {zone.StartOf(oldest), time.to}));
    return signals::JudgeConversion(rule, weeks, {first, last, time.to}, zone);
}

Result<Judgement> JudgeRules::Judge(const OperatorEntry& owner, const reporting::Calendar& calendar,
                                    std::span<const FraudRule> rules, const TimeSpan& time) {
    const OperatorId id = owner.records.self.id;
    Judgement judgement{.findings = {}, .from = time.from};
    ClickSample sample;
    if (std::ranges::any_of(rules, ReadsClicks)) {
        std::int64_t back = 0;
        for (const FraudRule& rule : rules) back = std::max(back, ReadsClicks(rule) ? LookBackMicros(rule) : 0);
        sample = TRY(ReadClicks(id, {{time.from.micros - back}, time.to}));
        judgement.from = std::max(judgement.from, sample.from);
        judgement.clicks_read = std::ssize(sample.clicks);
    }
    RegistrationSample registered;
    const auto reads_registrations = [](const FraudRule& rule) { return IsOfKind(rule, RuleKind::kFastRegistration); };
    if (std::ranges::any_of(rules, reads_registrations)) {
        registered = TRY(ReadRegistrations(id, time));
        judgement.from = std::max(judgement.from, registered.from);
        judgement.registrations_read = std::ssize(registered.registrations);
    }
    for (const FraudRule& rule : rules) {
        auto& findings = judgement.findings.emplace_back();
        if (ReadsClicks(rule)) findings = signals::JudgeClicks(rule, sample.clicks, sample.agents);
        if (reads_registrations(rule)) findings = signals::JudgeRegistrations(rule, registered.registrations);
        if (IsOfKind(rule, RuleKind::kUnusualConversion)) {
            findings = TRY(JudgeWeeks(owner, calendar.zone(), rule, time));
        }
        if (!reads_registrations(rule)) DropEarlier(time.from, findings);
    }
    return judgement;
}

// Whether the click of a registration is one of those that the rule found.
Result<bool> JudgeRules::CameBy(OperatorId owner, const FraudRule& rule, const Finding& finding,
                                const SeenRegistration& registration) {
    if (registration.affiliate != finding.affiliate) return false;
    if (rule.kind == RuleKind::kUnusualConversion) return true;
    const bool in_time = registration.clicked_at >= finding.begins && registration.clicked_at <= finding.ends;
    if (!in_time || (finding.link && registration.link != finding.link)) return false;
    if (finding.mark.empty()) return true;
    ClickQuery query{.owner = owner, .limit = 1};
    query.click = registration.click;
    const auto page =
        TRY(Await<ClickPage>([&](auto done) { records_.ReadClicks(query, RowFilter(), std::move(done)); }));
    if (page.items.empty()) return false;
    const tracking::Click& click = page.items.front();
    return finding.mark ==
           signals::MarkOf(rule.kind == RuleKind::kOneAddress ? click.address_hash : click.agent_digest);
}

Result<std::vector<PlayerId>> JudgeRules::FindPlayers(OperatorId owner, const FraudRule& rule, const Finding& finding) {
    if (finding.player) return std::vector{*finding.player};
    const bool is_week = rule.kind == RuleKind::kUnusualConversion;
    const Timestamp to = is_week ? Timestamp{finding.ends.micros + 1} : Now();
    const auto registered = TRY(ReadRegistrations(owner, {finding.begins, to}));
    std::set<PlayerId> players;
    for (const SeenRegistration& registration : registered.registrations) {
        const bool came = TRY(CameBy(owner, rule, finding, registration));
        if (came) players.insert(registration.player);
    }
    if (players.size() > kPlayersOfSignalMax || registered.registrations.size() >= limits_.registrations_max) {
        return Fail(ErrorCode::kConflict, "too many players are behind this signal. Reverse accruals one by one");
    }
    return std::vector(players.begin(), players.end());
}

}  // namespace fairlead::app
