/**
 * The tape is compared with the tree of records, which reads the same bytes in another way, through windows
 * of all sizes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { takeApart } from '../../src/base/container/take-apart.js';
import { MDL } from '../../src/base/schema/mdl.gen.js';
import { memorySource } from '../../src/base/source/memory.js';
import type { Source } from '../../src/base/source/source.js';
import { streamSource } from '../../src/base/source/stream.js';
import { uint64Of } from '../../src/base/wire/value.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { Tape } from '../../src/read/tape/reader.js';
import {
  BYTES_STEP,
  END,
  ENTER,
  LEAVE,
  MORE,
  PROBLEM,
  type TapeOptions,
  UNKNOWN_STEP,
  VALUE,
} from '../../src/read/tape/step.js';
import type { MessageNode } from '../../src/read/tree/message.js';
import { parseTree } from '../../src/read/tree/parse.js';
import type { RecordNode } from '../../src/read/tree/record.js';
import { arbitraryMessage } from '../arbitrary/arbitrary-message.js';

/** A step as text, for comparison. */
type Said = string;

function stepsOf(source: Source, options: TapeOptions = {}): Promise<Said[]> {
  return stepsOn(new Tape(source, 0, source.size ?? Number.POSITIVE_INFINITY, options));
}

async function stepsOn(tape: Tape): Promise<Said[]> {
  const said: Said[] = [];
  for (let step = tape.next(); step !== END; step = tape.next()) {
    const name = tape.entry?.field.name ?? `#${tape.tag >>> 3}`;
    if (step === MORE) await tape.fill();
    else if (step === ENTER) said.push(`${tape.offset} enter ${name} ${tape.depth}`);
    else if (step === LEAVE) said.push(`leave ${tape.depth}`);
    else if (step === PROBLEM) said.push(`problem ${tape.problem} at ${tape.problemOffset}`);
    else if ((step === BYTES_STEP || step === UNKNOWN_STEP) && (tape.tag & 7) === 2) {
      const isThere = step === BYTES_STEP && tape.hasPayload;
      said.push(
        `${tape.offset} ${name} ${isThere ? Buffer.from(tape.payload).toString('hex') : tape.length}`,
      );
    } else if (step === VALUE || step === UNKNOWN_STEP)
      said.push(`${tape.offset} ${name} ${uint64Of(tape.lo, tape.hi)}`);
  }
  return said;
}

const isProblem = (said: Said): boolean => said.startsWith('problem');

function expectedSteps(root: MessageNode): Said[] {
  const said: Said[] = [];
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
      said.push(`${offset} enter ${name} ${depth + 1}`);
      message(inner, offset + record.headSize, depth + 1);
      said.push(`leave ${depth}`);
    } else if (record.wireType === 2) {
      const { bytes, isKnown } = record;
      said.push(`${offset} ${name} ${isKnown ? Buffer.from(bytes).toString('hex') : bytes.length}`);
    } else {
      const bits = record.wireType === 5 ? BigInt.asUintN(64, BigInt.asIntN(32, record.bits)) : record.bits;
      said.push(`${offset} ${name} ${record.wireType === 5 ? BigInt.asUintN(32, bits) : bits}`);
    }
  };
  message(root, 0, 0);
  return said;
}

const numRuns = Math.ceil(Number(process.env.PROTOMDL_RUNS ?? 10_000) / 20);

const windows = fc.constantFrom(undefined, 64, 65, 80, 127, 300);

describe('a tape', () => {
  it('of a readable message has the content of the tree', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryMessage(ProtoMDLMdlSchema), windows, async ({ bytes }, windowSize) => {
        const options = windowSize === undefined ? {} : { windowSize };
        expect(await stepsOf(memorySource(bytes), options)).toEqual(expectedSteps(parseTree(bytes)));
      }),
      { numRuns },
    );
  });

  it('of any bytes is the same through any window and from a stream; every entered record is left, and the tape ends', async () => {
    const spoiled = fc
      .tuple(arbitraryMessage(ProtoMDLMdlSchema), fc.nat(), fc.nat(255), fc.nat())
      .map(([{ bytes }, at, value, cut]) => {
        const changed = bytes.slice(0, bytes.length - (cut % (bytes.length + 1)) * (cut & 1));
        if (changed.length > 0) changed[at % changed.length] = value;
        return changed;
      });
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(spoiled, fc.uint8Array({ maxLength: 300 })),
        windows,
        async (bytes, windowSize) => {
          const whole = await stepsOf(memorySource(bytes));
          const options = windowSize === undefined ? {} : { windowSize };
          expect(await stepsOf(memorySource(bytes), options)).toEqual(whole);
          const stream = streamSource(
            (async function* () {
              for (let at = 0; at < bytes.length; at += 7) yield bytes.slice(at, at + 7);
            })(),
          );
          // The end of a stream is only known when it is reached, so a record that goes past it has already
          // been entered.
          const problem = whole.findIndex(isProblem);
          const sound = problem < 0 ? whole : whole.slice(0, problem);
          const streamed = await stepsOf(stream, options);
          expect(streamed.slice(0, sound.length)).toEqual(sound);
          expect(streamed.some(isProblem)).toBe(problem >= 0);
          const entered = whole.filter((said) => said.includes(' enter ')).length;
          expect(whole.filter((said) => said.startsWith('leave')).length).toBe(entered);
        },
      ),
      { numRuns },
    );
  });

  const corpus = join(fileURLToPath(new URL('../../corpus', import.meta.url)), 'valid');
  it.each(readdirSync(corpus).filter((name) => /\.(mdl|hef)$/.test(name)))('of %s', async (name) => {
    const file = takeApart(new Uint8Array(readFileSync(join(corpus, name))));
    if (file.framing === 'unknown') throw new Error('no message');
    const expected = expectedSteps(parseTree(file.message));
    expect(await stepsOf(memorySource(file.message))).toEqual(expected);
    expect(await stepsOf(memorySource(file.message), { windowSize: 100 })).toEqual(expected);
  });
});

describe('a tape that starts again', () => {
  it('has the same steps as a new tape, for any ranges in any order', async () => {
    const stretches = fc.array(fc.tuple(fc.nat(400), fc.nat(200), fc.nat(), fc.boolean()), {
      minLength: 1,
      maxLength: 8,
    });
    const nothing = (): boolean => false;
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          arbitraryMessage(ProtoMDLMdlSchema).map(({ bytes }) => bytes),
          fc.uint8Array({ maxLength: 300 }),
        ),
        stretches,
        windows,
        fc.boolean(),
        async (bytes, chosen, windowSize, entersCut) => {
          const source = memorySource(bytes);
          const options = {
            entersCut,
            ...(windowSize === undefined ? {} : { windowSize }),
          };
          const again = new Tape(source, 0, 0, options);
          for (const [from, length, which, wantsAll] of chosen) {
            const table = MDL.messages[which % MDL.messages.length]!;
            const wants = wantsAll ? undefined : nothing;
            const fresh = new Tape(source, from, from + length, {
              ...options,
              table,
              ...(wants && { wants }),
            });
            const said = await stepsOn(fresh);
            expect(await stepsOn(again.restart(from, from + length, table, wants))).toEqual(said);
            // The caller may stop reading a tape at any step.
            again.restart(from, from + length, table, wants).next();
          }
        },
      ),
      { numRuns },
    );
  });
});

describe('payloads', () => {
  const blob = Uint8Array.from({ length: 5000 }, (_, i) => i % 251);
  const bytes = new Uint8Array([0x1a, 0x88, 0x27, ...blob, 0x0a, 0x02, 0x08, 0x01]);

  it('are not read unless requested', async () => {
    let read = 0;
    const counted: Source = {
      size: bytes.length,
      randomAccess: true,
      read(offset, target) {
        const part = bytes.subarray(offset, offset + target.length);
        target.set(part);
        read += part.length;
        return part.length;
      },
      close() {},
    };
    expect(await stepsOf(counted, { wants: () => false, windowSize: 128 })).toEqual([
      '0 mapping 5000',
      '5003 enter header 1',
      '5005 hw_arch 1',
      'leave 0',
    ]);
    expect(read).toBeLessThan(400);
  });

  it('are read in chunks if they are longer than the window', async () => {
    for (const windowSize of [64, 1000, undefined]) {
      const tape = new Tape(memorySource(bytes), 0, bytes.length, {
        wants: () => false,
        ...(windowSize === undefined ? {} : { windowSize }),
      });
      const parts: number[] = [];
      const after: number[] = [];
      for (let step = tape.next(); step !== END; step = tape.next()) {
        if (step === MORE) await tape.fill();
        else if (step === BYTES_STEP)
          expect(await tape.chunks((chunk) => void parts.push(...chunk))).toBe(true);
        else after.push(step);
      }
      expect(Uint8Array.from(parts)).toEqual(blob);
      expect(after).toEqual([ENTER, VALUE, LEAVE]);
    }
  });

  it('are marked as cut if they are incomplete', async () => {
    const tape = new Tape(memorySource(bytes.subarray(0, 2000)), 0, Number.POSITIVE_INFINITY, {
      wants: () => false,
      windowSize: 64,
    });
    const seen: number[] = [];
    for (let step = tape.next(); step !== END; step = tape.next()) {
      if (step === MORE) await tape.fill();
      else seen.push(step);
    }
    expect(seen).toContain(PROBLEM);
  });
});

describe('skip', () => {
  it('passes over the rest of a message', async () => {
    const file = new Uint8Array(
      readFileSync(join(fileURLToPath(new URL('../../corpus/valid/two-contexts.mdl', import.meta.url)))),
    );
    const tape = new Tape(memorySource(file), 0, file.length, { windowSize: 64 });
    const names: string[] = [];
    for (let step = tape.next(); step !== END; step = tape.next()) {
      if (step === MORE) await tape.fill();
      else if (step === ENTER) {
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
});
