import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProtomdlError } from '../../src/base/diagnostics/error.js';
import { EdgeView } from '../../src/read/model/edge-layer.gen.js';
import { ContextView, MdlView, OperationView } from '../../src/read/model/mdl.gen.js';
import { viewOf } from '../../src/read/model/typed-view.js';
import { arbitraryMessage } from '../arbitrary/arbitrary-message.js';
import {
  concat,
  fixed32Record,
  groupRecord,
  lenRecord,
  prefixed,
  tag,
  varint,
  varintRecord,
} from '../arbitrary/wire-writer.js';
import { wireFindings } from '../edge/readers.js';
import { answers, errorsOf } from './answers.js';
import { share, timeout } from './runs.js';
import { everyField, everyList, formatRoot } from './schemas.js';
import { inMemory, inPages, inSkeleton, inStream, inWindow } from './stores.js';

const FAR_AWAY = 2 ** 32 + 12_345;

function errorOf(read: () => unknown): ProtomdlError {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(ProtomdlError);
    return error as ProtomdlError;
  }
  throw new Error('nothing was thrown');
}

const truncated = tag(9, 2); // a tag without a value

describe('malformed bytes', () => {
  it.each([
    { code: 'wire-truncated', bytes: varint(0x80).subarray(0, 1), offset: 3 },
    { code: 'wire-truncated', bytes: concat(tag(7, 2), varint(5)), offset: 4 },
    { code: 'wire-truncated', bytes: concat(tag(7, 1), Uint8Array.of(1, 2, 3)), offset: 6 },
    { code: 'wire-truncated', bytes: tag(7, 3), offset: 3 },
    { code: 'wire-varint-overflow', bytes: concat(tag(7, 0), new Uint8Array(11).fill(0x80)), offset: 2 },
    { code: 'wire-varint-overflow', bytes: concat(tag(7, 2), varint(2n ** 31n)), offset: 2 },
    { code: 'wire-varint-overflow', bytes: varint(8, 6), offset: 2 },
    { code: 'wire-invalid-tag', bytes: Uint8Array.of(0, 1), offset: 2 },
    { code: 'wire-invalid-type', bytes: tag(7, 6), offset: 2 },
    { code: 'wire-invalid-type', bytes: tag(7, 4), offset: 2 },
    { code: 'wire-invalid-type', bytes: concat(tag(7, 3), tag(8, 4)), offset: 3 },
    {
      code: 'message-nesting-too-deep',
      bytes: concat(...Array.from({ length: 101 }, () => tag(7, 3))),
      offset: 102,
    },
  ])('are $code at $offset', ({ code, bytes, offset }) => {
    const all = concat(varintRecord(1, 5), bytes);
    for (const view of [inMemory(all, formatRoot.layout), inPages(all, formatRoot.layout)]) {
      const base = view.span.offset;
      // A later record could change the earlier value.
      expect(errorOf(() => view.bytes(3))).toMatchObject({ code, offset: base + offset });
      expect(errorOf(() => view.message(1))).toMatchObject({ code, offset: base + offset });
      expect(errorOf(() => [...view.unknownFields()])).toMatchObject({ code, offset: base + offset });
    }
  });

  it('leave the values before them readable, unless a later record could change these', () => {
    const operation = lenRecord(2, lenRecord(2, varintRecord(1, 7)));
    const bytes = concat(varintRecord(1, 5), operation, operation, lenRecord(3, ''), truncated);
    const context = viewOf(ContextView, bytes);
    const error = { code: 'wire-truncated', offset: bytes.length };
    const seen: number[] = [];
    expect(
      errorOf(() => context.operations.forEach((one) => void seen.push(one.actions.length))),
    ).toMatchObject(error);
    expect(seen).toEqual([1, 1]);
    expect(context.operations.at(1)?.actions.at(0)?.uniqueId).toBe(7);
    expect(errorOf(() => context.operations.at(2))).toMatchObject(error);
    expect(errorOf(() => context.operations.length)).toMatchObject(error);
    expect(context.operations.at(1)?.path).toBe('operations[1]');
    expect(context.view.has(3)).toBe(true);
    expect(errorOf(() => context.metadata)).toMatchObject(error);
    expect(errorOf(() => context.contextIndex)).toMatchObject(error);
  });

  it('cause an error with the innermost known field and its path', () => {
    const action = concat(varintRecord(1, 1), lenRecord(8, tag(6, 0)));
    const bytes = lenRecord(2, lenRecord(3, lenRecord(2, lenRecord(2, action))));
    const lcu = viewOf(MdlView, bytes)
      .networkGroups.at(0)
      ?.contexts.at(0)
      ?.operations.at(0)
      ?.actions.at(0)?.enableLcu;
    const path = 'network_groups[0].contexts[0].operations[0].actions[0].enable_lcu.network_index';
    expect(errorOf(() => lcu?.networkIndex)).toMatchObject({
      code: 'wire-truncated',
      path,
      offset: bytes.length,
    });
  });

  it('inside a list do not turn the following bytes into elements', () => {
    const list = concat(tag(30, 2), prefixed(concat(varint(1), Uint8Array.of(0x80))));
    const bytes = concat(list, varintRecord(20, 1));
    for (const view of [inMemory(bytes, everyField.layout), inPages(bytes, everyField.layout)]) {
      const values: unknown[] = [];
      const error = errorOf(() => view.repeated(30).forEach((value) => void values.push(value)));
      expect(error).toMatchObject({
        code: 'wire-truncated',
        offset: view.span.offset + list.length,
        path: 'packed',
      });
      expect(values).toEqual([1]);
      expect(view.get(20)).toBe(1);
    }
  });

  it('inside a string cause an error of their own', () => {
    const bytes = concat(varintRecord(1, 1), lenRecord(2, Uint8Array.of(0x61, 0xc0, 0xaf)));
    const layout = formatRoot.layout.field(5).message;
    const view = inMemory(bytes, layout);
    expect(errorOf(() => view.string(2))).toMatchObject({ code: 'string-not-utf8', offset: 2, path: 'name' });
    expect(view.uint32(1)).toBe(1);
    const replacement = inMemory(lenRecord(2, 'a\uFFFDb'), layout);
    expect(replacement.string(2)).toBe('a\uFFFDb');
  });

  it('at the limit of nesting: 100 levels below the root are read, and no more', () => {
    // An edge has a mux in field 2, and a mux has edges in field 5, so they can be nested without end.
    const nested = (levels: number) => {
      let bytes = new Uint8Array(0);
      for (let level = levels; level > 0; level--) bytes = lenRecord(level % 2 === 1 ? 2 : 5, bytes);
      return viewOf(EdgeView, bytes);
    };
    const levelsOf = (edge: EdgeView): number => {
      const mux = edge.layerMux;
      if (mux === undefined) return 0;
      const below = mux.predecessors.at(0);
      return below === undefined ? 1 : 2 + levelsOf(below);
    };
    expect(levelsOf(nested(99))).toBe(99);
    expect(levelsOf(nested(100))).toBe(100);
    expect(errorOf(() => levelsOf(nested(101)))).toMatchObject({
      code: 'message-nesting-too-deep',
      path: `layer_mux${'.predecessors[0].layer_mux'.repeat(50)}`,
    });
    const group = (levels: number) => {
      let bytes = groupRecord(9);
      for (let i = 1; i < levels; i++) bytes = groupRecord(9, bytes);
      return viewOf(OperationView, bytes, 0, bytes.length, 0, undefined, '', 60);
    };
    expect([...group(40).view.unknownFields()]).toHaveLength(1);
    expect(errorOf(() => [...group(41).view.unknownFields()]).code).toBe('message-nesting-too-deep');
  });

  it('cause the same error in every kind of source, and only errors with our codes', {
    timeout: timeout(0.2),
  }, async () => {
    const subjects = [formatRoot, everyField, everyList];
    const damaged = fc.oneof(
      ...subjects.map((subject) =>
        fc
          .tuple(
            arbitraryMessage(subject.desc, { records: 16 }),
            fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 3 }),
            fc.option(fc.nat(), { nil: undefined }),
            fc.integer({ min: 1, max: 5000 }),
          )
          .map(([{ bytes }, changes, cut, chunk]) => {
            const copy = bytes.slice(0, cut === undefined ? bytes.length : cut % (bytes.length + 1));
            for (const [at, byte] of changes) if (copy.length > 0) copy[at % copy.length] = byte;
            return { bytes: copy, subject, chunk };
          }),
      ),
    );
    let broken = 0;
    await fc.assert(
      fc.asyncProperty(damaged, async ({ bytes, subject: { layout }, chunk }) => {
        const truth = answers(inMemory(bytes, layout), 0);
        if (errorsOf(truth).length > 0) broken++;
        expect(answers(inWindow(bytes, layout), FAR_AWAY)).toEqual(truth);
        expect(answers(inPages(bytes, layout), FAR_AWAY)).toEqual(truth);
        expect(answers(await inSkeleton(bytes, layout), 0)).toEqual(truth);
        expect(answers(await inStream(bytes, layout, chunk), 0)).toEqual(truth);
      }),
      share(0.2),
    );
    expect(broken).toBeGreaterThan(0);
  });

  it('are found by the scanner as well, at the same places', { timeout: timeout(0.1) }, async () => {
    // The scanner also enters messages that are overwritten later, so it may find more.
    const damaged = fc
      .tuple(
        arbitraryMessage(formatRoot.desc, { records: 16 }),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 2 }),
      )
      .map(([{ bytes }, changes]) => {
        for (const [at, byte] of changes) if (bytes.length > 0) bytes[at % bytes.length] = byte;
        return bytes;
      });
    await fc.assert(
      fc.asyncProperty(damaged, async (bytes) => {
        const errors = errorsOf(answers(inMemory(bytes, formatRoot.layout), 0));
        const findings = await wireFindings(bytes, { maxPerCode: 1_000_000 });
        const found = new Set(findings.map(({ code, offset }) => `${code} at ${offset}`));
        for (const error of errors) {
          const [, code, offset] = /: ([-\w]+) at (\d+)/.exec(error) ?? [];
          expect(found).toContain(`${code} at ${offset}`);
        }
      }),
      share(0.1),
    );
  });

  it('a wrong field number or type is an error of the caller', () => {
    const view = inMemory(fixed32Record(1, 0), formatRoot.layout);
    expect(errorOf(() => view.get(99)).code).toBe('schema-unknown-field');
    expect(errorOf(() => view.whichOneof('edge')).code).toBe('schema-unknown-field');
    expect(errorOf(() => view.uint32(3)).code).toBe('schema-wrong-type');
    expect(errorOf(() => view.repeated(3)).code).toBe('schema-wrong-type');
    expect(errorOf(() => view.message(2)).code).toBe('schema-wrong-type');
    expect(errorOf(() => view.scalars(2)).code).toBe('schema-wrong-type');
    expect(errorOf(() => view.map(2)).code).toBe('schema-wrong-type');
  });
});
