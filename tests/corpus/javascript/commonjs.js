var EventEmitter = require('events').EventEmitter
var mixin = require('merge-descriptors')
var utils = require('./utils')

exports = module.exports = createServer

// Makes a server.
function createServer() {
  var app = function (req, res, next) {
    app.handle(req, res, next)
  }
  mixin(app, EventEmitter.prototype, false)
  return app
}

exports.version = '1.0'
exports.listen = function listen(port) {
  return this.server.listen.apply(this.server, arguments)
}
module.exports.close = () => utils.shut()

/**
 * Route.
 */
Server.prototype.route = function route(path) {
  var route = new Route(path)
  methods.forEach(function (method) {
    app[method] = function () {}
  })
  return route
}

app.use = function use(fn) {}
Server.defaults = { port: 80 }
Object.assign(Server, { shared: true })
