/** Where the page is: `#/run/3?verdict=invalid`, so that every filter is a link and the browser's way back works. */
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

/** A link to a run with a filter: the one there is, with changes; null takes a part away. */
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

export async function ask<T>(path: string): Promise<T> {
  const response = await fetch(`api/${path}`);
  const body = await response.json();
  if (!response.ok) throw new Error((body as { error?: string }).error ?? response.statusText);
  return body as T;
}
