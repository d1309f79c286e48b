#include "http/tracking/track_routes.hpp"

#include <algorithm>
#include <array>
#include <thread>

#include "app/catalogue/catalogue.hpp"
#include "app/ports/visitors.hpp"
#include "app/tracking/tracking_urls.hpp"
#include "app/tracking/visit_counts.hpp"
#include "app/tracking/visit_gathering.hpp"
#include "app/tracking/visit_limits.hpp"
#include "base/text/text.hpp"
#include "http/server/problem.hpp"
#include "http/server/public_url.hpp"
#include "http/tracking/redirect_unstored.hpp"
#include "http/tracking/tracking_answers.hpp"
#include "http/tracking/tracking_outbox.hpp"

namespace fairlead::http {
namespace {

using tracking::Uncounted;

// Long enough for nearly all redirects, so that the header line rarely needs a second allocation.
constexpr std::size_t kLocationBytes = 256;

// Browsers mark a request that they send before the visitor has clicked with one of these headers.
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

// Returns why this request does not count. The reason does not depend on the link or creative.
Uncounted WhyUncounted(const Request& request, const app::AgentProfile& agent) {
    if (request.method == "HEAD") return Uncounted::kHead;
    if (IsPrefetch(request)) return Uncounted::kPrefetch;
    return agent.is_bot ? Uncounted::kBot : Uncounted::kNo;
}

// Tracks the visitors of one loop. No other thread uses it.
class LoopTracker {
public:
    LoopTracker(const TrackDependencies& dependencies, Loop& loop)
        : targets_(dependencies.catalogue),
          visitors_(dependencies.agents, dependencies.countries, dependencies.address_key),
          outbox_(loop, dependencies.record_click, dependencies.metrics),
          limits_(dependencies.limits),
          counts_(dependencies.counts),
          metrics_(dependencies.metrics),
          click_key_(dependencies.click_key) {}

    void Click(const Request& request, Responder responder) {
        const app::TrackedLink* link = targets_.FindLink(request.path_parameters.front());
        if (link == nullptr) {
            return responder.Send(Problem({ErrorCode::kNotFound, "", "there is no such link"}, request.request_id));
        }
        const auto query = tracking::ParseClickQuery(request.query);
        const auto path = tracking::RelativePath::Parse(query.relative_path());
        if (!path) {
            return responder.Send(
                Problem({ErrorCode::kInvalidRequest, "",
                         "relativepath must have at most 512 characters: letters, digits, - / . and _, "
                         "without empty, . or .. segments"},
                        request.request_id));
        }
        if (const auto why = WhyOnlyCounted(request, link->owner)) {
            metrics_.clicks_limited.Increment();
            counts_.Count(link->owner, link->id, *why, Now());
            return responder.Send(RedirectUnstored(link->destination, *path));
        }
        app::VisitGathering& gathering = outbox_.GatheringOf(link->owner);
        const std::uint64_t random = gathering.NextClickPart(click_key_);
        const ClickId id = gathering.NextId(random);
        TrackingOutbox::WaitingClick waiting{std::move(responder), {}};
        std::string& line = waiting.location_line;
        line.reserve(kLocationBytes);
        link->destination.AppendRedirect(*path, id, line.append(kLocation));
        line.append("\r\n");
        const bool counted = Record(request, *link, query, random, gathering);
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
    // Nothing if the click is stored.
    std::optional<app::OnlyCounted> WhyOnlyCounted(const Request& request, OperatorId owner) {
        const auto& agent = visitors_.FindAgent(request.Header("User-Agent"));
        const bool by_machine = WhyUncounted(request, *agent.profile) != Uncounted::kNo;
        return limits_.WhyOnlyCounted(owner, request.client, by_machine, SteadyMicros());
    }

    // Adds the click to the batch. Returns whether it counts.
    bool Record(const Request& request, const app::TrackedLink& link, const tracking::ClickParameters& query,
                std::uint64_t random, app::VisitGathering& gathering) {
        const auto& agent = visitors_.FindAgent(request.Header("User-Agent"));
        const auto& address = visitors_.FindAddress(request.client);
        const Uncounted uncounted =
            link.uncounted == Uncounted::kNo ? WhyUncounted(request, *agent.profile) : link.uncounted;
        app::Visit visit{
            .link = link, .agent = agent, .address = address, .uncounted = uncounted, .random = random, .subs = {}};
        for (std::size_t i = 0; i < visit.subs.size(); ++i) visit.subs[i] = query.sub(i);
        gathering.AddClick(visit);
        return uncounted == Uncounted::kNo;
    }

    app::TrackedTargets targets_;
    app::VisitorCache visitors_;
    TrackingOutbox outbox_;
    app::VisitLimits& limits_;
    app::VisitCounts& counts_;
    telemetry::Metrics& metrics_;
    const tracking::ClickKey click_key_;
    std::string key_;
};

// One tracker per loop, created at the first request of the loop.
class Trackers {
public:
    explicit Trackers(const TrackDependencies& dependencies) : dependencies_(dependencies) {}

    LoopTracker& Of(Loop& loop) {
        auto& tracker = trackers_.at(loop.number());
        if (!tracker) tracker = std::make_unique<LoopTracker>(dependencies_, loop);
        return *tracker;
    }

private:
    TrackDependencies dependencies_;
    // Indexed by the number of the loop. Each loop uses only its own element, so no lock is needed.
    std::array<std::unique_ptr<LoopTracker>, kLoopsMax> trackers_;
};

}  // namespace

void AddTrackRoutes(Router& router, const TrackDependencies& dependencies) {
    // The handlers own the trackers. The router keeps the handlers until the last request of every loop is answered.
    const auto trackers = std::make_shared<Trackers>(dependencies);
    const std::string base(kBasePath);
    for (const std::string& path : {base + "/track/click/", std::string(app::kShortPath)}) {
        router.Add("GET", path + "{linkId}", [trackers](const Request& request, Responder responder) {
            trackers->Of(responder.loop()).Click(request, std::move(responder));
        });
        // Mail programs and link shorteners append slashes.
        router.AllowTrailingSlash();
    }
    router.Add("GET", base + "/track/impression/{creativeId}", [trackers](const Request& request, Responder responder) {
        trackers->Of(responder.loop()).Impression(request, std::move(responder));
    });
}

}  // namespace fairlead::http
