#pragma once

#include <map>
#include <memory>
#include <stop_token>

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

// The objects that digests are made from. They outlive the digests.
struct DigestParts {
    RunReport& run_report;
    const Projection& projection;
    Outbox& outbox;
};

// Mails the figures of the last week to the people of affiliates: clicks, registrations, first deposits and commission,
// beside those of the week before. Each week once, by one node. If the service did not run on Monday, the digest is
// made up for; only that of the last week. For one thread.
class WeeklyDigest {
public:
    explicit WeeklyDigest(const DigestParts& parts) : parts_(parts) {}

    // Mails the digest of this operator if it was not mailed yet. Returns false if reports do not show the whole week
    // yet, or something failed: look again soon. Blocks; ends early if it should stop.
    bool Look(const std::shared_ptr<const OperatorEntry>& owner, Timestamp now, const std::stop_token& stop);

private:
    struct Known {
        Date done;        // The Monday of the last digest that was mailed, by whichever node.
        Timestamp again;  // There was nothing to mail. Looks again then: events may arrive late.
    };

    Result<std::vector<outbox::MailNotice>> MailsFor(const std::shared_ptr<const OperatorEntry>& owner, Date monday,
                                                     const std::stop_token& stop);

    DigestParts parts_;
    std::map<OperatorId, Known> known_;
};

}  // namespace fairlead::app
