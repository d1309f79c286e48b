#pragma once

#include <boost/json.hpp>

#include "app/access/authenticate.hpp"
#include "app/declarations/catalogue_resource.hpp"
#include "http/handlers/handlers.hpp"

namespace fairlead::http {

// Lists, reads, creates and changes a resource of the catalogue under its path.
void AddResourceRoutes(Router& router, const HandlerContext& context, const app::CatalogueResource& resource);

// What answers to this caller are made with.
app::View ViewFor(const HandlerContext& context, const app::Caller& caller, const Request& request);

// Makes the change that a body asks for.
using MakeDecide = std::function<app::ManageCatalogue::Decide(app::ChangeRequest)>;

// Decodes the body, makes the change that `decide` asks for and answers with the resource.
void ChangeResource(const HandlerContext& context, const app::Caller& caller, const Request& request, int status,
                    Responder responder, const MakeDecide& decide);

// The same for a step that needs no words: there is no body, or an object without members.
void StepResource(const HandlerContext& context, const app::Caller& caller, const Request& request, Responder responder,
                  const MakeDecide& decide, int status = 200);

// The id in the path. One that is no UUID is nobody's.
Uuid IdInPath(const Request& request);

Response NoSuchResource(const Request& request);

}  // namespace fairlead::http
