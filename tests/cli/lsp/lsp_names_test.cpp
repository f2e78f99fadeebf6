// SPDX-License-Identifier: Apache-2.0
// The language server on names: where they stand, other names for them, what may be written, and
// what scenarios say.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "tests/cli/lsp/lsp_session.h"

namespace petriloom::lsp_test {
namespace {

const std::string kTasks =
    "colour Task = record { id : int, bytes : int };\n"                           // 0
    "colour Msg = union { Data : Task, Halt };\n"                                 // 1
    "const size = 8;\n"                                                           // 2
    "place Q : Task;\n"                                                           // 3
    "place 'p-1' : Task;\n"                                                       // 4
    "var t : Task;\n"                                                             // 5
    "transition move { in Q : t; out 'p-1' : t; guard t.bytes > size; }\n"        // 6
    "transition make { out Q : {id = 1, bytes = size}; }\n"                       // 7
    "scenario big { const size = 9; }\n"                                          // 8
    "fun f(m : Msg) : int = case m of Data(x) => x.bytes + size | Halt => 0;\n";  // 9

Json renaming(int id, int line, int character, const std::string& name, const std::string& uri = kUri) {
  Json made = at(id, "rename", line, character, uri);
  made["params"]["newName"] = name;
  return made;
}
Json asking(int id, int line, int character, bool declaration) {
  Json made = at(id, "references", line, character);
  made["params"]["context"]["includeDeclaration"] = declaration;
  return made;
}
std::vector<int> lines(const Json& places) {
  std::vector<int> found;
  for (const Json& place : places) found.push_back(place["range"]["start"]["line"]);
  std::sort(found.begin(), found.end());
  return found;
}

TEST(LspNames, FindsAllPlacesOfAName) {
  const Answers answers = session({opened(kTasks), asking(1, 2, 7, true), asking(2, 6, 55, false), asking(3, 4, 9, true)});
  EXPECT_EQ(lines(answers.of(1)["result"]), (std::vector<int>{2, 6, 7, 8, 9}));
  // The field `bytes` is no name of the net.
  EXPECT_EQ(lines(answers.of(2)["result"]), (std::vector<int>{}));
  EXPECT_EQ(lines(answers.of(3)["result"]), (std::vector<int>{4, 6}));
  EXPECT_EQ(answers.of(3)["result"][1]["range"], span(6, 32, 37));
}

TEST(LspNames, RenamesEverywhereOrNotAtAll) {
  const Answers answers = session({opened(kTasks), renaming(1, 4, 9, "DONE"), renaming(2, 2, 7, "how big"), renaming(3, 2, 7, "t"),
                                   renaming(4, 2, 7, "a'b"), at(5, "prepareRename", 6, 33), at(6, "prepareRename", 0, 0)});
  const Json edits = answers.of(1)["result"]["changes"][kUri];
  ASSERT_EQ(edits.size(), 2U);
  EXPECT_EQ(edits[0]["newText"], "DONE");
  EXPECT_EQ(edits[0]["range"], span(4, 6, 11));  // the quotes go with the name
  EXPECT_EQ(answers.of(2)["result"]["changes"][kUri][0]["newText"], "'how big'");
  // `t` would be the constant where the variable is meant.
  EXPECT_EQ(answers.of(3)["error"]["code"], -32803);
  EXPECT_EQ(answers.of(4)["error"]["code"], -32803);
  EXPECT_EQ(answers.of(5)["result"]["placeholder"], "p-1");
  EXPECT_EQ(answers.of(5)["result"]["range"], span(6, 32, 37));
  EXPECT_EQ(answers.of(6)["error"]["code"], -32803);
}

TEST(LspNames, APlaceThatAPortIsBoundToByNameKeepsItsName) {
  const std::string text =
      "module M { port out P : unit; transition t { out P; } }\n"
      "place P : unit;\nplace Q : unit;\ninstance m : M { by name; }\n";
  const Answers answers = session({opened(text), renaming(1, 1, 6, "R"), renaming(2, 0, 20, "R"), renaming(3, 2, 6, "R")});
  EXPECT_EQ(answers.of(1)["error"]["code"], -32803);
  EXPECT_EQ(answers.of(2)["error"]["code"], -32803);
  EXPECT_EQ(answers.of(3)["result"]["changes"][kUri].size(), 1U);
}

TEST(LspNames, RenamesInTheFilesThatImport) {
  const std::string library = "file:///nowhere/library.loom";
  const Answers answers =
      session({opened("const size = 3;\n", library), opened("import \"library.loom\";\nplace P : int = size;\n"),
               renaming(1, 0, 7, "width", library), renaming(2, 1, 18, "width")});
  const Json changes = answers.of(1)["result"]["changes"];
  ASSERT_EQ(changes.size(), 2U);
  EXPECT_EQ(changes[kUri][0]["range"], span(1, 16, 20));
  EXPECT_EQ(changes[library][0]["range"], span(0, 6, 10));
  EXPECT_EQ(answers.of(2)["error"]["code"], -32803);  // where it is declared it can be renamed
}

TEST(LspNames, CompletesFieldsAndEveryFunction) {
  const std::string text = kTasks + "transition u { in Q : t; guard t.; }\ntransition v { out Q : {}; }\n" +
                           "var m : Msg;\ntransition g { guard m.Data.; }\nconst c = ;\n";
  const Answers answers = session({opened(text), at(1, "completion", 10, 33), at(2, "completion", 11, 24),
                                   at(3, "completion", 13, 28), at(4, "completion", 14, 10)});
  EXPECT_EQ(labels(answers.of(1)), (std::vector<std::string>{"bytes", "id"}));
  EXPECT_TRUE(contains(labels(answers.of(2)), "bytes"));
  EXPECT_EQ(labels(answers.of(3)), (std::vector<std::string>{"bytes", "id"}));
  for (const char* name : {"position", "variant", "distinct", "level", "triangular", "dead", "final"}) {
    EXPECT_TRUE(contains(labels(answers.of(4)), name)) << name;
  }
}

TEST(LspNames, TellsWhatIsWrongInAScenario) {
  const Json list =
      session({opened("const n = 2;\nplace P : int with 0..5 = n;\nscenario more { const n = 9; }\n")}).published(kUri);
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(list[0]["severity"], 1);
  EXPECT_NE(std::string(list[0]["message"]).find("(in the scenario `more`)"), std::string::npos) << list;
}

/// vscode-languageclient 9 is for VS Code 1.82 and later.
TEST(LspNames, TheExtensionAsksForAnEditorThatItsClientRunsIn) {
  std::ifstream stream(std::string(PETRILOOM_ROOT) + "/editors/vscode/package.json");
  const Json package = Json::parse(std::string{std::istreambuf_iterator<char>(stream), {}});
  ASSERT_EQ(package["dependencies"]["vscode-languageclient"], "^9.0.1");
  EXPECT_EQ(package["engines"]["vscode"], "^1.82.0");
}

}  // namespace
}  // namespace petriloom::lsp_test
