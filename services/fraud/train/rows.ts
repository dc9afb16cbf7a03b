import { linksOf } from '../src/detectors/detector.js';
import { messageOf } from '../src/judge/message.js';
import { examine } from '../src/model/features.js';
import { hashedScale } from '../src/model/hashing.js';
import type { Prior } from '../src/model/priors.js';
import type { Sample } from './corpora.js';
import type { Row } from './fit.js';

/** A message as numbers: a row for each of its windows. */
export interface Unit {
  rows: Row[];
  fraud: boolean;
  weight: number;
  /**
   * Marks that connect messages. Frauds of one campaign share domains of links or phone numbers; legitimate messages
   * of one thread share the subject.
   */
  marks: string[];
}

export async function unitOf(
  sample: Sample,
  type: 'email' | 'sms',
  places: ReadonlyMap<string, number>,
  weight = 1,
): Promise<Unit> {
  const message = await messageOf({ dataType: type, content: sample.content });
  const rows = examine(message).views.map(({ bag, hashed }): Row => {
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
      slots: hashed.slots.map((slot, at) => ((hashed.signs[at] as number) < 0 ? ~slot : slot)),
      scale: hashedScale(hashed.slots.length),
      fraud: sample.fraud,
      weight,
    };
  });
  return { rows, fraud: sample.fraud, weight, marks: marksFor(message, sample.fraud) };
}

/** Returns the marks that a fraudulent message shares with its campaign, or a legitimate message with its thread. */
export function marksFor(message: Awaited<ReturnType<typeof messageOf>>, fraud: boolean): string[] {
  return fraud ? marksOf(message) : threadOf(message);
}

export function placesOf(priors: readonly Prior[]): Map<string, number> {
  return new Map(priors.map(({ name }, at) => [name, at]));
}

function marksOf(message: Awaited<ReturnType<typeof messageOf>>): string[] {
  const { reading } = message;
  return [
    ...linksOf(message)
      .filter((link) => !link.owner && !link.traits.has('shortener') && !link.traits.has('free_hosting'))
      .map(({ domain }) => domain),
    ...reading.phones.map((at) => reading.tokens[at]?.text.replace(/\D/g, '') ?? ''),
  ].filter((mark) => mark !== '');
}

function threadOf({ mail }: Awaited<ReturnType<typeof messageOf>>): string[] {
  const subject =
    mail?.subject
      .toLowerCase()
      .replace(/^(?:\s*(?:re|aw|sv|fwd?)\s?:|\s*\[[^\]]*\])+/, '')
      .trim() ?? '';
  return subject.length >= 12 ? [subject] : [];
}
