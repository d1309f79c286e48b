#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/number/decimal.hpp"

namespace fairlead::commission {

// The name of a product as deals compare it: without case.
std::string ProductName(std::string_view sent);

// A sum of one product. An empty name stands for all products without a rate of their own.
struct ProductSum {
    std::string product;
    Decimal sum;

    bool operator==(const ProductSum&) const = default;
};

// The sum of the product in a list that is ordered by name. Adds the product if it is missing.
Decimal& SumOfProduct(std::vector<ProductSum>& sums, std::string_view product);

}  // namespace fairlead::commission
