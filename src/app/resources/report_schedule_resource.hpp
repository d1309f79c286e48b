#pragma once

#include "app/declarations/catalogue_resource.hpp"

namespace fairlead::app {

// Deletes a schedule, its runs and their files. The body is ignored.
ManageCatalogue::Decide DeleteReportSchedule(Uuid id, ChangeRequest request);

// Adds the deletion of a schedule to a change.
void AddScheduleDeletion(const OperatorEntry& own, const outbox::ReportSchedule& schedule, const std::string& actor,
                         CatalogueChange& change);

// Whether reports can be mailed to the user: a person of the operator, not of an affiliate.
bool CanGetReports(const catalogue::User& user);

}  // namespace fairlead::app
