#pragma once

#include <stdexcept>

namespace fairlead::ledger {

// A value in the database is not what was stored: a person or a disk error has changed it. This can happen to every
// value of every row, so it is an exception. The transaction that reads the value fails, and `verify` reports it.
class DamagedRecord : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

inline void CheckReadable(bool readable, const char* what) {
    if (!readable) throw DamagedRecord(what);
}

}  // namespace fairlead::ledger
