#pragma once

#include <optional>
#include <string>

#include "base/time/date.hpp"
#include "demo/founding.hpp"
#include "demo/history.hpp"

namespace fairlead::demo {

// What a run leaves for the next one, in a file beside the data: it also says that the data is a demo's.
struct DemoState {
    Founded founded;
    Span span;
};

// Nothing where there is no such file, or it is not one.
std::optional<DemoState> ReadDemoState(const std::string& folder);
Status WriteDemoState(const std::string& folder, const DemoState& state);

}  // namespace fairlead::demo
