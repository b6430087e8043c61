/** Results of a search. */

import { get, path } from './api.js';
import { html } from './html.js';
import { Empty, Failure, Waiting, useLoaded } from './parts.js';
import { Hits } from './turn.js';

/** @param {{codebase: any, query: string, show: Function}} props */
export function Search({ codebase, query, show }) {
  const { value, error, retry } = useLoaded(
    () => (query ? get(path(codebase.id, 'search'), { q: query, limit: 20 }) : Promise.resolve({ items: [] })),
    [codebase.id, query],
  );
  if (!query) return html`<${Empty} title="Search"><p>Type words, a symbol, a path or an error message above.</p><//>`;
  if (error) return html`<${Failure} error=${error} retry=${retry} />`;
  if (!value) return html`<${Waiting} what="Searching" />`;
  if (!value.items.length) return html`<${Empty} title="Nothing found"><p>Try other words, or a part of a name.</p><//>`;
  return html`<section aria-label="Results"><h1 class="query">${query}</h1>
    <${Hits} codebase=${codebase} hits=${value.items} show=${show} /></section>`;
}
