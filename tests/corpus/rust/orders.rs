use std::sync::{Arc, Mutex as Lock};

#[macro_use]
mod macros;

mod tests_support {
    pub(super) fn make() -> super::Order { super::Order::default() }
}

pub mod prelude { pub use super::{Order, Priced as _}; }

/// Makes a map.
#[macro_export]
macro_rules! map {
    ($($key:expr => $value:expr),* $(,)?) => {{
        let mut map = ::std::collections::HashMap::new();
        $(map.insert($key, $value);)*
        map
    }};
}

thread_local! {
    static DEPTH: std::cell::Cell<u32> = const { std::cell::Cell::new(0) };
}

pub(crate) const fn limit<const N: usize>() -> usize { N * 2 }

/// An order.
#[derive(Debug, Default, Clone, PartialEq)]
#[repr(C)]
pub struct Order {
    pub(crate) id: u64,
    lines: Vec<Line>,
    #[serde(default)]
    note: Option<Box<str>>,
}

#[derive(Default)]
struct Line(u32, pub String);
struct Marker;
struct Grid<T, const W: usize = 8>([[T; W]; W]) where T: Copy;

#[non_exhaustive]
pub enum Event<'a, T = ()>
where
    T: 'a,
{
    #[default]
    Opened,
    /// Paid with.
    Paid { amount: i64, by: &'a str },
    Other(T),
    Code = 0x10,
}

pub union Word {
    bytes: [u8; 4],
    number: u32,
}

pub unsafe trait Priced: Send + Sync {
    type Currency<'a>: Into<String> where Self: 'a;
    const RATE: f64 = 1.0;

    fn price(&self) -> i64;
    async fn pay(&mut self, by: &str) -> Result<(), Error> { let _ = by; Ok(()) }
    fn boxed() -> Box<dyn Priced<Currency = str>> where Self: Sized;
}

type Handler<'a> = dyn Fn(&Order) -> bool + 'a;
pub type Shared<T> = Arc<Lock<T>>;

impl Order {
    pub const EMPTY: Self = Self { id: 0, lines: Vec::new(), note: None };

    /// Makes one.
    #[must_use]
    pub fn new(id: impl Into<u64>) -> Self {
        Self { id: id.into(), ..Default::default() }
    }

    pub async unsafe fn send<'a, F>(&'a self, mut visit: F) -> impl Iterator<Item = &'a Line> + 'a
    where
        F: FnMut(&Line) -> bool + 'a,
    {
        const RETRIES: usize = 3;
        fn inner(depth: u32) -> u32 { depth.saturating_sub(1) }
        struct Local { at: usize }
        let found = self.lines.iter().filter(move |line| visit(line));
        let local = Local { at: RETRIES };
        println!("{} {}", local.at, inner(2));
        found
    }

    fn r#type(self: Arc<Self>) -> u8 { 0 }
}

unsafe impl Priced for Order {
    type Currency<'a> = &'a str;

    fn price(&self) -> i64 {
        self.lines.iter().map(|Line(count, _)| i64::from(*count)).sum::<i64>()
    }

    fn boxed() -> Box<dyn Priced<Currency = str>> { todo!() }
}

impl<T: Priced + ?Sized> Priced for Box<T> {
    type Currency<'a> = T::Currency<'a> where Self: 'a;
    fn price(&self) -> i64 { (**self).price() }
    fn boxed() -> Box<dyn Priced<Currency = str>> { unimplemented!() }
}

impl<'a> From<&'a str> for Order {
    fn from(text: &'a str) -> Self { Order::new(text.len() as u64) }
}

impl std::ops::Index<usize> for Order {
    type Output = Line;
    fn index(&self, at: usize) -> &Line { &self.lines[at] }
}

impl<F> Visitor for F where F: Fn(u8) {}
impl Extension for [u8] { fn size(&self) -> usize { self.len() } }
impl !Send for Marker {}

extern "C" {
    fn native_price(order: *const Order) -> i64;
    static NATIVE: i32;
}

#[no_mangle]
pub extern "C" fn order_price(order: *const Order) -> i64 {
    unsafe { native_price(order) }
}

#[cfg(unix)]
fn platform() -> &'static str { "unix" }
#[cfg(not(unix))]
fn platform() -> &'static str { "other" }

/** Runs.

Block doc. */
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let orders = map! { "a" => Order::new(1u32) };
    let total = match orders.get("a") {
        Some(order @ Order { id: 1..=9, .. }) if order.price() > 0 => order.price(),
        Some(_) | None => 0,
    };
    let Some(first) = orders.values().next() else { return Ok(()) };
    let closure = async move { first.clone().pay("card").await };
    tokio::spawn(closure);
    'outer: loop { break 'outer; }
    assert_eq!(total, 0, "{:?}", Event::<()>::Opened);
    <Order as Priced>::boxed();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds_up() { assert_eq!(Order::new(1u8).price(), 0); }
}
