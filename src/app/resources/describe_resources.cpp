#include "app/resources/describe_resources.hpp"

#include "app/declarations/catalogue_resource.hpp"
#include "app/reports/describe_dimensions.hpp"

namespace fairlead::app {
namespace {

namespace json = boost::json;

json::object DescribeResource(const CatalogueResource& resource) {
    const ResourceWords& words = resource.words();
    return {{"path", words.path},
            {"noun", words.noun},
            {"one", words.one},
            {"many", words.many},
            {"creationNote", words.creation_note},
            {"answer", resource.AnswerSchema()},
            {"creation", resource.CreationSchema()},
            {"change", resource.ChangeSchema()},
            {"shownOnce", resource.ShownOnce()},
            {"filters", resource.FilterSchemas()}};
}

}  // namespace

json::object DescribeResources() {
    json::array listed;
    for (const auto* resource : ListedResources()) listed.push_back(DescribeResource(*resource));
    return {{"operator", DescribeResource(OperatorResource())},
            {"listed", std::move(listed)},
            {"reports", DescribeDimensions()},
            {"portalReports", DescribeDimensionsForAffiliates()}};
}

}  // namespace fairlead::app
