// Package queue keeps things in order.
package queue

import (
	"context"
	"fmt"
	. "strings"
	_ "embed"

	log "github.com/shop/logging/v2"
	"golang.org/x/exp/constraints"
)

//go:embed version.txt
var version string

const limit = 10

// States of a queue.
const (
	Idle State = iota
	Busy
	_
	Closed, Broken = 7, 8
)

var (
	// ErrFull says that nothing more fits.
	ErrFull = errors.New("full")
	first, second int
	handlers      = map[string]func(int) error{"a": run}
)

// State is what a queue does.
type State int

type (
	// Key names a thing.
	Key  string
	Keys = []Key
	Pair[K comparable, V any] struct {
		Key   K
		Value V `json:"value"`
	}
	Visitor func(key Key) (ok bool)
)

// Number is what can be added.
type Number interface {
	~int | ~float64
	constraints.Ordered
}

// Store keeps things.
type Store[T any] interface {
	fmt.Stringer
	Reader
	// Get finds one.
	Get(ctx context.Context, key Key) (T, error)
	Close() error
}

// Queue is first in, first out.
//
// Use New.
type Queue[T Number] struct {
	Store[T]
	*log.Logger
	mu           sync.Mutex
	head, tail   *node[T] // both ends
	onPush       func(T) error
	inner        struct {
		depth int
	}
	done chan<- struct{}
}

type node[T any] struct{ next *node[T]; value T }

var _ Store[int] = (*Queue[int])(nil)

// New makes one.
func New[T Number](opts ...Option) *Queue[T] {
	q := &Queue[T]{onPush: func(T) error { return nil }}
	for _, opt := range opts {
		opt(q)
	}
	return q
}

// Push adds a value.
func (q *Queue[T]) Push(ctx context.Context, value T) (err error) {
	const retries = 3
	var local int
	type pair struct{ a, b int }
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.tail == nil {
		return fmt.Errorf("push %v: %w", value, ErrFull)
	}
	go func() {
		select {
		case <-ctx.Done():
			q.done <- struct{}{}
		}
	}()
	visit := func(n *node[T]) { log.Info(n.value) }
	visit(q.head)
	p := pair{local, retries}
	q.tail.next = new(node[T])
	_ = make(map[Key]State, p.a)
	return q.onPush(value)
}

func (Queue[_]) String() string { return ToUpper("queue") }

func (s State) String() string {
	switch v := any(s).(type) {
	case fmt.Stringer:
		return v.String()
	}
	return [...]string{"idle", "busy"}[s]
}

func Sum[K comparable, V int | float64](m map[K]V) (total V) {
	for _, v := range m {
		total += v
	}
	return
}

func External(x float64) float64

func init() { register("queue", New[int]) }

func init() {
	second = Sum[string, int](nil)
}

/*
Run runs.
*/
func run(int) error {
	type local = Pair[string, int]
	return nil
}

func main() {
	defer recover()
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { fmt.Fprintln(w, r.URL) })
outer:
	for i := range 10 {
		if i == 2 {
			break outer
		}
	}
}
