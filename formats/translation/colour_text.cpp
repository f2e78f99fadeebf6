// SPDX-License-Identifier: Apache-2.0
// Colours as CPN ML writes them: `(1,"a")`, `{no=1,data="a"}`, `[1,2]`, `ph(3)`, `Data((1,"a"))`.
#include <array>

#include "formats/translation/library.h"
#include "formats/translation/library_call.h"

namespace petriloom::cpn::ml {

namespace {

ExprId text(const LibraryCall& call, std::string_view plain) { return call.e().text(plain, call.where()); }

ExprId joined_texts(const LibraryCall& call, std::initializer_list<ExprId> parts) {
  ExprId all;
  for (const ExprId part : parts) all = all.valid() ? call.list(Op::concat, {all, part}) : part;
  return all;
}

// Components, or fields with their names.
ExprId parts_text(const LibraryCall& call, ExprId value, const ColourSet& set) {
  const bool record = !set.fields.empty();
  ExprId all = text(call, record ? "{" : "(");
  for (std::size_t k = 0; k < set.components.size(); ++k) {
    const std::string before = (k == 0 ? "" : ",") + (record ? set.fields[k] + "=" : "");
    if (!before.empty()) all = joined_texts(call, {all, text(call, before)});
    all = joined_texts(call, {all, colour_text(call, call.e().project(value, k, call.where()))});
  }
  return joined_texts(call, {all, text(call, record ? "}" : ")")});
}

ExprId elements_text(const LibraryCall& call, ExprId list) {
  const ExprId inside = call.fold(list, text(call, ""), [&](ExprId all, ExprId x) {
    const ExprId first = call.binary(Op::equal, call.list(Op::length, {all}), call.integer(0));
    return joined_texts(call, {call.if_(first, all, joined_texts(call, {all, text(call, ",")})), colour_text(call, x)});
  });
  return joined_texts(call, {text(call, "["), inside, text(call, "]")});
}

ExprId variant_text(const LibraryCall& call, ExprId value, const ColourSet& set) {
  ExprId all;
  for (std::size_t k = set.components.size(); k-- > 0;) {
    ExprId own = text(call, set.fields[k]);
    if (set.components[k] != ColourTable::kUnit) {
      const ExprId content = colour_text(call, call.e().content(value, k, call.where()));
      own = joined_texts(call, {own, text(call, "("), content, text(call, ")")});
    }
    const ExprId here = call.binary(Op::equal, call.e().variant(value, call.where()), call.integer(static_cast<std::int64_t>(k)));
    all = all.valid() ? call.if_(here, own, all) : own;
  }
  return all;
}

}  // namespace

ExprId colour_text(const LibraryCall& call, ExprId value) {
  if (!value.valid()) return {};
  return call.t.work().naming([&]() -> ExprId {
    const ExprId x = call.named(value);
    const ColourSet set = call.colours()[call.e().type(x)];
    switch (set.kind) {
      case ColourKind::integer:
      case ColourKind::range:
      case ColourKind::real: {
        const std::array arguments{Value(x)};
        return call.plain(library().find("Int.toString")->translate(call.with(arguments)));
      }
      case ColourKind::string:
        return joined_texts(call, {text(call, "\""), x, text(call, "\"")});
      case ColourKind::product:
      case ColourKind::record:
        return parts_text(call, x, set);
      case ColourKind::list:
        return elements_text(call, x);
      case ColourKind::union_:
        return variant_text(call, x, set);
      default:
        return call.e().to_text(x, call.where());
    }
  });
}

}  // namespace petriloom::cpn::ml
