#pragma once

#include <memory>

#include "app/ports/facts.hpp"
#include "cli/settings.hpp"
#include "facts/projector.hpp"

namespace fairlead::service {

// Whether the settings name the embedded analytics store, which one process owns. Nodes share any other store.
bool AreFactsEmbedded(const cli::Settings& settings);

// Opens the analytics store of these settings. A damaged file is set aside and replaced by an empty one.
Result<std::unique_ptr<app::FactStore>> OpenFacts(const cli::Settings& settings);

facts::ProjectorOptions ProjectorOptionsOf(const cli::Settings& settings);

}  // namespace fairlead::service
