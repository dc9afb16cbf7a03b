import { boundaryValue } from '../boundary-values.js';
import { recordPlace, type TreeMutator } from '../mutator.js';
import { shown } from '../scalars.js';
import { isMessageField, target } from '../targets.js';
import { nameOf } from '../wording.js';

const SINGULAR = target((field) => !field.repeated && (isMessageField(field) || field.oneof < 0));

/** Of a number the last one counts; of a message all of them, merged. Readers that take the first one differ. */
export const repeatField: TreeMutator = {
  name: 'repeat-field',
  summary: 'write a singular field twice, a number with another value the second time',
  weight: 6,
  stage: 'tree',
  choose(site, random) {
    const found = site.find(SINGULAR(), random, ({ size }) => size <= site.room);
    const field = found?.record.field;
    if (found === undefined || field === undefined) return undefined;
    const behind = random.oneIn(2);
    if (found.record.wireType === 2) return { at: found.at, behind };
    const bits = boundaryValue(field, found.record.bits, random);
    return bits === undefined ? undefined : { at: found.at, behind, bits: bits.toString() };
  },
  perform(site, args) {
    const record = site.record(args.position());
    const copy = record.clone();
    if (args.has('bits')) copy.setBits(args.bits('bits'));
    const index = (args.position().at(-1) as number) + (args.flag('behind') ? 1 : 0);
    record.holder?.insert(index, copy);
    const value = args.has('bits') ? ` with ${shown(record.field, args.bits('bits'))}` : '';
    return {
      sentence: `writes ${nameOf(record)} a second time${value}, ${args.flag('behind') ? 'after' : 'before'} the first`,
      place: recordPlace(site, copy),
    };
  },
};
