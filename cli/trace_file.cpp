// SPDX-License-Identifier: Apache-2.0
#include "cli/trace_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace petriloom::cli {

namespace {

/// Text with every `"` doubled (CSV) or escaped (JSON). Names and colours hold no control characters.
std::string escaped(const std::string& text, std::string_view quote) {
  std::string result;
  for (const char c : text) {
    if (c == '"') {
      result += quote;
    } else if (c == '\\' && quote[0] == '\\') {
      result += "\\\\";
    } else {
      result += c;
    }
  }
  return result;
}

/// What both ways of writing have in common: names with their indices, colours as text, and the file.
class Writer : public TraceFile {
 public:
  Writer(std::string path, std::FILE* file, const Net& net) : path_(std::move(path)), file_(file), net_(net) {}
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  ~Writer() override {
    if (file_ == nullptr) return;
    std::fclose(file_);
    std::remove(temporary().c_str());
  }

  void fired(double now, TransitionId id, std::span<const Word> binding, const WordPool& pool) override {
    pool_ = &pool;
    const Transition& transition = net_[id];
    std::string text;
    for (std::size_t k = transition.folded; k < binding.size(); ++k) {
      const Variable& variable = transition.variables[k];
      text +=
          fmt::format("{}{} = {}", text.empty() ? "" : ", ", variable.name, net_.colours.format(variable.colour, binding[k], pool));
    }
    event(now, "fire", indexed_path(net_, transition.module, transition.name, binding.first(transition.folded)), text, 1, now);
  }
  void put(double now, double available, PlaceId place, Word colour, std::int64_t count) override {
    event(now, "put", path(net_, place), net_.colours.format(net_[place].colour, colour, *pool_), count, available);
  }
  void taken(double now, double arrival, PlaceId place, Word colour, std::int64_t count) override {
    event(now, "take", path(net_, place), net_.colours.format(net_[place].colour, colour, *pool_), count, arrival);
  }
  void finish(double now) override { end(now); }

  std::string close() override {
    const bool written = std::ferror(file_) == 0;
    const bool closed = std::fclose(file_) == 0;
    file_ = nullptr;
    std::error_code error;
    if (written && closed) std::filesystem::rename(temporary(), path_, error);
    if (written && closed && !error) return {};
    std::remove(temporary().c_str());
    return fmt::format("{}: cannot be written: {}", path_, error ? error.message() : std::strerror(errno));
  }

 protected:
  virtual void event(double now, const char* kind, const std::string& name, const std::string& colour, std::int64_t count,
                     double since) = 0;
  virtual void end(double now) = 0;
  void line(const std::string& text) { std::fwrite(text.data(), 1, text.size(), file_); }

 private:
  [[nodiscard]] std::string temporary() const { return path_ + ".tmp"; }

  std::string path_;
  std::FILE* file_;
  const Net& net_;
  const WordPool* pool_ = nullptr;
};

class CsvWriter : public Writer {
 public:
  using Writer::Writer;
  void begin() { line("time,event,name,colour,count,available\n"); }

 protected:
  void event(double now, const char* kind, const std::string& name, const std::string& colour, std::int64_t count,
             double since) override {
    line(fmt::format("{},{},{},\"{}\",{},{}\n", now, kind, name, escaped(colour, "\"\""), count, since));
  }
  void end(double now) override { line(fmt::format("{},end,,\"\",0,{}\n", now, now)); }
};

class JsonWriter : public Writer {
 public:
  using Writer::Writer;
  void begin() { line("["); }

 protected:
  void event(double now, const char* kind, const std::string& name, const std::string& colour, std::int64_t count,
             double since) override {
    line(fmt::format("\n{{\"time\":{},\"event\":\"{}\",\"name\":\"{}\",\"colour\":\"{}\",\"count\":{},\"available\":{}}},", now,
                     kind, name, escaped(colour, "\\\""), count, since));
  }
  void end(double now) override { line(fmt::format("\n{{\"time\":{},\"event\":\"end\"}}\n]\n", now)); }
};

template <class T>
std::unique_ptr<TraceFile> start(const std::string& path, std::FILE* file, const Net& net) {
  auto writer = std::make_unique<T>(path, file, net);
  writer->begin();
  return writer;
}

}  // namespace

std::unique_ptr<TraceFile> TraceFile::open(const std::string& path, const Net& net, std::string& problem) {
  const bool csv = path.ends_with(".csv");
  if (!csv && !path.ends_with(".json")) {
    problem = fmt::format("--trace: '{}' ends in neither .csv nor .json", path);
    return nullptr;
  }
  std::FILE* file = std::fopen((path + ".tmp").c_str(), "wb");
  if (file == nullptr) {
    problem = fmt::format("{}: cannot be written: {}", path, std::strerror(errno));
    return nullptr;
  }
  return csv ? start<CsvWriter>(path, file, net) : start<JsonWriter>(path, file, net);
}

}  // namespace petriloom::cli
