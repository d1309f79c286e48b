#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/self/completion.hpp"
#include "cli/self/manual_page.hpp"

namespace fairlead::cli {
namespace {

using testing::HasSubstr;

CommandTree SmallProgram() {
    return {.name = "small",
            .description = "a small program",
            .options = {{"--help", "-h", "print this help", false, false}},
            .commands = {
                {"key", "API keys", {}, {{"create", "create a key", {{"--name", "", "it's a name", false, true}}, {}}}},
                {"backup", "copy the ledger", {{"to", "", "the new file", true, true}}, {}}}};
}

TEST(Completion, AnUnknownShellHasNoScript) { EXPECT_EQ(CompletionScript(SmallProgram(), "tcsh"), std::nullopt); }

TEST(Completion, BashCompletesCommandsAndOptionsByPath) {
    const std::string script = *CompletionScript(SmallProgram(), "bash");
    EXPECT_THAT(script, HasSubstr("'') words='key backup --help' ;;"));
    EXPECT_THAT(script, HasSubstr("'/key') words='create' ;;"));
    EXPECT_THAT(script, HasSubstr("'/key/create') words='--name' ;;"));
    EXPECT_THAT(script, HasSubstr("/key|/key/create|/backup) path=$path/$word ;;"));
}

TEST(Completion, DescriptionsAreQuotedForTheShell) {
    EXPECT_THAT(*CompletionScript(SmallProgram(), "zsh"), HasSubstr("'--name:it'\\''s a name'"));
    EXPECT_THAT(
        *CompletionScript(SmallProgram(), "fish"),
        HasSubstr("complete -c small -n 'test (__small_path) = \"/key/create\"' -l name -r -d 'it\\'s a name'"));
}

TEST(ManualPage, HasASectionForEachCommand) {
    const std::string page = ManualPage(SmallProgram(), "small 1.0");
    EXPECT_THAT(page, HasSubstr(".SS key create\ncreate a key\n.TP\n\\fB\\-\\-name\\fR \\fIVALUE\\fR\nit's a name\n"));
    EXPECT_THAT(page, HasSubstr(".SS backup\ncopy the ledger\n.TP\n\\fIto\\fR\nthe new file\n"));
}

}  // namespace
}  // namespace fairlead::cli
