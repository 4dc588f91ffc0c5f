// A memory object: a buffer, a part of a buffer, or an image.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/journal/lines.hpp"
#include "runtime/objects/command_node.hpp"
#include "runtime/objects/context.hpp"
#include "runtime/objects/host_snapshot.hpp"
#include "runtime/objects/image.hpp"
#include "runtime/objects/outcome.hpp"
#include "runtime/objects/result_use.hpp"
#include "sim/observers/counters/counters.hpp"

namespace lockstep::runtime {

// The time at which the program requested the end of a mapping, as a time of CommandOrder; 0: not yet.
using UnmapTime = std::shared_ptr<std::atomic<std::uint64_t>>;

// A mapped part of a memory object.
struct MappedPart {
  std::size_t number = 0;  // number of the mapping
  MemoryUse use;           // `writes`: whether the part is mapped for writing
  UnmapTime unmapped;
};

// The bytes of a memory object on the device. The system allocates memory for them on first use, because
// programs that measure a device create buffers of the maximum size.
class Storage {
 public:
  // Allocates a storage; refused if the device has insufficient memory. The contents are uninitialised.
  static Outcome<std::shared_ptr<Storage>> allocate(std::size_t size);
  explicit Storage(std::size_t size);
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;
  ~Storage();

  std::size_t number = 0;       // within the process, in order of creation
  std::string name;             // of the parameter to which the object was first passed
  std::vector<MemoryUse> uses;  // uses that may conflict with later commands (command_order.hpp)
  std::shared_ptr<ResultUse> results = std::make_shared<ResultUse>();
  CallPlace creation;                     // place where the object was created
  std::vector<MappedPart> mapped;         // parts mapped by completed maps and not yet unmapped
  std::byte* shared_address = nullptr;    // address of shared virtual memory; null for other memory
  std::optional<HostSnapshot> host_view;  // last common contents with CL_MEM_USE_HOST_PTR

  std::size_t size() const { return size_; }
  std::byte* data();  // may throw std::bad_alloc
  // Whether all bytes have been written.
  bool is_whole() const { return written_ == Written::all; }
  void mark_written(std::size_t offset, std::size_t size);
  // Returns the first of these bytes that have never been written.
  std::optional<ByteSet::Stretch> first_unwritten(const ByteSet& bytes) const;
  // Called after bytes have been copied from `from`. Copies of unwritten bytes count as unwritten.
  void mark_copied(std::size_t offset, const Storage& from, std::size_t read_at, std::size_t size);

  // A run of the simulator takes the contents, and returns them at its end.
  sim::BufferContents take();
  void give_back(sim::BufferContents contents);

 private:
  enum class Written : std::uint8_t { none, some, all };
  std::vector<std::uint8_t>& written_map();

  std::size_t size_;
  sim::BufferContents contents_;  // with a map of the written bytes if only some were written
  Written written_ = Written::none;
};

// Records in the journal that the program has created the memory object with the function `call`.
void record_creation(const _cl_mem& memory, std::string_view call);

}  // namespace lockstep::runtime

struct _cl_mem : lockstep::runtime::Object {
  static constexpr Kind kKind = Kind::memory;
  _cl_mem() : Object(kKind) {}
  ~_cl_mem();

  std::shared_ptr<_cl_context> context;
  std::shared_ptr<_cl_mem> parent;                      // for a sub-buffer, or an image of a buffer
  std::shared_ptr<lockstep::runtime::Storage> storage;  // shared with the parent
  std::size_t offset = 0;                               // within the storage
  std::size_t size = 0;
  std::optional<lockstep::runtime::ImageObject> image;  // empty for a buffer
  cl_mem_flags flags = CL_MEM_READ_WRITE;
  void* host_ptr = nullptr;                   // for CL_MEM_USE_HOST_PTR
  std::vector<cl_mem_properties> properties;  // as given, with the terminating 0

  std::mutex mutex;
  std::vector<std::function<void()>> destructors;  // called in reverse order
  // The memory that the program may read and write while the object is mapped: its own memory with
  // CL_MEM_USE_HOST_PTR, otherwise an allocation of the size of the whole object.
  std::shared_ptr<std::byte> window;
  struct Mapping {
    lockstep::runtime::Box mapped, window;  // in the bytes of the object, and in its window
    lockstep::runtime::Triple region{};     // bytes, rows, slices
    bool writes = false;
    std::size_t number = 0;  // unique within the process
    lockstep::runtime::UnmapTime unmapped = std::make_shared<std::atomic<std::uint64_t>>(0);
  };
  std::multimap<const void*, Mapping> mappings;

  bool has_destructors() {
    const std::lock_guard lock(mutex);
    return !destructors.empty();
  }
  bool is_shared() const { return storage->shared_address != nullptr; }
  // A buffer that is created from shared virtual memory is not a sub-buffer.
  bool is_sub_buffer() const { return parent && !image && !(is_shared() && !parent->parent); }
  std::byte* bytes() { return storage->data() + offset; }
  std::byte* window_bytes();  // allocates the window if necessary; call without the lock
  // Returns the row pitch and slice pitch of an image's window.
  std::pair<std::size_t, std::size_t> window_pitches() const {
    if (host_ptr) return {image->row_pitch, image->slice_pitch};
    return {image->texels.row_bytes(), image->texels.slice_bytes()};
  }
};
