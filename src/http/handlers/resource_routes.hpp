#pragma once

#include <boost/json.hpp>

#include "app/authenticate.hpp"
#include "app/resources/catalogue_resource.hpp"
#include "http/handlers/handlers.hpp"

namespace fairlead::http {

// Lists, reads, creates and changes a resource of the catalogue under its path.
void AddResourceRoutes(Router& router, const HandlerContext& context, const app::CatalogueResource& resource);

// What answers to this caller are made with.
app::View ViewFor(const HandlerContext& context, const app::Caller& caller, const Request& request);

// Decodes the body, makes the change that `decide` asks for and answers with the resource.
void ChangeResource(const HandlerContext& context, const app::Caller& caller, const Request& request, int status,
                    Responder responder, const std::function<app::ManageCatalogue::Decide(app::ChangeRequest)>& decide);

// The id in the path. One that is no UUID is nobody's.
Uuid IdInPath(const Request& request);

Response NoSuchResource(const Request& request);

}  // namespace fairlead::http
