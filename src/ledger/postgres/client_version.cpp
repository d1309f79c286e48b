#include "ledger/postgres/client_version.hpp"

#include <libpq-fe.h>

namespace fairlead::ledger {

std::string PostgresClientVersion() {
    const int version = PQlibVersion();
    return std::to_string(version / 10000) + "." + std::to_string(version % 10000);
}

}  // namespace fairlead::ledger
