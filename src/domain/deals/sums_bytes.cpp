#include "domain/deals/sums_bytes.hpp"

namespace fairlead::commission {

void AppendProducts(std::string& out, const std::vector<ProductSum>& sums) {
    AppendVarint(out, sums.size());
    for (const ProductSum& each : sums) {
        AppendText(out, each.product);
        AppendDecimal(out, each.sum);
    }
}

std::vector<ProductSum> ReadProducts(ByteReader& reader) {
    std::vector<ProductSum> sums;
    for (std::uint64_t left = reader.Varint(); left > 0 && reader.ok(); --left) {
        std::string product(reader.Text());
        sums.push_back({std::move(product), ReadDecimal(reader)});
    }
    return sums;
}

void AppendSums(std::string& out, const RevShareSums& sums) {
    AppendDecimal(out, sums.ngr);
    AppendDecimal(out, sums.chargebacks);
}

RevShareSums ReadSums(ByteReader& reader) {
    const Decimal ngr = ReadDecimal(reader);
    return {ngr, ReadDecimal(reader)};
}

void AppendMoreSums(std::string& out, const RevShareSums& sums) {
    AppendDecimal(out, sums.bonuses);
    AppendDecimal(out, sums.deposits);
    AppendDecimal(out, sums.withdrawals);
    AppendProducts(out, sums.products);
}

void ReadMoreSums(ByteReader& reader, RevShareSums& sums) {
    sums.bonuses = ReadDecimal(reader);
    sums.deposits = ReadDecimal(reader);
    sums.withdrawals = ReadDecimal(reader);
    sums.products = ReadProducts(reader);
}

void AppendAllSums(std::string& out, const RevShareSums& sums) {
    AppendSums(out, sums);
    AppendMoreSums(out, sums);
    AppendDecimal(out, sums.opening);
}

RevShareSums ReadAllSums(ByteReader& reader) {
    RevShareSums sums = ReadSums(reader);
    ReadMoreSums(reader, sums);
    sums.opening = ReadDecimal(reader);
    return sums;
}

void AppendActivity(std::string& out, const Activity& activity) {
    AppendSigned(out, activity.new_depositors);
    AppendSigned(out, activity.qualified_players);
    AppendSigned(out, activity.active_players);
    AppendDecimal(out, activity.deposits);
}

Activity ReadActivity(ByteReader& reader) {
    Activity activity;
    activity.new_depositors = reader.Signed();
    activity.qualified_players = reader.Signed();
    activity.active_players = reader.Signed();
    activity.deposits = ReadDecimal(reader);
    return activity;
}

}  // namespace fairlead::commission
