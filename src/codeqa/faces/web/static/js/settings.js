/** What a person chose on this page; it stays in this browser. */

import { useEffect, useState } from './html.js';

const EDITORS = {
  'VS Code': 'vscode://file{path}:{line}',
  VSCodium: 'vscodium://file{path}:{line}',
  Cursor: 'cursor://file{path}:{line}',
  Zed: 'zed://file{path}:{line}',
  'JetBrains IDE': 'idea://open?file={path}&line={line}',
};

export const editors = Object.keys(EDITORS);

/** @param {string} key @param {any} fallback @returns {[any, (value: any) => void]} */
export function useKept(key, fallback) {
  const [value, setValue] = useState(() => {
    try {
      return JSON.parse(localStorage.getItem(`codeqa.${key}`)) ?? fallback;
    } catch {
      return fallback;
    }
  });
  useEffect(() => {
    try {
      localStorage.setItem(`codeqa.${key}`, JSON.stringify(value));
    } catch { /* a browser that keeps nothing still shows everything */ }
  }, [value]);
  return [value, setValue];
}

/** The link that opens a place: in the editor chosen here, else in the server's. */
export function editorLink(editor, about, root, path, line) {
  const template = EDITORS[editor] ?? about.editor_link;
  if (!template) return null;
  const whole = `${root}/${path}`.split('/').map(encodeURIComponent).join('/');
  return template.replace('{path}', whole).replace('{line}', String(line));
}

/** Light, dark, or as the system has it. @param {'system' | 'light' | 'dark'} theme */
export function useTheme(theme) {
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }, [theme]);
}
