#pragma once

#include "app/declarations/catalogue_resource.hpp"

namespace fairlead::app {

// Deletes a schedule, its runs and their files. The body is ignored.
ManageCatalogue::Decide DeleteReportSchedule(Uuid id, ChangeRequest request);

// Gives a schedule with a URL a new secret, which the answer shows once. The previous one stays valid for a day.
ManageCatalogue::Decide RotateScheduleSecret(Uuid id, ChangeRequest request);

// The user no longer gets the mails of this schedule. Changes nothing if the user does not get them anyway, or the
// schedule is deleted. kNotFound if there is no such user.
ManageCatalogue::Decide LeaveReportSchedule(DestinationId schedule, UserId user);

// Adds the deletion of a schedule to a change.
void AddScheduleDeletion(const OperatorEntry& own, const outbox::ReportSchedule& schedule, const std::string& actor,
                         CatalogueChange& change);

// Whether reports can be mailed to the user: a person of the operator, not of an affiliate.
bool CanGetReports(const catalogue::User& user);

}  // namespace fairlead::app
