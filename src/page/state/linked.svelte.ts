import { bytesText } from '../../show/report/text.js';
import { parsePlace } from './place.svelte.js';

/** The file that a link is about. A reader who follows the link may not have this file open. */
interface LinkedFile {
  readonly name: string;
  /** See `contentId`; empty if the link has no id. */
  readonly id: string;
  readonly path: string | null;
  /** Absolute. */
  readonly offset: number | null;
}

const NAME = 'name';
const ID = 'id';

/** Returns the file that an address names; null if it names no file. */
function linkedIn(fragment: string): LinkedFile | null {
  const { more, path, offset } = parsePlace(fragment);
  const name = more[NAME] ?? '';
  return name === '' ? null : { name, id: more[ID] ?? '', path, offset };
}

/**
 * Size and hash of a linked file, for a person who looks for the file; empty if the link does not have them.
 */
export function linkedContent({ id }: LinkedFile): string {
  const [, size, hash] = /^([0-9a-f]{1,13})-([0-9a-f]{16})$/.exec(id) ?? [];
  return size === undefined ? '' : ` (${bytesText(Number.parseInt(size, 16))}, content ${hash})`;
}

/** Returns the fragment of a place, with the file that the place refers to. */
export function fragmentAbout(fragment: string, name: string, id: string): string {
  const about = new URLSearchParams({
    [NAME]: name.replace(/^.*[\\/]/, ''),
    ...(id === '' ? {} : { [ID]: id }),
  });
  return `${fragment}&${about}`;
}

/**
 * Returns an address to share: that of the page or, if the page is private to this machine, the part that can
 * be appended to any address of the page.
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
