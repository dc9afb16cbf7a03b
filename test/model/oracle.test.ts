import { fromBinary, toBinary } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as model from '../../src/read/model/index.js';
import { arbitraryMessage, arbitraryMismatch } from '../arbitrary/arbitrary-message.js';
import { concat } from '../arbitrary/wire-writer.js';
import { asMessage } from './as-message.js';
import { share, timeout } from './runs.js';
import { everyField, everyList, formatMessages, formatRoot, type Subject } from './schemas.js';
import { inMemory, inPages, inParts, inSkeleton, inWindow } from './stores.js';
import { differences } from './typed-answers.js';

/** Returns the codec's encoding of a message; the views must give the same bytes. */
function canonical({ desc }: Subject, bytes: Uint8Array): Buffer {
  return Buffer.from(toBinary(desc, fromBinary(desc, bytes)));
}

async function shown({ desc }: Subject, view: model.MessageView): Promise<Buffer> {
  return Buffer.from(toBinary(desc, await asMessage(view, desc)));
}

/** Generates messages of one of several types, each type equally often. */
function anyOf(subjects: readonly Subject[], records?: number) {
  return fc.oneof(
    ...subjects.map((subject) =>
      arbitraryMessage(subject.desc, records === undefined ? {} : { records }).map((message) => ({
        subject,
        ...message,
      })),
    ),
  );
}

const typedViews = Object.values(model).filter(
  (value): value is model.ViewType<model.TypedView> & typeof value =>
    typeof value === 'function' && value.prototype instanceof model.TypedView,
);

describe('views show what protobuf-es decodes', () => {
  it('for every property of every message of the format', { timeout: timeout(0.3) }, async () => {
    await fc.assert(
      fc.asyncProperty(anyOf(formatMessages), async ({ subject: { desc, layout }, bytes }) => {
        const type = typedViews.find((candidate) => candidate.layout === layout)!;
        expect(await differences(model.viewOf(type, bytes), fromBinary(desc, bytes), desc)).toEqual([]);
      }),
      share(0.3),
    );
  });

  it('encoded again, byte for byte: the format', { timeout: timeout(0.2) }, async () => {
    await fc.assert(
      fc.asyncProperty(anyOf([formatRoot, ...formatMessages]), async ({ subject, bytes }) => {
        expect(await shown(subject, inWindow(bytes, subject.layout))).toEqual(canonical(subject, bytes));
      }),
      share(0.2),
    );
  });

  it.each([
    { name: 'every kind of field', subject: everyField, part: 0.15 },
    { name: 'lists of every scalar', subject: everyList, part: 0.1 },
  ])('re-encoded, byte for byte: $name', { timeout: timeout(0.15) }, async ({ subject, part }) => {
    await fc.assert(
      fc.asyncProperty(anyOf([subject], 24), async ({ bytes }) => {
        expect(await shown(subject, inMemory(bytes, subject.layout))).toEqual(canonical(subject, bytes));
      }),
      share(part),
    );
  });

  it('in every kind of source', { timeout: timeout(0.2) }, async () => {
    await fc.assert(
      fc.asyncProperty(
        anyOf([everyField, everyList, formatRoot], 24),
        async ({ subject, records, bytes }) => {
          const { layout } = subject;
          const truth = canonical(subject, bytes);
          expect(await shown(subject, inPages(bytes, layout))).toEqual(truth);
          expect(await shown(subject, inParts(records, layout))).toEqual(truth);
          expect(await shown(subject, await inSkeleton(bytes, layout))).toEqual(truth);
        },
      ),
      share(0.2),
    );
  });

  it('a known field of another wire type is an unknown field', { timeout: timeout(0.05) }, async () => {
    const subjects = [everyField, everyList, ...formatMessages.filter(({ desc }) => desc.fields.length > 0)];
    const messages = fc.oneof(
      ...subjects.map((subject) =>
        fc.record({
          subject: fc.constant(subject),
          message: arbitraryMessage(subject.desc, { unknown: false }),
          mismatches: fc.array(fc.tuple(fc.nat(12), arbitraryMismatch(subject.desc)), {
            minLength: 1,
            maxLength: 3,
          }),
        }),
      ),
    );
    await fc.assert(
      fc.asyncProperty(messages, async ({ subject, message, mismatches }) => {
        const records = [...message.records];
        for (const [at, record] of mismatches) records.splice(Math.min(at, records.length), 0, record);
        const bytes = concat(...records);
        const view = inMemory(bytes, subject.layout);
        const copy = await asMessage(view, subject.desc);
        expect(copy.$unknown?.length).toBe(mismatches.length);
        delete (copy as { $unknown?: unknown }).$unknown;
        expect(Buffer.from(toBinary(subject.desc, copy))).toEqual(canonical(subject, message.bytes));
      }),
      share(0.05),
    );
  });
});
