// The JSON texts of the answers, made from the public header's values. Their fields are told in
// openapi.json, which the server sends.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <pylos/pylos.hpp>

#include "tools/server/games.hpp"

namespace pylos::server {

/// Part of every ETag: a new number when a document's fields change.
inline constexpr std::string_view kDocumentVersion = "1";

/// The document of a position that the game's file holds. Throws NotHeldError for one that a slice
/// leaves out, FileError for a file that is damaged there.
std::string held_document(const v1::Solved& solved, const v1::Position& position);

/// {"games":[...]}, an entry for each game that is held.
std::string games_json(const Games& games);
/// The entry of one game, with the counts of positions and of distances.
std::string game_json(const v1::Solved& solved);
/// The best line from a position, at most so many plies.
std::string line_json(const v1::Solved& solved, const v1::Position& position, int plies);
/// {"move","position","level"}: what an opponent plays, and the position after it. Throws InputError
/// for a game that is over.
std::string play_json(const v1::Solved& solved, const v1::Position& position,
                      const v1::OpponentLevel& level, std::uint64_t seed);
/// The position under each of the games held on its board, and under `missing` those that do not
/// hold it.
std::string compare_json(const Games& games, const v1::Position& position);
/// The puzzles of `rules`, or, when that is empty, of the games that are held on base 4.
std::string puzzles_json(const Games& games, std::string_view rules);

/// What clients of GamesmanUni read: the list of games, the game, one of its variants (a rule set),
/// and a position of it with its moves.
std::string uwapi_games_json();
std::string uwapi_game_json(const Games& games);
std::string uwapi_variant_json(const v1::Solved& solved);
std::string uwapi_position_json(const v1::Solved& solved, const v1::Position& position);

}  // namespace pylos::server
