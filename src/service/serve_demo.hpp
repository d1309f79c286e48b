#pragma once

#include <csignal>
#include <functional>
#include <string>

#include "cli/settings.hpp"
#include "http/server/router.hpp"

namespace fairlead::service {

// Where people find a service that listens on an address.
std::string UrlOf(const cli::Settings& settings, const std::string& address);

// The pictures of the demo's creatives and its logo.
void AddDemoRoutes(http::Router& router);

// Whether one of the signals has come, which are blocked: what takes long before serving asks now and then.
std::function<bool()> AskForSignals(const sigset_t& signals);

}  // namespace fairlead::service
