#include "ledger/index/index_version.hpp"

#include <rocksdb/version.h>

namespace fairlead::ledger {

std::string IndexVersion() { return rocksdb::GetRocksVersionAsString(); }

}  // namespace fairlead::ledger
