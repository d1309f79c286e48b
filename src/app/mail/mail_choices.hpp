#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/catalogue/manage_catalogue.hpp"

namespace fairlead::app {

// The topics of the mails that a person of this role can get.
std::vector<catalogue::MailTopic> TopicsFor(catalogue::UserRole role);

// Which of these topics the user wants, by their names.
boost::json::object EncodeMailChoices(const catalogue::User& user);

using MailChoices = std::map<catalogue::MailTopic, bool>;
// Stores what the user chose. The answer is that of EncodeMailChoices. `way` is for the audit log: "settings", or
// "link" for a choice without a log-in.
ManageCatalogue::Decide ChooseMails(UserId id, MailChoices choices, std::string way);

}  // namespace fairlead::app
