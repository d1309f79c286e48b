#pragma once

#include "base/time/period.hpp"
#include "demo/dice.hpp"
#include "demo/operator_actions.hpp"

namespace fairlead::demo {

// The work of the operator's accountants: exchange rates once a week, statements once a month. On the 3rd the previous
// month is closed and partly approved. On the 4th the month before it is paid.
class Bookkeeping {
public:
    // Months before `first` are ignored.
    Bookkeeping(OperatorActions& actions, Dice& dice, Period first);

    void EnterRates(Date date);
    void DoDay(Date date);
    // Closes the months that ended while the demo was not running.
    void CatchUp(Date date);
    void Adjust(std::string_view affiliate_email, std::string_view amount, std::string_view currency,
                std::string_view reason);

    std::int64_t statements() const { return statements_; }

private:
    void Close(Period period);
    void Settle(Period period, Date date);
    std::vector<app::StatementRecord> StatementsOf(Period period) const;
    void Step(const app::StatementRecord& statement, app::StatementStep step, std::optional<app::Payment> payment = {});

    OperatorActions& actions_;
    Dice& dice_;
    Period first_;
    double pound_ = 1.172;  // In EUR.
    double krona_ = 0.0881;
    std::int64_t statements_ = 0;
};

}  // namespace fairlead::demo
