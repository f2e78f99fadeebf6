// SPDX-License-Identifier: Apache-2.0
// A node that runs the graph of a file: every key counts, the net is that of the tables, and files
// are held to limits.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "engine/simulate/simulate.h"
#include "formats/task_graph/write_tables.h"
#include "generator/assembly/generate.h"
#include "tests/own_folder.h"

namespace petriloom::graph_file_test {
namespace {

namespace fs = std::filesystem;

/// A folder for files of one test.
class GraphFile : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) const { folder_.write(name, text); }

  /// The net of a node of one card and two cores that runs `application`.
  [[nodiscard]] ReadResult made(const std::string& application, std::vector<DescriptionSetting> settings = {}) const {
    GenerateOptions options;
    options.input.settings = std::move(settings);
    options.search_path = {PETRILOOM_ROOT};
    options.input.text =
        "name: node\nmachine: {node: {cards: 1, cores: 2, bandwidth: 1 GB/s, latency: 1 us}}\nruntime: {policy: dmdas}\n"
        "application: {kind: graph, " +
        application + "}\n";
    return generate(folder_.file("node.yaml"), options);
  }
  [[nodiscard]] std::string net_text(const std::string& application) const {
    const ReadResult result = made(application);
    return result.net ? write_loom(*result.net, {}).text : "wrong:\n" + result.diagnostics.format(*result.sources);
  }
  [[nodiscard]] static double makespan(const Net& net) {
    for (const MeasureResult& measure : simulate(net, {}).measures) {
      if (measure.name == "workers.makespan") return measure.value.mean;
    }
    return -1;
  }
  [[nodiscard]] double makespan(const std::string& application) const {
    const ReadResult result = made(application);
    EXPECT_TRUE(result.net) << result.diagnostics.format(*result.sources);
    return result.net ? makespan(*result.net) : -1;
  }

  test::OwnFolder folder_;
};

// 1 us in steps of 2^-40 s. A card looks for a task for two.
constexpr double kPause = 1099512 / 1099511627776.0;
constexpr double kLook = 2 * kPause;

// Task a moves to b what is moved in 5 units of time.
constexpr const char* kPair = "digraph pair { a [weight=20]; b [weight=30]; a -> b [weight=5]; }";

TEST_F(GraphFile, EachKeyIsTurned) {
  write("pair.dot", kPair);
  // b waits for a, so both run one after the other, on one worker, which has the data then.
  EXPECT_NEAR(makespan("file: pair.dot"), 50e-6 + 2 * kLook, 1e-12);
  EXPECT_NEAR(makespan("file: pair.dot, unit: 1 us, unit_bytes: 1000 B, speedup: 1"), 50e-6 + 2 * kLook, 1e-12);
  EXPECT_EQ(net_text("file: pair.dot"), net_text("file: pair.dot, unit: 1 us, unit_bytes: 1 kB, speedup: 1"));
  EXPECT_NEAR(makespan("file: pair.dot, unit: 1 ms"), 50e-3 + 2 * kLook, 1e-12);
  EXPECT_NEAR(makespan("file: pair.dot, unit: 1 ms, speedup: 4"), 50e-3 / 4 + 2 * kLook, 1e-12);
  EXPECT_NE(net_text("file: pair.dot, unit_bytes: 2 kB"), net_text("file: pair.dot"));
  write("pair.gv", "digraph pair { a [weight=20]; b [weight=40]; a -> b; }");
  EXPECT_NEAR(makespan("file: pair.gv"), 60e-6 + 2 * kLook, 1e-12);
}

/// What `petriloom tasks` makes of the file, given as tables.
TEST_F(GraphFile, IsTheNetOfItsTables) {
  write("pair.dot", kPair);
  const TaskGraphResult read = read_task_graph("pair.dot", kPair, {1e-3, 3000, 4});
  ASSERT_TRUE(read.graph);
  const GraphTables tables = graph_tables(*read.graph);
  write("tasks.csv", tables.tasks);
  write("accesses.csv", tables.accesses);
  write("edges.csv", tables.edges);
  const std::string of_file = net_text("file: pair.dot, unit: 1 ms, unit_bytes: 3 kB, speedup: 4");
  EXPECT_FALSE(of_file.starts_with("wrong")) << of_file;
  EXPECT_EQ(of_file, net_text("tasks: tasks.csv, accesses: accesses.csv, edges: edges.csv"));
}

/// The net as it is written needs no file beside it, also with a thousand tasks. They are a chain:
/// 1000 times 1 us and a look.
TEST_F(GraphFile, TheWrittenNetRunsAlone) {
  std::string chain = "1000\n0 1 0\n";
  for (int task = 1; task < 1000; ++task) chain += fmt::format("{} 1 1 {}\n", task, task - 1);
  write("chain.stg", chain);
  const std::string text = net_text("file: chain.stg");
  ASSERT_FALSE(text.starts_with("wrong")) << text;
  fs::remove(folder_.path() / "chain.stg");
  const ReadResult alone = read_loom("/nowhere/alone.loom", text, {});
  ASSERT_TRUE(alone.net) << alone.diagnostics.format(*alone.sources);
  EXPECT_NEAR(makespan(*alone.net), 1000 * (kPause + kLook), 1e-12);
}

constexpr const char* kTaskTable = "name,kind,cpu_us,gpu_us,priority\na,k,20,10,0\nb,k,30,15,0\n";
constexpr const char* kAccessTable = "task,datum,mode,bytes\na,x,W,8\nb,x,R,8 B\n";

/// What only all tables together tell is told of them at its place. Nets of such tables ran: bytes
/// below 0 moved at once, and times with a unit were a millionth of what they said.
TEST_F(GraphFile, MistakesOfTablesAreTold) {
  const std::string tables = "tasks: tasks.csv, accesses: accesses.csv, edges: edges.csv";
  const auto said = [&](const std::string& tasks, const std::string& accesses, const std::string& edges) {
    write("tasks.csv", tasks);
    write("accesses.csv", accesses);
    write("edges.csv", edges);
    return net_text(tables);
  };
  const std::string names = "name,kind,cpu_us,gpu_us,priority\n";
  EXPECT_FALSE(said(kTaskTable, kAccessTable, "from,to\na,b\n").starts_with("wrong"));
  struct Mistake {
    std::string tasks, accesses, edges, place, message;
  };
  const std::string data = kAccessTable;
  const std::string none = "from,to\n";
  for (const Mistake& one : std::vector<Mistake>{
           {kTaskTable, data, none + "b,a\n", "tasks.csv:2:1", "tasks wait for each other in a circle: 'a' for 'b' for 'a'"},
           {kTaskTable, "task,datum,mode,bytes\n", none + "a,a\n", "tasks.csv:2:1", "in a circle: 'a' for 'a'"},
           {std::string(kTaskTable) + "a,k,1,1,0\n", data, none, "tasks.csv:4:1", "a second task 'a'"},
           {names, "task,datum,mode,bytes\n", none, "tasks.csv", "there are no tasks"},
           {names + "a,k,1,1\nb,k,1,1,0\n", data, none, "tasks.csv:2:1", "a row of 4 cells in a table of 5"},
           {kTaskTable, "task,datum,mode,bytes\nc,x,R\n", none, "accesses.csv:2:1", "a row of 3 cells in a table of 4"},
           {names + "a,k,-2,1,0\n", "task,datum,mode,bytes\n", none, "tasks.csv:2:5", "from 0 to 1e+15 or -1, found '-2'"},
           {names + "a,k,1,2e15,0\n", "task,datum,mode,bytes\n", none, "tasks.csv:2:7", "or -1, found '2e15'"},
           {names + "a,k,-1,-1.0,0\n", "task,datum,mode,bytes\n", none, "tasks.csv:2:1", "runs neither on a core nor on a card"},
           {names + "a,k,1,3 us,0\n", "task,datum,mode,bytes\n", none, "tasks.csv:2:7", "or -1, found '3 us'"},
           {kTaskTable, data + "c,x,R,8\n", none, "accesses.csv:4:1", "there is no task 'c'"},
           {kTaskTable, data, none + "a,d\n", "edges.csv:2:3", "there is no task 'd'"},
           {kTaskTable, data + "b,y,R,-8\n", none, "accesses.csv:4:7", "from 0 on, found '-8'"},
       }) {
    const std::string text = said(one.tasks, one.accesses, one.edges);
    EXPECT_NE(text.find(one.place + ": error: "), std::string::npos) << text;
    EXPECT_NE(text.find(one.message), std::string::npos) << text;
    // A row that cannot be read leaves out a task or an access, which is no other mistake.
    EXPECT_EQ(text.find("a row of") != std::string::npos && text.find("there is no task") != std::string::npos, false) << text;
  }
}

/// A graph of another tool or of tables has no tasks for workers that the node lacks.
TEST_F(GraphFile, TasksHaveWorkersThatRunThem) {
  write("g.dot", "digraph { a [weight=1] b [weight=1, gpu_us=-1] c [weight=1, cpu_us=-1] }");
  write("tasks.csv", "name,kind,cpu_us,gpu_us,priority\na,k,1,1,0\nb,k,1,-1,0\nc,k,-1,1,0\n");
  write("accesses.csv", "task,datum,mode,bytes\n");
  for (const std::string& graph : {std::string("file: g.dot"), std::string("tasks: tasks.csv, accesses: accesses.csv")}) {
    const auto said = [&](const std::string& cards, const std::string& cores) {
      const ReadResult result = made(graph, {{"machine.node.cards", cards}, {"machine.node.cores", cores}});
      return result.net ? "" : result.diagnostics.format(*result.sources);
    };
    EXPECT_EQ(said("1", "1"), "") << graph;
    EXPECT_NE(said("0", "1").find("task 'c' runs on cards alone, and the node has none"), std::string::npos) << graph;
    EXPECT_NE(said("1", "0").find("task 'b' runs on cores alone, and the node has none"), std::string::npos) << graph;
  }
}

/// The first size of a datum counts, and that there is another is told once.
TEST_F(GraphFile, SizesOfADatumThatDifferAreTold) {
  write("tasks.csv", kTaskTable);
  write("accesses.csv", std::string(kAccessTable) + "a,y,W,8\nb,y,R,8.0\na,z,W,4\nb,z,R,5\nb,z,W,6\n");
  const ReadResult result = made("tasks: tasks.csv, accesses: accesses.csv");
  const std::string said = result.diagnostics.format(*result.sources);
  EXPECT_TRUE(result.net) << said;
  EXPECT_NE(said.find("accesses.csv:7:7: warning: datum 'z' has 5 B here, and 4 B before"), std::string::npos) << said;
  EXPECT_EQ(said.find("'y'"), std::string::npos) << said;
  EXPECT_EQ(said.find("6 B here"), std::string::npos) << said;
}

/// Who waits for whom by its data need not be in a circle where edges go against the order of the
/// rows.
TEST_F(GraphFile, TablesMayNameTasksInAnyOrder) {
  write("tasks.csv", kTaskTable);
  write("accesses.csv", "task,datum,mode,bytes\nb,x,R,8\na,x,R,8\n");
  write("edges.csv", "from,to\nb,a\n");
  // Both on the card, or both on cores.
  const double time = makespan("tasks: tasks.csv, accesses: accesses.csv, edges: edges.csv");
  EXPECT_GE(time, 25e-6);
  EXPECT_LE(time, 50e-6 + 2 * kLook);
}

/// What a task says twice is said once: it does not wait for itself.
TEST_F(GraphFile, AnEdgeThatStandsThereTwiceCountsOnce) {
  write("twice.dot", "digraph twice { a [weight=20]; b [weight=30]; a -> b [weight=5]; a -> b [weight=5]; }");
  EXPECT_NEAR(makespan("file: twice.dot"), 50e-6 + 2 * kLook, 1e-12);
  write("twice.gv", "digraph twice { a [weight=20]; b [weight=30]; a -> b; a -> b; }");
  EXPECT_NEAR(makespan("file: twice.gv"), 50e-6 + 2 * kLook, 1e-12);
}

/// Who waits for whom is found datum by datum: nothing is copied for each of many tasks. Each takes
/// 1 us after a look after the one before it.
TEST_F(GraphFile, ManyTasksWithDataAreTaken) {
  constexpr int kTasks = 4000;
  std::string text = "digraph many { 0 [weight=1];\n";
  for (int task = 1; task < kTasks; ++task) text += fmt::format("{} [weight=1]; {} -> {} [weight=1];\n", task, task - 1, task);
  write("many.dot", text + "}");
  EXPECT_NEAR(makespan("file: many.dot"), kTasks * (kPause + kLook), 1e-9);
}

/// Names that a table, or the net language, would take for something else.
TEST_F(GraphFile, TakesAnyNames) {
  write("names.dot", "digraph names { \"a,b\" [weight=1]; \"# \\\"c\\\"\" [weight=2]; \"a,b\" -> \"# \\\"c\\\"\"; }");
  EXPECT_NEAR(makespan("file: names.dot"), 3e-6 + 2 * kLook, 1e-12);
}

/// Records of StarPU know times on the workers that ran tasks: potrf on a card, and gemm after it
/// on a core. Names, priorities and sizes are theirs too.
TEST_F(GraphFile, RecordsOfStarPuAreRead) {
  const std::string text =
      "Model: potrf\nJobId: 7\nSubmitOrder: 1\nPriority: 4\nWorkerId: 3\nMemoryNode: 1\nStartTime: 1.0\nEndTime: 3.0\n"
      "Handles: 10\nModes: RW\nSizes: 800\n\n"
      "Model: gemm\nJobId: 9\nSubmitOrder: 2\nDependsOn: 7\nWorkerId: 0\nMemoryNode: 0\nStartTime: 5.0\nEndTime: 5.5\n"
      "Handles: 10 30\nModes: R W\nSizes: 800 400\n";
  write("tasks.rec", text);
  const TaskGraphResult read = read_task_graph("tasks.rec", text, {1e-6, 1000, 4});
  ASSERT_TRUE(read.graph) << read.diagnostics.format(*read.sources);
  const GraphTables tables = graph_tables(*read.graph);
  write("tasks.csv", tables.tasks);
  write("accesses.csv", tables.accesses);
  write("edges.csv", tables.edges);
  const std::string of_file = net_text("file: tasks.rec, speedup: 4");
  EXPECT_FALSE(of_file.starts_with("wrong")) << of_file;
  EXPECT_EQ(of_file, net_text("tasks: tasks.csv, accesses: accesses.csv, edges: edges.csv"));
  EXPECT_NE(of_file, net_text("file: tasks.rec"));
}

/// A unit counts where some time has none.
TEST_F(GraphFile, AUnitThatHasNoEffectIsTold) {
  write("right.stg", "1\n0 5 0\n1 6 1 0\n2 1 1 1\n");
  write("times.dot", "digraph { a [cpu_us=5, gpu_us=1]; a -> b; b [cpu_us=-1, gpu_us=1] }");
  write("weight.dot", "digraph { a [cpu_us=-1, weight=2]; a -> b; b [weight=1] }");
  const auto told = [this](const std::string& file) {
    const ReadResult result = made("file: " + file + ", unit: 1 ms");
    return result.diagnostics.format(*result.sources).find("'unit' has no effect") != std::string::npos;
  };
  EXPECT_TRUE(told("times.dot"));
  EXPECT_FALSE(told("right.stg"));
  EXPECT_FALSE(told("weight.dot"));
}

/// Root reads what nobody may: for a while the process is somebody else.
class Nobody {
 public:
  Nobody() : changed_(::geteuid() == 0 && ::seteuid(kNobody) == 0) {}
  ~Nobody() {
    if (changed_ && ::seteuid(0) != 0) std::abort();
  }
  Nobody(const Nobody&) = delete;
  Nobody& operator=(const Nobody&) = delete;
  Nobody(Nobody&&) = delete;
  Nobody& operator=(Nobody&&) = delete;

 private:
  static constexpr uid_t kNobody = 65534;
  bool changed_;
};

TEST_F(GraphFile, AFileThatMayNotBeReadIsAnError) {
  write("locked.dot", kPair);
  const ReadResult right = made("file: locked.dot");
  ASSERT_TRUE(right.net) << right.diagnostics.format(*right.sources);
  fs::permissions(folder_.path(), fs::perms{0755});
  fs::permissions(folder_.path() / "locked.dot", fs::perms::none);
  const Nobody nobody;
  const std::string said = net_text("file: locked.dot");
  EXPECT_NE(said.find("node.yaml:4:34: error: 'locked.dot' cannot be read"), std::string::npos) << said;
}

/// What is no file of its own may never end, or keep who opens it waiting.
TEST_F(GraphFile, APipeIsNotOpened) {
  ASSERT_EQ(::mkfifo((folder_.path() / "pipe.stg").c_str(), 0600), 0);
  const std::string said = net_text("file: pipe.stg");
  EXPECT_NE(said.find("node.yaml:4:34: error: there is no file 'pipe.stg'"), std::string::npos) << said;
}

/// Each of 1500 tasks waits for all before it.
TEST_F(GraphFile, MoreEdgesThanATableTakesAreAnErrorOfTheFile) {
  constexpr int kTasks = 1500;
  std::string text = fmt::format("{}\n", kTasks);
  std::string before;
  for (int task = 0; task < kTasks; ++task) {
    text += fmt::format("{} 1 {}{}\n", task, task, before);
    before += fmt::format(" {}", task);
  }
  write("many.stg", text);
  const std::string said = net_text("file: many.stg");
  EXPECT_NE(said.find("many.stg: error: 1124250 edges, and a net takes 1000000 at most"), std::string::npos) << said.substr(0, 400);
}

/// An edge with a datum is an access of who writes it and one of who reads it, each time that it
/// stands there.
TEST_F(GraphFile, MoreAccessesThanATableTakesAreAnErrorOfTheFile) {
  std::string text = "digraph many { a [weight=1]; b [weight=1]; ";
  for (int times = 0; times < 500'001; ++times) text += "a->b [weight=1];";
  write("many.dot", text + "}");
  const std::string said = net_text("file: many.dot");
  EXPECT_NE(said.find("many.dot: error: 1000002 accesses to data, and a net takes 1000000 at most"), std::string::npos)
      << said.substr(0, 400);
}

TEST_F(GraphFile, AFileThatIsTooLargeIsNotRead) {
  write("large.stg", "");
  fs::resize_file(folder_.path() / "large.stg", (std::uintmax_t{16} << 20) + 1);
  const std::string said = net_text("file: large.stg");
  EXPECT_NE(said.find("node.yaml:4:34: error: 'large.stg' is larger than 16 MiB"), std::string::npos) << said;
}

/// Errors in a graph show lines of it: a link must not make them show those of another file.
TEST_F(GraphFile, ALinkToAnotherFileIsNotRead) {
  write("secret.txt", "password");
  fs::create_symlink(folder_.path() / "secret.txt", folder_.path() / "link.stg");
  const std::string said = net_text("file: link.stg");
  EXPECT_NE(said.find("'link.stg' is not read as a graph of tasks"), std::string::npos) << said;
  EXPECT_EQ(said.find("password"), std::string::npos) << said;
}

TEST_F(GraphFile, ANameLongerThanATableTakesIsAnErrorOfTheFile) {
  write("long.dot", "digraph g { " + std::string((std::size_t{1} << 16) + 1, 'x') + " [weight=1]; }");
  const std::string said = net_text("file: long.dot");
  EXPECT_NE(said.find("long.dot: error: the name of a task or of a datum is longer than 65536 bytes"), std::string::npos)
      << said.substr(0, 400);
}

}  // namespace
}  // namespace petriloom::graph_file_test
