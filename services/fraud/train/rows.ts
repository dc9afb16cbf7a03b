import { messageOf } from '../src/judge/message.js';
import { examine } from '../src/model/features.js';
import type { Prior } from '../src/model/priors.js';
import type { Sample } from './corpora.js';
import type { Row } from './fit.js';

/** A sample as the numbers that a model weighs. */
export async function rowOf(
  sample: Sample,
  type: 'email' | 'sms',
  places: ReadonlyMap<string, number>,
  weight = 1,
): Promise<Row> {
  const { bag, hashed } = examine(await messageOf({ dataType: type, content: sample.content }));
  const names: number[] = [];
  const values: number[] = [];
  for (const [name, value] of bag) {
    const place = places.get(name);
    if (place !== undefined && value !== 0) {
      names.push(place);
      values.push(value);
    }
  }
  return {
    names: Int32Array.from(names),
    values: Float32Array.from(values),
    slots: hashed.slots,
    signs: hashed.signs,
    scale: hashed.slots.length > 0 ? 1 / Math.sqrt(hashed.slots.length) : 0,
    fraud: sample.fraud,
    weight,
  };
}

export function placesOf(priors: readonly Prior[]): Map<string, number> {
  return new Map(priors.map(({ name }, at) => [name, at]));
}
