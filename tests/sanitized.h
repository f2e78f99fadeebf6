// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace petriloom::test {

/// Whether the program is built with a sanitizer, which takes time and memory of its own.
constexpr bool sanitized() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
  return true;
#else
  return false;
#endif
#else
  return false;
#endif
}

/// How many of `number` random nets, rounds or replications a test looks at, and how many of them
/// it expects: a tenth with a sanitizer. Wrong answers are found without one; what a sanitizer
/// finds is in code that each net goes through.
template <class Number>
constexpr Number many(Number number) {
  return sanitized() && number >= 10 ? number / 10 : number;
}

}  // namespace petriloom::test
