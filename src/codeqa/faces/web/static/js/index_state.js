/** How the index stands, live. */

import { change, listen, path } from './api.js';
import { html, useEffect, useState } from './html.js';

/** @param {string | undefined} codebase */
export function useFreshness(codebase) {
  const [freshness, setFreshness] = useState(null);
  useEffect(() => {
    if (!codebase) return undefined;
    setFreshness(null);
    let stop = listen(codebase, setFreshness);
    // A browser has few connections to one server, and a hidden page needs no news.
    const seen = () => {
      stop();
      stop = document.hidden ? () => {} : listen(codebase, setFreshness);
    };
    document.addEventListener('visibilitychange', seen);
    return () => {
      document.removeEventListener('visibilitychange', seen);
      stop();
    };
  }, [codebase]);
  return freshness;
}

/** @param {{codebase: any, freshness: any}} props */
export function IndexState({ codebase, freshness }) {
  const [error, setError] = useState(null);
  if (!freshness) return null;
  const again = (rebuild) => change('POST', path(codebase.id, 'index'), { rebuild })
    .then(() => setError(null), setError);
  const share = freshness.total ? Math.round((100 * freshness.done) / freshness.total) : 0;
  const says = freshness.error ?? (freshness.indexing
    ? `${capital(freshness.stage ?? 'looking for changes')}${freshness.total ? ` · ${share} %` : ''}`
    : freshness.behind ? 'Changes are on their way into the index'
      : freshness.updated ? `Index of ${new Date(freshness.updated).toLocaleString()}` : 'No index yet');
  return html`
    <div class="index-state">
      <p role="status" class=${freshness.error ? 'bad' : ''}>${says}</p>
      ${freshness.indexing && html`<progress max="100" value=${freshness.total ? share : undefined} aria-label="Indexing"></progress>`}
      ${error && html`<p class="bad">${error.message}</p>`}
      <button type="button" disabled=${freshness.indexing} onClick=${() => again(false)}>Index again</button>
      <button type="button" disabled=${freshness.indexing} onClick=${() => again(true)}>Rebuild</button>
    </div>`;
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);
