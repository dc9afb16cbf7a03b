/**
 * Place of the page: view, file, part and byte. It is kept in the address, so that a place can be linked,
 * revisited, and restored after the file was dropped again.
 */
interface PlaceFields {
  /** Name of a view. */
  readonly view: string;
  /** Position of the file among the open files. */
  readonly file: number;
  /** Path of the selected part, as in findings; null for no selection. */
  readonly path: string | null;
  /** Absolute offset of the selected byte; null if no byte is selected. */
  readonly offset: number | null;
  /** Further fields of a view, under its own names. */
  readonly more: Readonly<Record<string, string>>;
}

const OWN = ['view', 'file', 'path', 'offset'];

/** Place for an address's fragment. For an invalid fragment, returns valid defaults. */
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

/** Links to the graph of contexts, which was a separate view once, lead to the network. */
function viewOf(given: string | null): string {
  return given === 'graph' ? 'network' : (given ?? 'overview');
}

/** Returns the fragment for a place, with `#`. */
function printPlace({ view, file, path, offset, more }: PlaceFields): string {
  const fields = new URLSearchParams({ view });
  if (file !== 0) fields.set('file', String(file));
  if (path !== null) fields.set('path', path);
  if (offset !== null) fields.set('offset', `0x${offset.toString(16)}`);
  for (const [name, value] of Object.entries(more)) fields.set(name, value);
  // Brackets are part of every path, and need no escaping in a fragment.
  return `#${fields.toString().replaceAll('%5B', '[').replaceAll('%5D', ']')}`;
}

function count(text: string | null): number | null {
  if (text === null || !/^(0x[0-9a-f]+|\d+)$/i.test(text)) return null;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : null;
}

/** Browsers refuse an address that is replaced hundreds of times in a few seconds. */
const SLIDE_MS = 150;

class Place {
  #fields = $state.raw(parsePlace(location.hash));
  #late: ReturnType<typeof setTimeout> | undefined;
  /** New address that the browser does not show yet. */
  #pending: string | undefined;

  constructor() {
    addEventListener('hashchange', () => {
      // The pending address belongs to the place that the reader has just left.
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

  /** Goes to another place, with a step back in the browser's history. Fields that are not given stay. */
  go(change: Partial<PlaceFields>): void {
    this.#move(change, false);
  }

  /** Like `go`, without a step back: for frequent changes, such as moving a selection by arrow keys. */
  slide(change: Partial<PlaceFields>): void {
    this.#move(change, true);
  }

  /** Address of a place, for links. */
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
    // Saves the current place first, so that the back button returns to it exactly.
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
