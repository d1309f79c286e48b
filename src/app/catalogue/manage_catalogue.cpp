#include "app/catalogue/manage_catalogue.hpp"

#include <atomic>
#include <memory>

#include "app/ports/outgoing/seal_mail.hpp"

namespace fairlead::app {
namespace {

constexpr int kAttemptsMax = 5;
constexpr std::size_t kWaitingMax = 10'000;

}  // namespace

void ManageCatalogue::Change(OperatorId owner, Decide decide, ObjectDone done) {
    if (refresher_ == nullptr || !refresher_->IsShared()) return Enqueue(owner, std::move(decide), std::move(done));
    refresher_->RefreshThen([this, owner, decide = std::move(decide), done = std::move(done)]() mutable {
        Enqueue(owner, std::move(decide), std::move(done));
    });
}

void ManageCatalogue::ChangeOnce(OperatorId owner, RequestKey key, Decide decide, Repeat repeat, ObjectDone done) {
    store_.FindRequest(owner, key,
                       [this, owner, key, decide = std::move(decide), repeat = std::move(repeat),
                        done = std::move(done)](Result<std::optional<std::string>> earlier) mutable {
                           if (!earlier) return done(std::unexpected(Errors{earlier.error()}));
                           if (*earlier) return AnswerRepeated(owner, **earlier, repeat, std::move(done));
                           auto with_key = [key, decide](const DecisionContext& context) {
                               auto decision = decide(context);
                               if (decision) decision->change.key = key;
                               return decision;
                           };
                           Change(owner, std::move(with_key),
                                  [this, owner, key, decide = std::move(decide), repeat = std::move(repeat),
                                   done = std::move(done)](ObjectResult result) mutable {
                                      // Another request with the key was faster.
                                      const bool repeated =
                                          !result && result.error().front().code == ErrorCode::kRepeatedRequest;
                                      if (!repeated) return done(std::move(result));
                                      ChangeOnce(owner, key, std::move(decide), std::move(repeat), std::move(done));
                                  });
                       });
}

void ManageCatalogue::AnswerRepeated(OperatorId owner, const std::string& subject, const Repeat& repeat,
                                     ObjectDone done) {
    const auto known = catalogue_.Current()->Find(owner);
    auto answer = known ? repeat(*known, subject) : ObjectResult(std::unexpected(Errors()));
    if (answer) return done(std::move(answer));
    // Another node may have created the subject.
    const Status current = catalogue_.Reload(owner);
    if (!current) return done(std::unexpected(Errors{current.error()}));
    const auto entry = catalogue_.Current()->Find(owner);
    if (!entry) return done(std::unexpected(Errors{{ErrorCode::kNotFound, "", "there is no such operator"}}));
    done(repeat(*entry, subject));
}

void ManageCatalogue::Enqueue(OperatorId owner, Decide decide, ObjectDone done) {
    {
        const std::lock_guard lock(mutex_);
        const auto [queue, is_first] = waiting_.try_emplace(owner);
        if (queue->second.size() >= kWaitingMax) {
            return done(std::unexpected(Errors{{ErrorCode::kOverloaded, "", "too many changes are waiting"}}));
        }
        queue->second.push_back({std::move(decide), std::move(done)});
        if (!is_first) return;
    }
    RunWaiting(owner);
}

std::optional<ManageCatalogue::Waiting> ManageCatalogue::TakeNext(OperatorId owner) {
    const std::lock_guard lock(mutex_);
    const auto queue = waiting_.find(owner);
    if (queue->second.empty()) {
        waiting_.erase(queue);
        return std::nullopt;
    }
    Waiting next = std::move(queue->second.front());
    queue->second.pop_front();
    return next;
}

void ManageCatalogue::RunWaiting(OperatorId owner) {
    while (auto next = TakeNext(owner)) {
        // The later of the two, this loop or the callback, continues with the next change. This way, many refusals in a
        // row do not use up the stack.
        auto passed = std::make_shared<std::atomic<bool>>(false);
        Attempt(
            owner, std::move(next->decide),
            [this, owner, passed, done = std::move(next->done)](ObjectResult result) mutable {
                done(std::move(result));
                if (passed->exchange(true)) RunWaiting(owner);
            },
            kAttemptsMax);
        if (!passed->exchange(true)) return;
    }
}

void ManageCatalogue::SealMails(CatalogueDecision& decision) const {
    if (decision.mails.empty()) return;
    decision.answer["mailed"] = SendsMails();
    if (!mail_key_) return;
    for (const outbox::Mail& mail : decision.mails) decision.change.mails.push_back(SealMail(mail, *mail_key_));
}

void ManageCatalogue::Attempt(OperatorId owner, Decide decide, ObjectDone done, int attempts_left) {
    const auto snapshot = catalogue_.Current();
    const auto entry = snapshot->Find(owner);
    if (!entry) return done(std::unexpected(Errors{{ErrorCode::kNotFound, "", "there is no such operator"}}));
    auto decision = decide({*snapshot, *entry});
    if (!decision) return done(std::unexpected(std::move(decision.error())));
    if (decision->change.upserts.empty()) return done(std::move(decision->answer));
    SealMails(*decision);
    const std::int64_t version = decision->change.based_on_version;
    auto upserts = decision->change.upserts;
    store_.Apply(std::move(decision->change),
                 [this, owner, version, upserts = std::move(upserts), decide = std::move(decide),
                  done = std::move(done), answer = std::move(decision->answer), attempts_left](Status applied) mutable {
                     // A conflict in a member is not about the version.
                     const bool outdated =
                         !applied && applied.error().code == ErrorCode::kConflict && applied.error().pointer.empty();
                     if (!applied && !outdated) return done(std::unexpected(Errors{applied.error()}));
                     const Status current =
                         outdated ? catalogue_.Reload(owner) : catalogue_.Advance(owner, version, upserts);
                     if (!current) return done(std::unexpected(Errors{current.error()}));
                     if (!outdated) return done(std::move(answer));
                     if (attempts_left <= 1) return done(std::unexpected(Errors{applied.error()}));
                     Attempt(owner, std::move(decide), std::move(done), attempts_left - 1);
                 });
}

}  // namespace fairlead::app
