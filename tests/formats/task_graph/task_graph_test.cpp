// SPDX-License-Identifier: Apache-2.0
// Graphs of tasks: what is read of each format, and mistakes at their places.
#include "formats/task_graph/task_graph.h"
#include "formats/common/csv.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "formats/task_graph/write_tables.h"

namespace petriloom::task_graph_test {
namespace {

/// The three tables, one after the other; or "line:column: message (help)" of
/// each message.
std::string read(const std::string& name, const std::string& text, const TaskGraphOptions& options = {}) {
  const TaskGraphResult result = read_task_graph(name, text, options);
  std::string all;
  for (const Diagnostic& one : result.diagnostics.list())
    all +=
        fmt::format("{}:{}: {}{}\n", one.where.line, one.where.column, one.message, one.help.empty() ? "" : " (" + one.help + ")");
  EXPECT_NE(result.graph.has_value(), result.diagnostics.has_errors());
  if (!result.graph) return all;
  const GraphTables tables = graph_tables(*result.graph);
  return all + tables.tasks + tables.accesses + tables.edges;
}

const std::string kTasks = "name,kind,cpu_us,gpu_us,priority\n";
const std::string kAccesses = "task,datum,mode,bytes\n";
const std::string kEdges = "from,to\n";

TEST(StandardTaskGraph, IsReadAsItIsPublished) {
  const std::string text =
      "          2\n"
      "          0          0          0\n"
      "          1         20          1          0\n"
      "          2          3          1          0\r\n"
      "          3          0          2          1          2\n"
      "# Standard Task Graph Set Project\n";
  EXPECT_EQ(read("a.stg", text),
            kTasks + "0,\"\",0,0,0\n1,\"\",20,20,0\n2,\"\",3,3,0\n3,\"\",0,0,0\n" + kAccesses + kEdges + "0,1\n0,2\n1,3\n2,3\n");
  // A unit of a millisecond, cards that are four times as fast, no tasks that
  // stand for the ends.
  const std::string plain = "2 4\n0 20 0\n1 3 1 0\n";
  EXPECT_EQ(read("a.stg", plain, {.unit = 1e-3, .speedup = 4}),
            kTasks + "0,\"\",20000,5000,0\n1,\"\",3000,750,0\n" + kAccesses + kEdges + "0,1\n");
}

TEST(StandardTaskGraph, WithCostsOfCommunicationHasData) {
  const std::string text = "2\n0 5 0\n1 6 1\n  0 7\n2 0 2\n 0 0\n 1 3\n3 0 0\n";
  EXPECT_EQ(read("a.stg", text, {.unit_bytes = 100}), kTasks + "0,\"\",5,5,0\n1,\"\",6,6,0\n2,\"\",0,0,0\n3,\"\",0,0,0\n" +
                                                          kAccesses + "0,0->1,W,700\n1,0->1,R,700\n1,1->2,W,300\n2,1->2,R,300\n" +
                                                          kEdges + "0,2\n");
}

TEST(StandardTaskGraph, MistakesAreToldAtTheirPlaces) {
  EXPECT_EQ(read("a.stg", ""), "0:1: there is no number of tasks\n");
  EXPECT_EQ(read("a.stg", "99999999999\n"),
            "1:1: expected a number of tasks, found '99999999999' (a whole "
            "number up to 1000000)\n");
  EXPECT_EQ(read("a.stg", "3\n0 1 0\n1 1 1 0\n"),
            "1:1: the file has 2 tasks, not 3 (as many rows, or two more for "
            "the beginning and the end)\n");
  EXPECT_EQ(read("a.stg", "2\n0 1 0\n0 x 1 7\n"),
            "3:3: expected a time, found 'x' (a number up to 1000000000)\n3:1: "
            "expected task 1, found 0 (tasks are numbered from 0 on)\n"
            "3:7: there is no task 7 (tasks 0 to 3)\n");
  EXPECT_EQ(read("a.stg", "1\n0 1 2 0\n"), "2:5: task 0 waits for 2 tasks, and 1 are named\n");
  EXPECT_EQ(read("a.stg", "1\n0 -1 0\n"), "2:3: expected a time, found '-1' (a number up to 1000000000)\n");
  EXPECT_EQ(read("a.stg", "3\n0 1 1 2\n1 1 1 0\n2 1 1 1\n"),
            "2:1: tasks wait for each other in a circle: '0' for '2' for '1' "
            "for '0'\n");
  EXPECT_EQ(read("a.stg", "1\n0 1 1 0\n"), "2:1: tasks wait for each other in a circle: '0' for '0'\n");
  EXPECT_EQ(read("a.net", "1\n0 1 0\n").substr(0, 46), "0:0: its ending names no format of task graphs");
}

TEST(GraphvizGraph, HasTasksAndEdges) {
  const std::string text =
      "/* made */ strict digraph \"a graph\" {\n"
      "  rankdir=LR; node [shape=box, weight=2]; edge [color=red]\n"
      "  a [weight=20 kind=\"potrf\", priority=3]; // first\n"
      "  b:port -> \"c d\" -> {e f} [bytes=64];\n"
      "  subgraph cluster_1 { node [weight=7, gpu_us=1.5]; g; a -> g }\n"
      "  a -> b [Weight=3]\n"
      "}\n";
  // Of the nodes on the right of an arrow, b comes after a, though it is named
  // before.
  EXPECT_EQ(read("a.dot", text, {.unit_bytes = 10}), kTasks +
                                                         "a,potrf,20,20,3\nb,\"\",2,2,0\nc "
                                                         "d,\"\",2,2,0\ne,\"\",2,2,0\nf,\"\",2,2,0\ng,\"\",7,1.5,0\n" +
                                                         kAccesses +
                                                         "a,a->b,W,30\nb,b->c d,W,64\nb,a->b,R,30\nc d,b->c d,R,64\nc "
                                                         "d,c d->e,W,64\nc d,c d->f,W,64\n"
                                                         "e,c d->e,R,64\nf,c d->f,R,64\n" +
                                                         kEdges + "a,g\n");
}

// Each edge with bytes has a datum of its own, whatever the names of its tasks make of its name.
TEST(GraphvizGraph, DataOfEdgesAreApart) {
  EXPECT_EQ(read("a.dot", "digraph { a [weight=1]; b [weight=1]; a -> b [bytes=7]; a -> b [bytes=9]; a -> b [bytes=5]; }"),
            kTasks + "a,\"\",1,1,0\nb,\"\",1,1,0\n" + kAccesses +
                "a,a->b,W,7\na,a->b (2),W,9\na,a->b (3),W,5\nb,a->b,R,7\nb,a->b (2),R,9\nb,a->b (3),R,5\n" + kEdges);
  EXPECT_EQ(read("a.dot", "digraph { node [weight=1]; a -> \"b->c\" [bytes=7]; \"a->b\" -> c [bytes=9]; }"),
            kTasks + "a,\"\",1,1,0\nb->c,\"\",1,1,0\na->b,\"\",1,1,0\nc,\"\",1,1,0\n" + kAccesses +
                "a,a->b->c,W,7\nb->c,a->b->c,R,7\na->b,a->b->c (2),W,9\nc,a->b->c (2),R,9\n" + kEdges);
  EXPECT_EQ(read("a.dot", "digraph { a [weight=1, priority=1.5]; }"),
            "1:33: expected a whole number, found '1.5' (higher goes first)\n");
}

TEST(GraphvizGraph, SaysWhereATaskDoesNotRun) {
  EXPECT_EQ(read("a.dot", "digraph { a [cpu_us=-1, gpu_us=4] b [weight=8, gpu_us=-1] c [cpu_us=3, gpu_us=-1.0] d [gpu_us=6] }",
                 {.speedup = 2}),
            kTasks + "a,\"\",-1,4,0\nb,\"\",8,-1,0\nc,\"\",3,-1,0\nd,\"\",12,6,0\n" + kAccesses + kEdges);
  EXPECT_EQ(read("a.dot", "digraph { a [cpu_us=-1, weight=8] b [weight=8, cpu_us=3] }", {.speedup = 2}),
            "1:35: 'weight' of task 'b' has no effect, as 'cpu_us' or 'gpu_us' says how long it takes\n" + kTasks +
                "a,\"\",-1,4,0\nb,\"\",3,1.5,0\n" + kAccesses + kEdges);
  EXPECT_EQ(read("a.dot", "digraph { a [cpu_us=-1] b [cpu_us=-1, gpu_us=-1] c [gpu_us=-1] }"),
            "1:11: it is not said how long task 'a' takes on a card ('gpu_us', or 'weight')\n"
            "1:25: task 'b' runs neither on a core nor on a card (-1 says that it does not run on one of the two)\n"
            "1:50: it is not said how long task 'c' takes on a core ('cpu_us', or 'weight')\n");
  EXPECT_EQ(read("a.dot", "digraph { a [cpu_us=-2, weight=-1] }"),
            "1:21: expected a number, found '-2' (0 to 1e+15, or -1: it does not run there)\n"
            "1:32: expected a number, found '-1' (0 to 1e+15)\n");
}

TEST(GraphvizGraph, ComesInAnOrderOfSubmission) {
  EXPECT_EQ(read("a.gv", "digraph { node [size=1] z -> b; b -> a; c }"),
            kTasks + "z,\"\",1,1,0\nb,\"\",1,1,0\na,\"\",1,1,0\nc,\"\",1,1,0\n" + kAccesses + kEdges + "z,b\nb,a\n");
}

TEST(GraphvizGraph, MistakesAreToldAtTheirPlaces) {
  EXPECT_EQ(read("a.dot", "graph { a }"), "1:1: a graph of tasks is directed (digraph)\n");
  EXPECT_EQ(read("a.dot", "digraph { a -- b }"), "1:13: a graph of tasks is directed (->)\n");
  EXPECT_EQ(read("a.dot", "digraph {\n a [weight=1]\n b\n}"),
            "3:2: it is not said how long task 'b' takes ('cpu_us' and "
            "'gpu_us', or 'weight')\n");
  EXPECT_EQ(read("a.dot", "digraph { a [weight=x, size=-1] }"),
            "1:21: expected a number, found 'x' (0 to 1e+15)\n1:29: expected a "
            "number, found '-1' (0 to 1e+15)\n");
  EXPECT_EQ(read("a.dot", "digraph { a [cpu_us=5 ms, gpu_us=1] }"),
            "1:23: the attribute 'ms' has no value (NAME=VALUE; a value of several words stands in quotes)\n");
  EXPECT_EQ(read("a.dot", "digraph { a [cpu_us=\"5 ms\", gpu_us=1] }"),
            "1:21: expected a number, found '5 ms' (0 to 1e+15, or -1: it does not run there)\n");
  EXPECT_EQ(read("a.dot", "digraph { node [weight=1, regular] a }"),
            "1:27: the attribute 'regular' has no value (NAME=VALUE; a value of several words stands in quotes)\n");
  EXPECT_EQ(read("a.dot", "digraph { node [weight=1] a -> b -> a }"),
            "1:27: tasks wait for each other in a circle: 'a' for 'b' for 'a'\n");
  EXPECT_EQ(read("a.dot", "digraph { a [weight=1]"), "1:23: expected '}'\n");
  EXPECT_EQ(read("a.dot", "digraph { \"a }"), "1:11: a string that does not end (\")\n1:15: expected '}'\n");
  EXPECT_EQ(read("a.dot", "digraph { /* a }"), "1:11: a comment that does not end (*/)\n1:17: expected '}'\n");
  EXPECT_EQ(read("a.dot", "digraph { }"), "0:0: there are no tasks\n");
  EXPECT_EQ(read("a.dot", "digraph { " + std::string(100, '{')), "1:75: subgraphs more than 64 deep\n");
}

/// Two tasks on a core (worker 3) and one on a card (worker 0).
const std::string kRecords =
    "Model: potrf\nJobId: 7\nSubmitOrder: 1\nPriority: 4\nWorkerId: "
    "3\nMemoryNode: 0\nStartTime: 1.0\nEndTime: 3.0\n"
    "Footprint: aa\nHandles: 10 20\nModes: RW S\nSizes: 800 8\n\n"
    "Model: gemm\nJobId: 9\nSubmitOrder: 3\nDependsOn: 7 8 5\nPriority: "
    "-1\nWorkerId: 0\nMemoryNode: 1\n"
    "StartTime: 5.0\nEndTime: 5.5\nFootprint: bb\nHandles: 10 30\nModes: R "
    "W\nSizes: 800 400\n\n"
    "Control: WontUse\nJobId: 70\nSubmitOrder: 9\nHandles: 10\n\n"
    "Model: potrf\nJobId: 8\nSubmitOrder: 2\nDependsOn:\nWorkerId: "
    "3\nStartTime: 4.0\nEndTime: 5.0\nFootprint: aa\n\n";

TEST(StarPuRecords, GiveTasksInTheOrderOfSubmission) {
  // potrf takes 2 and 1 ms on a core, and half of that on a card that is twice
  // as fast.
  EXPECT_EQ(read("tasks.rec", kRecords, {.speedup = 2}),
            "17:16: 1 of the tasks that are waited for has no record; left out\n" + kTasks +
                "7,potrf,1500,750,4\n8,potrf,1500,750,0\n9,gemm,1000,500,-1\n" + kAccesses +
                "7,10,RW,800\n9,10,R,800\n9,30,W,400\n" + kEdges + "7,9\n8,9\n");
}

TEST(StarPuRecords, EstimatesGoBeforeWhatWasMeasured) {
  // Of workers 0 and 3, of which the file says what they are; worker 1 it does
  // not know.
  std::string text = kRecords;
  text.insert(0, "EstimatedTime: 100 999 998 1000\n");
  const std::string tables = read("tasks.rec", text);
  EXPECT_NE(tables.find("7,potrf,1000,100,4\n8,potrf,1000,100,0\n"), std::string::npos) << tables;
}

TEST(StarPuRecords, MistakesAreToldAtTheirPlaces) {
  EXPECT_EQ(read("a.rec", "Model: x\n"), "1:1: a record without 'JobId' ('JobId: NUMBER')\n");
  EXPECT_EQ(read("a.rec", "what\n"),
            "1:1: expected 'Field: value'\n1:1: a record without 'JobId' "
            "('JobId: NUMBER')\n");
  EXPECT_EQ(read("a.rec", "JobId: 1\nModel: x\n"),
            "1:1: it is not said how long task '1' takes ('WorkerId', "
            "'StartTime' and 'EndTime', or 'EstimatedTime', of it or of "
            "one like it)\n");
  EXPECT_EQ(read("a.rec", "JobId: 1\n\nJobId: 1\n"), "3:1: a second record of task '1'\n");
  EXPECT_EQ(read("a.rec", "JobId: 1\nHandles: a b\nModes: R\n"), "1:1: task '1' has 2 handles, 1 modes and 0 sizes\n");
  EXPECT_EQ(read("a.rec", "JobId: 1\nHandles: a\nModes: Q\n"),
            "3:8: expected a mode of access, found 'Q' (R, W, RW, S, WC, RWC or X)\n");
  EXPECT_EQ(read("a.rec", "JobId: 1\nPriority: 1e99\n"), "2:11: expected a number, found '1e99' (up to 2.14748e+09)\n");
  EXPECT_EQ(read("a.rec", "JobId: 1\nDependsOn: 2\n\nJobId: 2\nDependsOn: 1\n"),
            "1:1: tasks wait for each other in a circle: '1' for '2' for '1'\n");
}

/// Of a node that says all times without it; a weight that counts for one kind of worker has its
/// effect.
TEST(GraphvizGraph, AWeightThatHasNoEffectIsTold) {
  EXPECT_EQ(read("a.dot", "digraph { node [weight=1] a [cpu_us=5, gpu_us=2]; b [cpu_us=5]; c [gpu_us=5]; d [cpu_us=-1] }"),
            "1:27: 'weight' of task 'a' has no effect, as 'cpu_us' or 'gpu_us' says how long it takes, and so of 1 more\n" +
                kTasks + "a,\"\",5,2,0\nb,\"\",5,5,0\nc,\"\",1,5,0\nd,\"\",-1,1,0\n" + kAccesses + kEdges);
}

/// Of modes only those are read that StarPU writes; what may come in any order has one here, with a
/// warning for all.
TEST(StarPuRecords, ModesAreThoseThatAreWritten) {
  const std::string task = "Model: a\nJobId: 1\nWorkerId: 0\nStartTime: 1\nEndTime: 3\n";
  for (const char* wrong : {"RFOO", "XFOO", "R|W", "WR", "RR", "X-", "X-mpix", "CW", "C"}) {
    EXPECT_EQ(read("a.rec", task + "Handles: 10\nModes: " + wrong + "\n"),
              fmt::format("7:8: expected a mode of access, found '{}' (R, W, RW, S, WC, RWC or X)\n", wrong));
  }
  const std::string rows = kTasks + "1,a,2000,2000,0\n" + kAccesses;
  EXPECT_EQ(read("a.rec", task + "Handles: 10 20 30 40 50\nModes: R S RWS W RW\n"),
            rows + "1,10,R,0\n1,40,W,0\n1,50,RW,0\n" + kEdges);
  EXPECT_EQ(read("a.rec", task + "Handles: 10 20 30 40 50\nModes: R WC RWC X RWX-mpiC\n"),
            "7:10: 4 accesses to data in any order (reductions, and what commutes); here in the order of submission\n" + rows +
                "1,10,R,0\n1,20,W,0\n1,30,RW,0\n1,40,RW,0\n1,50,RW,0\n" + kEdges);
}

TEST(StarPuRecords, WorkersOfTwoKindsOfMemoryAreTold) {
  const auto task = [](int job, const char* memory) {
    return fmt::format("Model: m{}\nJobId: {}\nWorkerId: 0\n{}StartTime: 1\nEndTime: 3\n\n", job, job, memory);
  };
  const std::string core = "MemoryNode: 0\n", card = "MemoryNode: 1\n";
  EXPECT_EQ(read("a.rec", task(1, core.c_str()) + task(2, card.c_str()) + task(3, card.c_str()), {.speedup = 2}),
            "11:13: worker 0 has memory node 1 here and 0 in task '1'; it counts as a core\n" + kTasks +
                "1,m1,2000,1000,0\n2,m2,2000,1000,0\n3,m3,2000,1000,0\n" + kAccesses + kEdges);
  // Who does not say it contradicts nobody.
  EXPECT_EQ(read("a.rec", task(1, "") + task(2, card.c_str()), {.speedup = 2}),
            kTasks + "1,m1,4000,2000,0\n2,m2,4000,2000,0\n" + kAccesses + kEdges);
}

TEST(TaskGraph, OfAHundredThousandTasksIsRead) {
  // 1,000 layers of 100 tasks, each of which waits for three of the layer
  // before.
  std::string stg = "100000\n";
  std::string dot = "digraph { node [weight=3]\n";
  for (int task = 0; task < 100000; ++task) {
    stg += fmt::format("{} 3 {}", task, task < 100 ? 0 : 3);
    if (task < 100) dot += fmt::format("t{};\n", task);
    for (int k = 0; task >= 100 && k < 3; ++k) {
      const int before = (task / 100 - 1) * 100 + (task * 7 + k * 31) % 100;
      stg += fmt::format(" {}", before);
      dot += fmt::format("t{} -> t{};\n", before, task);
    }
    stg += "\n";
  }
  for (const auto& [name, text] : {std::pair<std::string, std::string>{"a.stg", stg}, {"a.dot", dot + "}"}}) {
    const TaskGraphResult result = read_task_graph(name, text, {});
    ASSERT_TRUE(result.graph) << name;
    EXPECT_EQ(result.graph->tasks.size(), 100000U);
    EXPECT_EQ(result.graph->edges.size(), 299700U);
  }
}

/// A record that does not end would be the next one as well; a datum has 0 bytes at least; and
/// estimates of models without samples are none.
TEST(StarPuRecords, AreToldApart) {
  const std::string first = "JobId: 1\nModel: a\nStartTime: 1\nEndTime: 3\nMemoryNode: 0\nWorkerId: 0\n";
  EXPECT_EQ(read("a.rec", first + "JobId: 2\nModel: b\n"),
            "7:1: a second 'JobId' in one record (an empty line stands behind each record)\n");
  EXPECT_EQ(read("a.rec", first + "Handles: 10\nModes: R\nSizes: -8\n"), "9:8: a size of -8 B (0 at least)\n");
  EXPECT_EQ(read("a.rec", first + "EstimatedTime: nan 5\n"), kTasks + "1,a,2000,2000,0\n" + kAccesses + kEdges);
}

/// What a cell is written as is read as that cell again, alone in its row or not.
TEST(CsvTables, CellsComeBack) {
  for (const std::string text : {"a", "a b", " a", "a\t", "#a", "a#", "a,b", "\"a\"", "a\nb", "a\r"}) {
    Sources sources;
    Diagnostics diagnostics;
    CsvReader reader(sources, sources.add("t.csv", csv_field(text) + "," + csv_field(text) + "\n"), diagnostics);
    std::vector<CsvCell> row;
    ASSERT_TRUE(reader.next(row)) << text;
    ASSERT_EQ(row.size(), 2U) << text;
    EXPECT_EQ(row[0].text, text);
    EXPECT_EQ(row[1].text, text);
    EXPECT_EQ(csv_field(csv_field(text)) == csv_field(text), !row[0].quoted) << text;
  }
  EXPECT_EQ(csv_field(""), "");
  EXPECT_EQ(csv_quoted(""), "\"\"");
}

}  // namespace
}  // namespace petriloom::task_graph_test
