#include "app/signals/signal_watch.hpp"

#include <algorithm>

#include "app/await.hpp"
#include "telemetry/log.hpp"
#include "telemetry/run_guarded.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::app {
namespace {

using signals::FraudRule;

// How far a rule looks back if this node has not judged it yet.
constexpr std::int64_t kFirstLookMicros = kMicrosPerDay;
// Each look begins earlier than the last one ended, because clicks may be recorded late.
constexpr std::int64_t kOverlapMicros = 10 * 60 * kMicrosPerSecond;
// A rule with a long window is judged less often: it has to read more.
constexpr std::int64_t kLooksPerWindow = 60;
constexpr std::int64_t kWeeksEveryMicros = 10 * 60 * kMicrosPerSecond;
constexpr std::size_t kFindingsStoredMax = 500;

std::int64_t PauseOf(const FraudRule& rule, std::int64_t every_micros) {
    if (rule.kind == signals::RuleKind::kUnusualConversion) return std::max(every_micros, kWeeksEveryMicros);
    return std::max(every_micros, signals::LookBackMicros(rule) / kLooksPerWindow);
}

}  // namespace

Timestamp JudgedTime::Begin(std::int64_t version, Timestamp now) {
    if (version != version_) {
        version_ = version;
        until_ = Timestamp{now.micros - kFirstLookMicros + kOverlapMicros};
    }
    return {until_.micros - kOverlapMicros};
}

void SignalWatch::Start() {
    if (every_micros_ == 0) return;
    thread_ = std::jthread([this](const std::stop_token& stop) {
        telemetry::NameThisThread("signal-watch");
        Work(stop);
    });
}

void SignalWatch::Work(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        const auto snapshot = ports_.catalogue.Current();
        for (const auto& [id, entry] : snapshot->entries()) {
            // A failure for one operator must not stop the rules of the others.
            if (!stop.stop_requested()) telemetry::RunGuarded("signal-watch", [&] { Look(*entry); });
        }
        std::unique_lock lock(mutex_);
        stopping_.wait_for(lock, stop, std::chrono::microseconds(every_micros_), [] { return false; });
    }
}

bool SignalWatch::IsDue(const FraudRule& rule) const {
    const auto judged = judged_.find(rule.id);
    if (judged == judged_.end() || !judged->second.time.IsOf(rule.version)) return true;
    return SteadyMicros() >= judged->second.next_micros;
}

void SignalWatch::Look(const OperatorEntry& owner) {
    for (const FraudRule& rule : owner.records.fraud_rules) {
        if (rule.active && IsDue(rule)) JudgeOne(owner, rule);
    }
}

void SignalWatch::JudgeOne(const OperatorEntry& owner, const FraudRule& rule) {
    const Timestamp now = Now();
    Judged& judged = judged_[rule.id];
    const Timestamp from = judged.time.Begin(rule.version, now);
    judged.next_micros = SteadyMicros() + PauseOf(rule, every_micros_);
    const auto calendar = ports_.run_report.CalendarOf(owner.records.self.settings);
    auto judgement = ports_.judge.Judge(owner, *calendar, std::span(&rule, 1), {from, now});
    if (!judgement) return;
    auto& findings = judgement->findings.front();
    if (findings.size() > kFindingsStoredMax) {
        telemetry::LogWarn("a fraud rule finds too much: only the newest findings are stored",
                           {{"rule", std::string_view(rule.id.ToString())}});
        findings.erase(findings.begin(), findings.end() - static_cast<std::ptrdiff_t>(kFindingsStoredMax));
    }
    if (findings.empty()) return judged.time.Finish(now);
    RuleFindings found{.owner = owner.records.self.id,
                       .rule = rule.id,
                       .version = rule.version,
                       .holds = rule.holds,
                       .gap_micros = signals::CauseGapMicros(rule),
                       .findings = std::move(findings)};
    const auto stored =
        Await<std::int64_t>([&](auto done) { ports_.signals.Store(std::move(found), std::move(done)); });
    if (stored) judged.time.Finish(now);
}

}  // namespace fairlead::app
