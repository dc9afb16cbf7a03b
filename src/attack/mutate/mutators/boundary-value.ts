import { boundaryValue } from '../boundary-values.js';
import { recordPlace, type TreeMutator } from '../mutator.js';
import { anyElement, bitsAt, setBitsAt, shown } from '../scalars.js';
import { ANY_NUMBER } from '../targets.js';

/** Zero, the largest, around powers of two, a rule's limit, outside an enum, NaN. */
export const boundaryValueMutator: TreeMutator = {
  name: 'boundary-value',
  summary: 'set a number to a boundary: of its type, of its enum, or of what readers accept',
  weight: 30,
  stage: 'tree',
  choose(site, random) {
    const found = site.find(ANY_NUMBER(), random);
    if (found?.record.field === undefined) return undefined;
    const element = anyElement(found.record, random);
    if (element === undefined) return undefined;
    const old = bitsAt(found.record, element) as bigint;
    const bits = boundaryValue(found.record.field, old, random);
    return bits === undefined ? undefined : { at: found.at, element, bits: bits.toString() };
  },
  perform(site, args) {
    const record = site.record(args.position());
    const place = recordPlace(site, record);
    const bits = args.bits('bits');
    const element = args.number('element');
    const old = bitsAt(record, element) ?? 0n;
    setBitsAt(record, element, bits);
    const { field } = record;
    return {
      sentence: `changes ${field?.name ?? 'a value'} from ${shown(field, old)} to ${shown(field, bits)}`,
      place,
    };
  },
};
