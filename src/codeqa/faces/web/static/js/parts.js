/** Small pieces that several views share. */

import { html, useEffect, useState } from './html.js';

/** HTML that the server made; nothing else is ever put into the page as HTML. */
export const Rendered = ({ content, ...rest }) =>
  html`<div ...${rest} dangerouslySetInnerHTML=${{ __html: content }}></div>`;

/** Highlighted code, as the server made it. */
export const Code = ({ content }) => html`
  <pre class="highlight" tabindex="0"><code dangerouslySetInnerHTML=${{ __html: content }}></code></pre>`;

export const Failure = ({ error, retry }) => html`
  <div class="failure" role="alert">
    <p>${error.message}</p>
    ${retry && html`<button type="button" onClick=${retry}>Try again</button>`}
  </div>`;

export const Empty = ({ title, children }) => html`<div class="empty"><h2>${title}</h2>${children}</div>`;

export const Waiting = ({ what }) => html`<p class="waiting" role="status">${what} …</p>`;

/** `src/a/b.py:12` with the folders in a lower voice. */
export function Place({ path, line }) {
  const at = path.lastIndexOf('/') + 1;
  return html`<span class="place"><span class="folders">${path.slice(0, at)}</span>${path.slice(at)}${
    line ? html`<span class="line">:${line}</span>` : null}</span>`;
}

/**
 * What the API gives, and again when one of `needs` changes.
 * @param {() => Promise<any>} load @param {any[]} needs
 */
export function useLoaded(load, needs) {
  const [state, setState] = useState({ value: null, error: null, asked: 0 });
  useEffect(() => {
    let current = true;
    setState((before) => ({ ...before, value: null, error: null }));
    load().then(
      (value) => current && setState((before) => ({ ...before, value })),
      (error) => current && setState((before) => ({ ...before, error })),
    );
    return () => { current = false; };
  }, [...needs, state.asked]);
  return { ...state, retry: () => setState((before) => ({ ...before, asked: before.asked + 1 })) };
}

/** @param {string} word @param {number} count */
export const counted = (count, word) => `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`;
