#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <set>
#include <stop_token>
#include <thread>
#include <vector>

#include "app/catalogue/catalogue.hpp"
#include "app/catalogue/manage_catalogue.hpp"
#include "app/outbox/destinations.hpp"
#include "app/ports/outgoing/mail_sender.hpp"
#include "app/ports/outgoing/outbox.hpp"
#include "app/ports/outgoing/sender.hpp"
#include "domain/outbox/mail.hpp"
#include "telemetry/metrics.hpp"

namespace fairlead::delivery {

// Everything that delivery uses. It outlives the delivery.
struct DeliveryParts {
    app::Outbox& outbox;
    app::Sender& sender;
    app::Catalogue& catalogue;
    app::ManageCatalogue& manage_catalogue;
    telemetry::Metrics& metrics;
    Bytes32 token_key{};              // Of players' aliases, and of the secrets of webhooks.
    app::MailSender* mail = nullptr;  // Null: mails are not sent, and wait.
    Bytes32 mail_key{};
    Bytes32 unsubscribe_key{};
};

// Sends the messages of the outbox on a thread of its own, which decides what is sent when. Each destination has its
// own queue. Only the beginning of a queue is in memory. Answers of the ledger and of receivers arrive as notes for the
// thread.
class Delivery {
public:
    explicit Delivery(const DeliveryParts& parts) : parts_(parts) {}
    ~Delivery() { Stop(); }

    void Start();
    // Waits for what is being sent and recorded, a few seconds at most. What is not recorded then is sent again.
    void Stop();

private:
    using LeaseEnd = std::shared_ptr<std::atomic<std::int64_t>>;

    // A destination that this node sends to.
    struct Sending {
        outbox::Lane queue;
        outbox::LaneHealth health;
        std::map<outbox::MessagePlace, app::WaitingMessage> messages;  // Those in the queue.
        // By BootMicros, because a lease also ends while the machine is suspended. Shared with the mails and files that
        // are being sent, which end with the lease. Another lease after a lost one has another object.
        LeaseEnd leased_until = std::make_shared<std::atomic<std::int64_t>>(0);
        std::int64_t idle_since = 0;                  // By the steady clock; 0: not idle.
        std::int64_t reread_at = 0;                   // The same; when the queue is read again from its start.
        std::optional<outbox::MessagePlace> read_to;  // The queue has every waiting message up to here.
        bool reading = false;
        bool read_is_old = false;              // It began before the lease: another node may have sent what it finds.
        std::int64_t read_at = 0;              // By the steady clock; not read before.
        bool maybe_more = true;                // The ledger may have messages that are not in the queue.
        std::set<outbox::MessagePlace> ended;  // What left the queue during a read: the read may still return it.

        // A person who replays a message expects it to be sent now, even if the destination has failed before.
        void ForgetWaits() { health.next_try_at = health.left_alone_until = {}; }
        // Nothing that was read is valid any more. What is being sent stays until its answer is recorded.
        void StartOver(const outbox::LaneHealth& stored);
    };

    void Run(const std::stop_token& stop);
    void Post(std::move_only_function<void()> note);
    // Safe from any thread, like Post.
    void NoteStored(OperatorId owner, const app::StoredMessages& stored);
    void RunNotes();
    void OnStored(OperatorId owner, const app::StoredMessages& stored);
    void Look();
    void OnFound(const Result<std::vector<app::LaneKey>>& found);
    void Lease(std::vector<app::LaneKey> lanes);
    void OnLeased(const std::vector<app::LaneKey>& asked, const Result<std::vector<app::LeasedLane>>& leased,
                  std::int64_t until);
    void RenewLeases();
    void Release(std::vector<app::LaneKey> lanes);
    void Pump();
    void PumpOne(const app::LaneKey& key, Sending& lane);
    void ReadMore(const app::LaneKey& key, Sending& lane);
    void OnRead(const app::LaneKey& key, Result<std::vector<app::WaitingMessage>> messages);
    void Enqueue(const app::LaneKey& key, Sending& lane, app::WaitingMessage message);
    void SendDue(const app::LaneKey& key, Sending& lane);
    app::OutgoingRequest Render(const app::OperatorEntry& owner, DestinationId destination,
                                const app::WaitingMessage& message, MessageId id) const;
    // Whether the lease lasts until the end of a request that begins now.
    static bool HasLeaseToSend(const Sending& lane);
    // How many messages of the destination may be sent now.
    std::size_t RoomFor(const app::LaneKey& key, const Sending& lane, Timestamp now) const;
    // How many reports may be sent to this destination now, if it is a URL for reports: one at a time, because their
    // files are in memory.
    std::size_t RoomForReports(const app::LaneKey& key) const;
    void Send(const app::LaneKey& key, Sending& lane, const outbox::QueuedMessage& message);
    void ReadFilesThenSend(const app::LaneKey& key, const app::WaitingMessage& message);
    // `lease` is that of the moment when the message was taken from the queue.
    void SendReport(const app::LaneKey& key, app::WaitingMessage message, const LeaseEnd& lease,
                    Result<std::vector<outbox::ReportFile>> files);
    void SendRequest(const app::LaneKey& key, const app::WaitingMessage& message, app::OutgoingRequest request);
    void SendMail(const app::LaneKey& key, const app::WaitingMessage& message);
    // Ends an attempt before anything was sent.
    void Refuse(const app::LaneKey& key, const app::WaitingMessage& message, std::string error, bool is_final);
    // Returns the function that handles the answer to a message that was sent to this address.
    std::move_only_function<void(app::OutgoingAnswer)> AnswerTo(const app::LaneKey& key,
                                                                const outbox::QueuedMessage& message,
                                                                std::string address);
    void OnAnswer(const app::LaneKey& key, const outbox::QueuedMessage& message, const std::string& address,
                  Timestamp at, const app::OutgoingAnswer& answer);
    void RecordResults();
    void OnRecorded(const std::vector<app::AttemptResult>& results,
                    const Result<std::vector<app::ChangedDuringAttempt>>& changed);
    // What follows for the queue of the message.
    static void OnOutcome(Sending& lane, const app::AttemptResult& result);
    static void OnChangedDuringAttempt(Sending& lane, const outbox::MessagePlace& place,
                                       std::optional<Timestamp> round);
    static void Remove(Sending& lane, const outbox::MessagePlace& place);
    void DropIdle();
    void Measure();
    // Forgets the failures from before a person has made the destination active.
    void ForgetOldFailures(const app::LaneKey& key, outbox::LaneHealth& health) const;
    static bool IsMail(const app::LaneKey& key) { return key.destination == outbox::MailDestination(key.owner); }
    // Whether messages are sent to such a destination now.
    bool Sends(const app::DestinationState& state) const;
    std::optional<app::DestinationState> FindActive(const app::LaneKey& key) const;
    // Whether an answer of the ledger about the lease is on its way.
    bool IsPending(const app::LaneKey& key) const { return leasing_.contains(key) || releasing_.contains(key); }
    double Chance() { return std::uniform_real_distribution<double>(0, 1)(random_); }

    DeliveryParts parts_;

    std::mutex mutex_;
    std::condition_variable_any noted_;
    std::vector<std::move_only_function<void()>> notes_;
    std::map<OperatorId, app::StoredMessages> stored_;  // By the commits since the last turn.

    // Only for the thread.
    std::shared_ptr<const app::CatalogueSnapshot> catalogue_;
    std::map<app::LaneKey, Sending> lanes_;
    std::set<app::LaneKey> leasing_;    // Asked for, not answered yet.
    std::set<app::LaneKey> releasing_;  // The same. They are not leased again before the answer.
    app::LaneKey pumped_last_;          // Destinations take turns.
    std::size_t held_ = 0;              // Messages in all queues.
    std::vector<app::AttemptResult> results_;
    std::size_t in_flight_ = 0;
    std::size_t mails_in_flight_ = 0;           // Those of in_flight_ that are mails.
    std::set<app::LaneKey> reports_in_flight_;  // The destinations of reports that are on their way to URLs.
    bool looking_ = false;
    bool recording_ = false;
    std::int64_t look_at_ = 0;  // By the steady clock, like the others.
    std::int64_t record_at_ = 0;
    std::int64_t renew_at_ = 0;
    std::int64_t measure_at_ = 0;
    std::minstd_rand random_{std::random_device()()};

    std::jthread thread_;
};

}  // namespace fairlead::delivery
