// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/trace/paje_reader.h"

#include <charconv>
#include <functional>
#include <set>
#include <sstream>

namespace petriloom::test {
namespace {

/// Fields that an event must have, by its name, in whatever order the header gives them.
const std::map<std::string, std::set<std::string>>& required_fields() {
  static const std::map<std::string, std::set<std::string>> fields = {
      {"PajeDefineContainerType", {"Alias", "Type", "Name"}},
      {"PajeDefineStateType", {"Alias", "Type", "Name"}},
      {"PajeDefineVariableType", {"Alias", "Type", "Name", "Color"}},
      {"PajeDefineEventType", {"Alias", "Type", "Name"}},
      {"PajeDefineLinkType", {"Alias", "Type", "StartContainerType", "EndContainerType", "Name"}},
      {"PajeDefineEntityValue", {"Alias", "Type", "Name", "Color"}},
      {"PajeCreateContainer", {"Time", "Alias", "Type", "Container", "Name"}},
      {"PajeDestroyContainer", {"Time", "Type", "Name"}},
      {"PajePushState", {"Time", "Type", "Container", "Value"}},
      {"PajePopState", {"Time", "Type", "Container"}},
      {"PajeSetVariable", {"Time", "Type", "Container", "Value"}},
      {"PajeNewEvent", {"Time", "Type", "Container", "Value"}},
      {"PajeStartLink", {"Time", "Type", "Container", "StartContainer", "Value", "Key"}},
      {"PajeEndLink", {"Time", "Type", "Container", "EndContainer", "Value", "Key"}}};
  return fields;
}

struct Definition {
  std::string name;
  std::vector<std::pair<std::string, std::string>> fields;  // name and type
};

struct Type {
  std::string kind;
  std::string parent;
  std::string name;
  std::string start, end;  // of links
};

struct Container {
  std::string type;
  std::string name;
  bool alive = true;
  std::vector<PajeContents::State> stack;
};

struct OpenLink {
  PajeContents::Link link;
  std::string value;
};

class PajeReader {
 public:
  PajeContents read(const std::string& text) {
    std::istringstream lines(text);
    std::string line;
    while (std::getline(lines, line)) {
      ++number_;
      if (line.empty()) continue;
      line.front() == '%' ? header(line) : event(line);
    }
    if (in_definition_) wrong("a definition does not end");
    for (const auto& [alias, container] : containers_) {
      if (!container.stack.empty()) wrong(container.name + ": a state is not popped");
    }
    if (!open_links_.empty()) wrong("a link does not end");
    return std::move(contents_);
  }

 private:
  void wrong(const std::string& what) { contents_.problems.push_back("line " + std::to_string(number_) + ": " + what); }

  void header(const std::string& line) {
    std::istringstream words(line.substr(1));
    std::string word;
    words >> word;
    if (word == "EventDef") {
      if (in_definition_) wrong("a definition inside another");
      in_definition_ = true;
      std::string id;
      words >> current_.name >> id;
      current_id_ = id;
      if (definitions_.contains(id)) wrong("event number " + id + " is defined twice");
    } else if (word == "EndEventDef") {
      in_definition_ = false;
      const auto required = required_fields().find(current_.name);
      if (required == required_fields().end()) return wrong("there is no event " + current_.name);
      std::set<std::string> given;
      for (const auto& [name, type] : current_.fields) given.insert(name);
      if (given != required->second) wrong(current_.name + " has other fields");
      definitions_[current_id_] = current_;
      current_ = {};
    } else {
      std::string type;
      words >> type;
      static const std::set<std::string> kTypes = {"string", "date", "color", "double", "int", "hex"};
      if (!in_definition_ || !kTypes.contains(type)) wrong("no field: " + line);
      current_.fields.emplace_back(word, type);
    }
  }

  std::vector<std::string> split(const std::string& line) {
    std::vector<std::string> words;
    for (std::size_t at = 0; at < line.size();) {
      if (line[at] == ' ') {
        ++at;
      } else if (line[at] == '"') {
        const std::size_t end = line.find('"', at + 1);
        if (end == std::string::npos) {
          wrong("a text does not end");
          return words;
        }
        words.push_back(line.substr(at + 1, end - at - 1));
        at = end + 1;
      } else {
        const std::size_t end = std::min(line.find(' ', at), line.size());
        words.push_back(line.substr(at, end - at));
        at = end;
      }
    }
    return words;
  }

  double number(const std::string& text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) wrong("no number: " + text);
    return value;
  }

  void event(const std::string& line) {
    const std::vector<std::string> words = split(line);
    const auto definition = definitions_.find(words[0]);
    if (definition == definitions_.end()) return wrong("event " + words[0] + " is not defined");
    if (words.size() != definition->second.fields.size() + 1) return wrong("other fields than defined: " + line);
    std::map<std::string, std::string> fields;
    for (std::size_t k = 0; k + 1 < words.size(); ++k) {
      const auto& [name, type] = definition->second.fields[k];
      fields[name] = words[k + 1];
      if (type == "date") {
        const double time = number(words[k + 1]);
        if (time < now_) wrong("time goes back: " + line);
        now_ = time;
      }
      if (type == "double") number(words[k + 1]);
      if (type == "color") {
        std::istringstream parts(words[k + 1]);
        double part = 0;
        int count = 0;
        for (; parts >> part; ++count) {
          if (part < 0 || part > 1) wrong("no colour: " + words[k + 1]);
        }
        if (count != 3) wrong("no colour: " + words[k + 1]);
      }
    }
    act(definition->second.name, fields);
  }

  void act(const std::string& name, std::map<std::string, std::string>& f) {
    static const std::map<std::string, std::string> kKinds = {{"PajeDefineContainerType", "container"},
                                                              {"PajeDefineStateType", "state"},
                                                              {"PajeDefineVariableType", "variable"},
                                                              {"PajeDefineEventType", "event"},
                                                              {"PajeDefineLinkType", "link"}};
    if (const auto kind = kKinds.find(name); kind != kKinds.end()) return define(kind->second, f);
    if (name == "PajeDefineEntityValue") {
      if (!types_.contains(f["Type"])) wrong("a value of no type");
      if (!values_.try_emplace({f["Type"], f["Alias"]}, f["Name"]).second) wrong("a value defined twice: " + f["Alias"]);
    } else if (name == "PajeCreateContainer") {
      create(f);
    } else if (name == "PajeDestroyContainer") {
      if (Container* c = container(f["Name"], f["Type"])) c->alive = false;
    } else if (name == "PajeStartLink" || name == "PajeEndLink") {
      link(name == "PajeStartLink", f);
    } else {
      on_container(name, f);
    }
  }

  void define(const std::string& kind, std::map<std::string, std::string>& f) {
    if (f["Type"] != "0" && (!types_.contains(f["Type"]) || types_[f["Type"]].kind != "container"))
      wrong("the parent of a type is no container type: " + f["Type"]);
    for (const char* end : {"StartContainerType", "EndContainerType"}) {
      if (kind == "link" && (!types_.contains(f[end]) || types_[f[end]].kind != "container"))
        wrong("the end of a link is no container");
    }
    if (!types_.try_emplace(f["Alias"], Type{kind, f["Type"], f["Name"], f["StartContainerType"], f["EndContainerType"]}).second)
      wrong("type defined twice: " + f["Alias"]);
  }

  void create(std::map<std::string, std::string>& f) {
    const auto type = types_.find(f["Type"]);
    if (type == types_.end() || type->second.kind != "container") return wrong("no container type: " + f["Type"]);
    if (type->second.parent == "0" ? f["Container"] != "0" : container(f["Container"], type->second.parent) == nullptr)
      wrong("not in a container of the parent type: " + f["Name"]);
    if (!containers_.try_emplace(f["Alias"], Container{f["Type"], f["Name"], true, {}}).second)
      wrong("container made twice: " + f["Alias"]);
    contents_.containers.push_back(f["Name"]);
  }

  Container* container(const std::string& alias, const std::string& type) {
    const auto found = containers_.find(alias);
    if (found == containers_.end() || !found->second.alive || found->second.type != type) {
      wrong("no living container of type " + type + ": " + alias);
      return nullptr;
    }
    return &found->second;
  }

  Container* container_for(std::map<std::string, std::string>& f, const std::string& kind) {
    const auto type = types_.find(f["Type"]);
    if (type == types_.end() || type->second.kind != kind) {
      wrong("no " + kind + " type: " + f["Type"]);
      return nullptr;
    }
    return container(f["Container"], type->second.parent);
  }

  void on_container(const std::string& name, std::map<std::string, std::string>& f) {
    if (name == "PajeSetVariable") {
      if (Container* c = container_for(f, "variable"))
        contents_.variables[c->name + " " + types_[f["Type"]].name] = number(f["Value"]);
      return;
    }
    Container* c = container_for(f, name == "PajeNewEvent" ? "event" : "state");
    if (c == nullptr) return;
    if (name != "PajePopState" && !values_.contains({f["Type"], f["Value"]})) return wrong("no value: " + f["Value"]);
    if (name == "PajeNewEvent") {
      ++contents_.events;
    } else if (name == "PajePushState") {
      if (!c->stack.empty()) wrong("two states at once on " + c->name);
      c->stack.push_back({c->name, values_[{f["Type"], f["Value"]}], now_, 0});
    } else if (c->stack.empty()) {
      wrong("no state to pop on " + c->name);
    } else {
      contents_.states.push_back(c->stack.back());
      contents_.states.back().end = now_;
      c->stack.pop_back();
    }
  }

  void link(bool start, std::map<std::string, std::string>& f) {
    if (container_for(f, "link") == nullptr) return;
    const Type& type = types_[f["Type"]];
    Container* c = start ? container(f["StartContainer"], type.start) : container(f["EndContainer"], type.end);
    if (c == nullptr) return;
    if (start) {
      if (!open_links_.try_emplace(f["Key"], OpenLink{{c->name, "", now_, 0}, f["Value"]}).second)
        wrong("a key used twice: " + f["Key"]);
      return;
    }
    const auto found = open_links_.find(f["Key"]);
    if (found == open_links_.end()) return wrong("a link ends that did not begin: " + f["Key"]);
    if (found->second.value != f["Value"]) wrong("a link ends with another value: " + f["Key"]);
    contents_.links.push_back({found->second.link.from, c->name, found->second.link.begin, now_});
    open_links_.erase(found);
  }

  PajeContents contents_;
  std::size_t number_ = 0;
  bool in_definition_ = false;
  std::string current_id_;
  Definition current_;
  std::map<std::string, Definition> definitions_;
  std::map<std::string, Type> types_;
  std::map<std::pair<std::string, std::string>, std::string> values_;
  std::map<std::string, Container> containers_;
  std::map<std::string, OpenLink> open_links_;
  double now_ = 0;
};

}  // namespace

PajeContents read_paje(const std::string& text) { return PajeReader().read(text); }

}  // namespace petriloom::test
