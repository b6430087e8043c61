/** Addresses of views: what stands behind the # in the browser's address bar. */

import { useEffect, useState } from './html.js';

/** @typedef {{codebase: string, view: 'chat' | 'symbol' | 'file' | 'overview' | 'search', rest: string}} Route */

/** @param {string} codebase @param {Route['view']} view @param {string} [rest] */
export const to = (codebase, view, rest = '') =>
  `#/${encodeURIComponent(codebase)}/${view}${rest && `/${encodeURIComponent(rest)}`}`;

/** @param {string} codebase @param {string} path @param {number} [line] */
export const toFile = (codebase, path, line) => to(codebase, 'file', line ? `${path}:${line}` : path);

/** @returns {Route} */
export function read(hash) {
  const [codebase = '', view = 'chat', ...rest] = hash.replace(/^#\/?/, '').split('/').map(decode);
  return { codebase, view: view || 'chat', rest: rest.join('/') };
}

/** `path:line` taken apart. @param {string} place */
export function place(place) {
  const found = /^(.*):(\d+)$/.exec(place);
  return found ? { path: found[1], line: Number(found[2]) } : { path: place, line: 1 };
}

/** The route, and what changes when the address does. */
export function useRoute() {
  const [route, setRoute] = useState(() => read(location.hash));
  useEffect(() => {
    const changed = () => setRoute(read(location.hash));
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  return route;
}

function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
