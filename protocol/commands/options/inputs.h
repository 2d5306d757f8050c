#pragma once

// What the words of a command line name: positions, files to read and files to write.
//
// A command must not write over a file that it reads: the file would be lost if the command goes
// wrong, and often if it goes right. Nor may it write a file to which standard output goes.

#include "engine/notation/game.h"

#include <string>
#include <vector>

namespace emilia {

/// Whether the words together are meant as a board string or as moves, right or wrong, rather than
/// as the names of files.
[[nodiscard]] bool looks_like_position(const std::vector<std::string>& words);

/// Reads whatever describes a position: moves from the usual start such as `f5d6c3`, a board, or a
/// game (engine/notation/formats/pasted.h). The position is that after the game's moves. Says on
/// standard error what it has understood, unless that is plain. Throws UsageError.
[[nodiscard]] Game given_game(const std::vector<std::string>& words);

/// The same, or the usual start if there are no words.
[[nodiscard]] Game game_or_start(const std::vector<std::string>& words);

/// The path for a file to read: `-` stands for standard input.
[[nodiscard]] std::string input_path(const std::string& word);
[[nodiscard]] std::vector<std::string> input_paths(const std::vector<std::string>& words);

/// The file that `--option` says to write. Throws UsageError for a standard stream, and for `-`,
/// because only inputs may be one, and a file of that name is most likely a mistake.
[[nodiscard]] std::string output_file(const std::string& option, const std::string& word);

/// Throws UsageError if standard output or standard error goes to the file `output`, by whatever
/// name, such as `/dev/stdout`: what is printed would be lost, or mixed with what is written.
void refuse_standard_stream(const std::string& output);

/// Throws UsageError if `output` is one of `inputs`, also by another name: through a symbolic or
/// hard link, or as `./FILE`. Files that do not exist are never the same.
void refuse_as_output(const std::string& output, const std::vector<std::string>& inputs);

/// Whether both lead to the same file, which need not exist yet.
[[nodiscard]] bool is_same_output(const std::string& one, const std::string& other);

/// Throws UsageError if two of `inputs` are the same file, whose contents would count twice.
void refuse_repeated(const std::vector<std::string>& inputs);

} // namespace emilia
