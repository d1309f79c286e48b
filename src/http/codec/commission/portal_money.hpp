#pragma once

#include <memory>

#include <boost/json.hpp>

#include "app/catalogue/catalogue.hpp"
#include "app/portal/summary.hpp"
#include "app/ports/commission_queries.hpp"

namespace fairlead::http {

// The affiliate that an answer is written for. Answers of the portal list each member that affiliates may see. They are
// never made by removing members from the operator's answer.
struct PortalReader {
    std::shared_ptr<const app::OperatorEntry> owner;
    AffiliateId affiliate;
    Bytes32 alias_key;  // The key of players' aliases.
};

boost::json::object EncodePortalAccrual(const PortalReader& reader, const app::AccrualRecord& record);
boost::json::object EncodePortalStatement(const PortalReader& reader, const app::StatementRecord& record);
std::string WritePortalSummary(const PortalReader& reader, const app::PortalSummary& summary);

// An accrual of the affiliate with everything that it was calculated from, as data and as sentences.
boost::json::object EncodePortalExplanation(const PortalReader& reader, const app::Explanation& explanation);

}  // namespace fairlead::http
