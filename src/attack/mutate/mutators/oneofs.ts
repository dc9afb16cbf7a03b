import { type FieldTable, TYPE_MESSAGE } from '../../../base/schema/table.js';
import { encodeTree } from '../../../read/tree/encode.js';
import { bytesRecord, placeFor } from '../../../read/tree/make.js';
import type { RecordNode } from '../../../read/tree/record.js';
import type { Random } from '../../random.js';
import { inBytes, messageType, ownerPlace, recordName, type TreeMutator } from '../mutator.js';
import { HEAD_GROWTH, holderOf, lenRecord, recordMutator, SPLICE_BYTES } from '../record-mutator.js';
import { toBase64 } from '../step-args.js';
import { ofType, target } from '../targets.js';
import type { TreeSite } from '../tree-site.js';

const MEMBER = target((field) => field.oneof >= 0);

export const unsetOneof: TreeMutator = {
  name: 'unset-oneof',
  summary: 'leave a choice without a member, or with one that no schema knows',
  weight: 6,
  stage: 'tree',
  choose(site, random) {
    const found = site.find(MEMBER(), random);
    if (found === undefined) return undefined;
    const at = found.at.slice(0, -1);
    return {
      at,
      oneof: found.record.field?.oneof ?? 0,
      unknown: site.room >= HEAD_GROWTH && random.oneIn(3) ? 200 + random.below(20) : 0,
    };
  },
  perform(site, args) {
    const message = site.message(args.position());
    const place = ownerPlace(site, message.owner);
    const oneof = args.number('oneof');
    message.retain(({ field }) => field?.oneof !== oneof);
    const unknown = args.number('unknown', 0x1fff_ffff);
    if (unknown > 0) message.insert(placeFor(message, unknown), bytesRecord(unknown, new Uint8Array(2)));
    const what = unknown > 0 ? `a member that no schema knows (#${unknown})` : 'no member';
    return { sentence: `leaves the choice of ${messageType(message)} with ${what}`, place };
  },
};

const MESSAGE_MEMBER = target((field) => field.oneof >= 0 && field.type === TYPE_MESSAGE);

export const switchOneof = recordMutator({
  name: 'switch-oneof',
  summary:
    'put another member in a choice, or beside it: empty, with the old content, or one found elsewhere',
  weight: 8,
  // The old content may be invalid for the new member's type.
  breaksFraming: true,
  target: MESSAGE_MEMBER,
  choose(record, random, site) {
    const { field, holder } = record;
    if (field === undefined) return undefined;
    const others = (holder?.table?.fields ?? []).filter(
      ({ oneof, number }) => oneof === field.oneof && number !== field.number,
    );
    if (others.length === 0) return undefined;
    const member = random.one(others);
    const bytes = contentFor(site, member, record, random);
    if (bytes.length + HEAD_GROWTH > site.room) return undefined;
    return { number: member.number, bytes: toBase64(bytes), beside: random.oneIn(4) };
  },
  perform(record, args, site) {
    const number = args.number('number', 0x1fff_ffff);
    const bytes = args.bytes('bytes');
    const holder = holderOf(site, args);
    const member = lenRecord(holder, number, bytes);
    if (args.flag('beside')) holder.insert(placeFor(holder, number), member);
    else holder.replace(record, member);
    const sentence = args.flag('beside')
      ? `puts ${recordName(member)} beside ${recordName(record)}, in a choice of one`
      : `replaces ${recordName(record)} by ${recordName(member)}`;
    return `${sentence}, with ${inBytes(bytes.length)}`;
  },
});

/**
 * Returns the content of the new member: empty, the bytes of the old member, or the bytes of the same member
 * elsewhere in the file.
 */
function contentFor(site: TreeSite, member: FieldTable, old: RecordNode, random: Random): Uint8Array {
  const way = random.below(3);
  const elsewhere = (): RecordNode | undefined =>
    site.find(
      ofType(member.message),
      random,
      ({ size }) => size <= SPLICE_BYTES,
      random.one([site.root, ...site.donors]),
    )?.record;
  const from = way === 0 ? undefined : way === 1 ? old : elsewhere();
  const message = from?.message;
  if (message === undefined || message.size > SPLICE_BYTES) return new Uint8Array(0);
  return encodeTree(message);
}
