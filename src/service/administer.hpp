#pragma once

#include <string>

#include <boost/json.hpp>

#include "app/operators/create_operator.hpp"
#include "cli/settings.hpp"

namespace fairlead::service {

// What the commands do to the ledger: directly when nobody owns it, through the running server's local socket
// otherwise.

app::ObjectResult CreateOperator(const cli::Settings& settings, const app::NewOperator& wanted, bool make_data);
app::ObjectResult CreateKey(const cli::Settings& settings, const std::string& operator_id,
                            const boost::json::object& key);

// An accrual with all that it follows from; without an operator's id, of whichever operator has it.
// Somebody who may log in with the password of this hash; `user` is as the API has it.
app::ObjectResult CreateUser(const cli::Settings& settings, const std::string& operator_id,
                             const boost::json::object& user, const std::string& password_hash);
app::ObjectResult ExplainAccrual(const cli::Settings& settings, const std::string& operator_id,
                                 const std::string& accrual_id);

}  // namespace fairlead::service
