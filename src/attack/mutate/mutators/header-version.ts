import { ensureMessage, setField } from '../../../read/tree/make.js';
import { ownerPlace, type TreeMutator } from '../mutator.js';

const VERSIONS = [
  '0',
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  '7',
  '255',
  '4294967295',
  '4294967296',
  '18446744073709551615',
];

/** At version 0 readers take features from flags, otherwise from the lists of extensions. */
export const headerVersion: TreeMutator = {
  name: 'header-version',
  summary: 'change the version in the message’s header, which says where features are looked for',
  weight: 3,
  stage: 'tree',
  choose(site, random) {
    if (site.room < 16) return undefined;
    const old = site.root.inner('header')?.field('version')?.bits.toString() ?? '0';
    return { version: random.pick(VERSIONS.filter((version) => version !== old)) };
  },
  perform(site, args) {
    const header = ensureMessage(site.root, 'header');
    const version = args.bits('version');
    setField(header, 'version', version);
    return { sentence: `sets the header's version to ${version}`, place: ownerPlace(site, header.owner) };
  },
};
