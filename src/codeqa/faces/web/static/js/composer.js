/** Where a question is written. */

import { useCompletion } from './completion.js';
import { html, useEffect, useLayoutEffect, useRef, useState } from './html.js';
import { useKept } from './settings.js';

const OPTIONS = [
  ['rerank', 'Rerank', 'Read the first hits again before answering'],
  ['hyde', 'HyDE', 'Search with an answer that the model imagines, too'],
  ['agentic', 'Agent steps', 'Let the model look things up itself, step by step'],
];

/** @param {{codebase: string, hasModel: boolean, busy: boolean, ask: (question: string, options: object) => void, stop: () => void}} props */
export function Composer({ codebase, hasModel, busy, ask, stop }) {
  const [text, setText] = useState('');
  const [caret, setCaret] = useState(0);
  const [options, setOptions] = useKept('options', {});
  const area = useRef(null);
  const completion = useCompletion(codebase, text, caret);
  useEffect(() => area.current?.focus(), [codebase]);
  useLayoutEffect(() => {
    area.current.rows = Math.min(10, text.split('\n').length);
    if (area.current.selectionStart !== caret) area.current.setSelectionRange(caret, caret);
  }, [text]);
  const typed = (event) => {
    setText(event.target.value);
    setCaret(event.target.selectionStart);
  };
  const accept = (at) => {
    const accepted = completion.accept(at);
    setText(accepted.text);
    setCaret(accepted.caret);
    area.current.focus();
  };
  const send = () => {
    if (!text.trim() || busy) return;
    ask(text.trim(), hasModel ? options : { rerank: options.rerank });
    setText('');
    setCaret(0);
  };
  const pressed = (event) => {
    if (completion.items.length) {
      const moves = { ArrowDown: 1, ArrowUp: -1 };
      if (moves[event.key]) completion.move(moves[event.key]);
      else if (event.key === 'Escape') { completion.close(); event.stopPropagation(); }
      else if (event.key === 'Tab' || (event.key === 'Enter' && !event.ctrlKey)) accept();
      else return;
      event.preventDefault();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey || !event.shiftKey)) {
      event.preventDefault();
      send();
    }
  };
  return html`
    <form class="composer" onSubmit=${(event) => { event.preventDefault(); send(); }}>
      ${completion.items.length > 0 && html`
        <ul class="completions" role="listbox" id="completions" aria-label="Completions">
          ${completion.items.map((one, at) => html`
            <li role="option" id="completion-${at}" aria-selected=${at === completion.chosen}
                onMouseDown=${(event) => { event.preventDefault(); accept(at); }}>
              <span class="kind kind-${one.kind}">${one.kind}</span> ${one.text} <small>${one.detail}</small>
            </li>`)}
        </ul>`}
      <label class="hidden" for="question">Question</label>
      <textarea id="question" ref=${area} rows="1" value=${text} onInput=${typed} onKeyDown=${pressed}
        onClick=${(event) => setCaret(event.target.selectionStart)} maxlength="8000"
        onKeyUp=${(event) => setCaret(event.target.selectionStart)}
        role="combobox" aria-autocomplete="list" aria-expanded=${completion.items.length > 0} aria-controls="completions"
        aria-activedescendant=${completion.items.length ? `completion-${completion.chosen}` : undefined}
        placeholder="Ask about this codebase. @ names a file or a symbol."></textarea>
      <div class="bar">
        ${OPTIONS.filter(([key]) => hasModel || key === 'rerank').map(([key, name, title]) => html`
          <label class="toggle" title=${title}>
            <input type="checkbox" checked=${Boolean(options[key])}
              onChange=${(event) => setOptions({ ...options, [key]: event.target.checked || undefined })} /> ${name}
          </label>`)}
        <span class="space"></span>
        ${busy ? html`<button type="button" class="primary" onClick=${stop}>Stop</button>`
          : html`<button type="submit" class="primary" disabled=${!text.trim()}>Ask</button>`}
      </div>
    </form>`;
}
