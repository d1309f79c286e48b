#pragma once

#include "http/handlers/records/players.hpp"

namespace fairlead::http {

// GET /search: finds everything of the operator that the caller may read.
void SearchEverything(const PlayerDependencies& dependencies, const app::Caller& caller, const Request& request,
                      Responder responder);

}  // namespace fairlead::http
