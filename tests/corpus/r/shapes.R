#!/usr/bin/env Rscript
# Shapes and what is done with them.
library(stats)
require("utils")
suppressPackageStartupMessages(library(dplyr, quietly = TRUE))
source("R/units.R")

MAX_SIDES <- 12
cache = new.env()
.hidden <- list(a = 1, b = "text # no comment")

#' The area of a shape
#'
#' It is never negative.
#' @param shape A shape.
#' @export
area <- function(shape, ...) {
  UseMethod("area")
}

area.default <- function(shape, ...) stop("no area")
area.square <- function(shape, scale = 1, ...) {
  squared <- function(x) x^2
  result <- squared(shape$width) |>
    round(digits = 2)
  if (result > 0) {
    return(result)
  }
  stats::median(sapply(shape$sides, FUN = function(side) side * scale))
}

`%+%` <- function(a, b) paste0(a, b)
"name<-" <- function(x, value) {
  x$name <- value
  x
}
double <- \(x) x * 2
compose = function(f, g) function(x) g(f(x))
`my name` <-
  function(first,
           second = c("a", "b")) {
    match.arg(second)
  }
no_braces <- function(a,
                      b)
{
  a + b
}
counter <<- function() NULL

setClass("Shape",
  representation(name = "character", "VIRTUAL"),
  contains = "Figure"
)
setGeneric("describe", function(object, ...) standardGeneric("describe"))
setMethod("describe", "Shape", function(object, ...) {
  cat("shape", object@name, "\n")
})
setValidity("Shape", function(object) TRUE)
Circle <- setRefClass("Circle", contains = "Shape", methods = list(
  radius = function() {
    .self$helper()
  }
))

#' A square.
Square <- R6::R6Class("Square",
  inherit = Shape,
  public = list(
    width = NULL,
    initialize = function(width) {
      self$width <- width
    },
    area = function() {
      private$check(self$width)
      super$area()
    }
  ),
  private = list(
    check = function(x) stopifnot(x > 0)
  )
)

load_all <- function(path) {
  lines <- readLines(path)
  raw <- r"(a "raw" { string)"
  shapes <- lapply(lines, function(line) {
    one <- Square$new(as.numeric(line))
    other <- new("Shape", name = line)
    one$area() + area(other)
  })
  for (shape in shapes) print(shape)
  shapes %>% purrr::map(area) %>% unlist()
  tryCatch(
    { risky() },
    error = function(e) warning(conditionMessage(e))
  )
}

area(load_all("shapes.txt"))
