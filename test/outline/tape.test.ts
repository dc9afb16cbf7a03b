/**
 * The tape is compared with the tree of records, which reads the same bytes in another way; over outlines and
 * streams, with itself over the whole bytes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { takeApart } from '../../src/base/container/take-apart.js';
import { MDL } from '../../src/base/schema/mdl.gen.js';
import { memorySource } from '../../src/base/source/memory.js';
import { streamSource } from '../../src/base/source/stream.js';
import { uint64Of } from '../../src/base/wire/value.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { entriesOf, type MessageEntries } from '../../src/read/outline/entries.js';
import { keptSource } from '../../src/read/outline/load.js';
import { BYTES_STEP, END, ENTER, LEAVE, PROBLEM, type Step, VALUE } from '../../src/read/outline/step.js';
import { Tape } from '../../src/read/outline/tape.js';
import type { MessageNode } from '../../src/read/tree/message.js';
import { parseTree } from '../../src/read/tree/parse.js';
import type { RecordNode } from '../../src/read/tree/record.js';
import { StreamWindow } from '../../src/tools/text/stream-window.js';
import { arbitraryMessage } from '../arbitrary/arbitrary-message.js';
import { distant } from '../rewrite/rewritten.js';

/** A step as text, for comparison. */
type Said = string;

function said(tape: Tape, step: Step): Said {
  const name = tape.entry?.field.name ?? `#${tape.tag >>> 3}`;
  if (step === ENTER) return `${tape.offset} enter ${name} ${tape.depth}`;
  if (step === LEAVE) return `leave ${tape.depth}`;
  if (step === PROBLEM) return `problem ${tape.problem} at ${tape.problemOffset}`;
  if (step === VALUE || (tape.tag & 7) !== 2) return `${tape.offset} ${name} ${uint64Of(tape.lo, tape.hi)}`;
  const isThere = step === BYTES_STEP && tape.hasPayload;
  return `${tape.offset} ${name} ${isThere ? Buffer.from(tape.payload).toString('hex') : tape.length}`;
}

function stepsOf(tape: Tape): Said[] {
  const all: Said[] = [];
  for (let step = tape.next(); step !== END; step = tape.next()) all.push(said(tape, step));
  return all;
}

const inMemory = (bytes: Uint8Array): Said[] => stepsOf(new Tape(memorySource(bytes), 0, bytes.length));

/** Returns the steps without the content of payloads, which an outline and a stream leave out. */
const withoutPayloads = (all: readonly Said[]): Said[] =>
  all.map((one) => one.replace(/^(\d+ \S+) [0-9a-f]*$/, '$1'));

function expectedSteps(root: MessageNode): Said[] {
  const all: Said[] = [];
  const message = (node: MessageNode, start: number, depth: number): void => {
    let offset = start;
    for (const record of node.records) {
      one(record, offset, depth);
      offset += record.size;
    }
  };
  const one = (record: RecordNode, offset: number, depth: number): void => {
    const name = record.isKnown ? record.field!.name : `#${record.number}`;
    const inner = record.message;
    if (inner !== undefined) {
      all.push(`${offset} enter ${name} ${depth + 1}`);
      message(inner, offset + record.headSize, depth + 1);
      all.push(`leave ${depth}`);
    } else if (record.wireType === 2) {
      const { bytes, isKnown } = record;
      all.push(`${offset} ${name} ${isKnown ? Buffer.from(bytes).toString('hex') : bytes.length}`);
    } else {
      const bits = record.wireType === 5 ? BigInt.asUintN(64, BigInt.asIntN(32, record.bits)) : record.bits;
      all.push(`${offset} ${name} ${record.wireType === 5 ? BigInt.asUintN(32, bits) : bits}`);
    }
  };
  message(root, 0, 0);
  return all;
}

const numRuns = Math.ceil(Number(process.env.PROTOMDL_RUNS ?? 10_000) / 20);
const ROOT = entriesOf(MDL).messages[0] as MessageEntries;

const anyBytes = fc.oneof(
  fc
    .tuple(arbitraryMessage(ProtoMDLMdlSchema), fc.nat(), fc.nat(255), fc.nat())
    .map(([{ bytes }, at, value, cut]) => {
      const changed = bytes.slice(0, bytes.length - (cut % (bytes.length + 1)) * (cut & 1));
      if (changed.length > 0) changed[at % changed.length] = value;
      return changed;
    }),
  fc.uint8Array({ maxLength: 300 }),
);

describe('a tape', () => {
  it('of a readable message has the content of the tree', () => {
    fc.assert(
      fc.property(arbitraryMessage(ProtoMDLMdlSchema), ({ bytes }) => {
        expect(inMemory(bytes)).toEqual(expectedSteps(parseTree(bytes)));
      }),
      { numRuns },
    );
  });

  it('of an outline of any bytes has the steps of all bytes; every entered record is left, and the tape ends', async () => {
    await fc.assert(
      fc.asyncProperty(anyBytes, async (bytes) => {
        const whole = inMemory(bytes);
        const outline = await keptSource(distant(bytes), 0, bytes.length, ROOT, { smallPayload: 32 });
        const steps = stepsOf(new Tape(outline, 0, bytes.length));
        expect(withoutPayloads(steps)).toEqual(withoutPayloads(whole));
        const entered = whole.filter((one) => one.includes(' enter ')).length;
        expect(whole.filter((one) => one.startsWith('leave')).length).toBe(entered);
      }),
      { numRuns },
    );
  });

  it('of a stream has the steps before the first problem, and a problem', async () => {
    await fc.assert(
      fc.asyncProperty(anyBytes, async (bytes) => {
        const whole = inMemory(bytes);
        const stream = streamSource(
          (async function* () {
            for (let at = 0; at < bytes.length; at += 7) yield bytes.slice(at, at + 7);
          })(),
        );
        const window = new StreamWindow(stream, 0, Number.POSITIVE_INFINITY);
        const tape = new Tape(stream, 0, Number.POSITIVE_INFINITY, {}, window);
        const steps: Said[] = [];
        for (;;) {
          await window.fill(tape.position);
          const step = tape.next();
          if (step === END) break;
          steps.push(said(tape, step));
        }
        // The end of a stream is only known when it is reached, so a record that goes past it has already
        // been entered.
        const problem = whole.findIndex((one) => one.startsWith('problem'));
        const sound = withoutPayloads(problem < 0 ? whole : whole.slice(0, problem));
        expect(withoutPayloads(steps).slice(0, sound.length)).toEqual(sound);
        expect(steps.some((one) => one.startsWith('problem'))).toBe(problem >= 0);
      }),
      { numRuns },
    );
  });

  const corpus = join(fileURLToPath(new URL('../../corpus', import.meta.url)), 'valid');
  it.each(readdirSync(corpus).filter((name) => /\.(mdl|hef)$/.test(name)))('of %s', (name) => {
    const file = takeApart(new Uint8Array(readFileSync(join(corpus, name))));
    if (file.framing === 'unknown') throw new Error('no message');
    expect(inMemory(file.message)).toEqual(expectedSteps(parseTree(file.message)));
  });

  it('that starts again has the same steps as a new tape, for any ranges in any order', () => {
    const stretches = fc.array(fc.tuple(fc.nat(400), fc.nat(200), fc.nat()), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(anyBytes, stretches, fc.boolean(), (bytes, chosen, entersCut) => {
        const source = memorySource(bytes);
        const again = new Tape(source, 0, 0, { entersCut });
        for (const [from, length, which] of chosen) {
          const table = MDL.messages[which % MDL.messages.length]!;
          const steps = stepsOf(new Tape(source, from, from + length, { entersCut, table }));
          expect(stepsOf(again.restart(from, from + length, table))).toEqual(steps);
          // The caller may stop reading a tape at any step.
          again.restart(from, from + length, table).next();
        }
      }),
      { numRuns },
    );
  });

  it('passes over the rest of a message', () => {
    const file = new Uint8Array(
      readFileSync(join(fileURLToPath(new URL('../../corpus/valid/two-contexts.mdl', import.meta.url)))),
    );
    const tape = new Tape(memorySource(file), 0, file.length);
    const names: string[] = [];
    for (let step = tape.next(); step !== END; step = tape.next()) {
      if (step === ENTER) {
        names.push(tape.entry!.field.name);
        tape.skip();
      } else expect(step).toBe(BYTES_STEP);
    }
    expect(names).toEqual(
      parseTree(file)
        .records.filter((r) => r.holdsMessage)
        .map((r) => r.field!.name),
    );
  });

  it('needs an outline, or bytes in memory', () => {
    expect(() => new Tape(distant(new Uint8Array(3)), 0, 3)).toThrow(/outline/);
  });
});
