#include "app/access/shared_rate_window.hpp"

#include "base/time/time.hpp"

namespace fairlead::app {

using access::RateDecision;

std::optional<RateDecision> RateLimiter::SharedWindow::Take(std::int64_t limit, std::int64_t now_micros) {
    const std::lock_guard lock(mutex_);
    return TakeLocked(limit, now_micros);
}

std::optional<RateDecision> RateLimiter::SharedWindow::TakeLocked(std::int64_t limit, std::int64_t now_micros) {
    if (now_micros >= ends_at_ || (share_ == 0 && left_elsewhere_ > 0)) return std::nullopt;
    RateDecision decision{.allowed = share_ > 0, .limit = limit};
    if (decision.allowed) --share_;
    decision.remaining = share_ + left_elsewhere_;
    decision.reset_seconds = access::SecondsRoundedUp(ends_at_ - now_micros);
    return decision;
}

void RateLimiter::SharedWindow::TakeLater(RateAuthority& authority, const RateSubject& subject, RateDone done) {
    std::unique_lock lock(mutex_);
    // A share may have arrived after the caller's check. Another request would discard the rest of this share.
    const auto decision = requesting_ ? std::nullopt : TakeLocked(subject.limit, SteadyMicros());
    if (decision) {
        lock.unlock();
        return done(*decision);
    }
    waiting_.push_back(std::move(done));
    if (std::exchange(requesting_, true)) return;
    lock.unlock();
    Request(authority, subject);
}

void RateLimiter::SharedWindow::Request(RateAuthority& authority, const RateSubject& subject) {
    const std::int64_t asked_at = SteadyMicros();
    authority.RequestGrant({subject.owner, subject.key, subject.limit},
                           [self = shared_from_this(), &authority, subject, asked_at](Result<RateGrant> grant) {
                               self->OnGrant(authority, subject, asked_at, std::move(grant));
                           });
}

void RateLimiter::SharedWindow::OnGrant(RateAuthority& authority, const RateSubject& subject, std::int64_t asked_at,
                                        Result<RateGrant> grant) {
    std::vector<std::pair<RateDone, Result<RateDecision>>> decided;
    bool ask_again = false;
    {
        const std::lock_guard lock(mutex_);
        if (grant) {
            // The new share replaces the previous share, which is used up or has expired. The window's end is counted
            // from the time before the request was sent, so it is never later than the real end.
            share_ = grant->granted;
            left_elsewhere_ = grant->left_for_others;
            ends_at_ = asked_at + grant->window_left_micros;
        }
        const std::int64_t now = SteadyMicros();
        std::size_t served = 0;
        for (; served < waiting_.size(); ++served) {
            if (!grant) {
                decided.emplace_back(std::move(waiting_[served]), std::unexpected(grant.error()));
            } else if (const auto decision = TakeLocked(subject.limit, now)) {
                decided.emplace_back(std::move(waiting_[served]), *decision);
            } else {
                break;
            }
        }
        waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(served));
        ask_again = !waiting_.empty();
        requesting_ = ask_again;
    }
    for (auto& [done, decision] : decided) done(std::move(decision));
    if (ask_again) Request(authority, subject);
}

}  // namespace fairlead::app
