import { recordPlace, type TreeMutator } from '../mutator.js';
import { shown } from '../scalars.js';
import { target } from '../targets.js';
import { inBytes, nameOf } from '../wording.js';

const LEN = target(() => true);
const HUGE = [0x7f, 0x80, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff].map(BigInt);

export const corruptLength: TreeMutator = {
  name: 'corrupt-length',
  summary: 'make a record claim another length than it has: less, more, past its parent, huge',
  weight: 5,
  stage: 'tree',
  breaksFraming: true,
  choose(site, random) {
    const found = site.find(LEN(), random, ({ wireType }) => wireType === 2);
    if (found === undefined || site.room < 16) return undefined;
    const { record } = found;
    const length = BigInt(record.size - record.headSize);
    const past = BigInt(record.holder?.size ?? 0);
    const claims = [0n, length - 1n, length + 1n, length + 2n, length * 2n, past, past + 1n, ...HUGE];
    if (random.oneIn(8)) claims.push(0x1_0000_0000n + length, 0xffff_ffff_ffff_ffffn);
    const wrong = claims.filter((claim) => claim >= 0n && claim !== length);
    return { at: found.at, claim: random.pick(wrong).toString() };
  },
  perform(site, args) {
    const record = site.record(args.position());
    const place = recordPlace(site, record);
    const length = record.size - record.headSize;
    const claim = args.bits('claim');
    record.setStyle({ ...record.style, claim });
    return {
      sentence: `makes ${nameOf(record)} claim ${shown(undefined, claim)} bytes; it has ${inBytes(length)}`,
      place,
    };
  },
};
