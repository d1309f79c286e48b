#include "demo/demo.hpp"

#include <chrono>
#include <condition_variable>
#include <iostream>
#include <mutex>

#include <fmt/format.h>

#include "base/time/set_clock.hpp"
#include "demo/demo_state.hpp"
#include "demo/pictures.hpp"
#include "demo/wait_for_reports.hpp"
#include "telemetry/log.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::demo {
namespace {

constexpr std::uint64_t kSeed = 20'260'101;
// After a pause, at most this much of the missed time is simulated.
constexpr std::int64_t kCatchUpMax = 3 * kMicrosPerDay;
constexpr std::int64_t kFoundingHour = 9;

// At first there is a click every few seconds, so that viewers see changes. Then clicks come at the usual rate.
constexpr double kLivelyClicksPerSecond = 0.25;
constexpr std::int64_t kLivelyFor = 20 * 60 * kMicrosPerSecond;
constexpr auto kTick = std::chrono::seconds(1);

Timestamp StartOf(Date date) { return Timestamp{date.days * kMicrosPerDay}; }

std::string HostOf(std::string_view url) { return std::string(url.substr(url.find("://") + 3)); }

// The same port under another host name.
std::string PortalUrl(std::string_view url) {
    const std::string host = HostOf(url);
    const auto colon = host.rfind(':');
    return "http://" + std::string(kPortalDomain) + (colon == std::string::npos ? "" : host.substr(colon)) + "/";
}

// Runs on its own thread: ids of a thread never decrease, and this thread may have created some with a later clock.
template <class Work>
void Apart(const Work& work) {
    std::exception_ptr failure;
    std::jthread([&] {
        try {
            work();
        } catch (...) {
            failure = std::current_exception();
        }
    }).join();
    FollowSystemClock();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace

struct Demo::World {
    World(const Parts& parts, const DemoState& known)
        : state(known), actions(parts, known.account.owner, known.account.feed_key) {}

    DemoState state;
    OperatorActions actions;
    std::unique_ptr<History> history;
    Timestamp at;  // Everything up to this moment has been sent.
};

Demo::Demo(Parts parts, Options options) : parts_(std::move(parts)), options_(std::move(options)) {}

Demo::~Demo() { Stop(); }

Result<bool> Demo::Prepare() {
    try {
        const auto known = TRY(parts_.catalogue_store.OperatorVersions());
        auto prepared = known.empty() ? Make() : Resume();
        if (!prepared || !*prepared) return prepared;
        MovePictures(world_->actions);
        return WaitForReports(parts_.projection, world_->state.account.owner, options_.stopped);
    } catch (const Failure& failure) {
        return Fail(ErrorCode::kInternal, failure.what());
    }
}

Result<bool> Demo::Make() {
    std::cerr << "demo: creating " << options_.days << " days of sample data; this takes a moment\n";
    const Timestamp now = Now();
    const Span span{{Date::OfUtc(now).days - options_.days}, options_.days};
    const Timestamp start = StartOf(span.first_day);
    bool finished = false;
    Status kept;
    Apart([&] {
        SetClock(Timestamp{start.micros - (24 - kFoundingHour) * 3600 * kMicrosPerSecond});
        const DemoState state{CreateDemo(parts_), span};
        kept = WriteDemoState(options_.folder, state);
        world_ = std::make_unique<World>(parts_, state);
        world_->history = std::make_unique<History>(world_->actions, span, kSeed);
        if (kept) finished = world_->history->Run(start, now, options_.stopped);
    });
    if (!kept) return std::unexpected(kept.error());
    world_->at = now;
    return finished;
}

Result<bool> Demo::Resume() {
    const auto state = ReadDemoState(options_.folder);
    const bool ours = state && parts_.catalogue.Current()->Find(state->account.owner);
    if (!ours) {
        return Fail(ErrorCode::kConflict, "the data folder " + options_.folder +
                                              " has data that is not the demo's. Give --demo its own data folder.");
    }
    const Timestamp now = Now();
    const Timestamp end{StartOf(state->span.first_day).micros + state->span.days * kMicrosPerDay};
    Timestamp from = LastClick(state->account.owner).value_or(StartOf(state->span.first_day));
    // An unfinished history continues from its last click.
    if (from >= end) from = std::max(from, Timestamp{now.micros - kCatchUpMax});
    bool finished = false;
    Apart([&] {
        world_ = std::make_unique<World>(parts_, *state);
        SetClock(from);
        world_->history =
            std::make_unique<History>(world_->actions, state->span, kSeed ^ static_cast<std::uint64_t>(from.micros));
        world_->history->Resume(from);
        finished = world_->history->Run(from, now, options_.stopped);
    });
    world_->at = now;
    return finished;
}

std::optional<Timestamp> Demo::LastClick(OperatorId owner) const {
    app::ClickQuery query{.owner = owner, .limit = 1};
    while (true) {
        const auto page =
            OrFail(Await<app::ClickPage>([&](auto done) { parts_.records.ReadClicks(query, {}, std::move(done)); }));
        if (!page.items.empty()) return page.items.front().time;
        if (!page.more_after) return std::nullopt;
        query.before = page.more_after;
    }
}

void Demo::StartMoving() {
    moving_ = std::jthread([this](const std::stop_token& stop) { Move(stop); });
}

void Demo::Stop() {
    moving_.request_stop();
    if (moving_.joinable()) moving_.join();
}

void Demo::Move(const std::stop_token& stop) {
    telemetry::NameThisThread("demo");
    std::mutex mutex;
    std::condition_variable_any tick;
    const std::int64_t began = SteadyMicros();
    while (!stop.stop_requested()) {
        std::unique_lock lock(mutex);
        tick.wait_for(lock, stop, kTick, [] { return false; });
        if (stop.stop_requested()) return;
        const Timestamp now = Now();
        if (now <= world_->at) continue;
        try {
            const bool lively = SteadyMicros() - began < kLivelyFor;
            world_->history->Live(world_->at, now, lively ? kLivelyClicksPerSecond : 0);
        } catch (const std::exception& failure) {
            telemetry::LogWarn("the demo skipped a step", {{"reason", std::string_view(failure.what())}});
        }
        world_->at = now;
    }
}

std::string Demo::Instructions() const {
    const auto entry = world_->actions.entry();
    std::string report;
    for (const auto& preset : entry->records.report_presets) {
        const auto read =
            app::ReportPresetResource().Read({*entry, world_->actions.api_url(), parts_.token_key}, preset.id.uuid);
        const auto* url = read && preset.token_active ? read->if_contains("apiUrl") : nullptr;
        if (report.empty() && url != nullptr && url->is_string()) report = url->get_string();
    }
    std::string text = fmt::format("\n  {}: a demo with data that keeps growing. For every user the password is {}\n\n",
                                   kOperatorName, kPassword);
    text += fmt::format("  Console   {}/console\n", parts_.url);
    for (const Person& person : People()) {
        if (person.role != "affiliate") text += fmt::format("            {} ({})\n", person.email, person.role);
    }
    text += fmt::format("  Portal    {} or {}/portal\n", PortalUrl(parts_.url), parts_.url);
    for (const Person& person : People()) {
        if (person.role == "affiliate") text += fmt::format("            {}\n", person.email);
    }
    text += fmt::format("  Report    {}?format=csv\n  API key   {}\n\n  Send your own event (the response is 202):\n\n",
                        report, world_->state.account.api_key);
    const std::int64_t second = Now().micros / kMicrosPerSecond;
    text += fmt::format(
        "curl -i {}/events \\\n  -H 'Content-Type: application/json' \\\n  -H 'X-API-Key: {}' \\\n"
        "  -d '{{\"event_type\": \"registration\", \"event_time\": \"{}\",\n"
        "       \"brand_id\": \"{}\", \"player_external_ref\": \"player-{}\",\n"
        "       \"idempotency_key\": \"registration-{}\"}}'\n\n",
        world_->actions.api_url(), world_->state.account.api_key, Timestamp{second * kMicrosPerSecond}.ToIso8601(),
        entry->records.brands.begin()->id.ToString(), second, second);
    return text;
}

}  // namespace fairlead::demo
