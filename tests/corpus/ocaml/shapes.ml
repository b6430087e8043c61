(* Shapes and what is done with them. *)
open Base
open! Stdio
include Comparable.Make (Shape)
module L = Stdlib.List
module type Drawable = sig
  type t
  val draw : t -> unit
end

(** The most sides a shape may have. *)
let max_sides = 12
let cache : (string, shape) Hashtbl.t = Hashtbl.create 16
let _ = print_endline "loaded"
let () = register "shapes" ~priority:1

exception Negative of float
exception Bad = Invalid_argument

(** How a shape is filled. *)
type fill =
  | Nothing
  | Solid of string  (** With one colour. *)
  | Hatched of { angle : float; mutable gap : int }

type 'a shape = {
  name : string;  (** What it is called. *)
  mutable sides : int;
  fill : fill;
  extra : 'a option;
}
[@@deriving show, eq]

type point = float * float
and vector = { from : point; upto : point }
type t = ..
type t += Square of float
type color = [ `Red | `Green of int ]
type _ term = Int : int -> int term | Bool : bool -> bool term

(** The area.

    It is never negative. *)
let area shape =
  let squared x = x *. x in
  match shape with
  | Square width -> squared width
  | Circle { radius; _ } when radius > 0. -> Float.pi *. squared radius
  | _ -> raise (Negative 0.)

let rec even n = if n = 0 then true else odd (n - 1)
and odd n = if n = 0 then false else even (n - 1)

let scale ?(factor = 1.) ~(by : float) (shape : 'a shape) : 'a shape =
  { shape with sides = int_of_float (factor *. by) }

let double = fun x -> x * 2
let describe = function
  | Nothing -> "nothing"
  | Solid colour -> Printf.sprintf "solid %s" colour
  | Hatched { angle; _ } -> string_of_float angle

let ( +! ) a b = merge a b
let ( let* ) = Option.bind
let first, second = (1, 2)

let load path =
  let* file = open_file path in
  let lines = L.map (fun line -> String.trim line) (read_lines file) in
  lines |> List.filter_map parse |> List.iter print;
  area @@ List.hd lines;
  if List.length lines > 0 then Some (new square 2.) else None

module Square = struct
  type t = { width : float }

  let make width = { width }
  let area t = t.width *. t.width

  module Inner = struct
    let helper () = make 1.
  end
end

module Make (S : Drawable) (T : Map.OrderedType) : sig
  val run : S.t -> unit
end = struct
  module M = Map.Make (T)
  let run shape = S.draw shape
end

module rec Even : sig val check : int -> bool end = struct
  let check n = n = 0 || Odd.check (n - 1)
end
and Odd : sig val check : int -> bool end = struct
  let check n = n <> 0 && Even.check (n - 1)
end

class virtual figure (name : string) = object (self)
  val mutable count = 0
  val name = name
  method name = name
  method virtual area : float
  method private bump () = count <- count + 1
  method show = self#bump (); print_endline self#name
  initializer register name
end

class square width = object
  inherit figure "square" as super
  method area = width *. width
  method! show = super#show
end

class type drawable = object
  method draw : unit -> unit
end

external native_area : float -> float = "caml_native_area"

let%test "area" = area (Square 2.) = 4.
let handler : type a. a term -> a = function Int n -> n | Bool b -> b

let main () =
  let shape = Square.make 2. in
  let open Square in
  let (module D : Drawable) = pick shape in
  Square.Inner.helper () |> ignore;
  try L.iter (fun x -> x#show) [] with Not_found | Failure _ -> exit 1
