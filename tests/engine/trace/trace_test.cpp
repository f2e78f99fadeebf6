// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/csv.h"

#include <gtest/gtest.h>

#include <sstream>

#include "engine/trace/chrome.h"
#include "tests/engine/draft.h"

namespace petriloom::test {
namespace {

/// Two transitions: `work` puts a token with a delay of 2 s, then `end` takes it.
Net small_net() {
  Draft d;
  const ColourSetId letter = d.colours().add_enumeration("Letter", {"a", "b"});
  const PlaceId p = d.place("P", letter);
  const PlaceId q = d.place("Q", letter);
  d.builder.mark(p, 1, 1, 0.5);
  const TransitionId work = d.transition("work", {{"x", letter}});
  d.in(work, p, d.var(work, 0));
  d.out(work, q, d.var(work, 0)).delay = d.real(2);
  const TransitionId end = d.transition("end", {{"x", letter}});
  d.in(end, q, d.var(end, 0));
  return d.build();
}

TEST(Trace, Csv) {
  const Net net = small_net();
  std::ostringstream out;
  CsvTrace trace(net, out);
  SimulationOptions options;
  options.trace = &trace;
  simulate(net, options);
  EXPECT_EQ(out.str(),
            "event,time,name,detail,count,token_time\n"
            "fire,0.5,work,x = b,,\n"
            "take,0.5,P,b,1,0.5\n"
            "put,0.5,Q,b,1,2.5\n"
            "fire,2.5,end,x = b,,\n"
            "take,2.5,Q,b,1,2.5\n"
            "end,2.5,,,,\n");
}

TEST(Trace, Chrome) {
  const Net net = small_net();
  std::ostringstream out;
  ChromeTrace trace(net, out);
  SimulationOptions options;
  options.trace = &trace;
  simulate(net, options);
  EXPECT_EQ(out.str(),
            "[\n"
            R"({"name":"process_name","ph":"M","pid":0,"args":{"name":"net"}},)"
            "\n"
            R"({"name":"thread_name","ph":"M","pid":0,"tid":0,"args":{"name":"net"}},)"
            "\n"
            R"({"ph":"X","dur":2000000,"name":"work","pid":0,"tid":0,"ts":500000,"args":{"binding":"x = b"}},)"
            "\n"
            R"({"ph":"i","s":"t","name":"end","pid":0,"tid":0,"ts":2500000,"args":{"binding":"x = b"}})"
            "\n]\n");
}

}  // namespace
}  // namespace petriloom::test
