#pragma once

#include "http/server/router.hpp"

namespace fairlead::app {
class Catalogue;
class CatalogueStore;
class CommissionQueries;
class ManageCatalogue;
class Projection;
}  // namespace fairlead::app

namespace fairlead::http {

// The objects that commands use. They outlive the router.
struct ControlDependencies {
    app::Catalogue& catalogue;
    app::CatalogueStore& catalogue_store;
    app::ManageCatalogue& manage_catalogue;
    app::CommissionQueries& commission_queries;
    app::Projection& projection;
};

// /control/…, on the local socket: the requests that the command line sends to a running server.
void AddControlRoutes(Router& router, const ControlDependencies& dependencies);

}  // namespace fairlead::http
