--- Accounts and what they can do.
-- @module account

local json = require("lib.json")
local fmt, floor = string.format, math.floor
local insert <const> = table.insert

--- An account.
---@class Account
---@field balance number
local Account = {}
Account.__index = Account
Account.count = 0

--- Opens an account.
---@param owner string
---@return Account
function Account.new(owner, opts)
  local self = setmetatable({ owner = owner }, Account)
  opts = opts or {}
  return self
end

function Account:deposit(amount, ...)
  local function check(n)
    assert(n > 0, "positive")
  end
  check(amount)
  self.balance = self.balance + amount
  return self:report()
end

Account.report = function(self)
  return fmt("%s: %d", self.owner, self.balance)
end

Account["close now"] = function(self) self.owner = nil end
Account.__tostring = function(self) return self:report() end
function Account.__add(a, b) return Account.new(a.owner .. b.owner) end

-- Saves more.
local Savings = setmetatable({}, { __index = Account, __call = function(cls, ...) return cls.new(...) end })
Savings.__index = Savings

function Savings.util.round(n) return floor(n) end
function Savings.util.deep:call() return self end

local Object = class("Object", Account)

local M = {
  VERSION = "1.0",
  parse = function(text) return json.decode(text) end,
  ["quoted"] = function() end,
  nested = {
    run = function() end,
  },
}

M.handlers = {
  open = function(event) M.parse(event.text) end,
}

local helper

function helper(x)
  return x and helper(x - 1) or 0
end

local LIMIT, RATE = 10, 0.5
global_count = 1

function _G.exported() end

local memo = memoize(function(n) return n end)

M.on("event", function(e) print(e) end)

do
  local hidden = 1
  function M.shown() return hidden end
end

--[[ Old
  function not_one() end
]]
local text = [==[
function nor_this() end
]==]

goto done
::done::

return M
