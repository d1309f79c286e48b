#pragma once

#include <string>

#include <boost/json.hpp>

#include "app/operators/create_operator.hpp"
#include "cli/command_line.hpp"
#include "cli/settings.hpp"

namespace fairlead::service {

// The commands on the ledger. They work directly if no process owns the data folder, otherwise through the local socket
// of the running service.

app::ObjectResult CreateOperator(const cli::Settings& settings, const app::NewOperator& wanted, bool make_data);
app::ObjectResult CreateKey(const cli::Settings& settings, const std::string& operator_id,
                            const boost::json::object& key);

// Creates a user with the password of this hash. `user` has the form of the API.
app::ObjectResult CreateUser(const cli::Settings& settings, const std::string& operator_id,
                             const boost::json::object& user, const std::string& password_hash);
// Returns `items`: all records of a kind (see app::ListRecords).
app::ObjectResult ListRecords(const cli::Settings& settings, const std::string& kind, const std::string& operator_id);
// Returns an accrual with its explanation. An empty `operator_id` searches all operators.
app::ObjectResult ExplainAccrual(const cli::Settings& settings, const std::string& operator_id,
                                 const std::string& accrual_id);
// Returns the result of a simulation. `asked` has `operator`, which may be empty if there is only one, and `request`,
// the body of POST /deals/simulate.
app::ObjectResult SimulateDeal(const cli::Settings& settings, const boost::json::object& asked,
                               const cli::OnSimulationProgress& progress);

}  // namespace fairlead::service
