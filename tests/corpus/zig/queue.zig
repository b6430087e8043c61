//! A queue and what belongs to it.

const std = @import("std");
const mem = std.mem;
const Allocator = std.mem.Allocator;

pub const Error = error{ Full, Empty } || Allocator.Error;

/// How a thing is kept.
pub const Order = enum(u8) {
    first = 1,
    last,
    _,

    pub fn isFirst(self: Order) bool {
        return self == .first;
    }
};

const Value = union(enum) {
    number: i64,
    text: []const u8,
    none,

    fn size(self: Value) usize {
        return switch (self) {
            .text => |text| text.len,
            else => 0,
        };
    }
};

const Header = packed struct(u32) {
    kind: u8 = 0,
    length: u24,
};

const Registers = extern struct {
    status: c_int align(4),
};

const Handle = opaque {};

/// A queue of things of a type.
pub fn Queue(comptime T: type, comptime options: struct { limit: usize = 8 }) type {
    return struct {
        const Self = @This();
        pub const limit = options.limit;

        items: std.ArrayListUnmanaged(T) = .{},
        gpa: Allocator,
        next: ?*Self = null,

        pub fn init(gpa: Allocator) Self {
            return .{ .gpa = gpa };
        }

        pub fn push(self: *Self, item: T) Error!void {
            if (self.items.items.len >= limit) return error.Full;
            errdefer std.log.err("full", .{});
            try self.items.append(self.gpa, item);
        }

        const Iterator = struct {
            at: usize = 0,

            fn step(it: *Iterator) ?T {
                _ = it;
                return null;
            }
        };

        pub fn iterator(self: *Self) Iterator {
            _ = self;
            return .{};
        }
    };
}

const Numbers = Queue(i32, .{ .limit = 4 });

extern "c" fn puts(text: [*:0]const u8) c_int;
pub extern fn abs(n: c_int) c_int;

export fn queue_version() callconv(.c) u32 {
    return version;
}

inline fn twice(n: anytype) @TypeOf(n) {
    return n * 2;
}

pub const version: u32 = 3;
threadlocal var depth: usize = 0;
var pool: [4]u8 = undefined;

const table = blk: {
    var result: [4]u8 = undefined;
    for (&result, 0..) |*slot, index| slot.* = @intCast(index);
    break :blk result;
};

pub fn main() !void {
    const local = struct {
        fn compare(_: void, a: i32, b: i32) bool {
            return a < b;
        }
    };
    var queue = Numbers.init(std.heap.page_allocator);
    try queue.push(twice(2));
    std.sort.pdq(i32, queue.items.items, {}, local.compare);
    _ = puts("done");
}

fn @"strange name"() void {}

comptime {
    _ = Header;
}

test {
    std.testing.refAllDecls(@This());
}

test "a queue's \"push\" is bounded" {
    var queue = Numbers.init(std.testing.allocator);
    try std.testing.expectError(error.Full, queue.push(1));
}

test Queue {
    _ = Numbers;
}
