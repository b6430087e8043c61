/** The source beside everything else: a file's lines, what they lie in, and the way to the next use. */

import { get, path } from './api.js';
import { html, useEffect, useRef, useState } from './html.js';
import { Failure, Place, Waiting, useLoaded } from './parts.js';
import { to, toFile } from './route.js';
import { editorLink } from './settings.js';

const AROUND = 300;
const USES = 200;

/**
 * @typedef {{path: string, start: number, end: number, uses?: {path: string, line: number}[], at?: number}} Shown
 * @param {{codebase: any, about: any, editor: string, shown: Shown, show: (shown: Shown) => void, close?: () => void}} props
 */
export function Source({ codebase, about, editor, shown, show, close }) {
  const first = Math.max(1, shown.start - AROUND);
  const { value, error, retry } = useLoaded(
    () => get(path(codebase.id, 'source'), { path: shown.path, start: first, end: shown.end + AROUND }),
    [codebase.id, shown.path, first],
  );
  const around = useLoaded(
    () => get(path(codebase.id, 'source'), { path: shown.path, start: shown.start, end: shown.start }),
    [codebase.id, shown.path, shown.start],
  );
  const lines = useRef(null);
  useEffect(() => {
    lines.current?.querySelector('.cited')?.scrollIntoView({ block: 'center' });
  }, [value, shown.start]);
  const inner = around.value?.enclosing.at(-1);
  const link = editorLink(editor, about, codebase.root, shown.path, shown.start);
  return html`
    <header class="source-head">
      <h2><${Place} path=${shown.path} line=${shown.start === shown.end ? shown.start : `${shown.start}-${shown.end}`} /></h2>
      <div class="tools">
        ${shown.uses ? html`<${Steps} shown=${shown} show=${show} />`
          : close && inner && html`<${StartSteps} key=${inner.id} codebase=${codebase} definition=${inner} show=${show} />`}
        ${link && html`<a class="button" href=${link}>Open in editor</a>`}
        <${CopyLink} address=${toFile(codebase.id, shown.path, shown.start)} />
        ${close && html`<button type="button" class="close" aria-label="Close the source" onClick=${close}>✕</button>`}
      </div>
      <nav class="crumbs" aria-label="What these lines lie in">
        ${around.value?.enclosing.map((one) => html`
          <a href=${to(codebase.id, 'symbol', one.id)} title=${one.signature}>${one.name}</a>`)}
      </nav>
    </header>
    ${error ? html`<${Failure} error=${error} retry=${retry} />`
      : !value ? html`<${Waiting} what="Reading ${shown.path}" />`
        : html`
          <div class="source-body">
            <div class="lines highlight" ref=${lines} tabindex="0" role="region" aria-label="Lines of ${shown.path}">
              ${first > 1 && html`<${More} says="Earlier lines" onClick=${() => show({ ...shown, start: first, end: first })} />`}
              <table><tbody>${value.lines.map((line) => html`
                <tr key=${line.number} class=${line.number >= shown.start && line.number <= shown.end ? 'cited' : ''}>
                  <td class="number" data-number=${line.number}></td>
                  <td class="code" dangerouslySetInnerHTML=${{ __html: line.html }}></td>
                </tr>`)}</tbody></table>
              ${value.end_line < value.total_lines && html`
                <${More} says="Later lines" onClick=${() => show({ ...shown, start: value.end_line, end: value.end_line })} />`}
            </div>
            <${FileOutline} codebase=${codebase} entries=${value.outline} shown=${shown} show=${show} />
          </div>`}`;
}

const More = ({ says, onClick }) => html`<button type="button" class="more" onClick=${onClick}>${says}</button>`;

/** The way through the uses of what is looked at. */
function Steps({ shown, show }) {
  const go = (step) => {
    const at = (shown.at + step + shown.uses.length) % shown.uses.length;
    const use = shown.uses[at];
    show({ ...shown, path: use.path, start: use.line, end: use.line, at });
  };
  return html`
    <span class="steps">
      <button type="button" aria-label="Previous reference" onClick=${() => go(-1)}>‹</button>
      <span>${shown.at + 1} of ${shown.uses.length}</span>
      <button type="button" aria-label="Next reference" onClick=${() => go(1)}>›</button>
    </span>`;
}

/** Begins the way through the uses of the definition that the lines lie in. */
function StartSteps({ codebase, definition, show }) {
  const [says, setSays] = useState('');
  const begin = () => get(path(codebase.id, 'references'), { name: definition.id, limit: USES }).then(
    ({ items }) => {
      const uses = items.map((one) => ({ path: one.path, line: one.line }));
      if (uses.length) show({ path: uses[0].path, start: uses[0].line, end: uses[0].line, uses, at: 0 });
      else setSays('No use is known');
    },
    (error) => setSays(error.status === 404 ? 'No use is known' : error.message),
  );
  return says ? html`<span role="status">${says}</span>`
    : html`<button type="button" onClick=${begin}>Uses of ${definition.name}</button>`;
}

function CopyLink({ address }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    const link = new URL(address, location.href).href;
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      prompt('Copy this link:', link); // browsers keep the clipboard from pages that come over plain HTTP from elsewhere
      return;
    }
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return html`<button type="button" onClick=${copy}>${copied ? 'Copied' : 'Copy link'}</button>`;
}

function FileOutline({ codebase, entries, shown, show }) {
  if (!entries.length) return null;
  const inside = (one) => one.start_line <= shown.start && shown.start <= one.end_line;
  return html`
    <details class="file-outline">
      <summary>Outline</summary>
      <ol>${entries.map(({ definition, references }) => html`
        <li class=${inside(definition) ? 'here' : ''} data-depth=${Math.min(depth(definition), 4)}>
          <button type="button" onClick=${() => show({ path: shown.path, start: definition.line, end: definition.line })}>
            ${definition.name}</button>
          <a href=${to(codebase.id, 'symbol', definition.id)} title="${references} references">${definition.kind}</a>
        </li>`)}
      </ol>
    </details>`;
}

const depth = (definition) => (definition.parent ? definition.parent.split(/::|\./).length : 0);
