import { formatNarrow, type Narrow, parseNarrow } from './narrow.js';

/** The view that is named by the URL. Every view has a link, and the browser's back button works. */
export type Place =
  | { kind: 'narrow'; narrow: Narrow }
  | { kind: 'page'; name: string; parts: readonly string[] };

function read(): Place {
  const narrow = parseNarrow(location.hash);
  if (narrow !== undefined) return { kind: 'narrow', narrow };
  const [name = '', ...parts] = location.hash.replace(/^#\/?/, '').split('/');
  return { kind: 'page', name, parts: parts.filter((part) => part !== '') };
}

let seen = location.hash;
let now = $state.raw<Place>(read());

function update(): void {
  if (location.hash === seen) return;
  seen = location.hash;
  now = read();
}

addEventListener('hashchange', update);

export const place = (): Place => now;

export function go(target: string | Narrow, options: { replace?: boolean } = {}): void {
  const hash = typeof target === 'string' ? target : formatNarrow(target);
  if (options.replace) history.replaceState(history.state, '', hash);
  else location.hash = hash;
  // The browser sends its event later, but callers expect the new view at the next tick.
  update();
}
