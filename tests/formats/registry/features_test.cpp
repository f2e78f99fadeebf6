// SPDX-License-Identifier: Apache-2.0
// What `petriloom formats` promises of each writer, held against the writers: a net that has a
// feature is read back with it, or the writer says where it stands.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <functional>

#include "engine/net/net.h"
#include "engine/questions/fluid.h"
#include "formats/common/names.h"
#include "formats/registry/feature_reports.h"
#include "formats/registry/table.h"
#include "tests/formats/nets.h"
#include "tests/own_folder.h"

namespace petriloom::features_test {
namespace {

template <class Parts, class Test>
bool any(const Parts& parts, Test test) {
  return std::any_of(parts.begin(), parts.end(), test);
}

bool colour_of_kind(const Net& net, std::initializer_list<ColourKind> kinds) {
  return any(net.places, [&](const Place& place) {
    return std::find(kinds.begin(), kinds.end(), net.colours[place.colour].kind) != kinds.end();
  });
}

bool has_timing(const Net& net, Timing timing) {
  return any(net.transitions, [&](const Transition& each) { return each.timing == timing; });
}

bool has_arc(const Net& net, const std::function<bool(const Arc&)>& test) {
  return any(net.transitions, [&](const Transition& each) { return any(each.arcs, test); });
}

bool has_kind(const Net& net, ArcKind kind) {
  return has_arc(net, [&](const Arc& arc) { return arc.kind == kind; });
}

// `has` is asked of a net that keeps the feature as it is, `encoded` of one that keeps it in
// another form.
struct Case {
  Feature feature;
  std::string text;
  std::function<bool(const Net&)> has;
  std::function<bool(const Net&)> encoded = {};
};

// Whether the transition t goes before u.
bool ranked(const Net& net) {
  const auto level = [&](std::string_view name) {
    const auto found =
        std::find_if(net.transitions.begin(), net.transitions.end(), [&](const Transition& each) { return each.name == name; });
    return found == net.transitions.end() ? 0 : literal_integer(net, found->priority, 0).value_or(0);
  };
  return level("t") > level("u");
}

bool two_places(const Net& net) { return net.places.size() >= 2; }

const std::string kMove = "place A : unit = 2`();\nplace B : unit;\n";

std::vector<Case> of_colours_and_time() {
  return {
      {Feature::colours,
       "colour C = enum { red, green };\nvar c : C;\nplace A : C = all(C);\nplace B : C;\n"
       "transition t { in A : c; out B : c; }",
       [](const Net& net) {
         return colour_of_kind(net, {ColourKind::enumeration, ColourKind::subset});
       },
       // The colours are places.
       [](const Net& net) { return net.places.size() == 4 && net.transitions.size() == 2; }},
      {Feature::structures,
       "colour N = int with 0..1;\nvar l : list of N;\nplace A : list of N = [1];\nplace B : list of N;\n"
       "transition t { in A : l; out B : l; }",
       [](const Net& net) { return colour_of_kind(net, {ColourKind::list}); }, two_places},
      {Feature::functions,
       "colour N = int with 0..3;\nfun next(n : N) : N = n + 1;\nvar n : N;\nplace A : N = 1;\nplace B : N;\n"
       "transition t { guard n < 3; in A : n; out B : next(n); }",
       [](const Net& net) { return !net.functions.empty(); }, two_places},
      {Feature::stamps, kMove + "transition t { in A; out B : () @+ 2 s; }",
       [](const Net& net) { return has_arc(net, [](const Arc& arc) { return arc.delay.valid(); }); }},
      {Feature::rates, kMove + "transition t { in A; out B; time exponential(2.0); servers 1; }",
       [](const Net& net) { return has_timing(net, Timing::exponential); }},
      {Feature::delays, kMove + "transition t { in A; out B; time deterministic(2 s); servers 1; }",
       [](const Net& net) { return has_timing(net, Timing::deterministic); }},
      {Feature::schedules, kMove + "transition t { in A; out B; at 1 s, 2 s; }",
       [](const Net& net) { return has_timing(net, Timing::at) || has_timing(net, Timing::every); }},
      {Feature::weights, kMove + "transition t { in A; out B; weight 2; }\ntransition u { in A; out B; weight 3; }",
       [](const Net& net) { return any(net.transitions, [](const Transition& each) { return each.weight.valid(); }); }},
      {Feature::priorities, kMove + "transition t { in A; out B; priority 2; }\ntransition u { in A; out B; }", ranked},
  };
}

std::vector<Case> of_arcs() {
  return {
      {Feature::inhibitor, kMove + "transition t { in A; inhibit B; out B; }",
       [](const Net& net) { return has_kind(net, ArcKind::inhibitor); }},
      {Feature::read, kMove + "transition t { read A; out B; }", [](const Net& net) { return has_kind(net, ArcKind::read); },
       // An arc there and back.
       [](const Net& net) {
         return has_kind(net, ArcKind::read) || (net.transitions[0].arcs.size() == 3 && has_kind(net, ArcKind::input));
       }},
      {Feature::reset, kMove + "transition t { in A; reset B; }", [](const Net& net) { return has_kind(net, ArcKind::reset); }},
      {Feature::equal, kMove + "transition t { in A; equal B : 1`(); out B; }",
       [](const Net& net) { return has_kind(net, ArcKind::equal); }},
      {Feature::counts, kMove + "transition t { in A : tokens(B)`(); out B; }",
       [](const Net& net) {
         return has_arc(net, [&](const Arc& arc) { return arc.count.valid() && net.exprs[arc.count].op != Op::literal; });
       }},
  };
}

std::vector<Case> of_the_rest() {
  return {
      {Feature::fluid, kMove + "place F : fluid = 2;\ntransition t { in A; out B; }\ntransition f { in F; flow 1; }",
       [](const Net& net) { return has_fluid(net); }},
      {Feature::sharing,
       kMove + "place L : unit = 1`();\ntransition t { in A; out B; time deterministic(2 s); uses L; at most 1; }",
       [](const Net& net) { return any(net.transitions, shares); }},
      {Feature::modules, kMove + "scope cpu { place RUN : unit; transition t { in .A; out RUN; } }",
       [](const Net& net) { return net.modules.size() == 2 && net.modules[1].name == "cpu"; },
       // The names still say it.
       [](const Net& net) {
         return any(net.places, [](const Place& place) { return place.name.find("cpu") != std::string::npos; });
       }},
      {Feature::fusion, kMove + "scope cpu { place FREE : unit; transition t { in FREE; out .B; } }\nfuse A, cpu.FREE;",
       [](const Net& net) { return any(net.modules, [](const Module& module) { return !module.references.empty(); }); }},
      {Feature::positions,
       "place A : unit at (72, 144) = 1`();\nplace B : unit at (144, 144);\ntransition t at (100, 100) { in A; out B; }",
       [](const Net& net) { return net.places[0].at.known; }},
      {Feature::measures, kMove + "transition t { in A; out B; }\nmeasure busy = average tokens(B);",
       [](const Net& net) { return net.measures.size() == 1; }},
      {Feature::properties, kMove + "transition t { in A; out B; }\nproperty kept : invariant tokens(A) + tokens(B) = 2;",
       [](const Net& net) { return net.properties.size() == 1; }},
      {Feature::stop, kMove + "transition t { in A; out B; }\nstop when tokens(B) = 1;",
       [](const Net& net) { return net.stop.valid(); }},
      {Feature::final_, kMove + "transition t { in A; out B; }\nfinal when tokens(B) = 1;",
       [](const Net& net) { return net.final_marking.valid(); }},
      {Feature::scenarios, kMove + "transition t { in A; out B; }\nscenario heavy { place A = 3`(); }",
       [](const Net& net) { return !net.scenarios.empty(); }},
      {Feature::units, kMove + "transition t { in A; out B; }", [](const Net& net) { return net.nupn.has_value(); }},
  };
}

std::vector<Case> cases() {
  std::vector<Case> all = of_colours_and_time();
  for (const auto& more : {of_arcs(), of_the_rest()}) all.insert(all.end(), more.begin(), more.end());
  return all;
}

Net net_with(const Case& each, const Format& format) {
  std::string text = each.text;
  // Only immediate transitions with weights have priorities there.
  if (each.feature == Feature::priorities && format.name == "greatspn") {
    text =
        "place A : unit = 2`();\nplace B : unit;\ntransition t { in A; out B; priority 2; weight 1; }\n"
        "transition u { in A; out B; priority 1; weight 1; }";
  }
  Net net = test::net_of(text);
  if (each.feature == Feature::units) net.nupn = Nupn{false, 0, {{"all", {PlaceId(0), PlaceId(1)}, {}}}};
  return net;
}

// Written to a file and read again, some formats being several files.
ReadResult read_back(const Format& format, const Net& net) {
  const test::OwnFolder folder;
  const std::string file = folder.file("back" + std::string(format.endings.front()));
  EXPECT_FALSE(write_net(net, file, format.name, {}).has_errors());
  return read_net(file, format.name.substr(0, 4) == "pnml" ? "pnml" : format.name, {});
}

bool told(const WriteResult& written, Severity severity, std::string_view beginning) {
  return any(written.diagnostics.list(), [&](const Diagnostic& each) {
    return each.severity == severity && each.where.known() && each.message.substr(0, beginning.size()) == beginning;
  });
}

void check(const Format& format, const Case& each) {
  SCOPED_TRACE(std::string(format.name) + ", " + std::string(name_of(each.feature)));
  const Net net = net_with(each, format);
  ASSERT_TRUE(each.has(net));
  const WriteResult written = write_text(format, net, {});
  const std::string messages = written.diagnostics.format(*net.sources);
  const Support support = format.writes[each.feature];
  if (support == Support::none) {
    // Where nodes are drawn is nobody's loss.
    if (each.feature == Feature::positions) return;
    const bool lost = beside(each.feature) && told(written, Severity::warning, "left out: ");
    EXPECT_TRUE(lost || told(written, Severity::error, "")) << messages << written.text;
    EXPECT_EQ(written.text.empty(), written.diagnostics.has_errors());
    return;
  }
  ASSERT_FALSE(written.diagnostics.has_errors()) << messages;
  const ReadResult back = read_back(format, net);
  ASSERT_TRUE(back.net.has_value()) << back.diagnostics.format(*back.sources) << written.text;
  const bool encoded = support == Support::encoded && each.encoded && each.encoded(*back.net);
  EXPECT_TRUE(each.has(*back.net) || encoded) << written.text;
}

TEST(Features, TheTableIsTrueOfEveryWriter) {
  const std::vector<Case> all = cases();
  ASSERT_EQ(all.size(), kFeatures);
  for (const Format& format : formats()) {
    if (format.write == nullptr || format.picture) continue;
    for (const Case& each : all) check(format, each);
  }
}

// What is beside the net is lost with a word even if lossy writing is allowed, and a scenario that
// was chosen loses the others only.
TEST(Features, ScenariosAreLostKnowingly) {
  const std::string text =
      "place A : unit = 1`();\ntransition t { in A; }\nscenario heavy { place A = 3`(); }\nscenario light { place A = 2`(); }\n";
  const Net net = test::net_of(text);
  const Format& loom = *find_format("loom");
  const WriteResult refused = write_text(loom, net, {});
  EXPECT_TRUE(refused.text.empty());
  EXPECT_NE(refused.diagnostics.format(*net.sources).find("error: the scenarios (heavy, light) are not written"), std::string::npos)
      << refused.diagnostics.format(*net.sources);
  WriteOptions lossy;
  lossy.allow_lossy = true;
  EXPECT_FALSE(write_text(loom, net, lossy).text.empty());
  ReadOptions options;
  options.scenario = "light";
  const ReadResult chosen = loom.read("net.loom", text, options);
  ASSERT_TRUE(chosen.net.has_value());
  const WriteResult written = write_text(loom, *chosen.net, {});
  EXPECT_NE(written.text.find("2`()"), std::string::npos) << written.text;
  EXPECT_NE(written.diagnostics.format(*chosen.net->sources).find("left out: the net without a scenario, and heavy"),
            std::string::npos);
}

// An order has a form in the net language alone; a priority that depends on the binding in what is
// unfolded, too.
TEST(Features, WhatGoesFirstIsLostKnowingly) {
  const std::string begin =
      "colour T = int with 0..2;\nplace A : T = [0, 2];\nplace B : T;\nvar t : T;\ntransition go { in A : t; ";
  const Net ordered = test::net_of(begin + "order by 0.5 * t; out B : t; }\ntransition back { in B : t; delay 1 s; out A : t; }\n");
  const Net ranked = test::net_of(begin + "priority t; out B : t; }\n");
  WriteOptions lossy;
  lossy.allow_lossy = true;
  for (const Format& format : formats()) {
    if (format.write == nullptr || format.picture || format.name == "loom") continue;
    SCOPED_TRACE(format.name);
    const std::string lost = "the order in which bindings of 'go' go has no form in this format";
    const WriteResult refused = write_text(format, ordered, {});
    EXPECT_TRUE(refused.text.empty());
    EXPECT_NE(refused.diagnostics.format(*ordered.sources).find("5:40: error: " + lost), std::string::npos)
        << refused.diagnostics.format(*ordered.sources);
    const WriteResult left_out = write_text(format, ordered, lossy);
    EXPECT_NE(left_out.diagnostics.format(*ordered.sources).find("warning: left out: " + lost), std::string::npos)
        << left_out.diagnostics.format(*ordered.sources);
  }
  for (const std::string_view name : {"cpn", "pnml-hl", "pnml-sn"}) {
    SCOPED_TRACE(name);
    const WriteResult refused = write_text(*find_format(name), ranked, {});
    EXPECT_TRUE(refused.text.empty());
    EXPECT_NE(refused.diagnostics.format(*ranked.sources).find("5:36: error: the priority of 'go' depends on the binding"),
              std::string::npos)
        << refused.diagnostics.format(*ranked.sources);
    EXPECT_FALSE(write_text(*find_format(name), ranked, lossy).text.empty());
  }
  const WriteResult unfolded = write_text(*find_format("pnml"), ranked, {});
  EXPECT_NE(unfolded.text.find("priority=\"2\""), std::string::npos) << unfolded.text;
}

// Arcs that collect tokens stand in the net language alone, and in pictures; resets of tokens that
// meet a condition also in what is unfolded.
TEST(Features, WhatCollectsIsRefused) {
  const std::string begin = "colour T = int with 0..2;\nplace A : T = [0, 2];\nplace B : T;\nvar t : T;\nvar l : list of T;\n";
  const Net collects = test::net_of(begin + "transition go { in A : collect 2`_ as l; out B : each l; }\n");
  const Net empties = test::net_of(begin + "transition go { in A : t; out B : t; reset B : x where x > 0; }\n");
  std::size_t empty = 0;
  for (const Format& format : formats()) {
    if (format.write == nullptr || (format.picture && format.name != "dot")) continue;
    SCOPED_TRACE(format.name);
    if (format.picture || format.name == "loom") {
      EXPECT_NE(write_text(format, collects, {}).text.find("collect"), std::string::npos);
      EXPECT_NE(write_text(format, empties, {}).text.find("where"), std::string::npos);
      continue;
    }
    const WriteResult refused = write_text(format, collects, {});
    EXPECT_TRUE(refused.text.empty());
    EXPECT_NE(refused.diagnostics.format(*collects.sources).find(":6:24: error: "), std::string::npos)
        << refused.diagnostics.format(*collects.sources);
    const WriteResult written = write_text(format, empties, {});
    empty += written.text.empty() ? 0U : 1U;
    if (written.text.empty()) {
      EXPECT_NE(written.diagnostics.format(*empties.sources).find(":6:48: error: "), std::string::npos)
          << written.diagnostics.format(*empties.sources);
    }
  }
  EXPECT_GT(empty, 0U);
}

}  // namespace
}  // namespace petriloom::features_test
