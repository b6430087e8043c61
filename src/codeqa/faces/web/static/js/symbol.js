/** A definition's page: what it is, who uses it, and the graph around it to walk through. */

import { get, path } from './api.js';
import { Picture } from './graph.js';
import { html, useMemo, useState } from './html.js';
import { Code, Empty, Failure, Place, Rendered, Waiting, counted, useLoaded } from './parts.js';
import { to, toFile } from './route.js';

const SHOWN = 200;
const DRAWN = 24;

/** @param {{codebase: any, name: string, show: Function}} props */
export function Symbol({ codebase, name, show }) {
  const { value, error, retry } = useLoaded(() => get(path(codebase.id, 'symbol'), { name }), [codebase.id, name]);
  if (error) return html`<${Failure} error=${error} retry=${retry} />`;
  if (!value) return html`<${Waiting} what="Looking up ${name}" />`;
  const { definition } = value;
  const open = () => show({ path: definition.path, start: definition.start_line, end: definition.end_line });
  return html`
    <article class="symbol-page">
      <header>
        <p class="kind">${definition.kind}${definition.parent && html` of <a href=${to(codebase.id, 'symbol',
          `${definition.path}::${definition.parent}`)}>${definition.parent}</a>`}</p>
        <h1>${definition.name}</h1>
        <button type="button" class="link" onClick=${open}><${Place} path=${definition.path} line=${definition.line} /></button>
      </header>
      <${Code} content=${value.signature_html} />
      ${value.doc_html && html`<${Rendered} class="prose" content=${value.doc_html} />`}
      ${value.others.length > 0 && html`
        <p class="others">Also called so: ${value.others.map((one, at) => html`${at ? ', ' : ''}<a
          href=${to(codebase.id, 'symbol', one.id)}>${one.qualified_name}</a> <small>${one.path}</small>`)}</p>`}
      <${Around} codebase=${codebase} definition=${definition} />
      ${value.members.length > 0 && html`
        <section><h2>Members</h2>
          <ul class="members">${value.members.map((one) => html`
            <li><a href=${to(codebase.id, 'symbol', one.id)}>${one.name}</a> <code>${one.signature}</code></li>`)}</ul>
        </section>`}
      <${Uses} codebase=${codebase} definition=${definition} show=${show} />
    </article>`;
}

/** Who calls it on the left, whom it calls on the right. */
function Around({ codebase, definition }) {
  const [depth, setDepth] = useState(1);
  const ask = (direction) => get(path(codebase.id, 'graph'), { name: definition.id, direction, depth, limit: DRAWN });
  const { value, error, retry } = useLoaded(
    () => Promise.all([ask('callers'), ask('callees')]), [codebase.id, definition.id, depth],
  );
  const drawn = useMemo(() => value && joined(codebase.id, definition, value), [value]);
  return html`
    <section>
      <h2>Calls</h2>
      <label class="toggle">Steps <input type="range" min="1" max="4" value=${depth} aria-label="How many calls away"
        onInput=${(event) => setDepth(Number(event.target.value))} /> ${depth}</label>
      ${error ? html`<${Failure} error=${error} retry=${retry} />`
        : !drawn ? html`<${Waiting} what="Drawing" />`
          : drawn.edges.length ? html`
            <${Picture} ...${drawn} direction="LR" label="Callers and callees of ${definition.name}" />
            ${drawn.maybe > 0 && html`<p class="note">${counted(drawn.maybe, 'call')} may mean something else
              (dashed where drawn).</p>`}
            ${drawn.omitted > 0 && html`<p class="note">${counted(drawn.omitted, 'more')} not drawn.</p>`}`
            : html`<p class="hint">No call could be tied to it for certain; what uses its name stands below.</p>`}
    </section>`;
}

function joined(codebase, definition, graphs) {
  const nodes = new Map();
  const edges = new Map();
  for (const graph of graphs) {
    for (const one of graph.nodes) {
      nodes.set(one.id, {
        id: one.id,
        label: graph.labels[one.id],
        title: `${one.qualified_name}, ${one.kind} in ${one.path}:${one.line}`,
        href: one.kind === 'code' ? toFile(codebase, one.path) : to(codebase, 'symbol', one.id),
        strong: one.id === definition.id,
      });
    }
    for (const edge of [...graph.maybe, ...graph.edges]) {
      const certain = edge.confidence >= 0.9;
      edges.set(`${edge.source} ${edge.target}`, {
        source: edge.source,
        target: edge.target,
        title: `${edge.path}:${edge.line}${edge.through ? ` through ${edge.through.split('::').pop()}` : ''}${
          certain ? '' : edge.confidence >= 0.5 ? ' (likely)' : ' (maybe)'} ${edge.text}`,
        look: certain ? undefined : 'uncertain',
      });
    }
  }
  for (const one of graphs.flatMap((graph) => graph.nodes)) {
    if (one.path === definition.path && one.parent === definition.qualified_name) {
      edges.set(`member ${one.id}`, { source: definition.id, target: one.id, title: 'a member', look: 'member' });
    }
  }
  const omitted = graphs.reduce((sum, graph) => sum + graph.omitted, 0);
  const maybe = graphs.reduce((sum, graph) => sum + graph.maybe_total, 0);
  return { nodes: [...nodes.values()], edges: [...edges.values()], omitted, maybe };
}

/** Every use, by file. */
function Uses({ codebase, definition, show }) {
  const { value, error, retry } = useLoaded(
    () => get(path(codebase.id, 'references'), { name: definition.id, limit: SHOWN }), [codebase.id, definition.id],
  );
  if (error?.status === 404) return null;
  if (error) return html`<${Failure} error=${error} retry=${retry} />`;
  if (!value) return html`<${Waiting} what="Collecting its uses" />`;
  if (!value.total) return html`<${Empty} title="No use is known"><p>Nothing in this codebase refers to it by name.</p><//>`;
  const uses = value.items.map((one) => ({ path: one.path, line: one.line }));
  const files = Map.groupBy ? Map.groupBy(value.items, (one) => one.path) : grouped(value.items);
  return html`
    <section>
      <h2>${counted(value.total, 'use')} in ${counted(files.size, 'file')}${value.total > uses.length ? ` (the first ${uses.length} shown)` : ''}</h2>
      ${[...files].map(([file, ones]) => html`
        <div class="uses">
          <h3><${Place} path=${file} /></h3>
          <ol>${ones.map((one) => html`
            <li><button type="button" class="use walk" onClick=${() => show({
              path: one.path, start: one.line, end: one.line, uses, at: value.items.indexOf(one) })}>
              <span class="line">${one.line}</span> <code>${one.text}</code>
              <small>${one.kind}${one.enclosing ? ` in ${one.enclosing}` : ''}${one.confidence >= 0.9 ? '' : ', by name'}</small>
            </button></li>`)}</ol>
        </div>`)}
    </section>`;
}

function grouped(items) {
  const files = new Map();
  for (const one of items) files.set(one.path, [...(files.get(one.path) ?? []), one]);
  return files;
}
