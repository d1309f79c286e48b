#pragma once

#include <vector>

#include <boost/json.hpp>

#include "app/catalogue/catalogue.hpp"
#include "app/ports/signals/signal_store.hpp"
#include "app/signals/judge_rules.hpp"

namespace fairlead::http {

// Encode fraud signals, what a trial of a rule found, and the versions of a rule.
boost::json::object EncodeSignal(const app::SignalRecord& signal, const app::OperatorEntry& owner);
boost::json::object EncodeTrial(const app::Judgement& found, const reporting::TimeSpan& asked);
boost::json::object EncodeRuleVersions(const std::vector<app::RuleVersion>& versions, std::int64_t after,
                                       std::size_t limit);

}  // namespace fairlead::http
