#pragma once

#include "demo/operator_actions.hpp"
#include "demo/scenario.hpp"

namespace fairlead::demo {

// The ids and keys of a new demo. The keys are shown to its users.
struct DemoOperator {
    OperatorId owner;
    std::string api_key;
    std::string feed_key;  // The API key with which the operator's backend sends events.
};

// Creates the operator with its brands, campaigns, creatives, deals, users and saved reports, but without affiliates.
DemoOperator CreateDemo(const Parts& parts);

// An affiliate applies with its sources and links. It is approved unless the scenario leaves it pending.
void Join(OperatorActions& actions, const Affiliate& affiliate);
void Suspend(OperatorActions& actions, const Affiliate& affiliate);

// Adds a later version of a deal, in force from today.
void Revise(OperatorActions& actions, const Deal& deal, const DealVersion& version);

// Updates the URLs of pictures, which this process serves at its current address.
void MovePictures(OperatorActions& actions);

// Null if no affiliate has this address.
const catalogue::Affiliate* FindAffiliate(const app::OperatorEntry& entry, std::string_view email);

}  // namespace fairlead::demo
