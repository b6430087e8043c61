/** The HTTP API. Every failure is an `ApiError` whose message is a sentence for a person. */

const BASE = 'api/v1';

export class ApiError extends Error {
  /** @param {string} message @param {number} status 0 where nobody answered */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** @param {string} codebase @param {string} rest */
export const path = (codebase, rest) => `codebases/${encodeURIComponent(codebase)}/${rest}`;

/**
 * @param {string} address below the API's base
 * @param {Record<string, string | number | boolean | null | undefined>} [query] what is null is left out
 */
export async function get(address, query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== '');
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)]));
  return json(await send(`${BASE}/${address}${given.length ? `?${search}` : ''}`));
}

/** @param {'POST' | 'PATCH' | 'DELETE'} method @param {string} address @param {object} [body] @param {AbortSignal} [signal] */
export async function change(method, address, body, signal) {
  const response = await send(`${BASE}/${address}`, {
    method,
    signal,
    headers: { 'X-CodeQA': '1', ...(body && { 'Content-Type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  return response.status === 204 ? null : response;
}

/**
 * Sends a question and hands on what happens, until the answer is there or the signal stops it.
 * @param {string} address @param {object} body @param {AbortSignal} signal
 * @param {(event: string, data: any) => void} onEvent
 */
export async function stream(address, body, signal, onEvent) {
  const response = await change('POST', address, body, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = '';
  for (;;) {
    const { done, value } = await reader.read().catch((error) => {
      if (signal.aborted) throw error;
      throw new ApiError('The connection to CodeQA was lost in the middle of the answer. Ask again.', 0);
    });
    if (done) return;
    waiting += value.replaceAll('\r\n', '\n');
    const blocks = waiting.split('\n\n');
    waiting = blocks.pop();
    for (const block of blocks) read(block, onEvent);
  }
}

/** Listens to how the index stands. @param {string} codebase @param {(freshness: any) => void} onFreshness */
export function listen(codebase, onFreshness) {
  const source = new EventSource(`${BASE}/${path(codebase, 'index/events')}`);
  source.addEventListener('freshness', (event) => onFreshness(JSON.parse(event.data)));
  return () => source.close();
}

/** @param {string} address */
export const download = (address) => `${BASE}/${address}`;

function read(block, onEvent) {
  const lines = block.split('\n');
  const event = lines.find((line) => line.startsWith('event:'))?.slice(6).trim();
  const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5).trimStart()).join('\n');
  if (event && data) onEvent(event, JSON.parse(data));
}

async function send(address, options) {
  let response;
  try {
    response = await fetch(address, options);
  } catch (error) {
    if (options?.signal?.aborted) throw error;
    throw new ApiError('CodeQA does not answer. Is `codeqa serve` still running?', 0);
  }
  if (!response.ok) throw await problem(response);
  return response;
}

const json = (response) => response.json();

async function problem(response) {
  const said = await response.json().catch(() => null);
  return new ApiError(said?.detail ?? `CodeQA answered with status ${response.status}.`, response.status);
}
