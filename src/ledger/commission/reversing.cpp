#include "ledger/commission/reversing.hpp"

#include <algorithm>

#include "app/ports/accrual_records.hpp"
#include "base/text/json_text.hpp"
#include "ledger/commission/reversal_rows.hpp"
#include "ledger/engine/all_numbers.hpp"
#include "ledger/record/accrual_rows.hpp"
#include "ledger/record/audit_rows.hpp"
#include "ledger/record/event_rows.hpp"
#include "ledger/record/player_rows.hpp"
#include "ledger/record/unpriced_rows.hpp"
#include "ledger/sql/in_order.hpp"
#include "ledger/transaction/request_keys.hpp"

namespace fairlead::ledger {
namespace {

using commission::Accrual;

class AccrualReversing {
public:
    AccrualReversing(LockedOperator& locked, const app::AccrualReversal& reversal)
        : locked_(locked), transaction_(locked.transaction()), reversal_(reversal) {}

    Result<AccrualId> Run() {
        const OperatorMoment& moment = transaction_.moment;
        number_ = moment.last_accrual + transaction_.record.accruals() + 1;
        const AccrualId id = commission::AccrualIdOf(moment.owner, number_, moment.recorded_at);
        const auto earlier =
            TRY(UseRequestKey(transaction_.connection, moment.owner, reversal_.key, id.ToString(), moment.recorded_at));
        if (earlier) return AccrualId::Parse(*earlier).value_or(AccrualId());
        TRY(InOrder([&] { return FindAccrual(); }, [&] { return LoadRelated(); }, [&] { return Check(); },
                    [&] { return LoadCause(); }, [&] { return Store(); }));
        return id;
    }

private:
    Status FindAccrual() {
        const std::int64_t number = commission::NumberIn(reversal_.accrual);
        if (number > app::kUnpricedNumberFrom) return RefuseUnpriced(number - app::kUnpricedNumberFrom);
        auto found = TRY(ReadAccrualsByNumber(transaction_.connection, reversal_.owner, std::span(&number, 1)));
        const bool known = !found.empty() && commission::AccrualIdOf(reversal_.owner, number,
                                                                     found.front().recorded_at) == reversal_.accrual;
        if (!known) return Fail(ErrorCode::kNotFound, app::NoSuchAccrual(reversal_.accrual));
        accrual_ = std::move(found.front().accrual);
        return {};
    }

    // An unpriced accrual has no amount yet.
    Status RefuseUnpriced(std::int64_t number) {
        const auto unpriced = TRY(ReadUnpricedRows(transaction_.connection, reversal_.owner, number - 1, 1));
        if (unpriced.empty() || unpriced.front().number != number) {
            return Fail(ErrorCode::kNotFound, app::NoSuchAccrual(reversal_.accrual));
        }
        return Fail(ErrorCode::kConflict, "the accrual is unpriced. Reverse it after its exchange rate is stored");
    }

    // The accruals that may reverse this one or be a parent's share of it.
    Status LoadRelated() {
        if (!accrual_.player && !accrual_.event_seq) return LoadRelatedWithoutCause();
        std::vector<std::int64_t> events;
        if (accrual_.event_seq) events.push_back(*accrual_.event_seq);
        auto related = TRY(ReadAccrualsOfEvents(transaction_.connection, reversal_.owner, events));
        if (accrual_.player) {
            const auto own =
                TRY(EventNumbersOf(transaction_.connection, transaction_.index, reversal_.owner, *accrual_.player));
            related = TRY(ReadAccrualsOfPlayer(transaction_.connection, transaction_.index, reversal_.owner,
                                               *accrual_.player, own));
        }
        for (ReadAccrualRow& row : related) related_.push_back(std::move(row.accrual));
        return {};
    }

    // An opened base, for example, has neither a player nor an event. Its shares can be much later: those that waited
    // for an exchange rate. The reversal of a share belongs to the reversal of its accrual if that was reversed.
    Status LoadRelatedWithoutCause() {
        Connection& connection = transaction_.connection;
        std::vector<std::int64_t> sources{accrual_.number};
        if (accrual_.source) {
            const auto reversed = TRY(FindReversal(connection, reversal_.owner, *accrual_.source));
            if (reversed) sources.push_back(reversed->reversal);
        }
        for (const std::int64_t source : sources) {
            auto shares = TRY(ReadSharesOf(connection, transaction_.index, reversal_.owner, source));
            for (ReadAccrualRow& row : shares) related_.push_back(std::move(row.accrual));
        }
        return {};
    }

    Status Check() {
        const auto by_hand = TRY(FindReversal(transaction_.connection, reversal_.owner, accrual_.number));
        const bool reversed = by_hand || std::ranges::any_of(related_, [&](const Accrual& each) {
                                  return each.reverses == accrual_.number;
                              });
        if (reversed) return Fail(ErrorCode::kConflict, "the accrual is already reversed");
        if (accrual_.reverses) {
            return Fail(ErrorCode::kConflict, "a reversal cannot be reversed. Add an adjustment instead");
        }
        if (accrual_.amount.amount.IsZero()) return Fail(ErrorCode::kConflict, "the accrual has no amount");
        return {};
    }

    // The dimensions of the reversal in reports are those of the accrual.
    Status LoadCause() {
        if (!accrual_.player) return {};
        player_ = TRY(FindPlayer(transaction_.connection, reversal_.owner, *accrual_.player));
        if (!accrual_.event_seq) return {};
        auto events = TRY(ReadEvents(transaction_.connection, reversal_.owner, std::span(&*accrual_.event_seq, 1)));
        if (!events.empty() && events.front().player == *accrual_.player)
            event_ = std::move(events.front().stored.event);
        return {};
    }

    PaidFor CauseOfReversal() const {
        if (!accrual_.player) return {};
        PaidFor cause{.player = player_.record.id, .country = player_.record.country, .origin = player_.origin};
        cause.of_others_event = !event_;
        if (event_) {
            cause.product = event_->product;
            cause.game = event_->game;
        }
        return cause;
    }

    Status Store() {
        const commission::Change change =
            commission::AccrualReversed{accrual_.number, accrual_.player, reversal_.reason, reversal_.actor};
        std::string text = R"({"accrualId":")" + reversal_.accrual.ToString() + R"(","amount":")" +
                           accrual_.amount.amount.ToString() + R"(","reason":)";
        AppendJsonString(text, reversal_.reason);
        const app::AuditEntry audit{.actor = reversal_.actor,
                                    .action = "accrual.reverse",
                                    .subject = "accrual/" + reversal_.accrual.ToString(),
                                    .before = {},
                                    .after = text + "}"};
        Connection& connection = transaction_.connection;
        return InOrder([&] { return locked_.StoreChanges(std::span(&change, 1)); },
                       [&] { return DeleteUnpricedSharesOf(connection, reversal_.owner, accrual_.number); },
                       [&] { return Pay(); },
                       [&] {
                           return InsertReversal(connection, reversal_.owner,
                                                 {accrual_.number, number_, reversal_.reason, reversal_.actor},
                                                 transaction_.moment.recorded_at);
                       },
                       [&] { return InsertAudit(connection, transaction_.moment, transaction_.record, audit); });
    }

    Status Pay() {
        std::vector<Accrual> shares;
        std::ranges::copy_if(related_, std::back_inserter(shares),
                             [&](const Accrual& each) { return each.source == accrual_.number; });
        CommissionWriter commission(transaction_);
        commission.engine().ReverseByHand(accrual_, shares);
        commission.Collect([&](const Accrual&) { return CauseOfReversal(); });
        return commission.Store();
    }

    LockedOperator& locked_;
    OperatorTransaction& transaction_;
    const app::AccrualReversal& reversal_;
    std::int64_t number_ = 0;  // Of the reversal.
    Accrual accrual_;
    std::vector<Accrual> related_;
    PlayerRow player_;
    std::optional<events::Event> event_;
};

}  // namespace

Result<AccrualId> ReverseAccrual(LockedOperator& locked, const app::AccrualReversal& reversal) {
    return AccrualReversing(locked, reversal).Run();
}

}  // namespace fairlead::ledger
