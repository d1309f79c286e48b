#pragma once

#include <optional>
#include <string>

#include "base/time/date.hpp"
#include "demo/create_demo.hpp"
#include "demo/history.hpp"

namespace fairlead::demo {

// The state that one run leaves for the next, in a file beside the data. The file also marks the data as a demo's.
struct DemoState {
    DemoOperator account;
    Span span;
};

// Empty if there is no valid file.
std::optional<DemoState> ReadDemoState(const std::string& folder);
Status WriteDemoState(const std::string& folder, const DemoState& state);

}  // namespace fairlead::demo
