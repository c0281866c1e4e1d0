/* The light playouts of tengen.kernels once more, in C: what the compiled Python is measured against.
 *
 * The same board record, tables, random numbers and order of everything as in src/tengen/kernels:
 * geometry.py, neighborhood.py, board.py, random.py, tactics/eyes.py and playouts/light.py. So both
 * play the very same games, and a difference in speed is the compilers' alone. light_ratio.py checks
 * that and measures.
 *
 *     gcc -O3 -march=native -o light_twin light_twin.c
 *     ./light_twin SIZE PLAYOUTS SEED [KEYS BOARD]
 *
 * Prints one line of JSON. With KEYS and BOARD, the Zobrist keys are read from the first file and the
 * final board of the last game is written to the second, as it lies in memory.
 *
 * Written for gcc, which measurably likes: 64-bit indices (4 percent over int: no sign extensions),
 * `play` as a function of its own (4 percent), four calls rather than a loop over the sides (10 percent).
 */
#define _POSIX_C_SOURCE 199309L
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MIN_SIZE = 2, MAX_SIZE = 19, STRIDE = MAX_SIZE + 1, POINTS = 424, LIBERTY_WORDS = 8 };
enum { NORTH = STRIDE, EAST = 1, SOUTH = -STRIDE, WEST = -1, PASS = 0, NO_POINT = 1 };
enum { EMPTY, BLACK, WHITE, BORDER };

/* The 3x3 code of a point: four neighbours, their atari bits, four diagonals. */
enum { NORTH_SHIFT = 0, EAST_SHIFT = 2, SOUTH_SHIFT = 4, WEST_SHIFT = 6, ATARI_SHIFT = 8, DIAGONAL_SHIFT = 12 };
enum { NORTHEAST_SHIFT = 12, SOUTHEAST_SHIFT = 14, SOUTHWEST_SHIFT = 16, NORTHWEST_SHIFT = 18 };
enum { ADJACENT_MASK = 0xFFF, ATARI_MASK = 0xF00 };
enum { LEGAL_SHIFT = 0, SURROUNDED_SHIFT = 2, CAPTURES_SHIFT = 4, TOUCHES_SHIFT = 6 };

typedef int64_t Int; /* of points, groups and colours, as in the kernels */

typedef struct {
    uint64_t hash;
    int32_t side, liberty_words, move_number, to_play, ko, ko_color, last_ko, last_ko_move, last_move, previous_move;
    int32_t empty_count, stones[4], captured[4];
    int8_t color[POINTS];
    int32_t code[POINTS];
    uint16_t group[POINTS], next_stone[POINTS], empty[POINTS], empty_index[POINTS];
    uint16_t group_stones[POINTS], liberty_count[POINTS];
    uint64_t liberties[POINTS][LIBERTY_WORDS];
} Board;

static uint8_t local[1 << 12], solid_diagonals[1 << 8];
static uint64_t zobrist[POINTS][4];

/* --- random numbers: xorshift64*, seeded through SplitMix64's finaliser --- */

static uint64_t new_generator(uint64_t seed) {
    uint64_t z = seed * 0x9E3779B97F4A7C15u + 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return z ? z : 1;
}

static inline Int random_below(uint64_t *generator, Int limit) {
    uint64_t state = *generator;
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    *generator = state;
    return (state * 2685821657736338717u >> 32) * (uint64_t)limit >> 32;
}

/* --- tables --- */

static void build_tables(void) {
    for (int code = 0; code < 1 << 12; code++)
        for (int color = BLACK; color <= WHITE; color++) {
            bool captures = false, breathes = false, surrounded = true, touches = false;
            for (int d = 0; d < 4; d++) {
                int c = code >> 2 * d & 3;
                bool atari = code >> (ATARI_SHIFT + d) & 1;
                captures |= c == 3 - color && atari;
                breathes |= c == EMPTY || (c == color && !atari);
                surrounded &= c == color || c == BORDER;
                touches |= c == color;
            }
            local[code] |= ((captures || breathes) << LEGAL_SHIFT | surrounded << SURROUNDED_SHIFT |
                            captures << CAPTURES_SHIFT | touches << TOUCHES_SHIFT) << (color - 1);
        }
    for (int diagonals = 0; diagonals < 1 << 8; diagonals++) {
        int count[4] = {0};
        for (int d = 0; d < 4; d++)
            count[diagonals >> 2 * d & 3]++;
        int edge = count[BORDER] > 0;
        solid_diagonals[diagonals] = (count[WHITE] + edge < 2) | (count[BLACK] + edge < 2) << 1;
    }
    for (int i = 0; i < POINTS * 4; i++)
        zobrist[i / 4][i % 4] = new_generator(i);
}

/* --- the board --- */

static void clear_board(Board *b, int size) {
    memset(b, 0, sizeof *b);
    b->side = size;
    b->liberty_words = (size * STRIDE + size) / 64 + 1;
    b->to_play = BLACK;
    b->ko = b->last_ko = PASS;
    b->last_move = b->previous_move = NO_POINT;
    memset(b->color, BORDER, sizeof b->color);
    for (int row = 0; row < size; row++)
        for (int column = 0; column < size; column++) {
            int point = (row + 1) * STRIDE + column + 1;
            b->color[point] = EMPTY;
            b->empty_index[point] = b->empty_count;
            b->empty[b->empty_count++] = point;
        }
    for (int i = 0; i < b->empty_count; i++) {
        const int8_t *c = b->color + b->empty[i];
        b->code[b->empty[i]] = c[NORTH] << NORTH_SHIFT | c[EAST] << EAST_SHIFT | c[SOUTH] << SOUTH_SHIFT |
                               c[WEST] << WEST_SHIFT | c[NORTH + EAST] << NORTHEAST_SHIFT |
                               c[SOUTH + EAST] << SOUTHEAST_SHIFT | c[SOUTH + WEST] << SOUTHWEST_SHIFT |
                               c[NORTH + WEST] << NORTHWEST_SHIFT;
    }
}

static inline bool is_stone(Int color) { return color == BLACK || color == WHITE; }

static inline int first_liberty(const Board *b, Int group) {
    Int word = 0;
    while (!b->liberties[group][word])
        word++;
    return word * 64 + __builtin_ctzll(b->liberties[group][word]);
}

static inline int atari_bits(const Board *b, Int liberty, Int group) {
    const uint16_t *g = b->group + liberty;
    return ((g[NORTH] == group) | (g[EAST] == group) << 1 | (g[SOUTH] == group) << 2 |
            (g[WEST] == group) << 3) << ATARI_SHIFT;
}

static inline void enter_atari(Board *b, Int group) {
    Int liberty = first_liberty(b, group);
    b->code[liberty] |= atari_bits(b, liberty, group);
}

static inline void recolor_codes(Board *b, Int point, Int color) {
    int32_t *code = b->code + point;
    code[NORTH] ^= color << SOUTH_SHIFT;
    code[EAST] ^= color << WEST_SHIFT;
    code[SOUTH] ^= color << NORTH_SHIFT;
    code[WEST] ^= color << EAST_SHIFT;
    code[NORTH + EAST] ^= color << SOUTHWEST_SHIFT;
    code[SOUTH + EAST] ^= color << NORTHWEST_SHIFT;
    code[SOUTH + WEST] ^= color << NORTHEAST_SHIFT;
    code[NORTH + WEST] ^= color << SOUTHEAST_SHIFT;
}

static inline void gain_liberty(Board *b, Int group, Int point) {
    uint64_t *word = &b->liberties[group][point >> 6], bit = UINT64_C(1) << (point & 63);
    if (*word & bit)
        return;
    int count = b->liberty_count[group];
    if (count == 1) {
        Int old = first_liberty(b, group);
        b->code[old] &= ~atari_bits(b, old, group);
    }
    *word |= bit;
    b->liberty_count[group] = count + 1;
}

static inline void return_liberty(Board *b, Int neighbor, Int group, Int point) {
    if (is_stone(b->color[neighbor]) && b->group[neighbor] != group)
        gain_liberty(b, b->group[neighbor], point);
}

static int remove_group(Board *b, Int group) {
    Int color = b->color[group], removed = b->group_stones[group], point = group;
    do {
        b->color[point] = EMPTY;
        b->group[point] = 0;
        b->empty_index[point] = b->empty_count;
        b->empty[b->empty_count++] = point;
        b->hash ^= zobrist[point][color];
        recolor_codes(b, point, color);
        return_liberty(b, point + NORTH, group, point);
        return_liberty(b, point + EAST, group, point);
        return_liberty(b, point + SOUTH, group, point);
        return_liberty(b, point + WEST, group, point);
        point = b->next_stone[point];
    } while (point != group);
    b->stones[color] -= removed;
    b->captured[color] += removed;
    return removed;
}

static int merge(Board *b, Int first, Int second) {
    if (b->group_stones[first] < b->group_stones[second]) {
        Int swap = first;
        first = second;
        second = swap;
    }
    Int point = second;
    do {
        b->group[point] = first;
        point = b->next_stone[point];
    } while (point != second);
    uint16_t after_first = b->next_stone[first];
    b->next_stone[first] = b->next_stone[second];
    b->next_stone[second] = after_first;
    b->group_stones[first] += b->group_stones[second];
    int count = 0;
    for (Int word = 0; word < b->liberty_words; word++)
        count += __builtin_popcountll(b->liberties[first][word] |= b->liberties[second][word]);
    b->liberty_count[first] = count;
    return first;
}

static inline void take_liberty(Board *b, Int neighbor, Int point, Int color) {
    if (!is_stone(b->color[neighbor]))
        return;
    Int group = b->group[neighbor];
    uint64_t *word = &b->liberties[group][point >> 6], bit = UINT64_C(1) << (point & 63);
    if (*word & bit) {
        *word ^= bit;
        if (--b->liberty_count[group] == 1 && b->color[neighbor] != color)
            enter_atari(b, group);
    }
}

static inline int join(Board *b, Int neighbor, Int point, Int color, Int group) {
    if (b->color[neighbor] != color)
        return group;
    Int other = b->group[neighbor];
    if (group == 0) {
        b->group[point] = other;
        b->next_stone[point] = b->next_stone[other];
        b->next_stone[other] = point;
        b->group_stones[other]++;
        return other;
    }
    return other == group ? group : merge(b, group, other);
}

static inline void found_group(Board *b, Int point) {
    b->group[point] = b->next_stone[point] = point;
    b->group_stones[point] = 1;
    b->liberty_count[point] = 0;
    for (Int word = 0; word < b->liberty_words; word++)
        b->liberties[point][word] = 0;
}

static inline void breathe(Board *b, Int neighbor, Int group) {
    uint64_t *word = &b->liberties[group][neighbor >> 6], bit = UINT64_C(1) << (neighbor & 63);
    if (b->color[neighbor] == EMPTY && !(*word & bit)) {
        *word |= bit;
        b->liberty_count[group]++;
    }
}

static inline int capture(Board *b, Int neighbor, Int other) {
    if (b->color[neighbor] == other && b->liberty_count[b->group[neighbor]] == 0)
        return remove_group(b, b->group[neighbor]);
    return 0;
}

static inline void place(Board *b, Int point, Int color) {
    b->color[point] = color;
    b->hash ^= zobrist[point][color];
    b->stones[color]++;
    Int last = b->empty[--b->empty_count], index = b->empty_index[point];
    b->empty[index] = last;
    b->empty_index[last] = index;
    b->code[point] &= ~ATARI_MASK;
    recolor_codes(b, point, color);
}

static __attribute__((noinline)) int play(Board *b, Int point, Int color) {
    Int other = 3 - color;
    bool captures = local[b->code[point] & ADJACENT_MASK] >> (CAPTURES_SHIFT + color - 1) & 1;
    place(b, point, color);

    Int north = point + NORTH, east = point + EAST, south = point + SOUTH, west = point + WEST;
    take_liberty(b, north, point, color);
    take_liberty(b, east, point, color);
    take_liberty(b, south, point, color);
    take_liberty(b, west, point, color);

    Int group = join(b, north, point, color, 0);
    group = join(b, east, point, color, group);
    group = join(b, south, point, color, group);
    group = join(b, west, point, color, group);
    if (group == 0) {
        found_group(b, point);
        group = point;
    }
    breathe(b, north, group);
    breathe(b, east, group);
    breathe(b, south, group);
    breathe(b, west, group);

    Int captured = 0, ko = PASS;
    if (__builtin_expect(captures, 0)) {
        captured += capture(b, north, other);
        captured += capture(b, east, other);
        captured += capture(b, south, other);
        captured += capture(b, west, other);
    }
    Int liberties = b->liberty_count[group];
    if (liberties == 1) {
        enter_atari(b, group);
        if (captured == 1 && b->group_stones[group] == 1) {
            ko = b->last_ko = first_liberty(b, group);
            b->ko_color = other;
            b->last_ko_move = b->move_number;
        }
    } else if (__builtin_expect(liberties == 0, 0))
        remove_group(b, group);
    b->ko = ko;
    b->to_play = other;
    b->move_number++;
    b->previous_move = b->last_move;
    b->last_move = point;
    return captured;
}

static inline void play_pass(Board *b, Int color) {
    b->ko = PASS;
    b->to_play = 3 - color;
    b->move_number++;
    b->previous_move = b->last_move;
    b->last_move = PASS;
}

/* --- light playouts --- */

static inline bool is_playable(const Board *b, Int point, Int color) {
    Int code = b->code[point], flags = local[code & ADJACENT_MASK] >> (color - 1);
    if (!(flags >> LEGAL_SHIFT & 1) || point == b->ko)
        return false;
    if (!(flags >> SURROUNDED_SHIFT & 1))
        return true;
    return !(solid_diagonals[code >> DIAGONAL_SHIFT] >> (color - 1) & 1);
}

static inline int random_move(Board *b, Int color, uint64_t *generator) {
    Int remaining = b->empty_count;
    while (remaining > 0) {
        Int index = random_below(generator, remaining), point = b->empty[index];
        if (is_playable(b, point, color))
            return point;
        Int last = b->empty[--remaining];
        b->empty[index] = last;
        b->empty_index[last] = index;
        b->empty[remaining] = point;
        b->empty_index[point] = remaining;
    }
    return PASS;
}

static int area_score(const Board *b) {
    int score = b->stones[BLACK] - b->stones[WHITE];
    for (int i = 0; i < b->empty_count; i++) {
        int touches = local[b->code[b->empty[i]] & ADJACENT_MASK] >> TOUCHES_SHIFT;
        score += (touches == 1) - (touches == 2);
    }
    return score;
}

static int light_playout(Board *b, uint64_t *generator, int16_t *trace) {
    int limit = 3 * b->side * b->side, color = b->to_play, passes = 0, moves = 0;
    for (; passes < 2 && moves < limit; moves++, color = 3 - color) {
        Int point = random_move(b, color, generator);
        trace[moves] = point;
        if (point == PASS) {
            play_pass(b, color);
            passes++;
        } else {
            play(b, point, color);
            passes = 0;
        }
    }
    return moves;
}

typedef struct {
    Int wins, moves;
    uint64_t checksum; /* of the hashes of the final boards, in their order */
} Result;

static Result light_playouts(const Board *root, Board *scratch, uint64_t *generator, int16_t *trace, Int count) {
    Result result = {0};
    for (Int i = 0; i < count; i++) {
        *scratch = *root;
        result.moves += light_playout(scratch, generator, trace);
        result.wins += area_score(scratch) > 0;
        result.checksum = result.checksum * 0x9E3779B97F4A7C15u + scratch->hash;
    }
    return result;
}

/* --- the program --- */

static double now(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

static void fail(const char *message) {
    fprintf(stderr, "light_twin: %s\n", message);
    exit(2);
}

int main(int argc, char **argv) {
    static Board root, scratch;
    static int16_t trace[3 * MAX_SIZE * MAX_SIZE];
    int size = argc > 1 ? atoi(argv[1]) : 0, count = argc > 2 ? atoi(argv[2]) : 0;
    if ((argc != 4 && argc != 6) || size < MIN_SIZE || size > MAX_SIZE || count < 1)
        fail("usage: light_twin SIZE PLAYOUTS SEED [KEYS BOARD]");
    build_tables();
    FILE *keys = argc == 6 ? fopen(argv[4], "rb") : NULL;
    if (argc == 6 && (!keys || fread(zobrist, sizeof zobrist, 1, keys) != 1 || fclose(keys)))
        fail("cannot read the keys");
    clear_board(&root, size);
    uint64_t warm_up = new_generator(0), generator = new_generator(strtoull(argv[3], NULL, 10));
    light_playouts(&root, &scratch, &warm_up, trace, count / 20 + 1); /* the caches; not timed */

    double start = now(CLOCK_MONOTONIC), cpu_start = now(CLOCK_PROCESS_CPUTIME_ID);
    Result r = light_playouts(&root, &scratch, &generator, trace, count);
    double cpu_seconds = now(CLOCK_PROCESS_CPUTIME_ID) - cpu_start, seconds = now(CLOCK_MONOTONIC) - start;

    FILE *board = argc == 6 ? fopen(argv[5], "wb") : NULL;
    if (argc == 6 && (!board || fwrite(&scratch, sizeof scratch, 1, board) != 1 || fclose(board)))
        fail("cannot write the board");
    printf("{\"size\": %d, \"playouts\": %d, \"seconds\": %.9f, \"cpu_seconds\": %.9f, \"wins\": %" PRId64
           ", \"moves\": %" PRId64 ", \"generator\": %" PRIu64 ", \"checksum\": %" PRIu64 "}\n",
           size, count, seconds, cpu_seconds, r.wins, r.moves, generator, r.checksum);
}
