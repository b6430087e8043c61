/** What an @ may become: @codebase, files, symbols. */

import { get, path } from './api.js';
import { useEffect, useState } from './html.js';

const BEGUN = /(^|\s)@([^\s@]*)$/;
const EVERYTHING = { kind: 'codebase', text: 'codebase', detail: 'search the whole codebase anew' };

/**
 * @param {string} codebase @param {string} text @param {number} caret
 * @returns {{items: any[], chosen: number, move: (by: number) => void, accept: (at?: number) => {text: string, caret: number}, close: () => void}}
 */
export function useCompletion(codebase, text, caret) {
  const begun = BEGUN.exec(text.slice(0, caret))?.[2];
  const [state, setState] = useState({ items: [], chosen: 0, closed: null });
  useEffect(() => {
    if (begun === undefined || state.closed === begun) {
      setState((before) => ({ ...before, items: [] }));
      return undefined;
    }
    let current = true;
    const timer = setTimeout(async () => {
      const found = await get(path(codebase, 'complete'), { text: begun, limit: 8 }).catch(() => ({ items: [] }));
      const everything = EVERYTHING.text.startsWith(begun.toLowerCase()) ? [EVERYTHING] : [];
      if (current) setState({ items: [...everything, ...found.items], chosen: 0, closed: null });
    }, 80);
    return () => { current = false; clearTimeout(timer); };
  }, [codebase, begun, state.closed]);
  return {
    items: state.items,
    chosen: state.chosen,
    move: (by) => setState((before) => ({
      ...before, chosen: (before.chosen + by + before.items.length) % before.items.length,
    })),
    accept: (at = state.chosen) => {
      const head = text.slice(0, caret).replace(BEGUN, `$1@${state.items[at].text.replaceAll('$', '$$$$')} `);
      return { text: head + text.slice(caret), caret: head.length };
    },
    close: () => setState({ items: [], chosen: 0, closed: begun }),
  };
}
