import { bytesText } from '../../show/report/text.js';
import { parsePlace } from './place.svelte.js';

/** The file that a link refers to. The reader may not have opened this file. */
interface LinkedFile {
  readonly name: string;
  /** Content id (see `contentId`); empty if the link has no id. */
  readonly id: string;
  readonly path: string | null;
  readonly offset: number | null;
}

const NAME = 'name';
const ID = 'id';

/** Returns the file that the fragment of an address names; null without a name. */
function linkedIn(fragment: string): LinkedFile | null {
  const { more, path, offset } = parsePlace(fragment);
  const name = more[NAME] ?? '';
  return name === '' ? null : { name, id: more[ID] ?? '', path, offset };
}

/**
 * Returns the size and hash of a linked file, which help a person to find the file; empty if the link has no
 * id.
 */
export function linkedContent({ id }: LinkedFile): string {
  const [, size, hash] = /^([0-9a-f]{1,13})-([0-9a-f]{16})$/.exec(id) ?? [];
  return size === undefined ? '' : ` (${bytesText(Number.parseInt(size, 16))}, content ${hash})`;
}

export function fragmentAbout(fragment: string, name: string, id: string): string {
  const about = new URLSearchParams({
    [NAME]: name.replace(/^.*[\\/]/, ''),
    ...(id === '' ? {} : { [ID]: id }),
  });
  return `${fragment}&${about}`;
}

/**
 * Returns an address to share: the address of the page, or, if only this machine can reach the page, the
 * fragment, which can be appended to any address of the page.
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

/** The file of the link with which this page was opened. */
export const linked = new Linked();
