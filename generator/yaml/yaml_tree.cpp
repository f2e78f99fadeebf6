// SPDX-License-Identifier: Apache-2.0
#include "generator/yaml/yaml_tree.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <map>
#include <set>
#include <sstream>

#include "engine/text/quote.h"

namespace petriloom {
namespace {

/// Ends the parsing of a file from inside the callbacks.
struct Refused {
  Location where;
  std::string message;
};

std::size_t size_of(const YamlNode& node) {
  std::size_t size = 1;
  for (const YamlNode& item : node.items) size += size_of(item);
  for (const YamlEntry& entry : node.entries) size += size_of(entry.value);
  return size;
}

std::size_t depth_of(const YamlNode& node) {
  std::size_t depth = 0;
  for (const YamlNode& item : node.items) depth = std::max(depth, depth_of(item));
  for (const YamlEntry& entry : node.entries) depth = std::max(depth, depth_of(entry.value));
  return depth + 1;
}

/// Builds the tree from the events of the parser. Aliases become copies, whose size counts against
/// the limit.
class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(FileId file, const YamlLimits& limits, Diagnostics& diagnostics)
      : file_(file), limits_(limits), diagnostics_(diagnostics) {}

  YamlNode take_root() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (documents_++ > 0) throw Refused{location(mark), "a description is one YAML document, and here a second one begins"};
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { leaf(mark, YamlNode::Kind::null, {}, anchor); }

  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor, const std::string& value) override {
    leaf(mark, YamlNode::Kind::scalar, value, anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) throw Refused{location(mark), "this alias stands inside the value that it names"};
    count(found->second.size, location(mark));
    check_depth(found->second.depth, location(mark));
    attach(found->second.node);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor, YAML::EmitterStyle::value) override {
    open(mark, YamlNode::Kind::list, anchor);
  }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor, YAML::EmitterStyle::value) override {
    open(mark, YamlNode::Kind::map, anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapEnd() override {
    drop_duplicates(open_.back().node);
    close();
  }

 private:
  struct Open {
    YamlNode node;
    YAML::anchor_t anchor = YAML::NullAnchor;
    std::optional<YamlEntry> pending;  ///< the key whose value comes next
  };
  struct Anchored {
    YamlNode node;
    std::size_t size = 0;
    std::size_t depth = 0;
  };

  [[nodiscard]] Location location(const YAML::Mark& mark) const {
    if (mark.is_null()) return {file_, 0, 0};
    return {file_, static_cast<std::uint32_t>(mark.line) + 1, static_cast<std::uint32_t>(mark.column) + 1};
  }

  void count(std::size_t nodes, const Location& where) {
    nodes_ += nodes;
    if (nodes_ > limits_.most_nodes) {
      throw Refused{where, fmt::format("the file has more than {} values, counting what aliases repeat", limits_.most_nodes)};
    }
  }

  void check_depth(std::size_t below, const Location& where) const {
    if (open_.size() + below > limits_.most_depth) {
      throw Refused{where, fmt::format("values are nested more than {} deep", limits_.most_depth)};
    }
  }

  void leaf(const YAML::Mark& mark, YamlNode::Kind kind, const std::string& text, YAML::anchor_t anchor) {
    YamlNode node;
    node.kind = kind;
    node.text = text;
    node.where = location(mark);
    count(1, node.where);
    finish(std::move(node), anchor);
  }

  void open(const YAML::Mark& mark, YamlNode::Kind kind, YAML::anchor_t anchor) {
    Open next;
    next.node.kind = kind;
    next.node.where = location(mark);
    next.anchor = anchor;
    count(1, next.node.where);
    check_depth(1, next.node.where);
    open_.push_back(std::move(next));
  }

  void close() {
    Open done = std::move(open_.back());
    open_.pop_back();
    finish(std::move(done.node), done.anchor);
  }

  void finish(YamlNode node, YAML::anchor_t anchor) {
    if (anchor != YAML::NullAnchor) {
      const std::size_t size = size_of(node);
      count(size, node.where);
      anchors_[anchor] = {node, size, depth_of(node)};
    }
    attach(std::move(node));
  }

  void attach(YamlNode node) {
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& top = open_.back();
    if (top.node.kind == YamlNode::Kind::list) {
      top.node.items.push_back(std::move(node));
    } else if (!top.pending) {
      if (node.kind != YamlNode::Kind::scalar) throw Refused{node.where, "a key must be a word"};
      top.pending = YamlEntry{node.text, node.where, {}};
    } else {
      if (node.kind != YamlNode::Kind::scalar) node.where = top.pending->where;
      top.pending->value = std::move(node);
      top.node.entries.push_back(std::move(*top.pending));
      top.pending.reset();
    }
  }

  void drop_duplicates(YamlNode& map) {
    std::set<std::string_view> seen;
    std::vector<YamlEntry> kept;
    std::vector<bool> first(map.entries.size());
    for (std::size_t i = 0; i < map.entries.size(); ++i) {
      first[i] = seen.insert(map.entries[i].key).second;
      if (!first[i])
        diagnostics_.error(map.entries[i].where, fmt::format("the key {} stands here twice", quote(map.entries[i].key)));
    }
    if (seen.size() == map.entries.size()) return;
    for (std::size_t i = 0; i < map.entries.size(); ++i) {
      if (first[i]) kept.push_back(std::move(map.entries[i]));
    }
    map.entries = std::move(kept);
  }

  FileId file_;
  const YamlLimits& limits_;
  Diagnostics& diagnostics_;
  YamlNode root_;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, Anchored> anchors_;
  std::size_t nodes_ = 0;
  std::size_t documents_ = 0;
};

/// The first line up to `last` that begins with a tab, which the parser does not always name: what
/// it stumbles over stands elsewhere.
std::optional<Location> tab_before(FileId file, const Sources& sources, std::uint32_t last) {
  for (std::uint32_t line = 1; line <= last; ++line) {
    const std::string_view text = sources.line(file, line);
    const std::size_t begin = text.find_first_not_of(' ');
    if (begin != std::string_view::npos && text[begin] == '\t') return Location{file, line, static_cast<std::uint32_t>(begin) + 1};
  }
  return std::nullopt;
}

}  // namespace

const YamlNode* YamlNode::find(std::string_view key) const {
  for (const YamlEntry& entry : entries) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}

YamlNode* YamlNode::find(std::string_view key) {
  for (YamlEntry& entry : entries) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}

std::optional<YamlNode> parse_yaml(FileId file, const Sources& sources, const YamlLimits& limits, Diagnostics& diagnostics) {
  TreeBuilder builder(file, limits, diagnostics);
  try {
    std::istringstream stream(sources.text(file));
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const Refused& refused) {
    diagnostics.error(refused.where, refused.message);
    return std::nullopt;
  } catch (const YAML::Exception& error) {
    const bool placed = !error.mark.is_null();
    const Location where{file, placed ? static_cast<std::uint32_t>(error.mark.line) + 1 : 0,
                         placed ? static_cast<std::uint32_t>(error.mark.column) + 1 : 0};
    if (const std::optional<Location> tab = tab_before(file, sources, where.line)) {
      diagnostics.error(*tab, "a tab indents this line", "YAML is indented by blanks alone");
    } else {
      diagnostics.error(where, fmt::format("not YAML: {}", error.msg));
    }
    return std::nullopt;
  }
  YamlNode root = builder.take_root();
  root.where = {file, 0, 0};
  return root;
}

YamlNode scalar_node(std::string text, const Location& where) {
  YamlNode node;
  node.kind = YamlNode::Kind::scalar;
  node.text = std::move(text);
  node.where = where;
  return node;
}

YamlNode map_node(const Location& where) {
  YamlNode node;
  node.kind = YamlNode::Kind::map;
  node.where = where;
  return node;
}

void add_entry(YamlNode& map, std::string key, YamlNode value) {
  const Location where = value.where;
  map.entries.push_back({std::move(key), where, std::move(value)});
}

void merge_missing(YamlNode& into, const YamlNode& from) {
  std::map<std::string, std::size_t> mine;  // positions, as the vector grows
  for (std::size_t i = 0; i < into.entries.size(); ++i) mine.emplace(into.entries[i].key, i);
  for (const YamlEntry& entry : from.entries) {
    const auto found = mine.find(entry.key);
    if (found == mine.end()) {
      into.entries.push_back(entry);
      continue;
    }
    YamlNode& value = into.entries[found->second].value;
    if (value.kind == YamlNode::Kind::map && entry.value.kind == YamlNode::Kind::map) merge_missing(value, entry.value);
  }
}

}  // namespace petriloom
