#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "app/catalogue/catalogue.hpp"
#include "app/search/search_answer.hpp"

namespace fairlead::app {

// A search of the catalogue in memory. Reads no database. Takes a few milliseconds with 100,000 affiliates
// (`./dev bench search`).
struct CatalogueSearch {
    const OperatorEntry& entry;
    std::string_view text;  // Valid UTF-8.
    std::size_t limit = 5;  // Of hits in a group.

    // The records of this type that match, or the record with this id if the text is an id. Nothing for players and
    // statements, which are not in the catalogue. A link is also found by its whole tracking URL.
    SearchGroup Find(SearchType type) const;
};

}  // namespace fairlead::app
