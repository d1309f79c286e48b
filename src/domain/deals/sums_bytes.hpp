#pragma once

#include <string>

#include "domain/deals/rev_share_sums.hpp"
#include "domain/money/money_bytes.hpp"

namespace fairlead::commission {

// The binary form of sums, in states and in accruals.

// sums      := ngr chargebacks
// more_sums := bonuses deposits withdrawals products
// products  := count:varint (name:text sum)*
// activity  := new_depositors:signed qualified_players:signed active_players:signed deposits
void AppendProducts(std::string& out, const std::vector<ProductSum>& sums);
std::vector<ProductSum> ReadProducts(ByteReader& reader);
void AppendSums(std::string& out, const RevShareSums& sums);
RevShareSums ReadSums(ByteReader& reader);
void AppendMoreSums(std::string& out, const RevShareSums& sums);
void ReadMoreSums(ByteReader& reader, RevShareSums& sums);
// With the opening, which the other two leave out: all_sums := sums more_sums opening
void AppendAllSums(std::string& out, const RevShareSums& sums);
RevShareSums ReadAllSums(ByteReader& reader);
void AppendActivity(std::string& out, const Activity& activity);
Activity ReadActivity(ByteReader& reader);

}  // namespace fairlead::commission
