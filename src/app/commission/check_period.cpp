#include "app/commission/check_period.hpp"

#include <memory>
#include <utility>

#include "app/ports/commission_queries.hpp"
#include "app/ports/commission_store.hpp"
#include "app/ports/record_queries.hpp"

namespace fairlead::app {
namespace {

constexpr std::size_t kStatementsPerPage = 200;

// A checklist that is being filled in, one question after the other.
struct Checking {
    ChecklistPorts ports;
    ChecklistRequest asked;
    Timestamp end;  // Of the period.
    AnswerDone<PeriodChecklist> done;
    PeriodChecklist list = {};
    std::vector<statements::Statement> statements = {};
};
using CheckingPointer = std::shared_ptr<Checking>;

template <class Answer, class Next>
AnswerDone<Answer> ThenCheck(const CheckingPointer& checking, Next next) {
    return [checking, next](Result<Answer> answer) {
        if (!answer) return checking->done(std::unexpected(std::move(answer.error())));
        next(checking, std::move(*answer));
    };
}

CloseRequest RequestOf(const Checking& checking) {
    return {.owner = checking.asked.owner, .period = checking.asked.period};
}

void CompareWithHistory(const CheckingPointer& checking) {
    const StatementHistoryQuery query{
        .owner = checking->asked.owner,
        .first = checking->asked.period.Plus(-statements::kHabitPeriods),
        .last = checking->asked.period.Plus(-1),
        .limit = kStatementsComparedMax * static_cast<std::size_t>(statements::kHabitPeriods)};
    checking->ports.queries.ReadStatementHistory(
        query, ThenCheck<std::vector<statements::Statement>>(checking, [](const auto& of, auto history) {
            // If only a part of the period was read, it is unknown who has no statement.
            const auto should_have_one = [&](AffiliateId affiliate) {
                return of->list.compared_all && of->asked.has_such_periods(affiliate);
            };
            of->list.statements =
                statements::ComparePeriod(of->asked.owner, of->asked.period, of->statements, history, should_have_one);
            of->done(std::move(of->list));
        }));
}

void ReadStatementsToCompare(const CheckingPointer& checking, std::optional<StatementPlace> after) {
    StatementQuery query{.owner = checking->asked.owner, .limit = kStatementsPerPage, .after = after};
    query.period = checking->asked.period;
    checking->ports.queries.ReadStatements(query,
                                           ThenCheck<StatementPage>(checking, [](const auto& of, StatementPage page) {
                                               for (StatementRecord& record : page.items)
                                                   of->statements.push_back(std::move(record.statement));
                                               const bool full = of->statements.size() >= kStatementsComparedMax;
                                               of->list.compared_all = !page.more_after || !full;
                                               if (page.more_after && !full)
                                                   return ReadStatementsToCompare(of, page.more_after);
                                               CompareWithHistory(of);
                                           }));
}

void ReadFeeds(const CheckingPointer& checking) {
    checking->ports.records.ReadHealth(
        checking->asked.owner, ThenCheck<FeedHealth>(checking, [](const auto& of, const FeedHealth& health) {
            for (const FeedHealth::Feed& feed : health.feeds) {
                of->list.feeds.push_back(
                    {feed.brand, feed.event_type, feed.last_event_time,
                     statements::JudgeFeed(feed.event_type, feed.count, feed.last_event_time, of->end)});
            }
            ReadStatementsToCompare(of, std::nullopt);
        }));
}

void ReadRates(const CheckingPointer& checking) {
    checking->ports.queries.ReadUnpriced(
        RequestOf(*checking), ThenCheck<std::vector<UnpricedMoney>>(checking, [](const auto& of, auto unpriced) {
            of->list.unpriced = std::move(unpriced);
            ReadFeeds(of);
        }));
}

}  // namespace

void CheckPeriod(const ChecklistPorts& ports, ChecklistRequest request, const TimeZone& zone,
                 AnswerDone<PeriodChecklist> done) {
    const Timestamp end = zone.StartOf(request.period.Next().FirstDay());
    const auto checking = std::make_shared<Checking>(ports, std::move(request), end, std::move(done));
    ports.store.FindAffiliatesToClose(RequestOf(*checking), [checking](Result<std::vector<AffiliateId>> found) {
        if (!found && found.error().code != ErrorCode::kConflict) {
            return checking->done(std::unexpected(std::move(found.error())));
        }
        if (found) {
            checking->list.affiliates_to_close = std::ssize(*found);
        } else {
            checking->list.why_not_closable = std::move(found.error().message);
        }
        ReadRates(checking);
    });
}

}  // namespace fairlead::app
