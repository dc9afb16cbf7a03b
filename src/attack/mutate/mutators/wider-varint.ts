import { recordPlace, type TreeMutator } from '../mutator.js';
import { ANY_RECORD } from '../targets.js';
import { inBytes, nameOf } from '../wording.js';

const PARTS = ['tag', 'length', 'value'] as const;

export const widerVarint: TreeMutator = {
  name: 'wider-varint',
  summary: 'write a tag, a length or a value in more bytes than it needs, up to what parsers take',
  weight: 6,
  stage: 'tree',
  choose(site, random) {
    const found = site.find(ANY_RECORD(), random);
    if (found === undefined || site.room < 10) return undefined;
    const { wireType } = found.record;
    const part = random.oneIn(2) ? 'tag' : wireType === 2 ? 'length' : wireType === 0 ? 'value' : 'tag';
    return { at: found.at, part, width: random.between(2, part === 'value' ? 10 : 5) };
  },
  perform(site, args) {
    return widened(site, args);
  },
};

/** A varint of more bytes than parsers take: the message ends there for them. */
export const tooWideVarint: TreeMutator = {
  name: 'too-wide-varint',
  summary: 'write a tag, a length or a value in more bytes than parsers take',
  weight: 1,
  stage: 'tree',
  breaksFraming: true,
  choose(site, random) {
    const found = site.find(ANY_RECORD(), random);
    if (found === undefined || site.room < 16) return undefined;
    const { wireType } = found.record;
    const part = random.oneIn(2) ? 'tag' : wireType === 2 ? 'length' : wireType === 0 ? 'value' : 'tag';
    return { at: found.at, part, width: part === 'value' ? random.between(11, 16) : random.between(6, 11) };
  },
  perform(site, args) {
    return widened(site, args);
  },
};

function widened(...[site, args]: Parameters<TreeMutator['perform']>): ReturnType<TreeMutator['perform']> {
  const record = site.record(args.position());
  const place = recordPlace(site, record);
  const part = args.word('part', PARTS);
  const width = args.number('width', 32);
  record.setStyle({ ...record.style, [`${part}Width`]: width });
  return { sentence: `writes the ${part} of ${nameOf(record)} in ${inBytes(width)}`, place };
}
