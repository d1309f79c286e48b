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

// What a decision is made on. Valid during the call.
struct Moment {
    const CatalogueSnapshot& all;
    const OperatorEntry& own;
};

// Changes what an operator manages, one change of an operator after the other. A decision is made on the current
// snapshot; when another node has moved the ledger on meanwhile it is made again on a fresh one. Before `done` hears of
// success the change is in force on this node. Callbacks may run on another thread.
class ManageCatalogue {
public:
    // With a refresher a change is decided on a catalogue that is as new as the change: what other nodes have answered
    // counts, even where the decision is that nothing changes.
    ManageCatalogue(Catalogue& catalogue, CatalogueStore& store, CatalogueRefresher* refresher = nullptr)
        : catalogue_(catalogue), store_(store), refresher_(refresher) {}

    // What to store and what to answer. Where there is nothing to store, nothing happens.
    struct CatalogueDecision {
        CatalogueChange change;
        boost::json::object answer;
    };
    using Decide = std::function<std::expected<CatalogueDecision, Errors>(const Moment&)>;

    void Change(OperatorId owner, Decide decide, ObjectDone done);

private:
    struct Waiting {
        Decide decide;
        ObjectDone done;
    };

    void Enqueue(OperatorId owner, Decide decide, ObjectDone done);
    void RunWaiting(OperatorId owner);
    std::optional<Waiting> TakeNext(OperatorId owner);
    void Attempt(OperatorId owner, Decide decide, ObjectDone done, int attempts_left);

    Catalogue& catalogue_;
    CatalogueStore& store_;
    CatalogueRefresher* refresher_;
    std::mutex mutex_;
    std::map<OperatorId, std::deque<Waiting>> waiting_;  // Of operators with a change under way.
};

}  // namespace fairlead::app
