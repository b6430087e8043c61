#!/usr/bin/env julia
"""
Shapes and what is done with them.
"""
module Shapes

using LinearAlgebra
using Statistics: mean, std
import Base: show, +, length
import JSON3 as J
using ..Units
using .Inner: helper as inner_helper
export Shape, area
include("square.jl")

"The most sides a shape may have."
const MAX_SIDES = 12
const Sides = Union{Int,Nothing}
global counter = 0

"""
    Shape

A closed figure.
"""
abstract type Shape{T<:Real} <: Figure end

primitive type Byte8 <: Integer 8 end

# One with four sides.
mutable struct Square{T} <: Shape{T}
    width::T
    "How it is filled."
    fill
    name::String = "square"

    Square{T}(width) where {T} = new{T}(width, "square", :none)
    function Square(width::T) where {T<:Real}
        width < 0 && throw(ArgumentError("negative"))
        return Square{T}(width)
    end
end

Base.@kwdef struct Options
    limit::Int = 10
    verbose = false
end

@enum Fill none solid hatched=4
@enum Level::UInt8 begin
    low
    high = 9
end

"""
    area(shape)

The area.
"""
area(shape::Square) = shape.width^2
area(shape::Shape; scale=1, kwargs...)::Float64 = scale * measure(shape, kwargs...)

function perimeter(shape::Shape, sides::Int=4; unit::Symbol=:m)
    inner(x) = x * 2
    total = sum(side -> side_length(shape, side), 1:sides)
    return inner(total)
end

Base.show(io::IO, shape::Square) = print(io, "Square(", shape.width, ")")

function Base.:(==)(a::Square, b::Square)
    a.width == b.width
end

+(a::Square, b::Square) = Square(a.width + b.width)
Base.length(::Square)::Int = 4
(square::Square)(factor) = Square(square.width * factor)

function (options::Options)(name)
    name
end

function largest end

function load(path::AbstractString, ::Type{T}=Square) where {T}
    open(path) do file
        for line in eachline(file)
            push!(cache, parse_line(T, line))
        end
    end
    shapes = map(J.read(path)) do one
        T(one)
    end
    @assert length(shapes) > 0
    @info "read" path
    Statistics.mean(shapes)
    broadcast.(sqrt, shapes)
    return shapes |> first |> area
end

double = x -> 2x
const triple = function (x)
    3x
end
scale(x) =
    begin
        x * 2
    end

macro twice(expression)
    quote
        $(esc(expression))
        $(esc(expression))
    end
end

@inline function fast(x)
    x
end

@generated quick(x) = :(x)

for T in (:Int, :Float64)
    @eval convert_to(::Type{$T}, x) = $T(x)
end

module Inner
helper(x) = x
end

baremodule Bare
end

let hidden = 1
    bump() = hidden
end

if VERSION >= v"1.9"
    newer(x::Square) = x
end

struct Point{T} x::T; y::T end
Point(x) = Point(x, x)
Vector{Square}(undef, 3)
x::Int = 4

end # module
