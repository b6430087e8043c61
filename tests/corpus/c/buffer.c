/*
 * Buffers that grow.
 */
#include <stdio.h>
#include "buffer.h"

#define BUFFER_MAX 1024
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define DECLARE(type) \
  typedef struct { \
    type *items; \
  } type##_list

#ifdef _WIN32
#define EXPORT __declspec(dllexport)
#else
#define EXPORT
#endif

typedef unsigned char byte;
typedef int (*visit_fn)(void *data, const char *text);
typedef struct buffer buffer_t;
typedef byte block[16], *block_ptr;

/** What can go wrong. */
typedef enum {
  BUFFER_OK = 0,
  BUFFER_FULL, /* no room */
  BUFFER_LAST = BUFFER_FULL
} buffer_error;

enum color { RED, GREEN = 2 };

struct list;

/* A buffer. */
struct buffer {
  size_t length, capacity;
  byte *data;
  char name[32];
  struct { int x, y; } at;
  union {
    int number;
    const char *text;
  } value;
  unsigned flags : 3;
  int (*grow)(struct buffer *self, size_t by);
  struct buffer *children[4];
  visit_fn visit;
};

typedef struct point { double x, y; } point_t;

union number { int i; float f; };

extern int verbose;
static const char *const names[] = { "one", "two", NULL };
int counter = 0, *shared, table[4][4];
static struct buffer pool[8] = { [0] = { .length = 1 } };
static visit_fn visitor = NULL;
int (*callback)(int) = 0;
_Thread_local int depth;

int buffer_init(buffer_t *buffer, size_t capacity);
EXPORT buffer_t *buffer_new(void) __attribute__((malloc));
BUFFER_API int buffer_print(const buffer_t *buffer,
                            FILE *out) BUFFER_MUST_USE;

/**
 * Grows a buffer.
 *
 * @param by bytes
 */
static inline int buffer_grow(buffer_t *buffer, size_t by)
{
  static int calls = 0;
  int left = by;
  struct local { int a; } local = { 1 };
  if (buffer->grow && buffer->grow(buffer, by))
    return BUFFER_FULL;
  calls++;
  return (int)MIN(buffer->length + by, sizeof(struct buffer)) + local.a;
}

/* Reads a line. */
int buffer_read(buffer_t *buffer, FILE *in)
{
#ifdef USE_TIMEOUT
  if (wait_for(in, 5)) {
#else
  if (!feof(in)) {
#endif
    buffer_grow(buffer, 1);
  }
  return 0;
}

#if defined(USE_UTF8) && \
    !defined(NO_UTF8)
int buffer_decode(buffer_t *buffer, int strict) {
#else
int buffer_decode(buffer_t *buffer) {
#endif
  return buffer_read(buffer, stdin);
}

static int
compare(const void *a, const void *b)
{
  const point_t *left = a;
  return left->x < ((const point_t *)b)->x;
}

int old_style(a, b)
  int a;
  char *b;
{
  return a + *b;
}

char *const *buffer_names(void) { return (char *const *)names; }

#ifdef DEBUG
static int debug_level;
void buffer_dump(const buffer_t *b) {
#ifdef VERBOSE
  int more = 1;
#endif
  for (size_t i = 0; i < b->length; i++)
    printf("%02x", b->data[i]);
}
#endif

int main(int argc, char **argv)
{
  buffer_t *buffer = buffer_new();
  qsort(pool, 8, sizeof pool[0], compare);
  point_t at = (point_t){ .x = 1 };
  (void)at;
  callback = compare_ints;
  return buffer_init(buffer, BUFFER_MAX) == BUFFER_OK ? (*visitor)(argv, names[argc]) : 1;
}
