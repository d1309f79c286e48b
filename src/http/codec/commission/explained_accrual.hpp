#pragma once

#include <utility>

#include "app/catalogue/manage_catalogue.hpp"
#include "app/commission/explain_accrual.hpp"
#include "http/codec/commission/commission_json.hpp"

namespace fairlead::http {

// Encodes an explained accrual like the management API, for callers that may see all operators.
inline app::AnswerDone<app::ExplainedAccrual> EncodeExplained(app::ObjectDone done) {
    return [done = std::move(done)](const Result<app::ExplainedAccrual>& found) mutable {
        if (!found) return done(std::unexpected(app::Errors{found.error()}));
        done(EncodeExplanation(found->explanation, *found->owner));
    };
}

}  // namespace fairlead::http
