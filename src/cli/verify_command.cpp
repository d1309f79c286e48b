#include "cli/verify_command.hpp"

#include <iostream>

#include "base/text/text.hpp"
#include "cli/print.hpp"
#include "cli/print_verification.hpp"
#include "cli/progress_meter.hpp"

namespace fairlead::cli {

int Verify(const Settings& settings, const Commands& commands, const app::VerificationRequest& request, bool as_json,
           std::ostream& out) {
    ProgressMeter meter;
    const auto report = commands.verify(settings, request, [&meter](const app::VerificationProgress& progress) {
        meter.Show({"verifying " + Readable(progress.operator_name), progress.done, progress.total, "commits"});
    });
    meter.End();
    if (!report) {
        PrintErrors({report.error()});
        return kFailed;
    }
    PrintVerification(*report, as_json, out);
    return report->difference_count == 0 ? kDone : kFailed;
}

int VerifyExpecting(const Settings& settings, const Commands& commands, const GivenVerification& given) {
    app::VerificationRequest request;
    if (given.scrub) request.depth = app::VerificationDepth::kScrub;
    for (const std::string& text : given.expected_heads) {
        const auto head = app::ChainHead::Parse(text);
        if (!head) {
            PrintErrors({Error{ErrorCode::kInvalidValue, "--expect",
                               "must be a head that verify has printed, OPERATORID:NUMBER:HASH, not " + text}});
            return kWrongUsage;
        }
        request.expected.push_back(*head);
    }
    return Verify(settings, commands, request, given.json, std::cout);
}

}  // namespace fairlead::cli
