// SPDX-License-Identifier: Apache-2.0
// The language server, spoken to as editors do: real frames over a pipe.
#include <gtest/gtest.h>

#include <random>

#include "tests/cli/lsp/lsp_session.h"
#include "tests/own_folder.h"

namespace petriloom::lsp_test {
namespace {

const std::string kNet =
    "module CPU(cores : int) {\n"                                            // 0
    "  port in START : int;\n"                                               // 1
    "  port out FINISH : int;\n"                                             // 2
    "  var t : int;\n"                                                       // 3
    "  transition run { in START : t; out FINISH : t; guard t < cores; }\n"  // 4
    "}\n"                                                                    // 5
    "place S : int;\n"                                                       // 6
    "place F : int;\n"                                                       // 7
    "instance cpu : CPU(cores = 3) {\n"                                      // 8
    "  START = S;\n"                                                         // 9
    "  FINISH = F;\n"                                                        // 10
    "}\n"                                                                    // 11
    "measure runs = count cpu.run;\n";                                       // 12

TEST(Lsp, SaysWhatItCan) {
  const Answers answers = session({});
  const Json can = answers.of(9000)["result"]["capabilities"];
  EXPECT_EQ(can["positionEncoding"], "utf-16");
  EXPECT_EQ(can["textDocumentSync"]["change"], 1);
  for (const char* each : {"hoverProvider", "definitionProvider", "documentSymbolProvider", "documentFormattingProvider"}) {
    EXPECT_EQ(can[each], true) << each;
  }
  EXPECT_TRUE(answers.of(9001)["result"].is_null());
}

TEST(Lsp, TellsWhatIsWrongAndThatItIsRightAgain) {
  const Answers wrong = session({opened("place A : unit;\nplace B : Taks;\n")});
  const Json list = wrong.published(kUri);
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(list[0]["severity"], 1);
  EXPECT_EQ(list[0]["range"], span(1, 10, 14));
  EXPECT_EQ(std::string(list[0]["message"]).substr(0, 30), "there is no colour set `Taks`\n");
  const Answers right = session({opened("place B : Taks;"), changed("place B : unit;\ntransition t { out B; }")});
  EXPECT_EQ(right.published(kUri), Json::array());
  const Json close = {{"jsonrpc", "2.0"}, {"method", "textDocument/didClose"}, {"params", {{"textDocument", {{"uri", kUri}}}}}};
  EXPECT_EQ(session({opened("place B : Taks;"), close}).published(kUri), Json::array());
}

TEST(Lsp, WarnsOfWhatNothingUses) {
  const Json list = session({opened("const k = 1;\ntransition t { }\n")}).published(kUri);
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(list[0]["severity"], 2);
  EXPECT_EQ(list[0]["message"], "nothing uses the constant `k`");
}

TEST(Lsp, HoverShowsDeclarations) {
  const Answers answers = session({opened(kNet), at(1, "hover", 4, 30), at(2, "hover", 8, 16), at(3, "hover", 12, 27),
                                   at(4, "hover", 4, 60), at(5, "hover", 5, 0), at(6, "hover", 9, 10)});
  EXPECT_EQ(answers.of(1)["result"]["contents"]["value"], "```petriloom\nvar t : int\n```\nvariable");
  EXPECT_EQ(answers.of(1)["result"]["range"], span(4, 30, 31));
  EXPECT_EQ(answers.of(2)["result"]["contents"]["value"],
            "```petriloom\nmodule CPU(cores : int)\n  port in START : int;\n  port out FINISH : int;\n```\nmodule");
  EXPECT_EQ(answers.of(3)["result"]["contents"]["value"],
            "```petriloom\ntransition run\n  in START : t;\n  out FINISH : t;\n  guard t < cores;\n```\ntransition");
  EXPECT_EQ(answers.of(4)["result"]["contents"]["value"], "```petriloom\ncores : int\n```\nparameter");
  EXPECT_TRUE(answers.of(5)["result"].is_null());
  EXPECT_EQ(answers.of(6)["result"]["contents"]["value"], "```petriloom\nplace S : int\n```\nplace");
}

TEST(Lsp, ParametersThatAreNoValues) {
  const std::string text =
      "module Q(colour Item, fun key(x : Item) : int = 0, n : int = 3) {\n"  // 0
      "  place P : Item;\n"                                                  // 1
      "  transition t { out P : n; guard key(n) = 1; }\n"                    // 2
      "}\n"                                                                  // 3
      "instance q : Q(Item = int, );\n";                                     // 4
  const Answers answers =
      session({opened(text), at(1, "hover", 1, 13), at(2, "hover", 2, 35), at(3, "definition", 4, 17), at(4, "completion", 4, 27)});
  EXPECT_EQ(answers.of(1)["result"]["contents"]["value"], "```petriloom\ncolour Item\n```\ncolour set");
  EXPECT_EQ(answers.of(2)["result"]["contents"]["value"], "```petriloom\nfun key(x : Item) : int = 0\n```\nfunction");
  EXPECT_EQ(labels(answers.of(4)), (std::vector<std::string>{"key", "n"}));
  const Answers right = session({opened(text.substr(0, text.rfind(", )")) + ");\n"), at(1, "definition", 4, 17)});
  EXPECT_EQ(right.of(1)["result"]["range"], span(0, 16, 20));
}

TEST(Lsp, HoverKnowsTypesOfLiterals) {
  const Answers answers = session({opened("const a = 8;\nconst b = [3 us, 4 us];\nconst c = a;\n"), at(1, "hover", 0, 6),
                                   at(2, "hover", 1, 7), at(3, "hover", 2, 6)});
  EXPECT_EQ(answers.of(1)["result"]["contents"]["value"], "```petriloom\nconst a = 8\n```\nconstant of type `int`");
  EXPECT_EQ(answers.of(2)["result"]["contents"]["value"],
            "```petriloom\nconst b = [3 us, 4 us]\n```\nconstant of type `list of real`");
  EXPECT_EQ(answers.of(3)["result"]["contents"]["value"], "```petriloom\nconst c = a\n```\nconstant");
}

TEST(Lsp, PositionsCountUnitsOfUtf16) {
  // The name has 6 characters in 7 units (the face has two) and 2 quotes; it stands behind 16
  // others.
  const std::string name =
      "'gr\xC3\xB6\xC3\x9F"
      "e\xF0\x9F\x98\x80'";
  const Answers answers = session({opened("const " + name + " = 1;\nplace P : int = " + name + ";\ntransition t { in P : 1; }\n"),
                                   at(1, "hover", 1, 24), at(2, "definition", 1, 16), at(3, "hover", 1, 26)});
  EXPECT_EQ(answers.of(1)["result"]["range"], span(1, 16, 25));
  EXPECT_EQ(answers.of(2)["result"]["range"], span(0, 6, 15));
  EXPECT_EQ(answers.of(2)["result"]["uri"], kUri);
  EXPECT_TRUE(answers.of(3)["result"].is_null());
}

TEST(Lsp, DefinitionsAreFoundInImportedFiles) {
  const test::OwnFolder folder;
  std::ofstream(folder / "lib rary.loom") << "// a library\nconst limit = 7;\n";
  const std::string uri = "file://" + (folder / "main.loom").string();
  const std::string library = "file://" + (folder / "lib%20rary.loom").string();
  const std::string text = "import \"lib rary.loom\";\nplace P : int = limit;\ntransition t { in P : limit; }\n";
  const Answers answers = session({opened(text, uri), at(1, "definition", 1, 18, uri), at(2, "definition", 0, 12, uri)});
  EXPECT_EQ(answers.published(uri), Json::array());
  EXPECT_EQ(answers.of(1)["result"]["uri"], library);
  EXPECT_EQ(answers.of(1)["result"]["range"], span(1, 6, 11));
  EXPECT_EQ(answers.of(2)["result"]["uri"], library);
  // What is being edited counts, not what the disk holds; a mistake in it is told in both.
  const Answers edited =
      session({opened(text, uri), opened("\n\nconst limit = 7 + true;\n", library), at(1, "definition", 1, 18, uri)});
  EXPECT_EQ(edited.of(1)["result"]["range"], span(2, 6, 11));
  ASSERT_EQ(edited.published(uri).size(), 1U);
  EXPECT_EQ(edited.published(uri)[0]["relatedInformation"][0]["location"]["uri"], library);
}

TEST(Lsp, CompletesPortsOfTheModule) {
  const std::string begun = kNet.substr(0, kNet.find("  FINISH = F")) + "  \n}\n";
  const Answers answers = session({opened(begun), at(1, "completion", 10, 2), at(2, "completion", 8, 19)});
  EXPECT_EQ(labels(answers.of(1)), (std::vector<std::string>{"FINISH", "by name"}));
  EXPECT_EQ(answers.of(1)["result"]["items"][0]["insertText"], "FINISH = ");
  EXPECT_EQ(answers.of(1)["result"]["items"][0]["detail"], "port out FINISH : int");
  EXPECT_EQ(labels(answers.of(2)), std::vector<std::string>{"cores"});
}

TEST(Lsp, CompletesNamesAndWords) {
  const std::string text = kNet + "place Q : ;\ntransition u {\n  in \n}\nmeasure m = count cpu.;\n\n";
  const Answers answers = session({opened(text), at(1, "completion", 13, 10), at(2, "completion", 15, 5),
                                   at(3, "completion", 17, 22), at(4, "completion", 18, 0), at(5, "completion", 8, 19)});
  EXPECT_TRUE(contains(labels(answers.of(1)), "int"));
  EXPECT_FALSE(contains(labels(answers.of(1)), "S"));
  EXPECT_TRUE(contains(labels(answers.of(2)), "S"));
  EXPECT_EQ(labels(answers.of(3)), (std::vector<std::string>{"FINISH", "START", "run"}));
  EXPECT_TRUE(contains(labels(answers.of(4)), "transition"));
  EXPECT_FALSE(contains(labels(answers.of(4)), "guard"));
}

TEST(Lsp, CompletesWhatWorkIsDoneOf) {
  const std::string text = "place CPU : unit = 2`();\ntransition work {\n  uses C;\n  \n}\n";
  const Answers answers = session({opened(text), at(1, "completion", 2, 8), at(2, "completion", 3, 2), at(3, "hover", 1, 12)});
  EXPECT_EQ(labels(answers.of(1)), std::vector<std::string>{"CPU"});
  EXPECT_TRUE(contains(labels(answers.of(2)), "uses"));
  EXPECT_TRUE(contains(labels(answers.of(2)), "at most"));
  EXPECT_NE(answers.of(3).dump().find("uses C"), std::string::npos) << answers.of(3).dump();
}

TEST(Lsp, ListsSymbols) {
  const Json symbols =
      session({opened(kNet), request(1, "textDocument/documentSymbol", {{"textDocument", {{"uri", kUri}}}})}).of(1)["result"];
  ASSERT_EQ(symbols.size(), 5U);
  EXPECT_EQ(symbols[0]["name"], "CPU");
  EXPECT_EQ(symbols[0]["selectionRange"], span(0, 7, 10));
  EXPECT_EQ(symbols[0]["range"]["end"], (Json{{"line", 5}, {"character", 1}}));
  ASSERT_EQ(symbols[0]["children"].size(), 4U);
  EXPECT_EQ(symbols[0]["children"][3]["name"], "run");
  EXPECT_EQ(symbols[4]["name"], "runs");
}

TEST(Lsp, Formats) {
  const Json format = request(1, "textDocument/formatting", {{"textDocument", {{"uri", kUri}}}});
  const Json edits = session({opened("place  A:unit;\n"), format}).of(1)["result"];
  ASSERT_EQ(edits.size(), 1U);
  EXPECT_EQ(edits[0]["newText"], "place A : unit;\n");
  EXPECT_EQ(edits[0]["range"]["end"], (Json{{"line", 1}, {"character", 0}}));
  EXPECT_EQ(session({opened("place A : unit;\n"), format}).of(1)["result"], Json::array());
  EXPECT_EQ(session({opened("place A : ;\n"), format}).of(1)["result"], Json::array());
}

TEST(Lsp, KeepsToTheOrderOfASession) {
  const Answers early =
      speak(frame_of(at(1, "hover", 0, 0)) + frame_of(request(2, "initialize")) + frame_of(request(3, "initialize")));
  EXPECT_EQ(early.of(1)["error"]["code"], -32002);
  EXPECT_TRUE(early.of(2).contains("result"));
  EXPECT_EQ(early.of(3)["error"]["code"], -32600);
  EXPECT_EQ(early.code, 2);  // the input ended without shutdown
  const Answers late =
      speak(frame_of(request(1, "initialize")) + frame_of(request(2, "shutdown")) + frame_of(at(3, "hover", 0, 0)));
  EXPECT_EQ(late.of(3)["error"]["code"], -32600);
  const Answers unknown = session({request(1, "textDocument/moniker", {{"textDocument", {{"uri", kUri}}}}), at(2, "hover", 0, 0)});
  EXPECT_EQ(unknown.of(1)["error"]["code"], -32601);
  EXPECT_EQ(unknown.of(2)["error"]["code"], -32602);  // the document is not open
}

TEST(Lsp, SurvivesHostileFrames) {
  const std::vector<std::string> hostile{
      "Content-Length: 5\r\n\r\n{\"a\":",
      frame("[[[[[" + std::string(100000, '[')),
      frame("{\"jsonrpc\":\"2.0\",\"id\":[1],\"method\":\"x\"}"),
      frame("[]"),
      frame("null"),
      frame("{\"id\":7}"),
      frame(std::string("\xFF\xFE\x00\x01", 4)),
      "Content-Length: many\r\n\r\n",
      "Content-Length: -5\r\n\r\n",
      "Content-Length: 99999999999999999999999999\r\n\r\n",
      "X: " + std::string(100000, 'y') + "\r\n\r\n",
      "\r\n\r\n\r\n",
      frame_of(Json{{"id", 8}, {"method", "textDocument/hover"}, {"params", {{"textDocument", 3}, {"position", -1}}}}),
      frame_of(Json{{"method", "textDocument/didOpen"}, {"params", {{"textDocument", {{"uri", 5}, {"text", Json::array()}}}}}}),
      frame_of(Json{{"method", "textDocument/didChange"}, {"params", {{"contentChanges", Json::array({1, 2})}}}}),
      frame_of(at(10, "hover", 1000000000, 1000000000)),
      frame_of(at(11, "completion", 4, 1000000)),
  };
  std::string input = frame_of(request(1, "initialize")) + frame_of(opened(kNet));
  for (const std::string& each : hostile) input += each;
  input += frame_of(at(99, "hover", 4, 30)) + frame_of(request(9001, "shutdown")) + frame_of(Json{{"method", "exit"}});
  const Answers answers = speak(input);
  EXPECT_EQ(answers.code, 0);
  EXPECT_EQ(answers.of(99)["result"]["contents"]["value"], "```petriloom\nvar t : int\n```\nvariable");
  EXPECT_EQ(answers.of(8)["error"]["code"], -32602);
  EXPECT_EQ(answers.of(7)["error"]["code"], -32600);
}

TEST(Lsp, SurvivesFlippedBits) {
  std::mt19937 random(23);
  std::string input = frame_of(opened(kNet));
  for (int line = 0; line < 13; ++line) {
    input += frame_of(at(line, "hover", line, 12)) + frame_of(at(line, "completion", line, 14)) +
             frame_of(at(line, "definition", line, 10));
  }
  const std::string begin = frame_of(request(1, "initialize"));
  for (int round = 0; round < 20; ++round) {
    std::string mangled = input;
    for (int flips = 0; flips < 20; ++flips) mangled[random() % mangled.size()] ^= static_cast<char>(1U << (random() % 8U));
    const Answers answers = speak(begin + mangled);
    EXPECT_TRUE(answers.code == 0 || answers.code == 2) << round;
  }
}

/// Every text that editing goes through on the way to a net, with questions about each.
TEST(Lsp, AnswersWhileTextIsBeingWritten) {
  std::vector<Json> messages{opened("")};
  int id = 1;
  for (std::size_t length = 1; length < kNet.size(); length += 5) {
    const std::string text = kNet.substr(0, length);
    const int line = static_cast<int>(std::count(text.begin(), text.end(), '\n'));
    const int column = static_cast<int>(length - (text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1));
    messages.push_back(changed(text));
    for (const char* method : {"completion", "hover", "definition"}) messages.push_back(at(id++, method, line, column));
    messages.push_back(request(id++, "textDocument/documentSymbol", {{"textDocument", {{"uri", kUri}}}}));
  }
  const Answers answers = session(messages);
  for (int k = 1; k < id; ++k) EXPECT_TRUE(answers.of(k).contains("result")) << answers.of(k);
}

}  // namespace
}  // namespace petriloom::lsp_test
