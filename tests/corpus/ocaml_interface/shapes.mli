(** Shapes and what is done with them. *)

type fill =
  | Nothing
  | Solid of string
type 'a shape
exception Negative of float

(** The area. *)
val area : 'a shape -> float
val max_sides : int
val ( +! ) : 'a -> 'a -> 'a
external native_area : float -> float = "caml_native_area"

module Square : sig
  type t
  val make : float -> t
end
module Make (S : Drawable) : Drawable with type t = S.t
module type Drawable = sig
  type t
end
class figure : string -> object
  method name : string
end
include Comparable.S with type t := fill
