// SPDX-License-Identifier: Apache-2.0
// What all parts of a translation share: the net that is made, the messages, the limits, and what
// is around the expression that is being translated.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "formats/translation/value.h"
#include "formats/typing/infer.h"

namespace petriloom::cpn::ml {

class Workspace {
 public:
  /// Expressions, functions and colours in all; more is an error.
  static constexpr std::size_t kMostWork = 3'000'000;
  /// Calls inside each other that are written out; more is an error.
  static constexpr std::size_t kMostInside = 200;

  Workspace(NetBuilder& builder, Inference& inference, Diagnostics& diagnostics)
      : builder_(builder), inference_(inference), diagnostics_(diagnostics) {}

  [[nodiscard]] ExprBuilder& e() { return builder_.expr(); }
  [[nodiscard]] NetBuilder& builder() { return builder_; }
  [[nodiscard]] Net& net() { return builder_.net(); }
  [[nodiscard]] Inference& inference() { return inference_; }
  [[nodiscard]] const Environment& environment() const { return inference_.environment(); }

  /// Reports an error, one at each place, and gives no value.
  Value fail(const Location& where, std::string message, std::string help = {});
  void warn_once(const Location& where, std::string message);
  /// Whether there may be one more expression, function or colour. If not, that has been said.
  bool spend(const Location& where);

  struct Surroundings {
    std::vector<Variable> slots;      ///< of the transition or function that is being made
    std::set<std::uint32_t> unnamed;  ///< slots of what has no name in the file so far
    Scope scope;
    std::shared_ptr<const Types::Substitution> types;
    ExprId clock;  ///< parameter of a function of the net that stands for the time; else invalid
    /// What references that change hold here.
    Contents contents;
  };
  [[nodiscard]] Surroundings& now() { return now_; }
  /// The time here.
  ExprId clock(const Location& where) { return now_.clock.valid() ? now_.clock : e().now(where); }
  /// The type with what the general ones stand for here.
  Type* meant(Type* type);
  /// Adds a slot to what is being made.
  std::uint32_t slot(const std::string& name, ColourSetId colour);
  /// A slot for what has no name in the file.
  std::uint32_t slot(ColourSetId colour);
  /// A name of the file stands for the value: that of its slot, if it is in one without a name.
  void name(const Value& value, const std::string& name);
  /// Runs `make` so that what it gives a name is named inside its result.
  ExprId naming(const std::function<ExprId()>& make);
  /// A value, and the slot that stands for it.
  using Given = std::pair<std::uint32_t, ExprId>;
  /// Runs `make` so that of what it would name what is drawn gets a name, for the caller to give.
  std::vector<Given> naming_drawn(const std::function<void()>& make);
  /// The value with a name, if it is worth one, so that it is evaluated once.
  Value named(const Value& value, const Location& where);
  /// Values are written out, not named: for patterns.
  bool write_out = false;
  /// References that code changes while the net runs.
  std::set<const Declaration*> changing;

  /// As long as it is there, nothing is around.
  class Apart {
   public:
    explicit Apart(Workspace& work) : work_(work), outside_(std::exchange(work.now_, {})) {}
    ~Apart() { work_.now_ = std::move(outside_); }
    Apart(const Apart&) = delete;
    Apart& operator=(const Apart&) = delete;

   private:
    Workspace& work_;
    Surroundings outside_;
  };
  /// As long as it is there, other names and types are around.
  class Elsewhere {
   public:
    Elsewhere(Workspace& work, Scope scope, std::shared_ptr<const Types::Substitution> types)
        : now_(work.now_),
          scope_(std::exchange(now_.scope, std::move(scope))),
          types_(std::exchange(now_.types, std::move(types))) {}
    ~Elsewhere() {
      now_.scope = std::move(scope_);
      now_.types = std::move(types_);
    }
    Elsewhere(const Elsewhere&) = delete;
    Elsewhere& operator=(const Elsewhere&) = delete;

   private:
    Surroundings& now_;
    Scope scope_;
    std::shared_ptr<const Types::Substitution> types_;
  };
  /// One level deeper as long as it is there. `allowed` is false where that is too deep, which has
  /// been said.
  class Level {
   public:
    Level(Workspace& work, const Location& where, std::string too_deep = {});
    ~Level() { --work_.inside_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    [[nodiscard]] bool allowed() const { return allowed_; }

   private:
    Workspace& work_;
    bool allowed_;
  };

 private:
  NetBuilder& builder_;
  Inference& inference_;
  Diagnostics& diagnostics_;
  Surroundings now_;
  struct Names {
    bool drawn_only = false;
    std::vector<Given> given;
  };
  // Of the innermost `naming` or `naming_drawn`.
  Names* names_ = nullptr;
  std::set<Location> told_;
  std::size_t work_ = 0;
  std::size_t inside_ = 0;
};

}  // namespace petriloom::cpn::ml
