#pragma once

#include <span>
#include <string_view>

#include "app/adapters/adapter.hpp"
#include "base/result.hpp"

namespace fairlead::app {

// Reads an adapter. The error names the file, the line and the reason.
Result<Adapter> ReadAdapter(std::string_view name, std::string_view file, std::string_view yaml);

// An adapter that is built into the program. cmake/embed_adapters.cmake writes the list from adapters/.
struct EmbeddedAdapter {
    std::string_view name;
    std::string_view yaml;
};
std::span<const EmbeddedAdapter> EmbeddedAdapters();

// Loads the built-in adapters and all files *.yaml of the folder. An adapter of the folder replaces a built-in one with
// the same name. If `folder` is empty, loads only the built-in ones.
Result<Adapters> LoadAdapters(const std::string& folder);

}  // namespace fairlead::app
