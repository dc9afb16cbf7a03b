/** Parts have the names and places that findings report. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../src/base/diagnostics/diagnostic.js';
import { memorySource } from '../../src/base/source/memory.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { validate } from '../../src/index.js';
import { Inspector } from '../../src/show/inspect/inspector.js';
import { arbitraryMessage } from '../arbitrary/arbitrary-message.js';
import { corpusFiles, mutants } from './files.js';
import { everyPart, flat } from './parts.js';

/** Findings about a record have its span and path. */
async function compare(bytes: Uint8Array, framing: 'auto' | 'bare' = 'auto'): Promise<[string[], string[]]> {
  const { diagnostics } = await validate(memorySource(bytes), { checksum: false, maxPerCode: 200, framing });
  const inspector = await Inspector.open(memorySource(bytes), { framing });
  const spans = new Map<string, string[]>();
  for (const { part } of flat(await everyPart(inspector))) {
    if (part.kind !== 'record') continue;
    const span = `${part.offset}+${part.length}`;
    spans.set(span, [...(spans.get(span) ?? []), part.path]);
  }
  const lines: string[] = [];
  const there: string[] = [];
  const all: Pick<Diagnostic, 'offset' | 'length' | 'path'>[] = diagnostics.flatMap((one) => [
    one,
    ...(one.related ?? []),
  ]);
  for (const { offset, length, path } of all) {
    const paths = spans.get(`${offset}+${length}`);
    if (path === '' || paths === undefined) continue;
    lines.push(`${offset} ${path}`);
    there.push(`${offset} ${paths.includes(path) ? path : paths.join(' or ')}`);
  }
  return [there, lines];
}

describe('paths', () => {
  it('equal those of findings at the same places', async () => {
    let compared = 0;
    for (const { name, bytes } of [...corpusFiles('invalid', 1500), ...corpusFiles('valid', 2500)]) {
      const [there, lines] = await compare(bytes);
      expect([name, ...there]).toEqual([name, ...lines]);
      compared += lines.length;
    }
    expect(compared).toBeGreaterThan(200);
  }, 60_000);

  it('equal those of findings in mutants, and in messages in any encoding', async () => {
    let compared = 0;
    for (const { name, bytes } of await mutants(2)) {
      const [there, lines] = await compare(bytes);
      expect([name, ...there]).toEqual([name, ...lines]);
      compared += lines.length;
    }
    await fc.assert(
      fc.asyncProperty(arbitraryMessage(ProtoMDLMdlSchema), async ({ bytes }) => {
        const [there, lines] = await compare(bytes, 'bare');
        expect(there).toEqual(lines);
        compared += lines.length;
      }),
      { numRuns: 40 },
    );
    expect(compared).toBeGreaterThan(200);
  }, 60_000);

  it('of errors in the wire format lead to the part that cannot be read', async () => {
    let errors = 0;
    for (const { name, bytes } of corpusFiles('invalid', 5000)) {
      const { diagnostics } = await validate(memorySource(bytes), { checksum: false });
      const inspector = await Inspector.open(memorySource(bytes));
      for (const { code, path, offset } of diagnostics) {
        if (!/^wire-(truncated|varint-overflow)$/.test(code)) continue;
        const { parts } = await inspector.find(path);
        const problems = parts.map(({ problem }) => problem);
        const there = [offset, offset - 1].map(async (at) => (await inspector.at(at)).parts);
        for (const { problem } of (await Promise.all(there)).flat()) problems.push(problem);
        // The header says another size, because the message was cut between two records.
        const isThere = problems.some((one) => one === code || one === 'frame-length-mismatch');
        expect([name, code, isThere]).toEqual([name, code, true]);
        errors++;
      }
    }
    expect(errors).toBeGreaterThan(3);
  });
});

describe('elements of a message that comes in several records', () => {
  const len = (number: number, ...payload: number[]): number[] => [
    number * 8 + 2,
    payload.length,
    ...payload,
  ];

  async function pathsIn(bytes: number[]): Promise<string[]> {
    const inspector = await Inspector.open(memorySource(Uint8Array.from(bytes)), { framing: 'bare' });
    return [...flat(await everyPart(inspector))].map(({ part }) => part.path);
  }

  it('are numbered through', async () => {
    // preliminary_config three times in a group: one, two and one operations.
    const config = (count: number) => len(2, ...new Array<number[]>(count).fill(len(1)).flat());
    const paths = await pathsIn(len(2, ...config(1), ...config(2), ...config(1)));
    expect(paths.filter((path) => path.includes('operation['))).toEqual(
      [0, 1, 2, 3].map((i) => `network_groups[0].preliminary_config.operation[${i}]`),
    );
  });

  it('start at 0 again after another member of the oneof was set', async () => {
    // An edge layer: layer_info with two names, layer_mux, layer_info with one.
    const info = (count: number) => len(3, ...new Array<number[]>(count).fill(len(5, 0x61)).flat());
    const layer = len(2, ...info(2), ...info(1), ...len(4), ...info(1));
    const paths = await pathsIn(len(2, ...len(3, ...len(3, ...layer))));
    const at = 'network_groups[0].contexts[0].metadata.edge_layers[0].layer_info.original_names';
    expect(paths.filter((path) => path.includes('original_names'))).toEqual(
      [0, 1, 2, 0].map((i) => `${at}[${i}]`),
    );
  });

  it('are found by their paths in the record that contains them', async () => {
    const config = (count: number) => len(2, ...new Array<number[]>(count).fill(len(1)).flat());
    const bytes = Uint8Array.from(len(2, ...config(1), ...config(2)));
    const inspector = await Inspector.open(memorySource(bytes), { framing: 'bare' });
    const { parts, indices } = await inspector.find('network_groups[0].preliminary_config.operation[2]');
    expect(parts.at(-1)).toMatchObject({
      path: 'network_groups[0].preliminary_config.operation[2]',
      offset: 10,
    });
    expect(indices).toEqual([0, 0, 1, 1]);
  });
});
