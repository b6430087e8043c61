'use strict'

import React, { useState as useLocal, memo } from 'react'
import * as api from './api/client.js'
import './style.css'
export * from './types'
export { Button, Menu as Nav } from '../ui/menu'

const path = require('node:path')
const { join, resolve: absolute } = require('./lib/paths')
const debug = require('debug')('app')
const Router = require('router').Router

/** Most items shown. */
export const LIMIT = 20
let counter = 0
var legacy = null

/**
 * Shows a list.
 */
@observer
export default class List extends React.Component {
  static defaultProps = { items: [] }
  #secret = 1
  handle = (event) => {
    this.setState({ open: !this.state.open })
  }

  constructor(props) {
    super(props)
    this.store = new api.Store(props.url, ...props.rest)
  }

  static async load(url) {
    const response = await fetch(url)
    return response.json()
  }

  get size() {
    return this.#secret
  }

  set size(value) {}

  *entries() {
    yield* this.store.all()
  }

  async *stream() {}

  ['computed' + 1]() {}

  render() {
    return (
      <Panel onClick={this.handle}>
        <Menu.Item key="a">{this.props.items.map((item) => <Row {...item} />)}</Menu.Item>
        <div className="plain" />
      </Panel>
    )
  }
}

export function createApp(options = {}) {
  function inner() {
    return counter++
  }
  const local = () => inner()
  return local()
}

export const fetchAll = async (ids) => Promise.all(ids.map((id) => api.get(id)))
const Card = memo(function Card({ title }) {
  return <h2>{title}</h2>
})
const helpers = {
  first(list) {
    return list[0]
  },
  last: (list) => list.at(-1),
  value: 3,
}
function* ids() {}
export default async function () {}
legacy = function () {}
