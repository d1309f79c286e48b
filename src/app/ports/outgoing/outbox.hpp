#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/ports/answers.hpp"
#include "app/ports/audit.hpp"
#include "app/ports/request_key.hpp"
#include "domain/money/money.hpp"
#include "domain/outbox/lane.hpp"
#include "domain/outbox/mail.hpp"
#include "domain/outbox/message.hpp"
#include "domain/outbox/report_schedule.hpp"

namespace fairlead::app {

// A destination of an operator.
struct LaneKey {
    OperatorId owner;
    DestinationId destination;

    auto operator<=>(const LaneKey&) const = default;
};

// A destination that this node may send to, and how it has answered so far.
struct LeasedLane {
    LaneKey key;
    outbox::LaneHealth health;
    // No other node has had the destination since this node had it last. If false, another node may have sent messages
    // that this node has read.
    bool is_renewal = false;
};

// What the record says about a message, as of now. Macros and bodies are made from it.
struct MessageFacts {
    AffiliateId affiliate;  // Whom a postback belongs to. For a webhook: whom the player or the accrual belongs to.
    std::optional<PlayerId> player;
    std::optional<EventId> event;
    Timestamp time;  // The event's time, else the accrual's.
    std::optional<Money> money;
    std::string country;
    std::optional<BrandId> brand;
    std::optional<ClickId> click;
    std::string origin;  // Encoded; empty if it is not known.
    std::optional<AccrualId> accrual;
    std::optional<Money> commission;
    std::string component;            // Of the accrual; empty without one.
    std::string reason;               // The same.
    std::string player_ref;           // The operator's reference. Only for webhooks.
    std::optional<EventId> reverses;  // The event whose message this one takes back.
    std::optional<AccrualId> reverses_accrual;
};

// A message that waits, with what is needed to send it.
struct WaitingMessage {
    outbox::QueuedMessage queued;
    outbox::DestinationKind kind = outbox::DestinationKind::kPostback;
    std::string type;
    std::string content;  // Empty if it is made from the facts.
    MessageFacts facts;
    std::vector<outbox::ReportFile> files = {};  // Of a report. Read just before it is sent.
};

// An attempt to send a message, and what follows from it.
struct AttemptResult {
    LaneKey lane;
    outbox::MessagePlace place;
    Timestamp round;  // Of the message when it was sent.
    Timestamp at;
    int status = 0;  // Of HTTP; 0: no answer.
    std::int64_t duration_ms = 0;
    std::string error;    // Empty if there was an answer.
    std::string address;  // Secrets are masked.
    std::string answer;   // The first bytes.
    outbox::Verdict verdict;
    outbox::LaneHealth health;  // Of the destination, after the attempt.
};

// A message that a person or another node has changed while an attempt was under way. The outcome of the attempt is not
// the message's.
struct ChangedDuringAttempt {
    std::size_t attempt = 0;         // Its index among the recorded attempts.
    std::optional<Timestamp> round;  // Of a replay: the message waits again. Empty: it does not wait any more.
};

enum class DeliveryStatus : std::uint8_t { kWaiting, kDelivered, kFailed };

struct Attempt {
    Timestamp at;
    int status = 0;
    std::int64_t duration_ms = 0;
    std::string error;
    std::string address;
    std::string answer;
};

// A message in the outbox, for people.
struct DeliveryRecord {
    outbox::MessagePlace place;
    DestinationId destination;
    outbox::DestinationKind kind = outbox::DestinationKind::kPostback;
    std::string type;
    std::optional<PlayerId> player;
    std::optional<EventId> event;
    std::optional<AccrualId> accrual;
    bool is_share = false;  // The accrual is a share of a sub-affiliate's commission.
    DeliveryStatus status = DeliveryStatus::kWaiting;
    std::int64_t attempt_count = 0;
    Timestamp next_attempt_at;
    std::vector<Attempt> attempts;  // The last ones.
};

struct DeliveryQuery {
    OperatorId owner;
    std::size_t limit = 50;
    std::optional<outbox::MessagePlace> before;  // The cursor: newest first.
    // Only messages of these destinations. Nothing: of all.
    std::optional<std::vector<DestinationId>> destinations;
    std::optional<DeliveryStatus> status;
    std::optional<EventId> event;
    std::optional<AccrualId> accrual;
    std::optional<Timestamp> from;
    std::optional<Timestamp> to;
};
using DeliveryPage = Page<DeliveryRecord, outbox::MessagePlace>;

// The most messages that are replayed at once.
inline constexpr std::int64_t kReplayedMax = 100'000;

// Which message to send again.
struct ReplayRequest {
    OperatorId owner;
    MessageId message;
    std::string actor;
    std::optional<RequestKey> key = std::nullopt;
};

// Which messages to send again: all of a destination that were created in this time.
struct ReplayRange {
    OperatorId owner;
    DestinationId destination;
    Timestamp from;
    Timestamp to;  // Not included.
    std::string actor;
    std::optional<RequestKey> key = std::nullopt;
};

// A run of a scheduled report, for people, without its files.
struct ReportRunRecord {
    outbox::ReportRun run;
    Timestamp at;
    std::vector<DeliveryRecord> deliveries;  // Its messages, without attempts.
};
inline constexpr std::size_t kReportRunsKept = 50;      // Of a schedule.
inline constexpr std::size_t kReportRunsWithFiles = 5;  // The newest of them.

// What waits in an operator's outbox.
struct OutboxHealth {
    struct Waiting {
        DestinationId destination;
        std::int64_t count = 0;  // At most kWaitingCountMax.
        Timestamp oldest_at;
    };
    static constexpr std::int64_t kWaitingCountMax = 10'000;
    std::vector<Waiting> waiting;
    std::int64_t failed = 0;  // Messages that have failed and were not replayed; at most kWaitingCountMax.
};

// What a commit has done to messages.
struct StoredMessages {
    std::set<DestinationId> destinations;
    bool replayed = false;  // Earlier messages wait again.
};
using MessagesStored = std::function<void(OperatorId, const StoredMessages&)>;

// The messages that leave the service. Safe from any thread.
class Outbox {
public:
    virtual ~Outbox() = default;

    // From now on, `stored` is called on a thread of the ledger after a commit of this node that wrote messages, with
    // their destinations. It must return at once. An empty function ends this.
    virtual void OnMessages(MessagesStored stored) = 0;

    // From now on, commits also write the mails that inform people. Without this call they do not, because nobody would
    // send the mails.
    virtual void WriteMails() = 0;

    // For the thread that sends.

    // Those of these destinations that have waiting messages.
    virtual void FindWaiting(std::vector<LaneKey> lanes, AnswerDone<std::vector<LaneKey>> done) = 0;
    // Takes or renews the leases of these destinations for this time. Returns those that this node now has; another
    // node may have the others. The time counts from the call, so the caller must stop sending before it is over.
    virtual void Lease(std::vector<LaneKey> lanes, std::int64_t micros, AnswerDone<std::vector<LeasedLane>> done) = 0;
    virtual void Release(std::vector<LaneKey> lanes, StatusDone done) = 0;
    // The first waiting messages after `after`, in the order of their places.
    virtual void ReadWaiting(LaneKey lane, std::optional<outbox::MessagePlace> after, std::size_t limit,
                             AnswerDone<std::vector<WaitingMessage>> done) = 0;
    // Stores the attempts and what follows from them. Nothing follows from an attempt whose message a person has
    // replayed since it was sent: the message still waits. A failed attempt does not make a message wait that was
    // delivered or has failed since. Returns these messages.
    virtual void Record(std::vector<AttemptResult> results, AnswerDone<std::vector<ChangedDuringAttempt>> done) = 0;
    // The files of the run that this commit stored. Empty if they are not kept any more.
    virtual void ReadReportFiles(OperatorId owner, Timestamp commit,
                                 AnswerDone<std::vector<outbox::ReportFile>> done) = 0;

    // For people.

    virtual void List(DeliveryQuery query, AnswerDone<DeliveryPage> done) = 0;
    // kNotFound if there is no such message.
    virtual void Read(OperatorId owner, MessageId id, AnswerDone<DeliveryRecord> done) = 0;
    // Makes the message wait again and due now, even if it was delivered: receivers drop repeats by its id. A repeated
    // request with the key of an earlier one changes nothing.
    virtual void Replay(ReplayRequest request, AnswerDone<DeliveryRecord> done) = 0;
    // Does the same with several messages and returns how many wait again. kInvalidValue if they are more than
    // kReplayedMax. A repeated request with the key of an earlier one changes nothing and gets the same number.
    virtual void ReplayAll(ReplayRange range, AnswerDone<std::int64_t> done) = 0;
    // Writes the entry to the audit log, what webhooks report about it, and these mails, unless the log already has an
    // entry with this action and subject from `since` or later. A ledger that was restored after `since` mails nothing:
    // the original has mailed it.
    virtual void AnnounceOnce(OperatorId owner, AuditEntry entry, Timestamp since,
                              std::vector<outbox::MailNotice> mails, StatusDone done) = 0;
    virtual void ReadHealth(OperatorId owner, std::vector<DestinationId> destinations,
                            AnswerDone<OutboxHealth> done) = 0;
    // The newest runs of a schedule, newest first.
    virtual void ReadReportRuns(OperatorId owner, DestinationId schedule,
                                AnswerDone<std::vector<ReportRunRecord>> done) = 0;
};

}  // namespace fairlead::app
