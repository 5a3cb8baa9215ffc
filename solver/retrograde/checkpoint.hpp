// The state of an unfinished solve on disk, to go on from after it was ended.
//
// One file a game in a folder, replaced as a whole by the next: whenever the program ends, by a
// signal, a full disk or a power cut, the file is a whole checkpoint or there is none. What is in
// it is a list of parts, bytes in memory, whose meaning is the solver's; only the same build of the
// solver reads them back.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "engine/game.hpp"

namespace pylos::retrograde {

class Checkpoint {
 public:
  /// Gets a part of the state: where it is in memory, and its bytes.
  using Part = std::function<void(void*, std::size_t)>;

  Checkpoint(const std::string& folder, Game game);

  const std::string& path() const { return path_; }
  bool exists() const;
  void remove() const;

  /// Throws DiskError if the folder is not there or cannot be written, InputError if there is a
  /// checkpoint and it is not to be resumed.
  void check_folder(bool resume) const;

  /// Writes the state after the round `plies`; `visit` calls the function it gets for each part.
  /// Throws DiskError; the checkpoint before stays then.
  void write(int plies, const std::function<void(const Part&)>& visit) const;

  /// Puts the state back and returns the round it is of; `visit` gets that round and calls the
  /// function for each part, in the same order. Where the state has zeros, the parts must hold zeros
  /// beforehand. Throws BadFile for a file that is not a checkpoint of the game, or damaged; the
  /// state is then spoilt.
  int read(const std::function<void(int, const Part&)>& visit) const;

 private:
  Game game_;
  std::string folder_;
  std::string path_;
};

}  // namespace pylos::retrograde
