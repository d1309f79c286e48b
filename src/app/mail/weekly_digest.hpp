#pragma once

#include <map>
#include <memory>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "app/catalogue/catalogue.hpp"
#include "app/ports/outgoing/outbox.hpp"
#include "app/ports/projection.hpp"
#include "app/reports/run_report.hpp"

namespace fairlead::app {

// The digest that was due last: on Monday at seven in the operator's time zone, about the week before.
struct DueDigest {
    Date monday;
    Timestamp due_at;

    bool operator==(const DueDigest&) const = default;
};
DueDigest LastDigest(const TimeZone& zone, Timestamp now);

// A part of the affiliates of an operator, whose digests are computed and stored together.
struct DigestStep {
    std::string subject;                  // Of the entry in the audit log. Each step has its own subject.
    std::vector<AffiliateId> affiliates;  // Those with a person who wants the digest.
};
// The steps of all affiliates, at most `most` affiliates each. A step does not change when affiliates are added later,
// so that a restarted service and other nodes know which steps are done.
std::vector<DigestStep> DigestSteps(const OperatorEntry& owner, std::size_t most);

// The objects that digests are made from. They outlive the digests.
struct DigestParts {
    RunReport& run_report;
    const Projection& projection;
    Outbox& outbox;
};

// Mails the figures of the last week to the people of affiliates: clicks, registrations, first deposits and commission,
// beside those of the week before. One node mails the digest of each week once. If the service did not run on Monday,
// it mails the digest later, but only that of the last week. For one thread.
class WeeklyDigest {
public:
    explicit WeeklyDigest(const DigestParts& parts) : parts_(parts) {}

    // Mails the next step of this operator's digest if there is one. Returns false if there are more steps, reports do
    // not show the whole week yet, or something failed: look again soon. Blocks for the reports of one step; ends early
    // if a stop is requested.
    bool Look(const std::shared_ptr<const OperatorEntry>& owner, Timestamp now, const std::stop_token& stop);

private:
    struct Known {
        Date monday;
        std::set<std::string> done;   // The steps of this Monday that are mailed, by whichever node.
        std::set<std::string> empty;  // The steps that had nothing to mail.
        Timestamp again;              // When the empty steps are looked at again: events may arrive late.
    };

    static const DigestStep* NextStep(const std::vector<DigestStep>& steps, const Known& known);
    bool MailStep(const std::shared_ptr<const OperatorEntry>& owner, const DigestStep& step, const DueDigest& due,
                  const std::stop_token& stop);
    Result<std::vector<outbox::MailNotice>> MailsFor(const std::shared_ptr<const OperatorEntry>& owner,
                                                     const DigestStep& step, Date monday, const std::stop_token& stop);

    DigestParts parts_;
    std::map<OperatorId, Known> known_;
};

}  // namespace fairlead::app
