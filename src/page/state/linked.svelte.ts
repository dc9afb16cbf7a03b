import { bytesText } from '../../show/report/text.js';
import { parsePlace } from './place.svelte.js';

/** The file that a link is about: the one who opens it may not have it open. */
interface LinkedFile {
  readonly name: string;
  /** See `contentId`; empty where the link does not say. */
  readonly id: string;
  readonly path: string | null;
  /** Absolute. */
  readonly offset: number | null;
}

const NAME = 'name';
const ID = 'id';

/** Returns the file that an address names; null if it names none. */
function linkedIn(fragment: string): LinkedFile | null {
  const { more, path, offset } = parsePlace(fragment);
  const name = more[NAME] ?? '';
  return name === '' ? null : { name, id: more[ID] ?? '', path, offset };
}

/** Size and hash of a linked file, for a person who looks for it; empty where the link does not have them. */
export function linkedContent({ id }: LinkedFile): string {
  const [, size, hash] = /^([0-9a-f]{1,13})-([0-9a-f]{16})$/.exec(id) ?? [];
  return size === undefined ? '' : ` (${bytesText(Number.parseInt(size, 16))}, content ${hash})`;
}

/** A place's fragment, with the file that it refers to. */
export function fragmentAbout(fragment: string, name: string, id: string): string {
  const about = new URLSearchParams({
    [NAME]: name.replace(/^.*[\\/]/, ''),
    ...(id === '' ? {} : { [ID]: id }),
  });
  return `${fragment}&${about}`;
}

/**
 * Returns an address to hand on: that of the page, unless the page is private to this machine. Then it is the part that
 * can be appended to any address of the page.
 */
export function linkAddress(fragment: string, isPrivate: boolean): string {
  return isPrivate ? fragment : `${location.href.replace(/#.*$/s, '')}${fragment}`;
}

class Linked {
  file = $state.raw<LinkedFile | null>(linkedIn(location.hash));

  constructor() {
    addEventListener('hashchange', () => {
      this.file = linkedIn(location.hash) ?? this.file;
    });
  }
}

/** The link that this page was opened with. */
export const linked = new Linked();
