#pragma once

#include <functional>

#include "app/ports/projection.hpp"
#include "cli/settings.hpp"

namespace fairlead::service {

// Makes the analytics store that the settings name anew from the ledger, or has the server do it that owns them. Tells
// about it twice a second; answers when everything that the ledger held at the beginning is in the store.
Result<app::RebuildProgress> RebuildFacts(const cli::Settings& settings,
                                          const std::function<void(const app::RebuildProgress&)>& on_progress);

}  // namespace fairlead::service
