#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "app/catalogue/catalogue.hpp"
#include "app/ports/answers.hpp"
#include "app/search/search_answer.hpp"

namespace fairlead::app {

class CommissionQueries;
class RecordQueries;

struct SearchRequest {
    std::shared_ptr<const OperatorEntry> owner;
    std::string text;                          // Trimmed, valid UTF-8.
    std::function<bool(SearchType)> may_read;  // What the caller may see.
    std::size_t limit = 5;                     // Of hits in a group.
    Bytes32 alias_key{};                       // See PlayerAlias.
};

// Finds everything that matches: first in the catalogue, on the calling thread, and then players and closed statements
// in the ledger, by indexes. The ports outlive the search.
void FindAnything(RecordQueries& records, CommissionQueries& commission, SearchRequest request,
                  AnswerDone<SearchAnswer> done);

}  // namespace fairlead::app
