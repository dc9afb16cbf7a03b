import { bytesRecord, placeFor } from '../../../read/tree/make.js';
import { ownerPlace, type TreeMutator } from '../mutator.js';
import { target } from '../targets.js';
import { typeOf } from '../wording.js';

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
      unknown: random.oneIn(3) ? 200 + random.next(20) : 0,
    };
  },
  perform(site, args) {
    const message = site.message(args.position());
    const place = ownerPlace(site, message.owner);
    const oneof = args.number('oneof');
    message.setRecords(message.records.filter(({ field }) => field?.oneof !== oneof));
    const unknown = args.number('unknown', 0x1fff_ffff);
    if (unknown > 0) message.insert(placeFor(message, unknown), bytesRecord(unknown, new Uint8Array(2)));
    const what = unknown > 0 ? `a member that no schema knows (#${unknown})` : 'no member';
    return { sentence: `leaves the choice of ${typeOf(message)} with ${what}`, place };
  },
};
