// SPDX-License-Identifier: Apache-2.0
// Terms of symmetric and high-level nets, and coloured and timed nets there and back.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "analysis/verify/verify.h"
#include "engine/simulate/simulate.h"
#include "engine/trace/csv.h"
#include "engine/unfold/unfold.h"
#include "formats/loom/loom.h"
#include "formats/pnml/pnml.h"
#include "formats/pnml/validate.h"
#include "formats/pnml_writing/write_pnml.h"
#include "formats/registry/table.h"
#include "tests/formats/nets.h"

namespace petriloom::pnml_high_level_test {
namespace {

const std::string kGrammars = std::string(PETRILOOM_ROOT) + "/formats/pnml/grammar/";

// Two constants a, b of C, a range R of 1..3, a partition of C into {a} and {b, c}, and variables
// x, y : C.
std::string document(const std::string& objects, const std::string& more = {}) {
  return "<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\">\n"
         "<net id=\"n\" type=\"http://www.pnml.org/version-2009/grammar/highlevelnet\"><declaration><structure><declarations>"
         "<namedsort id='C' name='C'><cyclicenumeration><feconstant id='a' name='a'/><feconstant id='b' name='b'/>"
         "<feconstant id='c' name='c'/></cyclicenumeration></namedsort>"
         "<namedsort id='R' name='R'><finiteintrange start='1' end='3'/></namedsort>"
         "<namedsort id='P' name='P'><productsort><usersort declaration='C'/><usersort declaration='R'/></productsort></namedsort>"
         "<partition id='H' name='H'><usersort declaration='C'/><partitionelement id='low' name='low'><useroperator "
         "declaration='a'/>"
         "</partitionelement><partitionelement id='high' name='high'><useroperator declaration='b'/><useroperator declaration='c'/>"
         "</partitionelement></partition>"
         "<variabledecl id='x' name='x'><usersort declaration='C'/></variabledecl>"
         "<variabledecl id='y' name='y'><usersort declaration='C'/></variabledecl>" +
         more + "</declarations></structure></declaration>\n<page id='g'>\n" + objects + "</page></net></pnml>";
}

std::string sub(const std::string& a) { return "<subterm>" + a + "</subterm>"; }
std::string term_of(const std::string& name, const std::string& a, const std::string& b = {}) {
  return "<" + name + ">" + sub(a) + (b.empty() ? "" : sub(b)) + "</" + name + ">";
}
std::string times(int n, const std::string& colour) {
  return term_of("numberof", fmt::format("<numberconstant value='{}'><natural/></numberconstant>", n), colour);
}
std::string place(const std::string& id, const std::string& sort, const std::string& tokens = {}) {
  return "<place id='" + id + "'><type><structure><usersort declaration='" + sort + "'/></structure></type>" +
         (tokens.empty() ? "" : "<hlinitialMarking><structure>" + tokens + "</structure></hlinitialMarking>") + "</place>\n";
}
std::string transition(const std::string& id, const std::string& condition = {}) {
  return "<transition id='" + id + "'>" +
         (condition.empty() ? "" : "<condition><structure>" + condition + "</structure></condition>") + "</transition>\n";
}
std::string arc(const std::string& from, const std::string& to, const std::string& term) {
  return "<arc id='" + from + "-" + to + "' source='" + from + "' target='" + to + "'><hlinscription><structure>" + term +
         "</structure></hlinscription></arc>\n";
}
const std::string kX = "<variable refvariable='x'/>";
const std::string kY = "<variable refvariable='y'/>";
const std::string kAll = "<all><usersort declaration='C'/></all>";
std::string constant(const std::string& id) { return "<useroperator declaration='" + id + "'/>"; }

Net read(const std::string& text) {
  ReadResult result = read_pnml("f.pnml", text, {});
  EXPECT_TRUE(result.net.has_value()) << result.diagnostics.format(*result.sources) << text;
  return std::move(result.net.value());
}

std::uint64_t states(const Net& net) { return verify(net, {}).state_space.states; }

// The tokens of a place at the start as text: "a 2, b 1".
std::string tokens(const Net& net, std::size_t place) {
  std::string text;
  for (const InitialTokens& t : net.places[place].initial) {
    text +=
        fmt::format("{}{} {}", text.empty() ? "" : ", ", net.colours.format(net.places[place].colour, t.colour, net.pool), t.count);
  }
  return text;
}

TEST(PnmlTerms, MultisetsOfInitialMarkings) {
  const auto marked = [](const std::string& sort, const std::string& term) {
    return tokens(read(document(place("p", sort, term))), 0);
  };
  EXPECT_EQ(marked("C", kAll), "a 1, b 1, c 1");
  EXPECT_EQ(marked("C", term_of("add", times(2, kAll), times(3, constant("b")))), "a 2, b 5, c 2");
  EXPECT_EQ(marked("C", term_of("subtract", kAll, times(1, constant("b")))), "a 1, c 1");
  EXPECT_EQ(marked("C", term_of("subtract", times(3, kAll), times(2, constant("b")))), "a 3, b 1, c 3");
  EXPECT_EQ(
      marked("C", term_of("subtract", term_of("add", times(2, constant("a")), times(1, constant("a"))), times(2, constant("a")))),
      "a 1");
  EXPECT_EQ(marked("C", term_of("subtract", times(1, constant("a")), times(2, constant("a")))), "")
      << "nothing where there is less";
  EXPECT_EQ(marked("C", constant("c")), "c 1") << "one colour is a multiset of it";
  EXPECT_EQ(marked("P", term_of("tuple", kAll,
                                "<finiteintrangeconstant value='2'><finiteintrange start='1' end='3'/></finiteintrangeconstant>")),
            "(a, 2) 1, (b, 2) 1, (c, 2) 1");
  EXPECT_EQ(marked("P", term_of("tuple", kAll, "<all><usersort declaration='R'/></all>")),
            "(a, 1) 1, (a, 2) 1, (a, 3) 1, (b, 1) 1, (b, 2) 1, (b, 3) 1, (c, 1) 1, (c, 2) 1, (c, 3) 1");
  EXPECT_EQ(marked("C", term_of("scalarproduct", "<numberconstant value='2'><natural/></numberconstant>",
                                term_of("add", constant("a"), constant("b")))),
            "a 2, b 2");
  EXPECT_EQ(marked("C", "<empty><usersort declaration='C'/></empty>"), "");
  EXPECT_EQ(marked("C", "<all><usersort declaration='high'/></all>"), "b 1, c 1") << "the colours of one element of a partition";
}

TEST(PnmlTerms, InputsWithSumsAndDifferences) {
  // t takes one token of each colour but x, and x twice from q: one step for each x of q's two
  // kinds.
  const Net net =
      read(document(place("p", "C", kAll) + place("q", "C", term_of("add", times(2, constant("a")), times(1, constant("b")))) +
                    transition("t") + arc("p", "t", term_of("subtract", kAll, times(1, kX))) + arc("q", "t", times(2, kX))));
  ASSERT_EQ(net.transitions.size(), 1U);
  EXPECT_EQ(states(net), 2U) << "only x = a has two tokens in q; then p is left with a alone";
  // 2'(x) + 1'(y) on one arc: with x = y it is three tokens of one colour.
  const Net sum = read(document(place("p", "C", term_of("add", times(2, constant("a")), times(1, constant("b")))) +
                                transition("t") + arc("p", "t", term_of("add", times(2, kX), times(1, kY)))));
  EXPECT_EQ(states(sum), 2U);
  EXPECT_EQ(sum.transitions[0].arcs.size(), 2U);
  // A difference of terms with variables: {(a), (b)} less x is the other one.
  const Net other = read(
      document(place("p", "C", term_of("add", constant("a"), constant("b"))) + place("q", "C", constant("a")) + transition("t") +
               arc("q", "t", kX) +
               arc("p", "t", term_of("subtract", term_of("add", times(1, constant("a")), times(1, constant("b"))), times(1, kX)))));
  const Unfolding unfolded = unfold(other, {});
  ASSERT_TRUE(unfolded.net.has_value());
  EXPECT_EQ(states(other), 2U);
}

TEST(PnmlTerms, ConditionsAndPartitions) {
  const auto enabled = [](const std::string& condition) {
    // One step for each x for which the condition holds: as many states, and the first.
    return states(read(document(place("p", "C", kAll) + place("once", "C", constant("a")) + place("done", "C") +
                                transition("t", condition) + arc("once", "t", constant("a")) + arc("p", "t", kX) +
                                arc("t", "done", kX)))) -
           1;
  };
  EXPECT_EQ(enabled("<booleanconstant value='true'/>"), 3U);
  EXPECT_EQ(enabled(term_of("inequality", kX, constant("b"))), 2U);
  EXPECT_EQ(enabled(term_of("equality", term_of("successor", kX), constant("a"))), 1U) << "the successor of c is a";
  EXPECT_EQ(enabled(term_of("lessthan", kX, constant("c"))), 2U);
  EXPECT_EQ(enabled(term_of("imply", term_of("equality", kX, constant("a")), "<booleanconstant value='false'/>")), 2U);
  EXPECT_EQ(enabled(term_of("gtp", "<partitionelementof refpartition='H'>" + sub(kX) + "</partitionelementof>", constant("low"))),
            2U);
  EXPECT_EQ(enabled(term_of("gt", term_of("cardinality", term_of("subtract", kAll, times(1, kX))),
                            "<numberconstant value='2'><natural/></numberconstant>")),
            0U);
  EXPECT_EQ(enabled(term_of("contains", term_of("add", constant("a"), constant("b")), times(1, kX))), 2U);
}

TEST(PnmlTerms, NamedOperators) {
  const std::string more =
      "<namedoperator id='others' name='others'><parameter><variabledecl id='k' name='k'><usersort declaration='C'/></variabledecl>"
      "</parameter><def>" +
      term_of("subtract", kAll, times(1, "<variable refvariable='k'/>")) +
      "</def></namedoperator>"
      "<namedoperator id='next' name='next'><parameter><variabledecl id='k2' name='k'><usersort declaration='C'/></variabledecl>"
      "</parameter><def>" +
      term_of("successor", "<variable refvariable='k2'/>") + "</def></namedoperator>";
  const std::string call = "<useroperator declaration='others'>" +
                           sub("<useroperator declaration='next'>" + sub(constant("a")) + "</useroperator>") + "</useroperator>";
  EXPECT_EQ(tokens(read(document(place("p", "C", call), more)), 0), "a 1, c 1");
}

// A bus that holds a dot while it is free and a pair while it is used, though declared to hold
// pairs only.
TEST(PnmlTerms, DotsAmongColoursAreReadAsAUnion) {
  const std::string pair = "<tuple>" + sub(kX) +
                           sub("<finiteintrangeconstant value='2'><finiteintrange start='1' end='3'/></finiteintrangeconstant>") +
                           "</tuple>";
  const std::string dot = times(1, "<dotconstant/>");
  const std::string objects = place("bus", "P", dot) + place("q", "C", kAll) + transition("begin") + transition("end") +
                              arc("q", "begin", kX) + arc("begin", "bus", pair) + arc("bus", "end", pair) + arc("end", "q", kX);
  const auto more = [](const std::string& from, const std::string& to, const std::string& term) {
    return "<arc id='dot-" + from + "' source='" + from + "' target='" + to + "'><hlinscription><structure>" + term +
           "</structure></hlinscription></arc>\n";
  };
  const ReadResult result = read_pnml("f.pnml", document(objects + more("bus", "begin", dot) + more("end", "bus", dot)), {});
  ASSERT_TRUE(result.net.has_value()) << result.diagnostics.format(*result.sources);
  EXPECT_NE(
      result.diagnostics.format(*result.sources).find("warning: the place 'bus' is declared to hold P and holds dots as well"),
      std::string::npos);
  // Free, or used by a, b or c: 4 states, and from each use the way back.
  EXPECT_EQ(states(*result.net), 4U);
  const Unfolding unfolded = unfold(*result.net, {});
  ASSERT_TRUE(unfolded.net.has_value());
  EXPECT_EQ(states(*unfolded.net), 4U);
  const WriteResult loom = write_loom(*result.net, {});
  EXPECT_EQ(states(test::net_of(loom.text)), 4U) << loom.text;
  // With <all> the pairs are put one by one: 9 of them and the dot.
  const std::string all = "<all><usersort declaration='P'/></all>";
  const ReadResult full =
      read_pnml("f.pnml", document(place("bus", "P", term_of("add", dot, all)) + transition("t") + more("bus", "t", dot)), {});
  ASSERT_TRUE(full.net.has_value()) << full.diagnostics.format(*full.sources);
  EXPECT_EQ(full.net->places[0].initial.size(), 10U);
  // Dots that no arc takes are a mistake.
  EXPECT_FALSE(read_pnml("f.pnml", document(objects), {}).net.has_value());
}

TEST(PnmlTerms, ErrorsAreLocated) {
  const auto message = [](const std::string& objects, const std::string& more = {}) {
    const ReadResult result = read_pnml("f.pnml", document(objects, more), {});
    EXPECT_FALSE(result.net.has_value());
    return result.diagnostics.format(*result.sources);
  };
  const auto expect = [](const std::string& text, const std::string& what) {
    EXPECT_NE(text.find(what), std::string::npos) << text;
    EXPECT_EQ(text.find("(no location)"), std::string::npos) << text;
  };
  expect(message(place("p", "nothing")), "f.pnml:4:32: error: no sort has the id 'nothing'");
  expect(message(place("p", "C", kX)), "the variable 'x' has no value here");
  expect(message(place("p", "C", constant("zz"))), "no constant or operator has the id 'zz'");
  expect(message(place("p", "C", "<dotconstant/>")), "expected a C");
  expect(message("", "<arbitrarysort id='z' name='z'/>"), "declares what has no meaning");
  expect(message("", "<unparsed id='z' name='z'/>"), "declares what has no meaning");
  expect(message(place("p", "C") + transition("t") + "<arc id='k' source='p' target='t'/>"), "does not say which colours");
  expect(message(place("p", "s1"),
                 "<namedsort id='s1' name='s1'><usersort declaration='s2'/></namedsort>"
                 "<namedsort id='s2' name='s2'><usersort declaration='s1'/></namedsort>"),
         "in a circle");
  expect(message("<place id='p'><type><text>C</text></type></place>"), "the label has no <structure>");
}

// Read again, a net has as many states and edges.
void expect_same_states(const Net& net, const WriteResult& written, const std::string& grammar) {
  ASSERT_FALSE(written.diagnostics.has_errors()) << written.diagnostics.format(*net.sources);
  EXPECT_EQ(validate_pnml(written.text, kGrammars + grammar), "") << written.text;
  const ReadResult back = read_pnml("back.pnml", written.text, {});
  ASSERT_TRUE(back.net.has_value()) << back.diagnostics.format(*back.sources) << written.text;
  const VerifyResult before = verify(net, {});
  const VerifyResult after = verify(*back.net, {});
  EXPECT_EQ(after.state_space.states, before.state_space.states) << written.text;
  EXPECT_EQ(after.state_space.edges, before.state_space.edges);
}

TEST(PnmlSymmetric, ReadsBackWithTheSameStates) {
  for (const std::string& text : {test::philosophers(4), std::string(R"(
colour D = enum { red, green };
colour N = int with 2..5;
var d : D; var n, m : N;
place A : product D * N = 2`(red, 3) ++ 1`(green, 5);
place B : N = all(N);
place U : unit = 4`();
transition t { guard n < m & d != green; in A : (d, n); in B : m; in U; inhibit B : 2`m; out A : (d, m); }
transition s { in B : n; read A : (d, n); reset U; }
)")}) {
    const Net net = test::net_of(text);
    expect_same_states(net, write_pnml_symmetric(net, {}), "symmetricnet.pntd");
    expect_same_states(net, write_pnml_high_level(net, {}), "highlevelnet.pntd");
    expect_same_states(net, write_pnml(net, {}), "ptnet.pntd");
  }
}

TEST(PnmlHighLevel, StringsAndListsReadBack) {
  std::ifstream in(std::string(PETRILOOM_ROOT) + "/tests/fuzz/corpus/pnml/hl.pnml");
  std::stringstream text;
  text << in.rdbuf();
  const Net net = read(text.str());
  const WriteResult written = write_pnml_high_level(net, {});
  EXPECT_NE(written.text.find("<value>ab&amp;</value>"), std::string::npos) << written.diagnostics.format(*net.sources);
  EXPECT_EQ(validate_pnml(written.text, kGrammars + "highlevelnet.pntd"), "") << written.text;
  // Written again, the net that was read back is the same text.
  EXPECT_EQ(write_pnml_high_level(read(written.text), {}).text, written.text);
}

// XML has no control characters: what it can hold comes back as it was, the rest is refused where
// it stands.
TEST(PnmlHighLevel, StringsOfEveryCharacter) {
  const auto written = [](const std::string& text) {
    Net net =
        test::net_of("place S : string = \"?\";\nplace D : string;\nvar s : string;\ntransition t { in S : s; out D : s; }\n");
    net.places[0].initial[0].colour = intern_text(text, net.pool);
    WriteResult result = write_pnml_high_level(net, {});
    EXPECT_EQ(result.text.empty(), result.diagnostics.has_errors());
    return std::pair(result.text, result.diagnostics.format(*net.sources));
  };
  for (const std::string& text :
       {std::string(" a <&> \"b\"\t\r\n c\r"), std::string("\xc3\xa4"), std::string(" "), std::string()}) {
    const auto [file, messages] = written(text);
    EXPECT_EQ(messages, "");
    EXPECT_EQ(validate_pnml(file, kGrammars + "highlevelnet.pntd"), "") << file;
    const Net back = read(file);
    EXPECT_EQ(text_of(back.places[0].initial.at(0).colour, back.pool), text);
  }
  for (const std::string& text :
       {std::string("a\x01"), std::string("\0", 1), std::string("\xe4"), std::string("\xef\xbf\xbf"), std::string("\xc3")}) {
    EXPECT_NE(written(text).second.find("test.loom:1:7: error: PNML cannot carry the string"), std::string::npos)
        << written(text).second;
  }
  Net named = test::net_of("place P : unit;\n");
  named.places[0].name = "P\x02";
  for (const auto& write : {write_pnml, write_pnml_core, write_pnml_symmetric, write_pnml_high_level}) {
    EXPECT_NE(write(named, {}).diagnostics.format(*named.sources).find("test.loom:1:7: error: the name"), std::string::npos);
  }
}

TEST(PnmlHighLevel, ListsIntegersAndFunctions) {
  const Net net = test::net_of(R"(
colour L = list of int;
fun next(n : int) : int = let k = n + 1 in k % 5;
var n : int; var l : L;
place N : int = 3 ++ 4;
place Q : L = [1, 2];
transition t { guard n > 0 & length(l) < 4; in N : n; in Q : l; out Q : append(l, next(n)); }
)");
  const WriteResult written = write_pnml_high_level(net, {});
  expect_same_states(net, written, "highlevelnet.pntd");
  EXPECT_NE(written.text.find("<listappend>"), std::string::npos) << written.text;
}

TEST(PnmlHighLevel, RefusesWhatItHasNoFormFor) {
  const Net net = test::net_of(
      "place R : real = 1.5;\nplace A : int = 1;\nvar n : int;\ntransition t { in A : n; out A : sqr(n); }\n"
      "fun sqr(n : int) : int = abs(n);\n");
  const WriteResult written = write_pnml_high_level(net, {});
  EXPECT_TRUE(written.text.empty());
  const std::string text = written.diagnostics.format(*net.sources);
  EXPECT_NE(text.find("test.loom:1:"), std::string::npos) << text;
  EXPECT_NE(text.find("no sort for real"), std::string::npos) << text;
  EXPECT_NE(text.find("no form for this expression"), std::string::npos) << text;
}

std::string trace_of(const Net& net) {
  std::ostringstream out;
  CsvTrace trace(net, out);
  SimulationOptions options;
  options.max_firings = 2000;
  options.until = 1e6;
  options.trace = &trace;
  simulate(net, options);
  return out.str();
}

TEST(PnmlTimed, TracesAreTheSameAfterReadingBack) {
  std::size_t firings = 0;
  for (std::uint32_t seed = 0; seed < 120; ++seed) {
    const Net net = test::random_net(seed, true, true);
    const WriteResult written = write_pnml(net, {});
    ASSERT_FALSE(written.text.empty()) << written.diagnostics.format(*net.sources);
    const Net back = read(written.text);
    const std::string expected = trace_of(net);
    EXPECT_EQ(trace_of(back), expected) << written.text;
    firings += static_cast<std::size_t>(std::count(expected.begin(), expected.end(), '\n'));
  }
  EXPECT_GT(firings, 1000U);
}

TEST(PnmlTimed, ExamplesKeepTheirTraces) {
  for (const std::string file : {"queue/mm1.loom", "philosophers/table.loom", "philosophers/left_handed.loom"}) {
    const ReadResult read_example = read_net(std::string(PETRILOOM_ROOT) + "/examples/" + file, {}, {});
    ASSERT_TRUE(read_example.net.has_value()) << file;
    const Unfolding unfolded = unfold(*read_example.net, {});
    ASSERT_TRUE(unfolded.net.has_value()) << file;
    const WriteResult written = write_pnml(*read_example.net, {});
    ASSERT_FALSE(written.text.empty()) << written.diagnostics.format(*read_example.sources);
    EXPECT_EQ(trace_of(read(written.text)), trace_of(*unfolded.net)) << file;
  }
}

// Read back, all bindings would share the servers: nothing says that they are of instances.
TEST(PnmlHighLevel, ServersOfInstancesAreNotLostSilently) {
  const std::string text =
      "colour I = index i with 0..2;\nmodule M() {\n  place P : unit = 1`();\n  transition t { in P; out P; time "
      "deterministic(1.0); servers 1; }\n}\ninstance m[k in I] : M();\n";
  const Net net = test::net_of(text);
  for (const auto& write : {write_pnml_symmetric, write_pnml_high_level}) {
    const WriteResult refused = write(net, {});
    EXPECT_NE(refused.diagnostics.format(*net.sources).find("4:14: error: PNML cannot say that each instance"), std::string::npos)
        << refused.diagnostics.format(*net.sources);
    WriteOptions untimed;
    untimed.untimed = true;
    EXPECT_FALSE(write(net, untimed).diagnostics.has_errors());
  }
}

}  // namespace
}  // namespace petriloom::pnml_high_level_test
