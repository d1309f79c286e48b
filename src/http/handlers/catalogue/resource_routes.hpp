#pragma once

#include <functional>
#include <optional>
#include <string>

#include "app/access/authenticate.hpp"
#include "app/catalogue/manage_catalogue.hpp"
#include "app/declarations/catalogue_resource.hpp"
#include "http/middleware/require_caller.hpp"

namespace fairlead::http {

// The objects that endpoints of catalogue resources use. They outlive the router.
struct ResourceDependencies {
    app::ManageCatalogue& manage_catalogue;
    const Bytes32& token_key;
    std::string public_url;    // Empty if the service uses the host of each request.
    std::string tracking_url;  // Empty if short tracking URLs have the same host.
};

// Adds the routes that list, read, create and change a catalogue resource.
void AddResourceRoutes(Router& router, const CallerSources& callers, const ResourceDependencies& dependencies,
                       const app::CatalogueResource& resource);

// The view of the catalogue that an answer to this caller shows.
app::View ViewFor(const ResourceDependencies& dependencies, const app::Caller& caller, const Request& request);

// A body, and what a change needs to know about its request.
app::ChangeRequest ChangeRequestOf(const ResourceDependencies& dependencies, const app::Caller& caller,
                                   const Request& request, boost::json::value body);

// Turns the body of a request into a change of the catalogue.
using MakeDecide = std::function<app::ManageCatalogue::Decide(app::ChangeRequest)>;
// Reads the changed resource again for a repeated request. Resources live as long as the program.
using ReadAgain = std::function<std::optional<boost::json::object>(const app::View&, Uuid)>;
ReadAgain ReadAgainFrom(const app::CatalogueResource& resource);

struct ResourceChange {
    MakeDecide decide;
    ReadAgain read = {};  // Without it, a repeated request with an Idempotency-Key is answered with 409.
};

// Reads the body, makes the change that `decide` returns and answers with the changed resource.
void ChangeResource(const ResourceDependencies& dependencies, const app::Caller& caller, const Request& request,
                    int status, Responder responder, const ResourceChange& made);

// The same for an action without parameters: the body is empty or an object without members.
void StepResource(const ResourceDependencies& dependencies, const app::Caller& caller, const Request& request,
                  Responder responder, const ResourceChange& made, int status = 200);

// The id in the path. A path without a valid UUID gives an id that no record has.
Uuid IdInPath(const Request& request);

Response NoSuchResource(const Request& request);

}  // namespace fairlead::http
