#include "ledger/postgres/primary_watch.hpp"

#include <algorithm>

#include "base/time/time.hpp"
#include "telemetry/log.hpp"

namespace fairlead::ledger {
namespace {

// A server that has been silent for this long is asked whether it answers at all. A server that is only busy answers.
constexpr int kSuspectedAfterMs = 2000;
constexpr std::int64_t kAskAgainAfterMicros = 2'000'000;
constexpr std::int64_t kLookAgainAfterMicros = 5'000'000;
constexpr ContactLimits kLimits;

struct Candidate {
    PGconnPtr handle;
    ServerState state;
};

void AddReason(std::string& reasons, std::string_view host, std::string_view reason) {
    if (!reasons.empty()) reasons += "; ";
    reasons.append(host.empty() ? "the server" : host).append(": ").append(reason);
    while (reasons.ends_with('\n')) reasons.pop_back();
}

}  // namespace

bool PrimaryWatch::MayUse(const ServerIdentity& identity, std::int64_t opened_at) const {
    if (opened_at < given_up_before_.load(std::memory_order_acquire)) return false;
    if (!identity.IsKnown()) return true;
    const std::lock_guard lock(mutex_);
    return identity == newest_;
}

Status PrimaryWatch::Adopt(const ServerState& state) {
    if (state.is_standby) {
        return Fail(ErrorCode::kUnavailable,
                    "is a standby, which cannot write. Name all servers in the URL of the ledger and add"
                    " target_session_attrs=read-write.");
    }
    if (!state.identity.IsKnown()) return {};
    const std::lock_guard lock(mutex_);
    if (newest_.IsKnown() && state.identity.system != newest_.system) {
        return Fail(ErrorCode::kUnavailable,
                    "is another database cluster than before. Restart the service if this is intended.");
    }
    if (state.identity.timeline < newest_.timeline) {
        return Fail(ErrorCode::kUnavailable,
                    "is a primary that was replaced: it is on timeline " + std::to_string(state.identity.timeline) +
                        ", and the ledger on " + std::to_string(newest_.timeline) +
                        ". Stop this server. Restart the service if an older state was restored on purpose.");
    }
    if (newest_.IsKnown() && state.identity.timeline > newest_.timeline) {
        telemetry::LogWarn("the ledger has a new primary", {{"timeline", state.identity.timeline}});
    }
    newest_ = state.identity;
    return {};
}

Result<PGconnPtr> PrimaryWatch::ConnectToPrimary(ServerState& state) {
    auto contacts = TRY(ContactHosts(url_, kLimits));
    std::vector<Candidate> candidates;
    std::string reasons;
    for (Contact& contact : contacts) {
        if (!contact.handle) {
            AddReason(reasons, contact.host, contact.reason);
            continue;
        }
        auto answered = AskServer(contact.handle.get(), kLimits.answer_ms);
        if (answered) {
            candidates.push_back({std::move(contact.handle), std::move(*answered)});
        } else {
            AddReason(reasons, contact.host, answered.error().message);
        }
    }
    // The newest first: an older one that was not stopped must not be taken for the primary.
    std::ranges::sort(candidates, [](const Candidate& a, const Candidate& b) {
        return std::pair(!a.state.is_standby, a.state.identity.timeline) >
               std::pair(!b.state.is_standby, b.state.identity.timeline);
    });
    for (Candidate& candidate : candidates) {
        const Status adopted = Adopt(candidate.state);
        if (adopted) {
            state = candidate.state;
            return std::move(candidate.handle);
        }
        AddReason(reasons, PQhost(candidate.handle.get()), adopted.error().message);
    }
    telemetry::LogError("the ledger failed", {{"doing", "connect"}, {"reason", std::string_view(reasons)}});
    return Fail(ErrorCode::kUnavailable, "the ledger's PostgreSQL cannot be reached, or it refuses the login");
}

bool PrimaryWatch::MayStillAnswer(const ServerIdentity& identity, std::int64_t opened_at, int silent_ms) {
    if (!MayUse(identity, opened_at)) return false;
    if (silent_ms < kSuspectedAfterMs) return true;
    const std::unique_lock lock(asking_, std::try_to_lock);
    if (!lock || SteadyMicros() < ask_again_at_) return true;
    const std::int64_t asked_at = SteadyMicros();
    const bool answers = AnswersAsPrimary();
    ask_again_at_ = SteadyMicros() + kAskAgainAfterMicros;
    if (answers) return MayUse(identity, opened_at);
    given_up_before_.store(asked_at, std::memory_order_release);
    telemetry::LogError("the ledger's server does not answer; all connections to it are given up", {});
    return false;
}

// False if a host is silent and no host answers as the primary. A server that refuses the connection, for example
// because it has too many, is not silent: the waiting connection gets an answer or an error from it.
bool PrimaryWatch::AnswersAsPrimary() {
    const auto contacts = ContactHosts(url_, {.answer_ms = kLimits.answer_ms, .others_ms = kLimits.answer_ms});
    if (!contacts) return false;
    bool any_silent = false;
    bool answers = false;
    for (const Contact& contact : *contacts) {
        any_silent = any_silent || contact.is_silent;
        if (!contact.handle) continue;
        const auto answered = AskServer(contact.handle.get(), kLimits.answer_ms);
        any_silent = any_silent || !answered;
        answers = answers || (answered && Adopt(*answered));
    }
    return answers || !any_silent;
}

void PrimaryWatch::LookForNewerPrimary() {
    const bool has_others = url_.find(',') != std::string::npos;
    const std::int64_t now = SteadyMicros();
    if (!has_others || now < look_again_at_.load()) return;
    look_again_at_ = now + kLookAgainAfterMicros;
    ServerState ignored;
    (void)ConnectToPrimary(ignored);
}

}  // namespace fairlead::ledger
