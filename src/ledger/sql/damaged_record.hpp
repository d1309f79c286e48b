#pragma once

#include <stdexcept>

namespace fairlead::ledger {

// Something in the database cannot be what was stored there: a hand or a disk has changed it. Every value of every row
// can be, so this is thrown; the transaction that reads it fails, and `verify` names it.
class DamagedRecord : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

inline void CheckReadable(bool readable, const char* what) {
    if (!readable) throw DamagedRecord(what);
}

}  // namespace fairlead::ledger
