/** Keys that work everywhere on the page. */

import { useEffect } from './html.js';

const WALKED = '.walk';

/** @param {{focusSearch: () => void, close: () => void}} does */
export function useKeys({ focusSearch, close }) {
  useEffect(() => {
    const pressed = (event) => {
      if (event.key === 'Escape') {
        close();
        if (document.activeElement?.matches('input')) document.activeElement.blur();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input, textarea, select')) return;
      if (event.key === '/') {
        event.preventDefault();
        focusSearch();
      } else if (event.key === 'j' || event.key === 'k') walk(event.key === 'j' ? 1 : -1);
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [close]);
}

function walk(step) {
  const items = [...document.querySelectorAll(WALKED)].filter((one) => one.offsetParent !== null);
  const at = items.indexOf(document.activeElement);
  const next = items[at < 0 ? (step > 0 ? 0 : items.length - 1) : at + step];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}
