// What happens before what, by queues, events, and what the program has waited for; and which uses of the
// same bytes nothing orders.
#include "runtime/scheduling/command_order.hpp"

#include <gtest/gtest.h>

namespace lockstep::runtime {
namespace {

using Node = std::shared_ptr<CommandNode>;

class Order : public testing::Test {
 protected:
  Node enqueued() {
    auto node = std::make_shared<CommandNode>();
    node->enqueued = node->floor = order.tick();
    return node;
  }
  // Of a queue that is not in order.
  Node run(const Node& node, const CommandOrder::Nodes& before = {}) {
    order.begin(node, before, std::nullopt);
    return node;
  }
  // The number of conflicts.
  std::size_t use(const Node& node, std::size_t from, std::size_t to, bool writes) {
    ByteSet bytes;
    bytes.add({from, to});
    return order.add(storage, {node, bytes, writes}, node->enqueued).size();
  }

  CommandOrder order;
  Storage storage{64};
};

TEST_F(Order, EventsOrderAlsoThroughOthers) {
  const Node a = run(enqueued()), b = run(enqueued(), {a}), c = run(enqueued(), {b}), other = run(enqueued());
  EXPECT_TRUE(happens_before(*a, *b));
  EXPECT_TRUE(happens_before(*a, *c));
  EXPECT_FALSE(happens_before(*a, *other));
  EXPECT_FALSE(happens_before(*other, *c));
  EXPECT_FALSE(happens_before(*c, *a));
}

TEST_F(Order, TwoThatContinueOneAreNotOrdered) {
  const Node a = run(enqueued()), left = run(enqueued(), {a}), right = run(enqueued(), {a});
  EXPECT_TRUE(happens_before(*a, *right));
  EXPECT_FALSE(happens_before(*left, *right));
  const Node both = run(enqueued(), {left, right});
  EXPECT_TRUE(happens_before(*left, *both));
  EXPECT_TRUE(happens_before(*right, *both));
}

TEST_F(Order, QueuesInOrderHaveATimeline) {
  const std::size_t first = order.new_timeline(), second = order.new_timeline();
  const Node a = enqueued(), b = enqueued(), c = enqueued();
  order.begin(a, {}, first);
  order.begin(b, {a}, first);
  order.begin(c, {}, second);
  EXPECT_TRUE(happens_before(*a, *b));
  EXPECT_FALSE(happens_before(*a, *c));
}

// What the program had waited for when it enqueued a command happens before it; what it waits for later does
// not, although it may have run earlier.
TEST_F(Order, WaitsOfTheProgramOrder) {
  const Node a = run(enqueued()), b = run(enqueued(), {a});
  const Node early = enqueued();
  order.know({b});
  const Node late = run(enqueued());
  run(early);
  EXPECT_TRUE(happens_before(*a, *late));
  EXPECT_TRUE(happens_before(*b, *late));
  EXPECT_FALSE(happens_before(*a, *early));
}

TEST_F(Order, UserEventCarriesWhatTheProgramKnew) {
  const Node a = run(enqueued()), gated = enqueued();
  order.know({a});
  const auto event = std::make_shared<CommandNode>();
  event->floor = event->known = order.tick();
  run(gated, {event});
  EXPECT_TRUE(happens_before(*a, *gated));
}

TEST_F(Order, ConflictsNeedAWriteOfTheSameBytes) {
  EXPECT_EQ(use(run(enqueued()), 0, 16, false), 0u);
  EXPECT_EQ(use(run(enqueued()), 0, 16, false), 0u) << "two reads";
  EXPECT_EQ(use(run(enqueued()), 16, 32, true), 0u) << "other bytes";
  EXPECT_EQ(use(run(enqueued()), 8, 24, true), 3u);
}

TEST_F(Order, OrderedUsesAreNoConflict) {
  const Node write = run(enqueued());
  EXPECT_EQ(use(write, 0, 64, true), 0u);
  const Node left = run(enqueued(), {write}), right = run(enqueued(), {write});
  EXPECT_EQ(use(left, 0, 32, true), 0u);
  EXPECT_EQ(use(right, 32, 64, true), 0u);
  EXPECT_EQ(use(run(enqueued(), {left}), 0, 64, false), 1u) << "it does not wait for the right half";
  EXPECT_EQ(use(run(enqueued(), {left, right}), 0, 64, false), 0u);
}

}  // namespace
}  // namespace lockstep::runtime
