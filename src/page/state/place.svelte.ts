/**
 * Place of the page: view, file, part and byte. The address contains the place, so that a reader can link to
 * it, and the browser can restore it after a reload.
 */
interface PlaceFields {
  readonly view: string;
  /** Index of the file among the open files. */
  readonly file: number;
  /** Path of the selected part, as in findings; null for no selection. */
  readonly path: string | null;
  /** Absolute offset of the selected byte; null if no byte is selected. */
  readonly offset: number | null;
  /** Further fields of the address, defined by the view. */
  readonly more: Readonly<Record<string, string>>;
}

const OWN = ['view', 'file', 'path', 'offset'];

/** Returns the place of an address's fragment. Invalid fields get their defaults. */
export function parsePlace(fragment: string): PlaceFields {
  const given = new URLSearchParams(fragment.replace(/^#/, ''));
  const more: Record<string, string> = {};
  for (const [name, value] of given) if (!OWN.includes(name)) more[name] = value;
  return {
    view: viewOf(given.get('view')),
    file: count(given.get('file')) ?? 0,
    path: given.get('path'),
    offset: count(given.get('offset')),
    more,
  };
}

/** Returns the view that an address names. Links to the former view `graph` lead to the network. */
function viewOf(given: string | null): string {
  return given === 'graph' ? 'network' : (given ?? 'overview');
}

function printPlace({ view, file, path, offset, more }: PlaceFields): string {
  const fields = new URLSearchParams({ view });
  if (file !== 0) fields.set('file', String(file));
  if (path !== null) fields.set('path', path);
  if (offset !== null) fields.set('offset', `0x${offset.toString(16)}`);
  for (const [name, value] of Object.entries(more)) fields.set(name, value);
  // Brackets are not escaped, because they occur in every path, and a fragment may contain them.
  return `#${fields.toString().replaceAll('%5B', '[').replaceAll('%5D', ']')}`;
}

function count(text: string | null): number | null {
  if (text === null || !/^(0x[0-9a-f]+|\d+)$/i.test(text)) return null;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : null;
}

/** Delay of frequent changes, because browsers refuse hundreds of changes of the address within seconds. */
const SLIDE_MS = 150;

class Place {
  #fields = $state.raw(parsePlace(location.hash));
  #late: ReturnType<typeof setTimeout> | undefined;
  /** New address that is not in the browser's address bar yet. */
  #pending: string | undefined;

  constructor() {
    addEventListener('hashchange', () => {
      // The reader has left the place of the pending address.
      this.#pending = undefined;
      this.#fields = parsePlace(location.hash);
    });
  }

  get view(): string {
    return this.#fields.view;
  }
  get file(): number {
    return this.#fields.file;
  }
  get path(): string | null {
    return this.#fields.path;
  }
  get offset(): number | null {
    return this.#fields.offset;
  }
  get more(): Readonly<Record<string, string>> {
    return this.#fields.more;
  }

  /** Goes to another place, and adds a step to the browser's history. Omitted fields keep their values. */
  go(change: Partial<PlaceFields>): void {
    this.#move(change, false);
  }

  /**
   * Goes to another place without a step in the browser's history, for frequent changes such as moving a
   * selection by arrow keys.
   */
  slide(change: Partial<PlaceFields>): void {
    this.#move(change, true);
  }

  linkTo(change: Partial<PlaceFields>): string {
    return printPlace({ ...this.#fields, ...change });
  }

  #move(change: Partial<PlaceFields>, replace: boolean): void {
    const next = { ...this.#fields, ...change };
    const address = printPlace(next);
    this.#fields = next;
    if (replace) {
      this.#pending = address;
      clearTimeout(this.#late);
      this.#late = setTimeout(() => this.#publish(), SLIDE_MS);
      return;
    }
    // The pending address is published first, so that the back button leads exactly to the current place.
    this.#publish();
    if (address !== location.hash) history.pushState(null, '', address);
  }

  #publish(): void {
    clearTimeout(this.#late);
    const address = this.#pending;
    this.#pending = undefined;
    if (address !== undefined && address !== location.hash) history.replaceState(null, '', address);
  }
}

export const place = new Place();
