import { encodeTree } from '../../../read/tree/encode.js';
import type { RecordNode } from '../../../read/tree/record.js';
import { lenRecord, SPLICE_BYTES } from '../fresh-records.js';
import { recordPlace, type TreeMutator } from '../mutator.js';
import { toBase64 } from '../step-args.js';
import { ANY_MESSAGE, ofType } from '../targets.js';
import { inBytes, nameOf } from '../wording.js';

const HOWS = ['replace', 'before', 'merge'] as const;

export const splice: TreeMutator = {
  name: 'splice',
  summary: 'take a message of the same type from another file, or from elsewhere in this one',
  weight: 10,
  stage: 'tree',
  choose(site, random) {
    const found = site.find(ANY_MESSAGE(), random);
    const field = found?.record.field;
    if (found === undefined || field === undefined) return undefined;
    const source = site.donors.length > 0 && !random.oneIn(4) ? random.pick(site.donors) : site.root;
    const isOther = (record: RecordNode): boolean =>
      record.size <= Math.min(SPLICE_BYTES, site.room) && !isSame(record, found.record);
    const donor = site.find(ofType(field.message), random, isOther, source)?.record.message;
    if (donor === undefined) return undefined;
    const how = random.pick(
      field.repeated ? (['replace', 'before'] as const) : (['replace', 'merge'] as const),
    );
    return { at: found.at, how, bytes: toBase64(encodeTree(donor)) };
  },
  perform(site, args) {
    const record = site.record(args.position());
    const place = recordPlace(site, record);
    const holder = site.message(args.position().slice(0, -1));
    const bytes = args.bytes('bytes');
    const made = lenRecord(holder, record.number, bytes);
    const how = args.word('how', HOWS);
    if (how === 'replace') holder.replace(record, made);
    else holder.insert((args.position().at(-1) as number) + (how === 'merge' ? 1 : 0), made);
    const does = { replace: 'replaces', before: 'puts in front of', merge: 'merges into' }[how];
    const whose = `another ${nameOf(record)}'s content (${inBytes(bytes.length)})`;
    return {
      sentence:
        how === 'replace' ? `${does} ${nameOf(record)} by ${whose}` : `${does} ${nameOf(record)} ${whose}`,
      place,
    };
  },
};

/** Whether two records hold the same: many messages of a file do. */
function isSame(one: RecordNode, other: RecordNode): boolean {
  if (one === other) return true;
  const [message, second] = [one.message, other.message];
  if (message === undefined || second === undefined || message.size !== second.size) return false;
  const bytes = encodeTree(second);
  return encodeTree(message).every((byte, i) => byte === bytes[i]);
}
