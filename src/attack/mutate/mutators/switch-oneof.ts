import { type FieldTable, TYPE_MESSAGE } from '../../../base/schema/table.js';
import { encodeTree } from '../../../read/tree/encode.js';
import { placeFor } from '../../../read/tree/make.js';
import type { RecordNode } from '../../../read/tree/record.js';
import { lenRecord, SPLICE_BYTES } from '../fresh-records.js';
import { recordPlace, type TreeMutator } from '../mutator.js';
import type { Random } from '../random.js';
import { toBase64 } from '../step-args.js';
import { ofType, target } from '../targets.js';
import type { TreeSite } from '../tree-site.js';
import { inBytes, nameOf } from '../wording.js';

const MEMBER = target((field) => field.oneof >= 0 && field.type === TYPE_MESSAGE);

export const switchOneof: TreeMutator = {
  name: 'switch-oneof',
  summary:
    'put another member in a choice, or beside it: empty, with the old content, or one found elsewhere',
  weight: 8,
  stage: 'tree',
  choose(site, random) {
    const found = site.find(MEMBER(), random);
    const { field, holder } = found?.record ?? {};
    if (found === undefined || field === undefined) return undefined;
    const others = (holder?.table?.fields ?? []).filter(
      ({ oneof, number }) => oneof === field.oneof && number !== field.number,
    );
    if (others.length === 0) return undefined;
    const member = random.pick(others);
    const bytes = contentFor(site, member, found.record, random);
    if (bytes.length > site.room) return undefined;
    return { at: found.at, number: member.number, bytes: toBase64(bytes), beside: random.oneIn(4) };
  },
  perform(site, args) {
    const record = site.record(args.position());
    const place = recordPlace(site, record);
    const number = args.number('number', 0x1fff_ffff);
    const bytes = args.bytes('bytes');
    const holder = site.message(args.position().slice(0, -1));
    const member = lenRecord(holder, number, bytes);
    if (args.flag('beside')) holder.insert(placeFor(holder, number), member);
    else holder.replace(record, member);
    const sentence = args.flag('beside')
      ? `puts ${nameOf(member)} beside ${nameOf(record)}, in a choice of one`
      : `replaces ${nameOf(record)} by ${nameOf(member)}`;
    return { sentence: `${sentence}, with ${inBytes(bytes.length)}`, place };
  },
};

/** What the new member is to hold: nothing, the bytes of the old one, or those of such a member elsewhere. */
function contentFor(site: TreeSite, member: FieldTable, old: RecordNode, random: Random): Uint8Array {
  const way = random.next(3);
  const elsewhere = (): RecordNode | undefined =>
    site.find(
      ofType(member.message),
      random,
      ({ size }) => size <= SPLICE_BYTES,
      random.pick([site.root, ...site.donors]),
    )?.record;
  const from = way === 0 ? undefined : way === 1 ? old : elsewhere();
  const message = from?.message;
  if (message === undefined || message.size > SPLICE_BYTES) return new Uint8Array(0);
  return encodeTree(message);
}
