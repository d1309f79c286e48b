#pragma once

#include <functional>
#include <string>

#include "app/manage_catalogue.hpp"
#include "http/handlers/handlers.hpp"

namespace fairlead::http {

// What a catalogue resource needs to be listed, read, created and changed under its path.
struct ResourceRoutes {
    std::string path;                                                                 // Under the base path: "/brands".
    std::function<std::vector<boost::json::object>(const app::OperatorEntry&)> list;  // In order of id.
    std::function<app::ManageCatalogue::Decide(boost::json::value body, std::string actor)> create;
    std::function<app::ManageCatalogue::Decide(Uuid id, boost::json::value body, std::string actor)> update;
};

void AddResourceRoutes(Router& router, const HandlerContext& context, ResourceRoutes routes);

}  // namespace fairlead::http
