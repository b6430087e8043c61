/** What draws the page, in one place. */
export {
  html, render, createContext, useCallback, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState,
} from '../vendor/preact-htm.mjs';
