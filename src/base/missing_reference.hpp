#pragma once

#include <stdexcept>

namespace fairlead {

// Something that is recorded refers to a deal, a version or a position that the record does not contain. Only a damaged
// ledger, or one that has lost commits, causes it. It ends the transaction, not the service.
class MissingReference : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace fairlead
