#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace fairlead::app {

// The texts that searches compare, of many records in one piece of memory, so that a scan for a part of a text runs at
// the speed of the memory. The fields of a record are separated by kFieldEnd, which is in no field and in no sought
// text.
class FoldedTexts {
public:
    static constexpr char kFieldEnd = '\x1f';

    // `append` appends the fields of the next record, each followed by kFieldEnd.
    template <class Append>
    void Add(Append append) {
        append(text_);
        ends_.push_back(static_cast<std::uint32_t>(text_.size()));
    }

    // Calls `visit(index, text)` for each record with a field that contains the text, in the order of the records,
    // until `visit` returns false. Returns false if `visit` did.
    template <class Visit>
    bool VisitContaining(std::string_view sought, Visit visit) const {
        return VisitMatches(sought, 0, visit);
    }

    // The same for each record with a field that begins with the text.
    template <class Visit>
    bool VisitBeginning(std::string_view sought, Visit visit) const {
        // kFieldEnd is before every field: it ends the previous field, and it is the first character of `text_`.
        return VisitMatches(kFieldEnd + std::string(sought), 1, visit);
    }

private:
    // `skipped` characters of the sought text are before the field.
    template <class Visit>
    bool VisitMatches(std::string_view sought, std::size_t skipped, Visit visit) const {
        for (std::size_t at = Find(sought, 0); at != std::string::npos;) {
            const auto end = std::ranges::upper_bound(ends_, static_cast<std::uint32_t>(at + skipped));
            const auto index = static_cast<std::size_t>(end - ends_.begin());
            const std::size_t begin = index == 0 ? 1 : ends_[index - 1];
            if (!visit(index, std::string_view(text_).substr(begin, *end - begin))) return false;
            at = Find(sought, *end - skipped);
        }
        return true;
    }

    // memmem is several times as fast as std::string::find.
    std::size_t Find(std::string_view sought, std::size_t from) const {
        const void* found = ::memmem(text_.data() + from, text_.size() - from, sought.data(), sought.size());
        if (found == nullptr) return std::string::npos;
        return static_cast<std::size_t>(static_cast<const char*>(found) - text_.data());
    }

    std::string text_{kFieldEnd};
    std::vector<std::uint32_t> ends_;  // Where each record ends in the text.
};

}  // namespace fairlead::app
