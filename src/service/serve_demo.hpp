#pragma once

#include <csignal>
#include <functional>
#include <string>

#include "cli/settings.hpp"
#include "http/server/router.hpp"

namespace fairlead::service {

// The URL of a service that listens on this address.
std::string UrlOf(const cli::Settings& settings, const std::string& address);

// Serves the logo and the pictures of the demo's creatives.
void AddDemoRoutes(http::Router& router);

// Returns a function that reports whether one of these blocked signals has arrived. Long work before serving calls it
// between steps.
std::function<bool()> AskForSignals(const sigset_t& signals);

}  // namespace fairlead::service
