#pragma once

#include <memory>

#include <boost/json.hpp>

#include "app/catalogue/catalogue.hpp"
#include "app/portal/summary.hpp"
#include "app/ports/commission_queries.hpp"

namespace fairlead::http {

// Whom something is written for. Everything here is made of what affiliates may know, member by member: nothing is
// taken over from what the operator sees and shortened.
struct PortalReader {
    std::shared_ptr<const app::OperatorEntry> owner;
    AffiliateId affiliate;
    Bytes32 alias_key;  // Of the names that players have for affiliates.
};

boost::json::object EncodePortalAccrual(const PortalReader& reader, const app::AccrualRecord& record);
boost::json::object EncodePortalStatement(const PortalReader& reader, const app::StatementRecord& record);
std::string WritePortalSummary(const PortalReader& reader, const app::PortalSummary& summary);

// An accrual of the reader's with what it follows from, as data and in sentences.
boost::json::object EncodePortalExplanation(const PortalReader& reader, const app::Explanation& explanation);

}  // namespace fairlead::http
