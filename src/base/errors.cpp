#include "base/errors.hpp"

#include <utility>

namespace fairlead {

Errors::Errors(std::initializer_list<Error> errors) {
    for (const Error& error : errors) push_back(error);
}

void Errors::push_back(Error error) {
    has_more_ = has_more_ || errors_.size() >= kErrorsMax;
    if (!has_more_) errors_.push_back(std::move(error));
}

void AppendAt(std::string_view pointer, Errors errors, Errors& all) {
    for (Error& error : errors) {
        error.pointer.insert(0, pointer);
        all.push_back(std::move(error));
    }
    all.has_more_ = all.has_more_ || errors.has_more_;
}

}  // namespace fairlead
