/**
 * Files that real compilers wrote. The files are not part of the repository: PROTOMDL_REAL_FILES names their
 * folder.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import type { FileReport } from '../../src/check/validate/file-report.js';
import { validate } from '../../src/check/validate/validate.js';
import { summarize } from '../../src/read/model/summarize.js';
import { readNetwork } from '../../src/show/network/read-network.js';

const folder = process.env.PROTOMDL_REAL_FILES;
const there = folder !== undefined && existsSync(folder);
const files = there
  ? readdirSync(folder)
      .filter((name) => name.endsWith('.hef'))
      .sort()
  : [];
const isCut = (name: string): boolean => name.includes('truncated');

if (!there) {
  process.stderr.write(
    `real files are not tested: PROTOMDL_REAL_FILES ${folder === undefined ? 'is not set' : `names no folder (${folder})`}\n`,
  );
}

function validateFile(name: string, windowSize?: number): Promise<FileReport> {
  const bytes = new Uint8Array(readFileSync(join(folder as string, name)));
  return validate(memorySource(bytes), windowSize === undefined ? {} : { windowSize });
}

/** Warnings that real files often have, because they use features of later releases. */
const NEWER = [
  'action-unknown-variant',
  'extension-not-loadable',
  'hw-arch-unknown',
  'newer-layout',
  // In a graph of ops, the list of outputs has the names of the outputs of its last node.
  'sorted-output-missing-name',
];

/** Mistakes in the compiler's input: an image of 640 × 640 for grids of 320 × 320. */
const MISTAKES: Readonly<Record<string, readonly string[]>> = {
  'v2-3.31-ops-graph.hef': ['post-process-image-size'],
};

const errorsOf = ({ diagnostics }: FileReport) => diagnostics.filter(({ severity }) => severity === 'error');

describe.skipIf(!there)('files of real compilers', () => {
  it('are the files of the table, and none is missing', () => {
    expect(files.filter((name) => !isCut(name))).toHaveLength(10);
    expect(files.filter(isCut)).toHaveLength(2);
  });

  describe.each(files.filter((name) => !isCut(name)))('%s', (name) => {
    it('is valid, with a verified checksum', async () => {
      const report = await validateFile(name);
      expect(errorsOf(report)).toEqual([]);
      expect(report).toMatchObject({
        verdict: 'valid',
        error: null,
        container: { framing: 'framed', version: Number(name.charAt(1)), checksum: 'verified' },
        counts: { error: 0 },
      });
    });

    it('has no warning except about features newer than the specification', async () => {
      const warnings = (await validateFile(name)).diagnostics.filter(
        ({ severity }) => severity === 'warning',
      );
      const codes = new Set(warnings.map(({ code }) => code));
      for (const code of NEWER) codes.delete(code);
      expect([...codes]).toEqual(MISTAKES[name] ?? []);
    });

    it('has the same report through a small window', async () => {
      const { bytes: _, ...whole } = await validateFile(name);
      const { bytes: __, ...windowed } = await validateFile(name, 4096);
      expect(windowed).toEqual(whole);
    });
  });

  describe.each(files.filter(isCut))('%s', (name) => {
    it('is invalid because its sizes do not add up', async () => {
      const report = await validateFile(name);
      expect(report.verdict).toBe('invalid');
      const lengths = errorsOf(report).filter(({ code }) => code === 'frame-length-mismatch');
      expect(lengths).toMatchObject([{ offset: 8, length: 4, path: '', count: 1 }]);
      // Faults that the cut causes are not reported again.
      expect(report.container.checksum).toBe('skipped');
    });

    it('shows the part that can be read', async () => {
      const bytes = new Uint8Array(readFileSync(join(folder as string, name)));
      const { header, networkGroups, problems } = await summarize(memorySource(bytes));
      expect(header?.sdkVersion).toContain(name.includes('in-message') ? '3.27.0' : '5.4.0');
      expect(networkGroups).toHaveLength(1);
      expect(networkGroups[0]?.coreOps.some(({ networks }) => networks.length > 0)).toBe(true);
      expect(problems).toHaveLength(name.includes('in-message') ? 1 : 0);
      const network = await readNetwork(memorySource(bytes));
      expect(network.remarks[0]).toMatch(/^cut short: [\d,]+ bytes .* of [\d,]+ bytes .* are here$/);
    });

    it('ends in one cut, in the message or in the data that it points to, and has no other error', async () => {
      const report = await validateFile(name);
      const others = errorsOf(report).filter(({ code }) => code !== 'frame-length-mismatch');
      if (!name.includes('in-message')) {
        // All pointers past the end of the file have one finding together.
        expect(others).toMatchObject([{ code: 'frame-ccw-ptr-out-of-range', count: 1 }]);
        return;
      }
      expect(others).toHaveLength(1);
      const [cut] = others;
      expect(cut).toMatchObject({ code: 'wire-truncated', offset: report.bytes.size, length: 0 });
      expect(cut?.related).toHaveLength(1);
      expect(cut?.related[0]?.path).toBe('network_groups[0]');
    });
  });
});
