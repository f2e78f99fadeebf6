// SPDX-License-Identifier: Apache-2.0
// An array that grows where it stands: the C library moves large blocks by their pages
// (realloc, mremap(2)), so that growing neither reads nor touches what is there again.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

namespace petriloom {

/// Of elements that may be copied byte by byte. Whatever throws std::bad_alloc leaves it as it was.
template <class T>
class GrowingArray {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  GrowingArray() = default;
  explicit GrowingArray(T first) { push_back(first); }
  GrowingArray(const GrowingArray& other) { append(other); }
  GrowingArray(GrowingArray&& other) noexcept { swap(other); }
  GrowingArray& operator=(GrowingArray other) noexcept { return swap(other), *this; }
  ~GrowingArray() { std::free(data_); }
  void swap(GrowingArray& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t capacity() const { return capacity_; }
  [[nodiscard]] T* data() { return data_; }
  [[nodiscard]] const T* data() const { return data_; }
  T& operator[](std::size_t at) { return data_[at]; }
  const T& operator[](std::size_t at) const { return data_[at]; }
  [[nodiscard]] const T* begin() const { return data_; }
  [[nodiscard]] const T* end() const { return data_ + size_; }
  operator std::span<const T>() const { return {data_, size_}; }

  void reserve(std::size_t capacity) {
    if (capacity <= capacity_) return;
    if (capacity > static_cast<std::size_t>(-1) / sizeof(T) / 2) throw std::bad_alloc();
    void* const moved = std::realloc(data_, capacity * sizeof(T));
    if (moved == nullptr) throw std::bad_alloc();
    data_ = static_cast<T*>(moved);
    capacity_ = capacity;
  }
  /// Makes sure that there is memory for so many more.
  void make_room(std::size_t more) {
    if (more > capacity_ - size_) reserve(size_ + more > 2 * capacity_ ? size_ + more : 2 * capacity_);
  }
  void push_back(T element) {
    make_room(1);
    data_[size_++] = element;
  }
  /// Elements that are not its own, or for which there is room.
  void append(std::span<const T> elements) {
    make_room(elements.size());
    for (const T& element : elements) data_[size_++] = element;
  }
  void shorten(std::size_t size) { size_ = size; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace petriloom
