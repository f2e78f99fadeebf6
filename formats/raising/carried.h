// SPDX-License-Identifier: Apache-2.0
// What the exceptions carry that an expression of ML raises.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>

#include "formats/raising/raising.h"

namespace petriloom::cpn {

class Carried {
 public:
  /// Both must outlive this.
  Carried(NetBuilder& builder, Raising& raising) : builder_(builder), raising_(raising) {}

  /// This expression raises the exception, which carries the value; not valid: one that is not
  /// known.
  void know(ExprId raise, std::string_view exception, ExprId value);
  /// What the exception carries where evaluating the expression raises it. Invalid if the
  /// expression never does so with a value; or if `why` says why that is not known.
  ExprId value(ExprId expr, std::string_view exception, const Raising::NewSlot& slot);
  [[nodiscard]] const std::string& why() const { return why_; }
  /// Functions that were made since the net had so many are no longer in it.
  void forget(std::size_t before);

 private:
  /// Of that exception, in one frame.
  struct Frame {
    std::int64_t exception = 0;
    const Raising::NewSlot& slot;
  };
  ExprId in(ExprId id, const Frame& frame);
  ExprId first(const std::vector<ExprId>& children, ExprId last, const Frame& frame, const Location& where);
  ExprId called(ExprId id, const Frame& frame);
  FunctionId function(FunctionId of, std::int64_t exception, ColourSetId result);
  /// One value that it carries there; invalid if there is none.
  ExprId some(ExprId expr, std::int64_t exception, std::set<FunctionId>& seen);
  ExprId some(ExprId expr, std::int64_t exception);
  ExprId fail(const char* why);
  [[nodiscard]] ExprBuilder& e() { return builder_.expr(); }

  NetBuilder& builder_;
  Raising& raising_;
  std::map<ExprId, std::pair<std::int64_t, ExprId>> known_;
  std::map<std::pair<FunctionId, std::int64_t>, FunctionId> functions_;
  std::string why_;
};

}  // namespace petriloom::cpn
