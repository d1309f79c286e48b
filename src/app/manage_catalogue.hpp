#pragma once

#include <expected>
#include <functional>
#include <string>
#include <vector>

#include <boost/json.hpp>

#include "app/catalogue.hpp"
#include "app/ports/ledger.hpp"
#include "app/resources/resource.hpp"

namespace fairlead::app {

using ObjectResult = std::expected<boost::json::object, Errors>;
using ObjectDone = std::move_only_function<void(ObjectResult)>;

// Changes what an operator manages. A decision is made on the current snapshot; when the ledger has moved on meanwhile
// it is made again on a fresh one. Before `done` hears of success the change is in force on this node. Callbacks may
// run on another thread.
class ManageCatalogue {
public:
    ManageCatalogue(Catalogue& catalogue, Ledger& ledger) : catalogue_(catalogue), ledger_(ledger) {}

    // What to store and what to answer.
    struct Decision {
        CatalogueChange change;
        boost::json::object answer;
    };
    using Decide = std::function<std::expected<Decision, Errors>(const OperatorEntry&)>;

    void Change(OperatorId owner, Decide decide, ObjectDone done);

private:
    void Attempt(OperatorId owner, Decide decide, ObjectDone done, int attempts_left);

    Catalogue& catalogue_;
    Ledger& ledger_;
};

// The decisions. `actor` is who asks, for the audit log.
ManageCatalogue::Decide CreateBrand(boost::json::value body, std::string actor);
ManageCatalogue::Decide UpdateBrand(BrandId id, boost::json::value body, std::string actor);
ManageCatalogue::Decide CreateApiKey(boost::json::value body, std::string actor);
ManageCatalogue::Decide UpdateApiKey(ApiKeyId id, boost::json::value body, std::string actor);

// What lists and single reads answer, in order of creation.
std::vector<boost::json::object> BrandObjects(const OperatorEntry& entry);
std::vector<boost::json::object> ApiKeyObjects(const OperatorEntry& entry);

}  // namespace fairlead::app
