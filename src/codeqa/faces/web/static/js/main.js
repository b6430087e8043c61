/** The page: what is always there, and the view that the address names. */

import { get } from './api.js';
import { Chat, Conversations } from './chat.js';
import { html, render, useCallback, useEffect, useRef, useState } from './html.js';
import { IndexState, useFreshness } from './index_state.js';
import { useKeys } from './keys.js';
import { Overview } from './overview.js';
import { Empty, Failure, Waiting, useLoaded } from './parts.js';
import { place, to, useRoute } from './route.js';
import { Search } from './search.js';
import { editors, useKept, useTheme } from './settings.js';
import { Source } from './source.js';
import { Symbol } from './symbol.js';

function App() {
  const { value: about, error, retry } = useLoaded(() => get('about'), []);
  if (error) return html`<main><${Failure} error=${error} retry=${retry} /></main>`;
  if (!about) return html`<main><${Waiting} what="CodeQA is starting" /></main>`;
  return html`<${Page} about=${about} />`;
}

function Page({ about }) {
  const route = useRoute();
  const codebase = about.codebases.find((one) => one.id === route.codebase) ?? about.codebases[0];
  const [shown, setShown] = useState(null);
  const [version, setVersion] = useState(0);
  const [theme, setTheme] = useKept('theme', 'system');
  const [editor, setEditor] = useKept('editor', '');
  const [open, setOpen] = useState(false);
  const search = useRef(null);
  const freshness = useFreshness(codebase.id);
  useTheme(theme);
  const close = useCallback(() => { setShown(null); setOpen(false); }, []);
  useKeys({ focusSearch: () => search.current?.focus(), close });
  useEffect(() => setShown(null), [codebase.id, route.view]);
  useEffect(() => { setOpen(false); document.title = `${codebase.name} · CodeQA`; }, [route.rest, route.view, codebase.id]);
  const changed = useCallback(() => setVersion((before) => before + 1), []);
  const ready = freshness?.updated;
  const view = {
    chat: () => html`<${Chat} key=${codebase.id} codebase=${codebase} about=${about} id=${route.rest} show=${setShown} changed=${changed} />`,
    symbol: () => html`<${Symbol} codebase=${codebase} name=${route.rest} show=${setShown} />`,
    overview: () => html`<${Overview} codebase=${codebase} />`,
    search: () => html`<${Search} codebase=${codebase} query=${route.rest} show=${setShown} />`,
    file: () => html`<${File} codebase=${codebase} about=${about} editor=${editor} at=${route.rest} />`,
  }[route.view];
  return html`
    <div class="page ${shown ? 'with-source' : ''} ${open ? 'with-menu' : ''}">
      <header class="top">
        <button type="button" class="menu-button" aria-expanded=${open} aria-controls="side"
          onClick=${() => setOpen(!open)}>Menu</button>
        <a class="brand" href=${to(codebase.id, 'chat')}>CodeQA</a>
        ${about.codebases.length > 1
          ? html`<select aria-label="Codebase"
              onChange=${(event) => { location.hash = to(event.target.value, route.view === 'overview' ? 'overview' : 'chat'); }}>
              ${about.codebases.map((one) => html`<option value=${one.id} selected=${one.id === codebase.id}>${one.name}</option>`)}
            </select>`
          : html`<strong class="codebase" title=${codebase.root}>${codebase.name}</strong>`}
        <form role="search" onSubmit=${(event) => {
          event.preventDefault();
          location.hash = to(codebase.id, 'search', search.current.value.trim());
        }}>
          <input ref=${search} type="search" aria-label="Search the codebase" placeholder="Search  /" maxlength="2000"
            value=${route.view === 'search' ? route.rest : ''} />
        </form>
      </header>
      <aside class="side" id="side" aria-label="Navigation">
        <nav>
          <a href=${to(codebase.id, 'chat')} class="button primary">New conversation</a>
          <a href=${to(codebase.id, 'overview')} aria-current=${route.view === 'overview' ? 'page' : undefined}>Overview</a>
        </nav>
        <${Conversations} codebase=${codebase} current=${route.view === 'chat' ? route.rest : ''} version=${version} changed=${changed} />
        <footer>
          <${IndexState} codebase=${codebase} freshness=${freshness} />
          <${Facts} about=${about} />
          <div class="choices">
            <label>Theme <select onChange=${(event) => setTheme(event.target.value)}>
              ${['system', 'light', 'dark'].map((one) => html`<option value=${one} selected=${one === theme}>${one}</option>`)}</select></label>
            <label>Editor <select onChange=${(event) => setEditor(event.target.value)}>
              <option value="" selected=${!editor}>${about.editor_link ? 'as set' : 'none'}</option>
              ${editors.map((one) => html`<option value=${one} selected=${one === editor}>${one}</option>`)}</select></label>
          </div>
        </footer>
      </aside>
      <main tabindex="-1">
        ${!view ? html`<${Empty} title="There is no such page"><p><a href=${to(codebase.id, 'chat')}>Ask a question</a> instead.</p><//>`
          : freshness && !ready ? html`<${First} freshness=${freshness} name=${codebase.name} />` : view()}
      </main>
      ${shown && html`
        <aside class="source" aria-label="Source">
          <${Source} codebase=${codebase} about=${about} editor=${editor} shown=${shown} show=${setShown} close=${close} />
        </aside>`}
    </div>`;
}

/** What there is to see before the first index. */
const First = ({ freshness, name }) => html`
  <${Empty} title=${freshness.error ? `${name} cannot be indexed yet` : `Reading ${name} for the first time`}>
    <p role="status">${freshness.error ?? `${freshness.stage ?? 'looking for files'} …`}</p>
    ${!freshness.error && html`<progress max=${freshness.total || 1} value=${freshness.total ? freshness.done : undefined}
      aria-label="Indexing"></progress>`}
    <p>Every file is parsed once, its definitions and references are recorded, and all stays on this machine. Later only
      what changes is read.</p>
  <//>`;

const Facts = ({ about }) => html`
  <dl class="facts">
    <dt>Model</dt><dd>${about.model ?? 'none: answers are the evidence itself'}</dd>
    <dt>Embedder</dt><dd>${about.embedder}</dd>
    <dt>Leaves this machine</dt><dd>${about.leaves.length ? about.leaves.join('; ') : 'nothing'}</dd>
  </dl>`;

function File({ codebase, about, editor, at }) {
  const [shown, setShown] = useState(null);
  const { path, line } = place(at);
  const now = shown?.at === at ? shown : { path, start: line, end: line, at };
  return html`<section class="file"><${Source} codebase=${codebase} about=${about} editor=${editor} shown=${{ ...now, uses: undefined }}
    show=${(next) => setShown({ ...next, at })} /></section>`;
}

const root = document.getElementById('app');
root.replaceChildren();
render(html`<${App} />`, root);
