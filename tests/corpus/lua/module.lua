local M = {}
local util = require("lazy.util")
---@class Foo: Base
local Foo = setmetatable({}, { __index = Base })
M.config = { a = 1, run = function(x) return x end }
--- Doc
function M.setup(opts) util.go(1); M.helper() end
function Foo:method(a, ...) return self:other(a) end
local function helper(x) return x.y.z(1) end
M.cb = function() end
local cb2 = function() end
M["key"] = function() end
vim.api.nvim_create("x", { callback = function() end })
MAX = 3
return M
