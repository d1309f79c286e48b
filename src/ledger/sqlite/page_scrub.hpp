#pragma once

#include <stop_token>
#include <string>

#include "ledger/engine/engine.hpp"

namespace fairlead::ledger {

struct PageScrub {
    std::string path;  // The ledger, without links.
    ScrubCalls calls;
};

// Reads every page of the ledger from its file and compares it with its checksum. Names the table and the number of
// each damaged page, and usually the key and the column if only one bit is flipped. A page that the disk cannot read
// counts as damaged. The service may be running. Reads names of tables on `ledger`. Does nothing if the pages have no
// checksums.
Status ScrubPages(const PageScrub& scrub, Connection& ledger, const std::stop_token& stop);

}  // namespace fairlead::ledger
