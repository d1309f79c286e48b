#include "app/await.hpp"
#include "app/ports/commission_store.hpp"
#include "ledger/contract/fixture.hpp"
#include "ledger/record/statement_rows.hpp"

namespace fairlead::ledger {
namespace {

using app::StatementStatus;
using app::StatementStep;

const Currency kEuros = *Currency::Parse("EUR");
const Period kMonth = *Period::Parse("2026-03");

// A closed statement that is stored directly, without the other steps of closing.
class StatementSteps : public LedgerContract {
protected:
    StatementSteps() : owner_(MakeOperator()), affiliate_(AffiliateId::New()) {}

    StatementId Store(std::string_view payable) {
        statements::Statement statement{.affiliate = affiliate_, .period = kMonth, .currency = kEuros};
        statement.payable = *Decimal::Parse(payable);
        statement.content_hash = Digest256(ContentBytes(statement));
        const auto connection = place_->Look();
        EXPECT_TRUE(InsertStatement(*connection, {owner_, &statement, Now(), "somebody", 1}));
        return statements::StatementIdOf(owner_, affiliate_, kMonth, kEuros);
    }

    Result<app::StatementRecord> Step(StatementId id, StatementStep step) {
        app::StatementStepRequest request{.owner = owner_, .statement = id, .step = step, .actor = "somebody"};
        if (step == StatementStep::kPay) request.payment = app::Payment{*Date::Parse("2026-05-02"), "SEPA", "TX 1"};
        return app::Await<app::StatementRecord>(
            [&](auto done) { ledger_->commission_store().StepStatement(request, std::move(done)); });
    }

    void Hold(const std::string& reason) {
        catalogue::Affiliate held{.id = affiliate_, .name = "Affiliate", .email = "a@b.example", .created_at = Now()};
        held.payment_hold = reason;
        const auto records = ledger_->catalogue().LoadOperator(owner_);
        ASSERT_TRUE(Apply({.owner = owner_, .based_on_version = records->version, .upserts = {held}}));
    }

    OperatorId owner_;
    AffiliateId affiliate_;
};

TEST_P(StatementSteps, ApprovingAStatementThatPaysNothingSettlesIt) {
    const StatementId id = Store("0");

    EXPECT_EQ(Step(id, StatementStep::kApprove)->status, StatementStatus::kSettled);
    for (const auto step :
         {StatementStep::kApprove, StatementStep::kHold, StatementStep::kRelease, StatementStep::kPay}) {
        EXPECT_EQ(Step(id, step).error().code, ErrorCode::kConflict);
    }
}

TEST_P(StatementSteps, StatementsOfAnAffiliateOnPaymentHoldAreNotPaid) {
    const StatementId id = Store("25");
    Hold("Invoice is missing");
    ASSERT_TRUE(Step(id, StatementStep::kApprove));

    const auto refused = Step(id, StatementStep::kPay);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::kPaymentHeld);
    EXPECT_EQ(refused.error().message, "payments to this affiliate are on hold: Invoice is missing");

    Hold("");
    EXPECT_EQ(Step(id, StatementStep::kPay)->status, StatementStatus::kPaid);
}

INSTANTIATE_TEST_SUITE_P(Engines, StatementSteps, testing::Values("Sqlite", "Postgres"),
                         [](const auto& engine) { return engine.param; });

}  // namespace
}  // namespace fairlead::ledger
