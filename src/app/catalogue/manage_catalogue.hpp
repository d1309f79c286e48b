#pragma once

#include <deque>
#include <expected>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <boost/json.hpp>

#include "app/catalogue/catalogue.hpp"
#include "app/catalogue/catalogue_refresher.hpp"
#include "app/catalogue/errors.hpp"
#include "app/ports/catalogue_store.hpp"

namespace fairlead::app {

using ObjectResult = std::expected<boost::json::object, Errors>;
using ObjectDone = std::move_only_function<void(ObjectResult)>;

// The state that a decision is based on. Valid during the call.
struct DecisionContext {
    const CatalogueSnapshot& all;
    const OperatorEntry& own;
};

// Changes the catalogue of operators. The changes of one operator run one after the other. A decision is based on the
// current snapshot; if another node has changed the ledger in the meantime, it is repeated on a new snapshot. The
// change is in force on this node before `done` is called. Callbacks may run on another thread.
class ManageCatalogue {
public:
    // With a refresher, a change is decided on a catalogue that is as new as the request: it includes all changes that
    // other nodes have already confirmed. This also holds if the decision is that nothing changes.
    //
    // With a key (app/ports/outgoing/seal_mail.hpp), the mails of decisions are sealed with it and stored. Without a
    // key, they are dropped, because the service sends no mails.
    ManageCatalogue(Catalogue& catalogue, CatalogueStore& store, CatalogueRefresher* refresher = nullptr,
                    const std::optional<Bytes32>& mail_key = std::nullopt)
        : catalogue_(catalogue), store_(store), refresher_(refresher), mail_key_(mail_key) {}

    // What to store and what to answer. If `change` has no records, nothing is stored.
    struct CatalogueDecision {
        CatalogueChange change;
        boost::json::object answer;
        std::vector<outbox::Mail> mails = {};  // The answer gets a member `mailed`: whether they are sent.
    };

    bool SendsMails() const { return mail_key_.has_value(); }
    using Decide = std::function<std::expected<CatalogueDecision, Errors>(const DecisionContext&)>;

    void Change(OperatorId owner, Decide decide, ObjectDone done);

    // Returns the answer to a repeated request. `subject` is what the first request created, such as "brand/ID".
    using Repeat = std::function<ObjectResult(const OperatorEntry& own, std::string_view subject)>;
    // A request with an Idempotency-Key. `decide` decides the first request with the key; `repeat` answers the later
    // ones.
    void ChangeOnce(OperatorId owner, RequestKey key, Decide decide, Repeat repeat, ObjectDone done);
    // The subject of an earlier request with this key; nothing if there is none. For requests whose decision needs much
    // work first. kKeyReused if the key was used for another request.
    void FindEarlier(OperatorId owner, const RequestKey& key, AnswerDone<std::optional<std::string>> done) {
        store_.FindRequest(owner, key, std::move(done));
    }

private:
    void AnswerRepeated(OperatorId owner, const std::string& subject, const Repeat& repeat, ObjectDone done);

    struct Waiting {
        Decide decide;
        ObjectDone done;
    };

    void Enqueue(OperatorId owner, Decide decide, ObjectDone done);
    void RunWaiting(OperatorId owner);
    std::optional<Waiting> TakeNext(OperatorId owner);
    void Attempt(OperatorId owner, Decide decide, ObjectDone done, int attempts_left);
    void SealMails(CatalogueDecision& decision) const;

    Catalogue& catalogue_;
    CatalogueStore& store_;
    CatalogueRefresher* refresher_;
    const std::optional<Bytes32> mail_key_;
    std::mutex mutex_;
    std::map<OperatorId, std::deque<Waiting>> waiting_;  // Only operators with a change in progress.
};

}  // namespace fairlead::app
