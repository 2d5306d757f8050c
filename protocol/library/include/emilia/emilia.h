/* Emilia, an Othello engine, in your own program. Plain C; emilia.hpp is the same for C++.
 *
 *     emilia_engine* engine = NULL;
 *     emilia_position* position = NULL;
 *     emilia_result* result = NULL;
 *     emilia_limits limits = {.size = sizeof limits, .seconds = 1};
 *     if (emilia_engine_new(NULL, &engine) == EMILIA_OK
 *         && emilia_position_new("f5d6c3", &position) == EMILIA_OK
 *         && emilia_analyze(engine, position, &limits, &result) == EMILIA_OK)
 *         printf("%s\n", emilia_result_line(result, 0)->move);
 *     else
 *         fprintf(stderr, "%s\n", emilia_message());
 *     emilia_result_free(result);
 *     emilia_position_free(position);
 *     emilia_engine_free(engine);
 *
 * Errors. A function that can fail returns a status, and `emilia_message` says what was wrong. What
 * failed changes nothing: results keep their values, positions their discs. No function prints,
 * reads the environment or ends the program.
 *
 * Threads. An engine does one thing at a time: a second call from another thread returns
 * EMILIA_BUSY at once. Only `emilia_stop` and the functions of a stop token may be called at any
 * time. Several engines may work at the same time. Any number of threads may read a position or a
 * result; nothing else may use it while one thread changes or frees it.
 *
 * Versions. Structures that you fill begin with their size. Set all other members to zero before
 * you fill in some, as `= {.size = sizeof limits}` does: zero means the default. Later versions
 * may add members at the end, and a program that was compiled with this header works on.
 */
#ifndef EMILIA_H
#define EMILIA_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define EMILIA_API __attribute__((visibility("default")))
#else
#define EMILIA_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum emilia_status {
    EMILIA_OK = 0,
    EMILIA_BAD_ARGUMENT = 1,  /* a null pointer, or a value out of range */
    EMILIA_BAD_POSITION = 2,  /* a text that is no board or no move, or an illegal move */
    EMILIA_BAD_FILE = 3,      /* weights or a book that cannot be read */
    EMILIA_BUSY = 4,          /* the engine works in another thread, or calls you back */
    EMILIA_OUT_OF_MEMORY = 5, /* a smaller hash table may help */
    EMILIA_FAILED = 6         /* the message says why */
} emilia_status;

/* What was wrong in the last call of this thread that failed; empty if none has. The text is one
 * line, and lasts until the next call fails in this thread. */
EMILIA_API const char* emilia_message(void);

/* The version of this header. */
#define EMILIA_VERSION_MAJOR 0
#define EMILIA_VERSION_MINOR 1
#define EMILIA_VERSION_PATCH 0

/* The version of the library, such as "0.1.0". */
EMILIA_API const char* emilia_version(void);

/* Frees a text that a function has made for you; null does nothing. */
EMILIA_API void emilia_text_free(char* text);

/* ---- Positions ---- */

typedef struct emilia_position emilia_position;

typedef enum emilia_color { EMILIA_BLACK = 0, EMILIA_WHITE = 1 } emilia_color;

/* Makes a position from a board, moves, or nothing (the usual start). A board lists the 64 squares
 * a1, b1, ... h8 and then the side to move: X x * b B for black, O o 0 w W for white, - or a full
 * stop for an empty square. Moves start from the usual start: "f5d6c3". Forced passes may be left
 * out. A board in another form, with moves behind it, or a game in GGF, SGF or PGN will do, too:
 * whatever `emilia analyze` takes. */
EMILIA_API emilia_status emilia_position_new(const char* text, emilia_position** position);
EMILIA_API void emilia_position_free(emilia_position* position); /* null does nothing */

/* The same from the discs of the side to move and those of its opponent, as bits of 64-bit words:
 * a1 is bit 0, the lowest, b1 is bit 1, a2 is bit 8 and h8 is bit 63. */
EMILIA_API emilia_status emilia_position_new_board(uint64_t player, uint64_t opponent,
                                                   emilia_color to_move,
                                                   emilia_position** position);
/* 0 and black for a null position. */
EMILIA_API uint64_t emilia_position_player(const emilia_position* position);
EMILIA_API uint64_t emilia_position_opponent(const emilia_position* position);
EMILIA_API emilia_color emilia_position_to_move(const emilia_position* position);

/* Plays moves: "d6", "pa" for a pass, or several. If one is illegal, it plays none. */
EMILIA_API emilia_status emilia_position_play(emilia_position* position, const char* moves);

/* The board as 64 characters X, O and -, a blank, and the side to move. Like the text of
 * `emilia_position_moves` it lasts until the position changes. Null for a null position. */
EMILIA_API const char* emilia_position_board(const emilia_position* position);

/* The legal moves, without blanks: "c4d3e6f5". "pa" if the side to move must pass, empty if the
 * game is over. */
EMILIA_API const char* emilia_position_moves(const emilia_position* position);

/* ---- Games ---- */

/* A start position, moves, and what a file says of players and event. It never changes. */
typedef struct emilia_game emilia_game;

/* Makes a game from moves, "f5d6c3", or whatever `emilia_position_new` takes, with the names,
 * event and date that it gives. A text with several games is an error. */
EMILIA_API emilia_status emilia_game_new(const char* text, emilia_game** game);
/* Makes a game from a start position and moves. Texts that are null are left empty. */
EMILIA_API emilia_status emilia_game_new_from(const emilia_position* start, const char* moves,
                                              const char* black_name, const char* white_name,
                                              const char* event, const char* date,
                                              emilia_game** game);
/* Null does nothing. The games of `emilia_games` are freed with it. */
EMILIA_API void emilia_game_free(emilia_game* game);

/* The number of moves, passes included; 0 for a null game. */
EMILIA_API size_t emilia_game_size(const emilia_game* game);
/* The position after the first `moves` moves. You free it. */
EMILIA_API emilia_status emilia_game_position(const emilia_game* game, size_t moves,
                                              emilia_position** position);
/* Texts that last as long as the game; null for a null game. All but the moves may be empty. */
EMILIA_API const char* emilia_game_moves(const emilia_game* game); /* "f5d6c3", passes as "pa" */
EMILIA_API const char* emilia_game_name(const emilia_game* game, emilia_color color);
EMILIA_API const char* emilia_game_event(const emilia_game* game);
EMILIA_API const char* emilia_game_date(const emilia_game* game);
/* The name of the opening that the game has played, "Tiger" for f5d6c3d3c4; empty if it has none.
 */
EMILIA_API const char* emilia_game_opening(const emilia_game* game);

/* Writes the game as "ggf", "sgf", "pgn", "moves", or the board after all moves, "board". You free
 * the text by `emilia_text_free`. */
EMILIA_API emilia_status emilia_game_write(const emilia_game* game, const char* format,
                                           char** text);

/* All games of a text: a file in GGF, SGF or PGN, moves line by line, a board, whatever a person
 * pastes. If one can't be read, the whole text is refused. */
typedef struct emilia_games emilia_games;

EMILIA_API emilia_status emilia_games_new(const char* text, emilia_games** games);
EMILIA_API void emilia_games_free(emilia_games* games); /* null does nothing */
EMILIA_API size_t emilia_games_size(const emilia_games* games);
/* Null if there is no such game. It lasts as long as the list. */
EMILIA_API const emilia_game* emilia_games_game(const emilia_games* games, size_t index);
/* What was understood: "a board with 14 discs, black to move, then 3 moves". */
EMILIA_API const char* emilia_games_understood(const emilia_games* games);

/* ---- Results ---- */

/* How a score was found. */
typedef enum emilia_kind {
    EMILIA_BOOK = 0,     /* in the opening book */
    EMILIA_MIDGAME = 1,  /* by a search to some depth and the evaluation there */
    EMILIA_PROBABLE = 2, /* by a selective search to the end of the game */
    EMILIA_OUTCOME = 3,  /* certain: 1 for a win, 0 for a draw, -1 for a loss */
    EMILIA_EXACT = 4     /* certain: the discs won or lost under best play by both sides */
} emilia_kind;

/* A move and what is known of it. Only the library makes these. */
typedef struct emilia_line {
    const char* move; /* "f5"; "pa" if the side to move must pass */
    double score;     /* in discs, for the side to move */
    double estimate;  /* the same; where the score is only an outcome, the best guess */
    emilia_kind kind;
    int depth;             /* in plies; of a search to the end: the empty squares */
    int confidence;        /* percent; 100 for a search that leaves out nothing */
    const char* variation; /* the best moves of both sides, this one first: "f5d6c3" */
} emilia_line;

/* The lines, best first: line 0 is the best move. None if the game is over. */
typedef struct emilia_result emilia_result;

EMILIA_API size_t emilia_result_size(const emilia_result* result);
/* Null if there is no such line. It lasts as long as the result. */
EMILIA_API const emilia_line* emilia_result_line(const emilia_result* result, size_t index);
EMILIA_API uint64_t emilia_result_nodes(const emilia_result* result); /* positions searched */
EMILIA_API double emilia_result_seconds(const emilia_result* result);
/* Not 0 if a limit or a stop cut the last deepening short: the best move holds, its score is only
 * a lower bound. */
EMILIA_API int emilia_result_interrupted(const emilia_result* result);
EMILIA_API void emilia_result_free(emilia_result* result); /* null does nothing */

/* ---- The engine ---- */

typedef struct emilia_engine emilia_engine;

typedef struct emilia_settings {
    size_t size;              /* sizeof(emilia_settings) */
    int threads;              /* 1 to 1024; 0: one for each core of the machine */
    size_t hash_megabytes;    /* of the table that remembers positions; 0: 128 */
    const char* weights_file; /* of the evaluation; null: the built-in weights */
    const char* book_file;    /* null: the built-in opening book */
    int no_book;              /* not 0: no opening book */
} emilia_settings;

/* Ends one search early: give the token to the search in its limits, and request the stop from any
 * thread, before the search, while it starts or while it runs. The search then returns within
 * milliseconds with the best move so far; one that starts after the request returns almost at once.
 * A requested token stays requested, so make a new one for each search. Any number of threads may
 * request the same stop, again and again. */
typedef struct emilia_stop_token emilia_stop_token;

EMILIA_API emilia_status emilia_stop_token_new(emilia_stop_token** token);
/* Null does nothing. */
EMILIA_API void emilia_stop_token_request(emilia_stop_token* token);
/* Null does nothing. No other call may be using the token; a search that has begun with it may
 * still run. */
EMILIA_API void emilia_stop_token_free(emilia_stop_token* token);

/* Called with the result so far, after each deepening and about four times a second, in the thread
 * that asked. Return 0 to continue, anything else to stop. It may read the result, which is freed
 * when it returns, and must not call the engine. */
typedef int (*emilia_progress)(const emilia_result* sofar, void* data);

typedef enum emilia_goal {
    EMILIA_FIND_SCORE = 0,   /* scores as good as the limits allow; solves what it can */
    EMILIA_FIND_OUTCOME = 1, /* solves for win, draw or loss, however long it takes */
    EMILIA_FIND_EXACT = 2    /* solves exactly, however long it takes */
} emilia_goal;

/* The first limit reached ends a search. Without seconds, nodes, depth and level it searches at
 * level 21. */
typedef struct emilia_limits {
    size_t size;              /* sizeof(emilia_limits) */
    double seconds;           /* at most 1e7; 0: no limit */
    uint64_t nodes;           /* positions; 0: no limit */
    int depth;                /* 1 to 60 plies; 0: no limit */
    int level;                /* 1 to 60, as of the program's --level; 0: none */
    emilia_goal goal;         /* solving goes with limits of seconds and nodes only */
    int lines;                /* score only the best N moves; 0: all of them */
    emilia_progress progress; /* may be null */
    void* data;               /* for `progress` */
    double clock;     /* emilia_choose only: seconds left for the rest of the game; 0: none */
    double increment; /* seconds that each move adds to the clock */
    emilia_stop_token* stop; /* ends this search early; may be null */
} emilia_limits;

/* Null settings are the defaults. The first engine unpacks the weights: less than 0.1 seconds. */
EMILIA_API emilia_status emilia_engine_new(const emilia_settings* settings, emilia_engine** engine);
/* Null does nothing. No other call of the engine may be running. */
EMILIA_API void emilia_engine_free(emilia_engine* engine);

/* Scores the moves of a position, without the book. Null limits are the defaults. */
EMILIA_API emilia_status emilia_analyze(emilia_engine* engine, const emilia_position* position,
                                        const emilia_limits* limits, emilia_result** result);

/* Chooses a move to play: from the book if it knows enough, and with the deliberate errors of the
 * levels 1 to 29. The result has one line, or none if the game is over. Without limits and clock it
 * takes a second. It has no goal. */
EMILIA_API emilia_status emilia_choose(emilia_engine* engine, const emilia_position* position,
                                       const emilia_limits* limits, emilia_result** result);

/* The moves that the opening book knows in a position; none if it does not know the position. */
EMILIA_API emilia_status emilia_book(emilia_engine* engine, const emilia_position* position,
                                     emilia_result** result);

/* The evaluation of a position without a search, in discs for the side to move; of a finished game
 * its score. */
EMILIA_API emilia_status emilia_evaluate(emilia_engine* engine, const emilia_position* position,
                                         double* score);

/* ---- Many positions ---- */

/* Boards are two arrays of words, as in `emilia_position_new_board`, and results arrays with an
 * element for each board. All threads of the engine work at once, on different boards. */

/* Evaluates `count` boards as `emilia_evaluate` does. A requested stop leaves NaN where it came too
 * early; `stop` may be null. */
EMILIA_API emilia_status emilia_evaluate_many(emilia_engine* engine, const uint64_t* players,
                                              const uint64_t* opponents, size_t count,
                                              emilia_stop_token* stop, double* scores);

/* Called with the number of a board, from 0, and its result, as soon as it is there: in a thread of
 * the library, by one at a time, in any order. Return 0 to continue, anything else to stop. It must
 * not call the engine. */
typedef int (*emilia_found)(size_t index, const emilia_result* result, void* data);

/* Called now and then, and at the end, with the number of finished boards or moves, in the thread
 * that asked. Return 0 to continue, anything else to stop. It must not call the engine. */
typedef int (*emilia_counted)(size_t done, void* data);

/* Where `emilia_analyze_many` puts what it finds of the best move of each board: arrays with room
 * for all boards. What is null is left out. A board that a stop left out has the score NaN, no move
 * and zeros. */
typedef struct emilia_answers {
    size_t size;    /* sizeof(emilia_answers) */
    double* scores; /* as in `emilia_line`, and so are the next ones */
    double* estimates;
    int8_t* moves;  /* 0 for a1 to 63 for h8; 64: a pass; -1: none, the game is over */
    uint8_t* kinds; /* an emilia_kind; of a finished game EMILIA_EXACT */
    uint8_t* depths;
    uint8_t* confidences;
    uint64_t* nodes; /* as in `emilia_result`, and so is the next one */
    uint8_t* interrupted;
    emilia_found found;     /* may be null */
    emilia_counted counted; /* may be null */
    void* data;             /* for both */
} emilia_answers;

/* Scores the best moves of many boards, each as `emilia_analyze` would after `emilia_forget`; only
 * searches of more than a million nodes, in which threads that have nothing left help each other,
 * may differ. Seconds and nodes are for each board, and the limits have no `progress`. Besides the
 * engine's own memory the threads share the same amount. */
EMILIA_API emilia_status emilia_analyze_many(emilia_engine* engine, const uint64_t* players,
                                             const uint64_t* opponents, size_t count,
                                             const emilia_limits* limits,
                                             const emilia_answers* answers);

/* ---- Analyzed games ---- */

/* What the analysis says of a move of a game. Passes are not judged. */
typedef struct emilia_judgement {
    size_t index; /* of the move in the game, from 0: `emilia_game_position` of it is before it */
    emilia_color color;
    emilia_line played; /* the move of the game */
    emilia_line best;   /* the best move there */
    double loss;        /* discs that the move gave away, at least 0 */
    int equivalent;     /* not 0: the best move, a symmetric one or one with the same exact score */
    int turning_point;  /* not 0: a mistake that turned the game, or one of four discs or more */
} emilia_judgement;

typedef struct emilia_analyzed_game emilia_analyzed_game;

/* Judges the moves of a game, from its end to its beginning. The limits are for each position;
 * without any it takes a second for each. They have no goal, no lines and no `progress`. Scores of
 * the engine's book replace those of shallower searches. */
EMILIA_API emilia_status emilia_analyze_game(emilia_engine* engine, const emilia_game* game,
                                             const emilia_limits* limits, emilia_counted counted,
                                             void* data, emilia_analyzed_game** analyzed);
EMILIA_API size_t emilia_analyzed_game_size(const emilia_analyzed_game* analyzed);
/* In the order of the game. Null if there is no such judgement. It lasts as long as the object. */
EMILIA_API const emilia_judgement* emilia_analyzed_game_move(const emilia_analyzed_game* analyzed,
                                                             size_t index);
/* 0 if a stop ended it: only the last moves are judged. */
EMILIA_API int emilia_analyzed_game_complete(const emilia_analyzed_game* analyzed);
EMILIA_API void emilia_analyzed_game_free(emilia_analyzed_game* analyzed); /* null does nothing */

/* ---- Ends and beginnings ---- */

/* Makes the call that the engine is working on end within milliseconds, with what it has found. Any
 * thread may call it at any time. A call has begun, and can be stopped, once other calls get
 * EMILIA_BUSY; a stop that comes earlier does nothing, and no stop carries over to the next call. A
 * program whose stop may come before the call has begun gives the call a stop token instead. If the
 * call has one, this requests it. */
EMILIA_API void emilia_stop(emilia_engine* engine);

/* Forgets all earlier searches, as before an unrelated game. */
EMILIA_API emilia_status emilia_forget(emilia_engine* engine);

#ifdef __cplusplus
}
#endif

#endif
