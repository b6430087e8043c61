/** A repository at a glance. */

import { get, path } from './api.js';
import { Picture } from './graph.js';
import { html, useMemo } from './html.js';
import { Failure, Place, Rendered, Waiting, counted, useLoaded } from './parts.js';
import { to, toFile } from './route.js';

const MODULES = 14;
const LINES = 26;

/** @param {{codebase: any}} props */
export function Overview({ codebase }) {
  const { value, error, retry } = useLoaded(() => get(path(codebase.id, 'overview')), [codebase.id]);
  if (error) return html`<${Failure} error=${error} retry=${retry} />`;
  if (!value) return html`<${Waiting} what="Looking the codebase over" />`;
  const { counts } = value;
  return html`
    <article class="overview">
      <h1>${value.name}</h1>
      <p>${counted(counts.files, 'file')}, ${counted(counts.lines, 'line')}, ${counted(counts.definitions, 'definition')},
        ${' '}${counted(counts.references, 'reference')}</p>
      <${Languages} languages=${value.languages} />
      <${Modules} codebase=${codebase} />
      <section>
        <h2>Most referenced</h2>
        <ol class="most">${value.entries.slice(0, 30).map(({ definition, references }) => html`
          <li><a href=${to(codebase.id, 'symbol', definition.id)}>${definition.qualified_name}</a>
            <span class="kind">${definition.kind}</span> <${Place} path=${definition.path} />
            <span class="score">${counted(references, 'reference')}</span></li>`)}</ol>
      </section>
      ${value.readme_html && html`
        <section class="readme">
          <h2><a href=${toFile(codebase.id, value.readme_path)}>${value.readme_path}</a></h2>
          <${Rendered} class="prose" content=${value.readme_html} />
        </section>`}
    </article>`;
}

function Languages({ languages }) {
  const lines = languages.reduce((sum, one) => sum + one.lines, 0) || 1;
  const shown = languages.filter((one) => one.lines > 0).slice(0, 8);
  return html`
    <ul class="languages">${shown.map((one) => html`
      <li><meter min="0" max="100" value=${(100 * one.lines) / lines} aria-label="${one.name}: share of lines"></meter>
        ${one.name} <small>${counted(one.files, 'file')}, ${counted(one.lines, 'line')}</small></li>`)}</ul>`;
}

function Modules({ codebase }) {
  const { value, error } = useLoaded(() => get(path(codebase.id, 'modules'), { limit: MODULES }), [codebase.id]);
  const drawn = useMemo(() => value && {
    nodes: value.nodes.map((one) => ({
      id: one.path,
      label: one.path,
      title: `${one.path}: ${counted(one.files, 'file')}, ${counted(one.lines, 'line')}`,
      href: to(codebase.id, 'search', one.path),
    })),
    edges: value.edges.slice(0, LINES).map((one) => ({
      ...one, weight: one.references, title: `${one.source} refers to ${one.target} ${counted(one.references, 'time')}`,
    })),
  }, [value]);
  if (error || !drawn?.edges.length) return null;
  return html`<section><h2>Modules</h2><${Picture} ...${drawn} direction="TB" label="Modules and what they refer to" fits /></section>`;
}
