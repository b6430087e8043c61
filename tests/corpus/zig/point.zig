const std = @import("std");
const foo = @import("foo.zig").Foo;
/// Doc
pub const Point = struct {
    x: i32 = 0,
    const Self = @This();
    pub fn init(x: i32) Self { return .{ .x = x }; }
    pub fn go(self: *Self, comptime T: type, y: T) !void { try self.other(y); std.debug.print("x", .{}); }
};
const Kind = enum(u8) { a, b = 2, fn f() void {} };
const U = union(enum) { a: i32, b: Point };
const E = error{ A, B };
pub fn main() anyerror!void { const p = Point.init(1); p.go(i32, 1); helper(); const q = Point{ .x = 1 }; }
fn helper() void {}
var global: u32 = 1;
test "name" { helper(); }
pub fn Generic(comptime T: type) type { return struct { v: T, pub fn get(s: @This()) T { return s.v; } }; }
extern fn c_f(a: c_int) c_int;
