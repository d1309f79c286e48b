#include "domain/signals/judge_clicks.hpp"

#include <algorithm>

#include "domain/signals/signal_text.hpp"

namespace fairlead::signals {
namespace {

constexpr std::size_t kMarkDigits = 12;
constexpr std::int64_t kClickMinuteMicros = 60 * kMicrosPerSecond;

// The clicks of one cause.
struct Suspect {
    AffiliateId affiliate;
    std::optional<LinkId> link;
    std::string mark;
    std::vector<Timestamp> times;
};
using Suspects = std::map<std::string, Suspect>;

Suspects ByLink(std::span<const SeenClick> clicks) {
    std::map<LinkId, Suspect> by_link;
    for (const SeenClick& click : clicks) {
        if (!click.link) continue;
        Suspect& suspect = by_link[*click.link];
        suspect.affiliate = click.affiliate;
        suspect.link = click.link;
        suspect.times.push_back(click.time);
    }
    Suspects suspects;
    for (auto& [link, suspect] : by_link) suspects.emplace("link/" + link.ToString(), std::move(suspect));
    return suspects;
}

Suspects ByAddress(std::span<const SeenClick> clicks) {
    std::map<std::pair<AffiliateId, Bytes16>, Suspect> by_address;
    for (const SeenClick& click : clicks) {
        Suspect& suspect = by_address[{click.affiliate, click.address}];
        suspect.affiliate = click.affiliate;
        suspect.times.push_back(click.time);
    }
    Suspects suspects;
    for (auto& [key, suspect] : by_address) {
        suspect.mark = MarkOf(key.second);
        suspects.emplace("address/" + key.first.ToString() + "/" + ToHex(key.second), std::move(suspect));
    }
    return suspects;
}

// Finds the times in which more clicks than the rule allows came within one window. Sorts the suspect's times.
std::vector<Finding> FindBursts(const FraudRule& rule, const std::string& cause, Suspect& suspect) {
    const std::int64_t minutes = rule.Number("windowMinutes");
    const std::int64_t allowed = rule.Number("clicksMax");
    std::ranges::sort(suspect.times);
    std::vector<Finding> findings;
    std::size_t first = 0;
    for (std::size_t last = 0; last < suspect.times.size(); ++last) {
        const Timestamp end = suspect.times[last];
        while (end.micros - suspect.times[first].micros >= minutes * kClickMinuteMicros) ++first;
        const auto count = static_cast<std::int64_t>(last - first + 1);
        if (count <= allowed) continue;
        const bool goes_on = !findings.empty() &&
                             suspect.times[first].micros <= findings.back().ends.micros + minutes * kClickMinuteMicros;
        if (!goes_on) {
            findings.push_back({.cause = cause,
                                .affiliate = suspect.affiliate,
                                .link = suspect.link,
                                .mark = suspect.mark,
                                .begins = suspect.times[first],
                                .allowed = Decimal::FromInteger(allowed)});
        }
        Finding& finding = findings.back();
        finding.ends = end;
        finding.value = std::max(finding.value, Decimal::FromInteger(count));
    }
    for (Finding& finding : findings) finding.summary = DescribeBurst(finding, minutes);
    return findings;
}

std::vector<Finding> JudgeBursts(const FraudRule& rule, Suspects suspects) {
    std::vector<Finding> findings;
    for (auto& [cause, suspect] : suspects) {
        std::ranges::move(FindBursts(rule, cause, suspect), std::back_inserter(findings));
    }
    return findings;
}

// The clicks of one affiliate in one window, by agent.
struct AgentCounts {
    std::int64_t clicks = 0;
    std::map<Bytes16, std::vector<Timestamp>> of_agent;
};

std::vector<Finding> JudgeAgents(const FraudRule& rule, std::span<const SeenClick> clicks, const AgentNames& names) {
    const std::int64_t window = rule.Number("windowMinutes") * kClickMinuteMicros;
    std::map<std::pair<AffiliateId, std::int64_t>, AgentCounts> counts;
    for (const SeenClick& click : clicks) {
        AgentCounts& own = counts[{click.affiliate, click.time.micros / window}];
        ++own.clicks;
        own.of_agent[click.agent].push_back(click.time);
    }
    std::vector<Finding> findings;
    for (const auto& [key, own] : counts) {
        if (own.clicks < rule.Number("clicksMin")) continue;
        for (const auto& [agent, times] : own.of_agent) {
            if (std::ssize(times) * 100 <= rule.Number("sharePercentMax") * own.clicks) continue;
            const auto [begins, ends] = std::ranges::minmax(times);
            Finding finding{.cause = "agent/" + key.first.ToString() + "/" + ToHex(agent),
                            .affiliate = key.first,
                            .mark = MarkOf(agent),
                            .begins = begins,
                            .ends = ends,
                            .value = PercentOf(std::ssize(times), own.clicks),
                            .allowed = Decimal::FromInteger(rule.Number("sharePercentMax"))};
            const auto name = names.find(agent);
            finding.summary = DescribeAgent(finding, name == names.end() ? std::string() : name->second,
                                            {std::ssize(times), own.clicks});
            findings.push_back(std::move(finding));
        }
    }
    return findings;
}

}  // namespace

std::string MarkOf(const Bytes16& hash) { return ToHex(hash).substr(0, kMarkDigits); }

std::vector<Finding> JudgeClicks(const FraudRule& rule, std::span<const SeenClick> clicks, const AgentNames& agents) {
    std::vector<Finding> findings;
    switch (rule.kind) {
        case RuleKind::kClickBurst: findings = JudgeBursts(rule, ByLink(clicks)); break;
        case RuleKind::kOneAddress: findings = JudgeBursts(rule, ByAddress(clicks)); break;
        case RuleKind::kOneAgent: findings = JudgeAgents(rule, clicks, agents); break;
        case RuleKind::kFastRegistration:
        case RuleKind::kUnusualConversion: break;
    }
    return JoinCauses(std::move(findings), CauseGapMicros(rule));
}

}  // namespace fairlead::signals
