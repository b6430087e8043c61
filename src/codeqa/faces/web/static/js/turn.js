/** A question, what was done for it, its answer, and the evidence. */

import { html } from './html.js';
import { Code, Failure, Place, Rendered, counted } from './parts.js';
import { to } from './route.js';

const VERDICTS = {
  moved: 'the quoted names were found here',
  unknown: 'whether it supports the sentence could not be decided',
  invalid: 'there is no such source',
};

/** @param {{turn: any, codebase: any, show: Function}} props */
export function Turn({ turn, codebase, show }) {
  const open = (one) => show({ path: one.path, start: one.start_line, end: one.end_line });
  const clicked = (event) => {
    const number = event.target.closest('button.citation')?.dataset.number;
    const cited = number && turn.citations?.find((one) => String(one.number) === number);
    if (cited) open(cited);
  };
  return html`
    <article class="turn">
      <h2 class="question">${turn.question}</h2>
      ${turn.steps?.length > 0 && html`
        <ol class="step-list" aria-label="Steps">${turn.steps.map((step) => html`<li>${step}</li>`)}</ol>`}
      <div class="answer" aria-live="polite" aria-busy=${!turn.done} onClick=${clicked}>
        ${turn.html ? html`<${Rendered} class="prose" content=${turn.html} />`
          : turn.text ? html`<p class="streaming">${turn.text}</p>`
            : !turn.done ? html`<p class="waiting" role="status">Looking through the code …</p>` : null}
      </div>
      ${turn.stopped && html`<p class="note">Stopped. This answer is not kept.</p>`}
      ${turn.error && html`<${Failure} error=${turn.error} />`}
      ${turn.notes?.map((note) => html`<p class="note">${note}</p>`)}
      ${turn.citations?.length > 0 && html`
        <ul class="chips" aria-label="Cited">${turn.citations.map((one) => html`
          <li><button type="button" class="chip ${one.verdict}" title=${VERDICTS[one.verdict] ?? one.symbol ?? ''}
            onClick=${() => open(one)}><b>${one.number}</b> <${Place} path=${one.path}
            line=${one.start_line === one.end_line ? one.start_line : `${one.start_line}-${one.end_line}`} /></button></li>`)}
        </ul>`}
      ${turn.sources?.length > 0 && html`
        <details class="evidence">
          <summary>${counted(turn.sources.length, 'source')} looked at${turn.model ? ` by ${turn.model}` : ''}</summary>
          <${Hits} codebase=${codebase} hits=${turn.sources} show=${show} />
        </details>`}
    </article>`;
}

/** Places that were found, why, and their lines. @param {{codebase: any, hits: any[], show: Function}} props */
export const Hits = ({ codebase, hits, show }) => html`
  <ol class="hits">${hits.map((hit) => html`
    <li>
      <button type="button" class="hit walk"
          onClick=${() => show({ path: hit.path, start: hit.start_line, end: hit.end_line })}>
        <${Place} path=${hit.path} line="${hit.start_line}-${hit.end_line}" />
        <span class="kind">${hit.kind}</span>
      </button>
      ${hit.symbol && html`<a class="symbol" href=${to(codebase.id, 'symbol', hit.symbol)}>${hit.symbol}</a>`}
      <span class="score" title="Score">${hit.score.toFixed(2)}</span>
      <p class="reasons">${hit.reasons.join(' · ')}</p>
      <${Code} content=${hit.html} />
      ${hit.more?.length > 0 && html`<p class="reasons">Also ${hit.more.map((one, at) => html`${at ? ', ' : ''}<button
        type="button" class="link" onClick=${() => show({ path: one.path, start: one.start_line, end: one.end_line })}>
        ${one.symbol ?? 'lines'} ${one.start_line}-${one.end_line}</button>`)}</p>`}
    </li>`)}
  </ol>`;
