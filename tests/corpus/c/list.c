/* A list of numbers. */
#include <stdio.h>
#include "list.h"

#define LIST_MAX 100
#define LIST_EACH(item, list) \
  for (item = (list)->head; item; item = item->next)

/* One item. */
struct item {
  int value;
  struct item *next;
  void (*free_fn)(void *);
};

typedef struct list {
  struct item *head, *tail;
  char name[LIST_MAX];
} list_t;

typedef struct {
  int x, y;
} point;

typedef int (*compare_fn)(const struct item *, const struct item *);
typedef unsigned long size_type;

enum color { RED, GREEN = 2 };

union number {
  int i;
  float f;
};

static int counter = 0;
extern const char *names[];
static const struct item empty = { 0, NULL, NULL };

struct item *list_add(list_t *list, int value);
static void helper(void);

/* Adds an item.
 * Returns it. */
struct item *
list_add(list_t *list, int value)
{
  struct item *item = malloc(sizeof(*item));
  item->free_fn(item);
  (*callback)(value);
  helper();
  return LIST_WRAP(item);
}

#ifdef WITH_SORT
static int sort(list_t *list, compare_fn compare) {
#else
static int sort(list_t *list) {
#endif
  return compare_all(list);
}

int main(int argc, char **argv)
{
  point p = (point){ 1, 2 };
  switch (argc) {
  case RED:
    return sort(NULL);
  }
  return 0;
}
