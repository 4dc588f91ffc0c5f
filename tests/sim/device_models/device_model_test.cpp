#include "sim/device_models/device_model.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cctype>
#include <set>

namespace lockstep::sim {

using testing::HasSubstr;

TEST(DeviceModels, HaveNamesAndCardsOfTheInterface) {
  const std::vector<std::pair<const char*, const char*>> expected{
      {"fermi", "cc2.0"},
      {"gtx580", "cc2.0"},
      {"gtx470", "cc2.0"},
      {"gtx460", "cc2.0"},
      {"8800gtx", "cc1.0"},
      {"g80", "cc1.0"},
      {"tesla", "cc1.0"},
      {"gt200", "cc1.2"},
      {"gtx280", "cc1.2"},
      {"kepler", "cc3.x"},
      {"maxwell", "cc5.0"},
      {"pascal", "cc5.0"},
      {"volta", "cc7.0"},
      {"turing", "cc7.0"},
      {"rtx 2080 Ti", "cc7.0"},
      {"cc8.0", "cc8.0"},
      {"ampere", "cc8.0"},
      {"cc8.6", "cc8.6"},
      {"rtx 3060", "cc8.6"},
      {"rtx3060", "cc8.6"},
      {"cc8.9", "cc8.9"},
      {"rtx 4090", "cc8.9"},
      {"NVIDIA GeForce RTX 4060 Laptop GPU", "cc8.9"},
      {"cc10.0", "cc10.0"},
      {"b200", "cc10.0"},
      {"cc12.0", "cc12.0"},
      {"rtx 5090", "cc12.0"},
      {"mi250", "cdna"},
      {"MI300", "cdna3"},
      {"AMD Instinct MI300X", "cdna3"},
      {"rdna4", "rdna4"},
      {"Radeon RX 9070 XT", "rdna4"},
      {"Tesla K40", "cc3.x"},
      {"a100", "cc8.0"},
      {"hopper", "cc9.0"},
      {"h100", "cc9.0"},
      {"H200", "cc9.0"},
      {"CC2.0-NoL1", "cc2.0-nol1"},
      {"cc2.0-nol1", "cc2.0-nol1"},
      {"gcn", "gcn"},
      {"cdna", "cdna"},
      {"rdna", "rdna"},
      {"cpu", "cpu"}};
  for (const auto& [alias, name] : expected) {
    const Result<const DeviceModel*> model = find_device_model(alias);
    ASSERT_TRUE(model) << alias;
    EXPECT_EQ((*model)->name, name) << alias;
  }
}

TEST(DeviceModels, UnknownNameIsAUsageErrorThatListsTheNames) {
  const Result<const DeviceModel*> model = find_device_model("gtx9999");
  ASSERT_FALSE(model);
  EXPECT_EQ(model.error().kind, Error::Kind::usage);
  EXPECT_THAT(model.error().message, HasSubstr("gtx9999"));
  EXPECT_THAT(model.error().message, HasSubstr("cc9.0"));
}

TEST(DeviceModels, NoNameMeansTwoModels) {
  std::set<std::string> seen;
  for (const DeviceModel& model : device_models()) {
    std::vector<std::string> names = model.aliases;
    names.push_back(model.name);
    for (std::string& name : names) {
      for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      EXPECT_TRUE(seen.insert(name).second) << name;
    }
  }
}

// A card has the rules of its generation and its own rates; its name differs from all others.
TEST(DeviceModels, ProductsHaveTheirOwnRates) {
  ASSERT_FALSE(product_models().empty());
  for (const DeviceModel& product : product_models()) {
    SCOPED_TRACE(product.called());
    const DeviceModel& generation = **find_device_model(product.name);
    EXPECT_EQ(*find_device_model(product.called()), &product);
    EXPECT_EQ(*find_device_model("NVIDIA " + product.rates.product), &product) << "by its full name";
    EXPECT_EQ(product.title, generation.title);
    EXPECT_EQ(product.max_group_size, generation.max_group_size);
    EXPECT_NE(product.rates.product, generation.rates.product);
    EXPECT_LT(product.rates.copy_gbps, product.rates.peak_gbps);
  }
  EXPECT_EQ((*find_device_model("gtx460"))->rates.compute_units, 7);
  EXPECT_EQ((*find_device_model("gtx470"))->rates.peak_gbps, 133.9);
  EXPECT_EQ((*find_device_model("gtx580"))->rates.clock_ghz, 1.544);
  EXPECT_EQ((*find_device_model("GeForce 8800 GTX"))->rates.product, "GeForce 8800 GTX");
  EXPECT_EQ((*find_device_model("fermi"))->rates.product, "Tesla M2090");
}

// hardware.md: sectors of 32 bytes from Volta on; cache lines of 128 bytes on the MI300 and of 64
// on its predecessors.
TEST(DeviceModels, UnitsAreThoseOfTheirGuides) {
  const auto load_unit = [](const char* name) { return (*find_device_model(name))->global.load_unit_bytes; };
  for (const char* name : {"cc7.0", "cc8.0", "cc8.6", "cc8.9", "cc9.0", "cc10.0", "cc12.0"})
    EXPECT_EQ(load_unit(name), 32U) << name;
  EXPECT_EQ(load_unit("mi250"), 64U);
  EXPECT_EQ(load_unit("mi300"), 128U);
  EXPECT_EQ(load_unit("mi350"), 128U);
}

// The assumptions of the rules: powers of two, at most 64 banks and lanes, and phases that cover the warp
// exactly once for each width.
TEST(DeviceModels, ValuesSatisfyTheAssumptionsOfTheRules) {
  for (const DeviceModel& model : device_models()) {
    SCOPED_TRACE(model.name);
    EXPECT_FALSE(model.title.empty());
    EXPECT_TRUE(std::has_single_bit(model.warp_width) && model.warp_width <= 64);
    EXPECT_TRUE(std::has_single_bit(model.global.load_unit_bytes) && model.global.load_unit_bytes >= 16);
    EXPECT_TRUE(std::has_single_bit(model.global.store_unit_bytes) && model.global.store_unit_bytes >= 16);
    EXPECT_TRUE(std::has_single_bit(model.local.banks) && model.local.banks <= 64);
    EXPECT_TRUE(std::has_single_bit(model.local.bank_bytes));
    if (model.local.wide != LocalRule::Wide::phases) continue;
    ASSERT_EQ(model.local.phases.size(), 4U);
    const std::uint64_t warp = model.warp_width == 64 ? ~0ULL : (1ULL << model.warp_width) - 1;
    for (const std::vector<std::uint64_t>& phases : model.local.phases) {
      std::uint64_t covered = 0;
      for (const std::uint64_t phase : phases) {
        EXPECT_EQ(covered & phase, 0U);
        covered |= phase;
      }
      EXPECT_EQ(covered, warp);
    }
  }
}

}  // namespace lockstep::sim
