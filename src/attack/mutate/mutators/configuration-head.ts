import { recordPlace, type TreeMutator } from '../mutator.js';
import { target } from '../targets.js';
import { grouped, nameOf } from '../wording.js';

const WRITE = target(
  ({ name }, { typeName }) => name === 'data' && typeName === 'ProtoMDLActionWriteDataCcw',
);

/** A head is the number of words less one, then an address, both little-endian. */
const HEAD_BYTES = 8;

export const configurationHead: TreeMutator = {
  name: 'configuration-head',
  summary: 'make the head of a configuration write claim other words than follow it, or another address',
  weight: 5,
  stage: 'tree',
  choose(site, random) {
    const found = site.find(WRITE(), random, ({ bytes }) => bytes.length >= HEAD_BYTES);
    if (found === undefined) return undefined;
    const old = words(found.record.bytes).getUint32(0, true);
    if (random.oneIn(3)) {
      const address = random.pick([0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_fffc, 0xffff_ffff, random.word()]);
      return { at: found.at, word: 1, value: address };
    }
    const claims = [0, old + 1, old - 1, old * 2, 0xff, 0xffff, 0x3fff_ffff, 0x7fff_ffff, 0xffff_ffff];
    const value = random.pick(claims.filter((claim) => claim >= 0 && claim !== old && claim <= 0xffff_ffff));
    return { at: found.at, word: 0, value };
  },
  perform(site, args) {
    const record = site.record(args.position());
    const place = recordPlace(site, record);
    const word = args.number('word', 1);
    const value = args.number('value');
    const bytes = record.bytes.slice();
    if (bytes.length >= HEAD_BYTES) words(bytes).setUint32(word * 4, value, true);
    record.setBytes(bytes);
    const what = word === 0 ? `${grouped(value + 1)} words` : `address 0x${value.toString(16)}`;
    return { sentence: `makes the head of ${nameOf(record)} claim ${what}`, place };
  },
};

function words(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
