//! Matching of patterns.

#![deny(missing_docs)]

use std::{
    collections::HashMap,
    fmt::{self, Display as Show},
};

use crate::search::{Searcher, *};
pub use self::inner::helper as assist;
extern crate regex;

/// Longest pattern.
pub const MAX: usize = 1 << 10;
static mut COUNT: u32 = 0;
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Builds a matcher.
///
/// Second paragraph.
#[derive(Clone, Debug, serde::Serialize)]
#[cfg_attr(feature = "x", non_exhaustive)]
pub struct Matcher<'a, T: ?Sized>
where
    T: Searcher,
{
    /// The pattern.
    pub pattern: &'a str,
    cache: HashMap<String, Vec<T::Item>>,
}

struct Unit;
pub struct Pair(pub i32, String);

union Bits {
    int: u32,
    float: f32,
}

/// Kinds of pattern.
pub enum Kind {
    /// As it is.
    Literal(String),
    Class { negated: bool },
    Empty = 3,
}

/// Finds things.
pub trait Find: Searcher + fmt::Debug {
    /// What is found.
    type Item: Default;
    const LIMIT: usize;

    fn find(&self, text: &str) -> Option<Self::Item>;

    fn find_all<F>(&self, text: &str, f: F) -> Vec<Self::Item>
    where
        F: Fn(&str) -> bool,
    {
        self.find(text).into_iter().collect()
    }
}

impl<'a, T: Searcher> Matcher<'a, T> {
    const DEFAULT: Kind = Kind::Empty;

    /// Makes one.
    pub fn new(pattern: &'a str) -> Self {
        Self { pattern, cache: HashMap::new() }
    }

    pub async unsafe fn run(&mut self, input: &[u8]) -> Result<(), Error> {
        fn local(x: i32) -> i32 {
            x + 1
        }
        let kind = Kind::Literal(String::from("a"));
        let unit = Pair(local(1), format!("{}", self.describe(kind)));
        input.iter().map(|b| parse::<u8>(b)).collect::<Vec<_>>();
        Searcher::search(&self.cache)?;
        assert_eq!(compute(2), helper());
        Ok(())
    }
}

impl<T> Find for Matcher<'_, T> where T: Searcher {
    type Item = T::Item;
    const LIMIT: usize = 3;

    fn find(&self, text: &str) -> Option<Self::Item> {
        None
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Literal(text) => write!(f, "{}", text),
            _ => Ok(()),
        }
    }
}

impl From<&str> for Pair {
    fn from(text: &str) -> Pair {
        Pair(0, text.to_string())
    }
}

/// Makes a map.
#[macro_export]
macro_rules! map {
    ($($key:expr => $value:expr),*) => {{ HashMap::new() }};
}

mod inner {
    pub(super) fn helper() -> i32 {
        0
    }
}

mod outline;

extern "C" {
    fn c_strlen(text: *const u8) -> usize;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds() {
        let matcher: Matcher<Unit> = Matcher::new("a");
    }
}
