#pragma once

#include "app/reports/explain_change.hpp"

namespace fairlead::app {

// Writes the sentences of an explanation and of its parts.
void WriteTexts(ChangeExplanation& explanation);

}  // namespace fairlead::app
