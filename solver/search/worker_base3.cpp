#include "solver/search/worker_factory.hpp"

namespace pylos::search {

template std::unique_ptr<WorkerBase> make_worker<3>(RuleSet, Shared&);

}  // namespace pylos::search
