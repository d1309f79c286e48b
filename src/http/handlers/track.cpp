#include <algorithm>
#include <array>
#include <thread>

#include "app/tracking/visit_gathering.hpp"
#include "base/text/text.hpp"
#include "http/handlers/handlers.hpp"
#include "http/server/problem.hpp"
#include "http/tracking/tracking_answers.hpp"
#include "http/tracking/tracking_outbox.hpp"

namespace fairlead::http {
namespace {

using tracking::Uncounted;

// Enough for nearly all, so that the line is put together without moving.
constexpr std::size_t kLocationBytes = 256;

// Browsers say in one of these headers that they fetch ahead of a click that may never come.
bool IsPrefetch(const Request& request) {
    constexpr std::array<std::string_view, 4> kNames{"purpose", "sec-purpose", "x-purpose", "x-moz"};
    for (const auto& field : *request.fields) {
        const std::string_view name = field.name_string();
        if (name.size() < 5 || name.size() > 11) continue;
        const bool purpose =
            std::ranges::any_of(kNames, [&](std::string_view known) { return EqualIgnoringAsciiCase(name, known); });
        if (!purpose) continue;
        const std::string value = ToUpperAscii(field.value());
        if (value.find("PREFETCH") != std::string::npos || value.find("PREVIEW") != std::string::npos) return true;
    }
    return false;
}

// Why this call does not count, whatever it asks for.
Uncounted WhyUncounted(const Request& request, const app::AgentProfile& agent) {
    if (request.method == "HEAD") return Uncounted::kHead;
    if (IsPrefetch(request)) return Uncounted::kPrefetch;
    return agent.is_bot ? Uncounted::kBot : Uncounted::kNo;
}

// What one loop needs to track visitors: nothing here is shared with another thread.
class LoopTracker {
public:
    LoopTracker(const HandlerContext& context, Loop& loop)
        : targets_(context.catalogue),
          visitors_(context.agents, context.countries, context.address_key),
          outbox_(loop, context.record_click, context.metrics),
          metrics_(context.metrics) {}

    void Click(const Request& request, Responder responder) {
        const app::TrackedLink* link = targets_.FindLink(request.path_parameters.front());
        if (link == nullptr) {
            return responder.Send(Problem({ErrorCode::kNotFound, "", "there is no such link"}, request.request_id));
        }
        const auto query = tracking::ParseClickQuery(request.query);
        const auto path = tracking::RelativePath::Parse(query.relative_path());
        if (!path) {
            return responder.Send(Problem({ErrorCode::kInvalidRequest, "",
                                           "relativepath may have letters, digits, - / . and _ in up to 512 "
                                           "characters, and no empty, . or .. segment"},
                                          request.request_id));
        }
        TrackingOutbox::WaitingClick waiting{std::move(responder), {}, 0, app::RandomClickPart()};
        std::string& line = waiting.location_line;
        line.reserve(kLocationBytes);
        waiting.id_offset = link->destination.AppendRedirect(*path, ClickId{}, line.append(kLocation));
        line.append("\r\n");
        const bool counted = Record(request, *link, query, waiting.random);
        outbox_.AddWaiting(link->owner, std::move(waiting), counted);
    }

    void Impression(const Request& request, Responder responder) {
        const auto query = tracking::ParseImpressionQuery(request.query);
        const app::TrackedCreative* creative = targets_.FindCreative(request.path_parameters.front(), query);
        const auto& agent = visitors_.FindAgent(request.Header("User-Agent"));
        if (creative == nullptr || !creative->counts || WhyUncounted(request, *agent.profile) != Uncounted::kNo) {
            metrics_.impressions_uncounted.Increment();
            return responder.Send(PixelAnswer());
        }
        const auto& address = visitors_.FindAddress(request.client);
        key_.clear();
        app::AppendImpressionKey(key_, Now(), *creative, agent, address);
        auto& counts = outbox_.GatheringOf(creative->owner).batch.impressions;
        if (const auto known = counts.find(key_); known != counts.end()) {
            ++known->second;
        } else {
            counts.emplace(key_, 1);
        }
        outbox_.AddWaiting(creative->owner, std::move(responder));
    }

private:
    // Whether the click counts.
    bool Record(const Request& request, const app::TrackedLink& link, const tracking::ClickParameters& query,
                std::uint64_t random) {
        const auto& agent = visitors_.FindAgent(request.Header("User-Agent"));
        const auto& address = visitors_.FindAddress(request.client);
        const Uncounted uncounted =
            link.uncounted == Uncounted::kNo ? WhyUncounted(request, *agent.profile) : link.uncounted;
        app::Visit visit{
            .link = link, .agent = agent, .address = address, .uncounted = uncounted, .random = random, .subs = {}};
        for (std::size_t i = 0; i < visit.subs.size(); ++i) visit.subs[i] = query.sub(i);
        outbox_.GatheringOf(link.owner).AddClick(visit);
        return uncounted == Uncounted::kNo;
    }

    app::TrackedTargets targets_;
    app::VisitorCache visitors_;
    TrackingOutbox outbox_;
    telemetry::Metrics& metrics_;
    std::string key_;
};

// One tracker per loop, made when the loop first needs it.
class Trackers {
public:
    explicit Trackers(const HandlerContext& context) : context_(context) {}

    LoopTracker& Of(Loop& loop) {
        auto& tracker = trackers_.at(loop.number());
        if (!tracker) tracker = std::make_unique<LoopTracker>(context_, loop);
        return *tracker;
    }

private:
    HandlerContext context_;
    // Each place is its loop's alone.
    std::array<std::unique_ptr<LoopTracker>, kLoopsMax> trackers_;
};

}  // namespace

void AddTrackRoutes(Router& router, const HandlerContext& context) {
    // It lives as long as the router, which outlives the loops' last requests.
    const auto trackers = std::make_shared<Trackers>(context);
    const std::string base(kBasePath);
    router.Add("GET", base + "/track/click/{linkId}", [trackers](const Request& request, Responder responder) {
        trackers->Of(responder.loop()).Click(request, std::move(responder));
    });
    router.Add("GET", base + "/track/impression/{creativeId}", [trackers](const Request& request, Responder responder) {
        trackers->Of(responder.loop()).Impression(request, std::move(responder));
    });
}

}  // namespace fairlead::http
