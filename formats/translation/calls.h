// SPDX-License-Identifier: Apache-2.0
// Calls: of functions of the file, which become functions of the net or are written out, of library
// functions, of constructors.
#pragma once

#include "formats/translation/function_facts.h"
#include "formats/translation/values.h"

namespace petriloom::cpn::ml {

class Translator;

class Calls {
 public:
  Calls(Translator& translator, Workspace& work, Values& values, FunctionFacts& facts)
      : translator_(translator), work_(work), values_(values), facts_(facts) {}

  Value apply(const Value& function, const Value& argument, const Expr& at);
  /// Takes the functions out of the net that were made since it had so many; nothing may call them.
  void forget(std::size_t before);

 private:
  Value construct(const Value& constructor, const Value& argument, const Expr& at);
  Value call(const Value& function, const Expr& at);
  Value write_call(const Value& function, const Expr& at);
  Value net_call(const Value& function, const Expr& at);
  FunctionId make_function(const Value& function, const std::vector<ExprId>& actuals, const std::string& key,
                           const std::vector<const Declaration*>& references, const Location& where);
  std::vector<const Declaration*> references_of(const Value& function);
  void enter_companions(const Value& function);
  /// A parameter that `flatten` makes, as the file has it.
  struct Parameter {
    std::string name;
    ColourAliasId alias;
  };
  std::vector<Parameter> parameters(const Value& function, std::size_t count);
  void parameters_of(const Pattern* pattern, const Value& value, Parameter known, std::vector<Parameter>& all);
  [[nodiscard]] ColourAliasId alias_of(const Written* written) const;
  void flatten(const Value& value, std::string& key, std::vector<ExprId>& actuals);
  Value rebuilt(const Value& value, std::span<const ColourSetId> types, std::size_t& at);
  /// An argument in the colour set of its type.
  Value bring(const Value& value, Type* type, const Location& where);
  static Type* result_type(const Function& function);
  [[nodiscard]] ExprBuilder& e() { return work_.e(); }

  Translator& translator_;
  Workspace& work_;
  Values& values_;
  FunctionFacts& facts_;
  std::map<std::string, FunctionId> functions_;
};

}  // namespace petriloom::cpn::ml
