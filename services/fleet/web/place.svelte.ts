/**
 * The view in the URL, as in `#/run/3?verdict=invalid`, so that every filter is a link and the browser's back
 * button works.
 */
export interface Place {
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
}

function read(): Place {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?', 2);
  return { parts: path.split('/').filter((part) => part !== ''), query: new URLSearchParams(query) };
}

let now = $state.raw(read());
addEventListener('hashchange', () => {
  now = read();
});

export function place(): Place {
  return now;
}

/**
 * Returns a link to a run with the current filter after these changes. A value of null removes a part of the
 * filter.
 */
export function runLink(
  run: number,
  changes: Readonly<Record<string, string | null>> = {},
  from?: URLSearchParams,
): string {
  const query = new URLSearchParams(from);
  query.delete('after');
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  return `#/run/${run}${text === '' ? '' : `?${text}`}`;
}

/** Returns a link to a file of a run, with its findings of one severity, or of all severities. */
export function fileLink(run: number | string, object: number | string, severity = ''): string {
  return `#/file/${run}/${object}${severity === '' ? '' : `?severity=${severity}`}`;
}

export const FILTERS = ['verdict', 'code', 'severity', 'architecture', 'toolChain', 'refusedBy', 'text'];

const moments = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** @param ms milliseconds since 1970 */
export function moment(ms: number): string {
  return moments.format(ms);
}

/** Formats a duration: `1 h 2 min`, `3 min 4 s`, `5 s`. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3_600).toLocaleString('en')} h ${Math.floor((whole % 3_600) / 60)} min`;
}

export async function ask<T>(path: string): Promise<T> {
  const response = await fetch(`api/${path}`);
  const body = await response.json();
  if (!response.ok) throw new Error((body as { error?: string }).error ?? response.statusText);
  return body as T;
}
