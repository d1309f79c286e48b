#pragma once

#include <stop_token>
#include <string>

#include "ledger/engine/engine.hpp"

namespace fairlead::ledger {

struct PageScrub {
    std::string path;  // The ledger, without links.
    ScrubCalls calls;
};

// Reads every page of the ledger from its file and compares it with its checksum. Names the table, the key and the
// column of a single flipped bit, and the table of everything else, also of a page that the disk cannot read. The
// service may be running. Reads names of tables on `ledger`. Nothing to compare if the pages have no checksums.
Status ScrubPages(const PageScrub& scrub, Connection& ledger, const std::stop_token& stop);

}  // namespace fairlead::ledger
