#pragma once

#include "demo/operator_actions.hpp"
#include "demo/scenario.hpp"

namespace fairlead::demo {

// What a new demo is known by. The keys are shown to whoever tries it.
struct Founded {
    OperatorId owner;
    std::string api_key;
    std::string feed_key;  // The operator's backend sends events with it.
};

// The operator with its brands, campaigns, creatives, deals, people and saved reports; no affiliates yet.
Founded Found(const Parts& parts);

// An affiliate applies, with its sources and links, and is approved unless the scenario leaves it waiting.
void Join(OperatorActions& actions, const Affiliate& affiliate);
void Suspend(OperatorActions& actions, const Affiliate& affiliate);

// A later version of a deal, from today on.
void Revise(OperatorActions& actions, const Deal& deal, const DealVersion& version);

// Pictures are served by the process itself, wherever it listens this time.
void MovePictures(OperatorActions& actions);

// Null where nobody has joined by this address.
const catalogue::Affiliate* FindAffiliate(const app::OperatorEntry& entry, std::string_view email);

}  // namespace fairlead::demo
