// Package main does.
package main

import (
	"fmt"
	str "strings"
	. "os"
	_ "github.com/x/y"
)

// Max is it.
const Max = 3
const (
	A = iota
	B
)
var x, y = 1, 2
var (
	z int
)

// Server serves.
type Server[T any] struct {
	*Base
	sync.Mutex
	Name string `json:"n"`
	h, g func(int) error
}
type (
	Handler interface {
		Base
		Serve(w io.Writer, r *Request) error
	}
	ID = string
	F func(int)
)

// Run runs.
func (s *Server[T]) Run(ctx context.Context) (err error) {
	go func() { s.h(1) }()
	v := &Config[int]{A: 1}
	w := new(Thing)
	m := make(map[string]pkg.Type)
	return fmt.Errorf("x %w", New[int](v).Go())
}
func New[T any](v T) *Server[T] { return nil }
func asm(x int) int
