#include "solver/table/solution.hpp"

#include <utility>

#include "engine/check.hpp"
#include "engine/domain.hpp"
#include "solver/table/storage.hpp"

namespace pylos {

const table::SolutionStorage& table::storage_of(const Solution& solution) {
  return *solution.storage_;
}

Solution::Solution(std::unique_ptr<table::SolutionStorage> storage) : storage_(std::move(storage)) {}
Solution::Solution(Solution&&) noexcept = default;
Solution& Solution::operator=(Solution&&) noexcept = default;
Solution::~Solution() = default;

Game Solution::game() const { return storage_->game; }
const Statistics& Solution::statistics() const { return storage_->statistics; }

Value Solution::value(Position p) const {
  PYLOS_CHECK(in_domain(p, storage_->game.base));
  const table::PositionKey key = storage_->table.key(p);
  return storage_->value(key.shape, key.colouring);
}

}  // namespace pylos
