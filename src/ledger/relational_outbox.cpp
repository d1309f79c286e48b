#include "ledger/relational_outbox.hpp"

#include <charconv>

#include "app/mail/mail_notices.hpp"
#include "ledger/backup/restored_ledger.hpp"
#include "ledger/outbox/delivery_queries.hpp"
#include "ledger/outbox/message_facts.hpp"
#include "ledger/outbox/report_run_rows.hpp"
#include "ledger/record/audit_rows.hpp"
#include "ledger/transaction/request_keys.hpp"

namespace fairlead::ledger {
namespace {

Result<std::vector<app::WaitingMessage>> ReadWaitingMessages(Connection& open, LedgerIndex& index,
                                                             const app::LaneKey& lane,
                                                             const outbox::MessagePlace& after, std::size_t limit) {
    auto rows = TRY(ReadWaitingRows(open, lane, after, static_cast<std::int64_t>(limit)));
    auto facts = TRY(ReadMessageFacts(open, index, lane.owner, rows));
    std::vector<app::WaitingMessage> messages;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        messages.push_back({.queued = {.place = rows[i].place,
                                       .player = rows[i].player,
                                       .due_at = rows[i].next_attempt_at,
                                       .started_at = rows[i].started_at,
                                       .failures = rows[i].failures,
                                       .round = rows[i].started_at},
                            .kind = rows[i].kind,
                            .type = std::move(rows[i].type),
                            .content = std::move(rows[i].content),
                            .facts = std::move(facts[i])});
    }
    return messages;
}

app::AuditEntry ReplayAudit(std::string actor, std::string subject, std::string after) {
    return {.actor = std::move(actor),
            .action = "delivery.replay",
            .subject = std::move(subject),
            .before = {},
            .after = std::move(after)};
}

Status WriteAudit(LockedOperator& locked, const app::AuditEntry& entry) {
    OperatorTransaction& transaction = locked.transaction();
    return InsertAudit(transaction.connection, transaction.moment, transaction.record, entry);
}

Result<app::DeliveryRecord> ReplayOnce(LockedOperator& locked, const app::ReplayRequest& request) {
    Connection& open = locked.transaction().connection;
    const Timestamp now = locked.transaction().moment.recorded_at;
    const std::string subject = "delivery/" + request.message.ToString();
    const auto earlier = TRY(UseRequestKey(open, request.owner, request.key, subject, now));
    if (earlier) return ReadDelivery(open, request.owner, request.message);
    TRY(ReplayMessage(open, request.owner, request.message, now));
    TRY(WriteAudit(locked, ReplayAudit(request.actor, subject, {})));
    auto replayed = TRY(ReadDelivery(open, request.owner, request.message));
    locked.transaction().record.AddReplayed(replayed.destination);
    return replayed;
}

// Stores the key with the number of messages, which is the answer to a repeated request.
Result<std::int64_t> ReplayRangeOnce(LockedOperator& locked, const app::ReplayRange& range) {
    Connection& open = locked.transaction().connection;
    const Timestamp now = locked.transaction().moment.recorded_at;
    const auto earlier =
        TRY(range.key ? FindRequestKey(open, range.owner, *range.key) : Result<std::optional<std::string>>());
    if (earlier) {
        std::int64_t count = 0;
        std::from_chars(earlier->data(), earlier->data() + earlier->size(), count);
        return count;
    }
    const auto count = TRY(ReplayMessages(open, range, now));
    TRY(UseRequestKey(open, range.owner, range.key, std::to_string(count), now));
    const std::string after = R"({"from":")" + range.from.ToIso8601() + R"(","to":")" + range.to.ToIso8601() +
                              R"(","count":)" + std::to_string(count) + "}";
    TRY(WriteAudit(locked, ReplayAudit(range.actor, "destination/" + range.destination.ToString(), after)));
    locked.transaction().record.AddReplayed(range.destination);
    return count;
}

}  // namespace

void RelationalOutbox::OnMessages(app::MessagesStored stored) { tasks_.caches().bell().OnRing(std::move(stored)); }

void RelationalOutbox::WriteMails() { tasks_.caches().bell().WriteMails(true); }

void RelationalOutbox::FindWaiting(std::vector<app::LaneKey> lanes, app::AnswerDone<std::vector<app::LaneKey>> done) {
    tasks_.Read(LedgerTasks::kNoOperator, std::move(done),
                [lanes = std::move(lanes)](Connection& open) { return FindLanesWithWaiting(open, lanes); });
}

// Leases do not depend on the clock of this machine.
void RelationalOutbox::Lease(std::vector<app::LaneKey> lanes, std::int64_t micros,
                             app::AnswerDone<std::vector<app::LeasedLane>> done) {
    tasks_.WriteUndated(LedgerTasks::kNoOperator, std::move(done),
                        [lanes = std::move(lanes), micros, node = node_](Connection& open) {
                            return LeaseLanes(open, node, lanes, micros);
                        });
}

void RelationalOutbox::Release(std::vector<app::LaneKey> lanes, app::StatusDone done) {
    tasks_.WriteUndated(
        LedgerTasks::kNoOperator, std::move(done),
        [lanes = std::move(lanes), node = node_](Connection& open) { return ReleaseLanes(open, node, lanes); });
}

void RelationalOutbox::ReadWaiting(app::LaneKey lane, std::optional<outbox::MessagePlace> after, std::size_t limit,
                                   app::AnswerDone<std::vector<app::WaitingMessage>> done) {
    tasks_.Read(lane.owner, std::move(done),
                [&index = tasks_.index(), lane, after = after.value_or(outbox::MessagePlace()),
                 limit](Connection& open) { return ReadWaitingMessages(open, index, lane, after, limit); });
}

// Attempts are recorded even while the clock is not trusted, because they were made. They give way to events.
void RelationalOutbox::Record(std::vector<app::AttemptResult> results,
                              app::AnswerDone<std::vector<app::ChangedDuringAttempt>> done) {
    tasks_.WriteInBackground(
        std::move(done), [results = std::move(results)](Connection& open) { return RecordAttempts(open, results); });
}

void RelationalOutbox::List(app::DeliveryQuery query, app::AnswerDone<app::DeliveryPage> done) {
    const OperatorId owner = query.owner;
    tasks_.Read(owner, std::move(done),
                [query = std::move(query)](Connection& open) { return ReadDeliveryPage(open, query); });
}

void RelationalOutbox::Read(OperatorId owner, MessageId id, app::AnswerDone<app::DeliveryRecord> done) {
    tasks_.Read(owner, std::move(done), [owner, id](Connection& open) { return ReadDelivery(open, owner, id); });
}

void RelationalOutbox::Replay(app::ReplayRequest request, app::AnswerDone<app::DeliveryRecord> done) {
    const OperatorId owner = request.owner;
    tasks_.Change(owner, std::move(done),
                  [request = std::move(request)](LockedOperator& locked) { return ReplayOnce(locked, request); });
}

void RelationalOutbox::ReplayAll(app::ReplayRange range, app::AnswerDone<std::int64_t> done) {
    const OperatorId owner = range.owner;
    tasks_.Change(owner, std::move(done),
                  [range = std::move(range)](LockedOperator& locked) { return ReplayRangeOnce(locked, range); });
}

void RelationalOutbox::AnnounceOnce(OperatorId owner, app::AuditEntry entry, Timestamp since,
                                    std::vector<outbox::MailNotice> mails, app::StatusDone done) {
    tasks_.Change(owner, std::move(done),
                  [owner, since, entry = std::move(entry), mails = std::move(mails)](LockedOperator& locked) -> Status {
                      app::AuditQuery query;
                      query.limit = 1;
                      query.action = entry.action;
                      query.subject = entry.subject;
                      const auto known = TRY(ReadAuditRows(locked.transaction().connection, owner, query));
                      if (!known.empty() && known.front().at >= since) return {};
                      // Some entries have a mail of their own (audit_mails.hpp).
                      const bool is_mailed = !mails.empty() || app::MailNoticeOf(entry).has_value();
                      const auto restored_at = TRY(RestoredAt(locked.transaction().connection));
                      if (is_mailed && restored_at > since) return {};
                      for (const outbox::MailNotice& mail : mails) locked.transaction().record.AddMailNotice(mail);
                      return WriteAudit(locked, entry);
                  });
}

void RelationalOutbox::ReadHealth(OperatorId owner, std::vector<DestinationId> destinations,
                                  app::AnswerDone<app::OutboxHealth> done) {
    tasks_.Read(owner, std::move(done), [owner, destinations = std::move(destinations)](Connection& open) {
        return ReadOutboxHealth(open, owner, destinations);
    });
}

void RelationalOutbox::ReadReportFiles(OperatorId owner, Timestamp commit,
                                       app::AnswerDone<std::vector<outbox::ReportFile>> done) {
    tasks_.Read(owner, std::move(done),
                [owner, commit](Connection& open) { return ReadFilesOfRun(open, owner, commit); });
}

void RelationalOutbox::ReadReportRuns(OperatorId owner, DestinationId schedule,
                                      app::AnswerDone<std::vector<app::ReportRunRecord>> done) {
    tasks_.Read(owner, std::move(done),
                [owner, schedule](Connection& open) { return ReadRunsOfSchedule(open, owner, schedule); });
}

}  // namespace fairlead::ledger
