// SPDX-License-Identifier: Apache-2.0
#include "mpi/messenger.h"

#include <boost/mpi/communicator.hpp>
#include <boost/mpi/environment.hpp>
#include <boost/mpi/request.hpp>
#include <climits>
#include <list>
#include <memory>
#include <stdexcept>

namespace petriloom {

namespace {

class MpiMessenger final : public Messenger {
 public:
  // MPI is called by one thread; errors come back as exceptions.
  MpiMessenger() : environment_(std::make_unique<boost::mpi::environment>(boost::mpi::threading::funneled, false)) {
    MPI_Comm_set_errhandler(world_, MPI_ERRORS_RETURN);
  }
  ~MpiMessenger() override {
    if (!complete_) {
      // Ending MPI in order would wait for a process that is gone.
      static_cast<void>(environment_.release());
      return;
    }
    for (Sending& sending : sendings_) sending.request.wait();
  }
  MpiMessenger(const MpiMessenger&) = delete;
  MpiMessenger& operator=(const MpiMessenger&) = delete;

  [[nodiscard]] std::size_t rank() const override { return static_cast<std::size_t>(world_.rank()); }
  [[nodiscard]] std::size_t size() const override { return static_cast<std::size_t>(world_.size()); }

  void send(std::size_t rank, std::string text) override {
    if (text.size() > INT_MAX) throw std::runtime_error("a message between processes is longer than 2 GiB");
    sendings_.remove_if([](Sending& sending) { return sending.request.test().has_value(); });
    Sending& sending = sendings_.emplace_back();
    sending.text = std::move(text);
    try {
      sending.request = world_.isend(static_cast<int>(rank), 0, sending.text.data(), static_cast<int>(sending.text.size()));
    } catch (const boost::mpi::exception&) {
      sendings_.pop_back();  // nobody is there any more, which shows by silence
    }
  }

  std::optional<Message> receive() override {
    const auto status = world_.iprobe(boost::mpi::any_source, 0);
    if (!status) return std::nullopt;
    Message message{static_cast<std::size_t>(status->source()), {}};
    message.text.resize(static_cast<std::size_t>(*status->count<char>()));
    world_.recv(status->source(), 0, message.text.data(), static_cast<int>(message.text.size()));
    return message;
  }

  void incomplete() override { complete_ = false; }

 private:
  struct Sending {
    std::string text;
    boost::mpi::request request;
  };
  std::unique_ptr<boost::mpi::environment> environment_;
  boost::mpi::communicator world_;
  std::list<Sending> sendings_;
  bool complete_ = true;
};

}  // namespace

}  // namespace petriloom

petriloom::Messenger* petriloom_mpi_messenger() {
  try {
    return std::make_unique<petriloom::MpiMessenger>().release();
  } catch (const std::exception&) {
    return nullptr;
  }
}
