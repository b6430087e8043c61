/** A conversation with the codebase. */

import { ApiError, change, download, get, path, stream } from './api.js';
import { Composer } from './composer.js';
import { html, useEffect, useRef, useState } from './html.js';
import { Empty, Failure, Waiting } from './parts.js';
import { to } from './route.js';
import { Turn } from './turn.js';

const EXAMPLES = [
  'What is this repository about?',
  'How does it start, from the entry point on?',
  'Where are errors handled?',
];

/** @param {{codebase: any, about: any, id: string, show: Function, changed: () => void}} props */
export function Chat({ codebase, about, id, show, changed }) {
  const [turns, setTurns] = useState([]);
  const [state, setState] = useState({ loading: Boolean(id), error: null });
  const current = useRef('');
  const stopping = useRef(null);
  const list = useRef(null);

  const load = () => {
    current.current = id;
    setState({ loading: true, error: null });
    get(path(codebase.id, `conversations/${encodeURIComponent(id)}`)).then(
      (kept) => {
        if (current.current !== id) return;
        setTurns(kept.turns.map((turn) => ({ ...turn, done: true })));
        setState({ loading: false, error: null });
      },
      (error) => setState({ loading: false, error }),
    );
  };
  useEffect(() => {
    if (id === current.current) return;
    stopping.current?.abort();
    setTurns([]);
    if (id) load();
    else {
      current.current = '';
      setState({ loading: false, error: null });
    }
  }, [codebase.id, id]);
  useEffect(() => () => stopping.current?.abort(), []);
  const busy = turns.length > 0 && !turns.at(-1).done;
  useEffect(() => { list.current?.querySelector('.turn:last-child')?.scrollIntoView({ block: 'start' }); }, [turns.length]);

  const ask = async (question, options) => {
    const update = (changes) => setTurns((before) => [
      ...before.slice(0, -1),
      { ...before.at(-1), ...(typeof changes === 'function' ? changes(before.at(-1)) : changes) },
    ]);
    setTurns((before) => [...before, { question, steps: [], text: '', done: false }]);
    const abort = new AbortController();
    stopping.current = abort;
    let begun = '';
    const happened = {
      conversation: ({ id: one }) => { begun = one; },
      step: ({ text }) => update((turn) => ({ steps: [...turn.steps, text] })),
      notice: ({ text }) => update((turn) => ({ steps: [...turn.steps, text] })),
      piece: ({ text }) => update((turn) => ({ text: turn.text + text })),
      answer: (answer) => {
        current.current = begun; // only now is there something kept to go on from
        update({ ...answer, done: true });
      },
      error: ({ detail }) => update({ error: new ApiError(detail, 200), done: true }),
    };
    try {
      const body = { question, conversation: current.current || null, ...options };
      await stream(path(codebase.id, 'ask'), body, abort.signal, (event, data) => happened[event]?.(data));
      update((turn) => (turn.done ? {} : { error: new ApiError('The answer broke off. Ask again.', 0), done: true }));
    } catch (error) {
      update({ done: true, ...(abort.signal.aborted ? { stopped: true } : { error }) });
    }
    if (!abort.signal.aborted && current.current) {
      history.replaceState(null, '', to(codebase.id, 'chat', current.current));
      dispatchEvent(new HashChangeEvent('hashchange'));
    }
    changed();
  };

  return html`
    <section class="chat" aria-label="Conversation">
      <div class="turns" ref=${list}>
        ${state.loading && html`<${Waiting} what="Loading the conversation" />`}
        ${state.error && html`<${Failure} error=${state.error} retry=${load} />`}
        ${!turns.length && !state.loading && !state.error && html`<${Welcome} codebase=${codebase} ask=${ask} />`}
        ${turns.map((turn, at) => html`<${Turn} key=${at} turn=${turn} show=${show} codebase=${codebase} />`)}
      </div>
      <${Composer} codebase=${codebase.id} hasModel=${Boolean(about.model)} busy=${busy} ask=${ask}
        stop=${() => stopping.current?.abort()} />
    </section>`;
}

const Welcome = ({ codebase, ask }) => html`
  <${Empty} title="Ask ${codebase.name}">
    <p>Answers come from the code itself, and every source opens beside them. Write <kbd>@</kbd> to name a file or a
      symbol, or start with one of these:</p>
    <ul class="examples">${EXAMPLES.map((one) => html`
      <li><button type="button" onClick=${() => ask(one, {})}>${one}</button></li>`)}</ul>
    <p class="keys"><kbd>/</kbd> search <kbd>j</kbd> <kbd>k</kbd> through results <kbd>Esc</kbd> close
      <kbd>Ctrl</kbd> <kbd>Enter</kbd> ask</p>
  <//>`;

/** The conversations that are kept. @param {{codebase: any, current: string, version: number, changed: () => void}} props */
export function Conversations({ codebase, current, version, changed }) {
  const [items, setItems] = useState([]);
  const [renaming, setRenaming] = useState('');
  const [error, setError] = useState(null);
  useEffect(() => {
    get(path(codebase.id, 'conversations')).then((found) => setItems(found.items), () => setItems([]));
  }, [codebase.id, version]);
  const at = (id) => path(codebase.id, `conversations/${encodeURIComponent(id)}`);
  const tried = (method, address, body) => change(method, address, body).then(
    () => { setError(null); return true; },
    (failed) => { setError(failed); return false; },
  );
  const rename = async (id, title) => {
    setRenaming('');
    if (title.trim()) await tried('PATCH', at(id), { title: title.trim() });
    changed();
  };
  const remove = async (one) => {
    if (!confirm(`Delete the conversation “${one.title}”?`)) return;
    const gone = await tried('DELETE', at(one.id));
    if (gone && one.id === current) location.hash = to(codebase.id, 'chat');
    changed();
  };
  if (!items.length) return html`<p class="hint">Conversations are kept here.</p>`;
  return html`
    ${error && html`<${Failure} error=${error} />`}
    <ul class="conversations">${items.map((one) => html`
      <li key=${one.id} class=${one.id === current ? 'current' : ''}>
        ${renaming === one.id
          ? html`<input aria-label="New title" value=${one.title} autofocus
              onBlur=${(event) => rename(one.id, event.target.value)}
              onKeyDown=${(event) => event.key === 'Enter' && event.target.blur()} />`
          : html`<a href=${to(codebase.id, 'chat', one.id)} aria-current=${one.id === current ? 'page' : undefined}>${one.title}</a>`}
        <details class="menu"><summary aria-label="What to do with ${one.title}">⋯</summary>
          <div onClick=${(event) => { event.currentTarget.parentElement.open = false; }}>
            <button type="button" onClick=${() => setRenaming(one.id)}>Rename</button>
            <a class="button" href=${download(`${at(one.id)}/markdown`)} download>Export</a>
            <button type="button" onClick=${() => remove(one)}>Delete</button>
          </div>
        </details>
      </li>`)}
    </ul>`;
}
