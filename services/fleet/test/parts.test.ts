import fc from 'fast-check';
import { type FileReport, HwArch, memorySource, openModel } from 'protomdl';
import { describe, expect, it } from 'vitest';
import { waitMs, withPatience } from '../src/objects/patience.js';
import { fileUri, parseS3Uri, pathOfUri, s3Uri, shownUri } from '../src/objects/uri.js';
import { originOf } from '../src/results/origin.js';
import { packReport, unpackReport } from '../src/results/stored-report.js';
import { lotsOf } from '../src/runs/batches.js';
import { commonFolder } from '../web/common-folder.js';
import { corpusFiles } from './support/models.js';

describe('an address', () => {
  it('has one form for each key, and decodes to that key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (key) => {
        const uri = s3Uri({ bucket: 'b', key });
        expect(uri).toMatch(/^[\x21-\x7e]*$/);
        expect(parseS3Uri(uri)).toEqual({ bucket: 'b', key });
      }),
    );
  });

  it('keeps file names that are not Unicode', () => {
    const path = Buffer.from([0x2f, 0x61, 0xff, 0x25, 0x0a]);
    expect(pathOfUri(fileUri(path))).toEqual(path);
    expect(pathOfUri(fileUri('/a b/../c%41'))).toBe('/a b/../c%41');
  });

  it('is displayed without characters that a terminal would interpret', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (key) => {
        const uri = s3Uri({ bucket: 'b', key: key.toWellFormed() });
        expect(shownUri(uri)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});

describe('the folder that names share', () => {
  it('is the longest folder with which all of them begin', () => {
    const part = fc
      .array(fc.constantFrom('a', 'b', 'aa', ''), { maxLength: 4 })
      .map((parts) => parts.join('/'));
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (names) => {
        const folders = names[0]!
          .split('/')
          .map((_, at, parts) =>
            parts
              .slice(0, at)
              .map((one) => `${one}/`)
              .join(''),
          )
          .filter((folder) => names.every((name) => name.startsWith(folder)));
        expect(commonFolder(names)).toBe(folders.at(-1));
      }),
    );
    expect(commonFolder(['s3://a/x', 's3://b/x'])).toBe('');
    expect(commonFolder(['s3://a/x/1', 's3://a/x/2'])).toBe('s3://a/x/');
  });
});

describe('the origin of a file', () => {
  const word = (text: string) => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 60);

  it('equals the header that a view reads', async () => {
    let known = 0;
    for (const [name, bytes] of corpusFiles()) {
      // In these files, the header is the last record, or is split into two records.
      if (!name.startsWith('valid/') || /reverse|split/.test(name)) continue;
      const origin = await originOf(memorySource(bytes));
      const { header } = (await openModel(memorySource(bytes))).root;
      if (header === undefined) continue;
      known++;
      const { hwArch, sdkVersion } = header;
      expect([name, origin]).toEqual([
        name,
        { architecture: word(HwArch[hwArch] ?? `${hwArch}`), toolChain: word(sdkVersion) },
      ]);
      // A source that does not have its bytes in memory gives the same origin.
      const { bytes: _, ...asked } = { ...memorySource(bytes), size: bytes.length, randomAccess: true };
      const read = (offset: number, target: Uint8Array) => memorySource(bytes).read(offset, target);
      expect(await originOf({ ...asked, read, close: () => {} })).toEqual(origin);
    }
    expect(known).toBeGreaterThan(20);
  });

  it('is printable text or empty for a truncated or invalid file', async () => {
    const whole = corpusFiles().get('valid/one-context.mdl')!;
    for (let length = 0; length < 200; length++) {
      const { architecture, toolChain } = await originOf(memorySource(whole.subarray(0, length)));
      expect([architecture, toolChain].every((part) => /^[\x20-\x7e]*$/.test(part))).toBe(true);
    }
    expect(await originOf(memorySource(new Uint8Array(100).fill(0xff)))).toEqual({
      architecture: '',
      toolChain: '',
    });
  });
});

describe('jobs', () => {
  it('have each object once, in order, within the limits of objects and bytes', () => {
    const object = fc.record({ id: fc.nat(), size: fc.nat(1_000) });
    fc.assert(
      fc.property(
        fc.array(object),
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 1, max: 2_000 }),
        (objects, most, bytes) => {
          const lots = lotsOf(objects, most, bytes);
          expect(lots.flat()).toEqual(objects.map(({ id }) => id));
          let at = 0;
          for (const lot of lots) {
            const sizes = objects.slice(at, at + lot.length).map(({ size }) => size);
            at += lot.length;
            expect(lot.length).toBeGreaterThan(0);
            expect(lot.length).toBeLessThanOrEqual(most);
            if (lot.length > 1) expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(bytes);
          }
        },
      ),
    );
  });
});

describe('retrying', () => {
  const quick = { tries: 4, firstMs: 1, mostMs: 4 };

  it('ends after the given number of tries, with the last error', async () => {
    let tries = 0;
    const work = async () => {
      throw new Error(`${++tries}`);
    };
    await expect(
      withPatience(
        work,
        () => true,
        () => {},
        quick,
      ),
    ).rejects.toThrow('4');
  });

  it('does not try again after a permanent failure', async () => {
    let tries = 0;
    const work = async () => {
      tries++;
      throw new Error('for good');
    };
    await expect(withPatience(work, () => false)).rejects.toThrow('for good');
    expect(tries).toBe(1);
  });

  it('doubles each wait up to the limit, and half of each wait is random', () => {
    const patience = { tries: 9, firstMs: 100, mostMs: 1_000 };
    expect(waitMs(patience, 1, () => 0)).toBe(50);
    expect(waitMs(patience, 1, () => 1)).toBe(100);
    expect(waitMs(patience, 3, () => 1)).toBe(400);
    expect(waitMs(patience, 60, () => 1)).toBe(1_000);
  });
});

describe('a stored report', () => {
  // The list repeats a few findings, because making a million separate findings takes seconds.
  const finding = Array.from({ length: 2_000 }, (_, offset) => ({
    ...{ code: 'action-unset', severity: 'error' as const, offset, length: 1, count: 1 },
    ...{ path: `network_groups[${offset}]`, message: 'unset', related: [] },
  }));
  const report = (findings: number) => ({
    verdict: 'invalid' as const,
    error: null,
    container: { framing: 'bare' as const, version: null, checksum: 'none' as const },
    bytes: { size: 1, read: 1 },
    counts: { error: findings, warning: 0, info: 0 },
    diagnosticsCapped: false,
    diagnostics: Array.from({ length: findings }, (_, at) => finding[at % finding.length]!),
  });

  it('unpacks to the original report', () => {
    expect(unpackReport(packReport(report(20)), { size: 1, read: 1 })).toEqual(report(20));
  });

  it('has each different verdict of releases once, and the order of the releases', () => {
    type Verdict = NonNullable<NonNullable<FileReport['runtime']>['4.20.0']>;
    const lists = { because: [], reasons: [], configure: [] };
    const accepts: Verdict = { verdict: 'accepts', stage: null, status: 0, name: 'SUCCESS', ...lists };
    const refuses = (): Verdict => ({
      ...accepts,
      ...{ verdict: 'rejects', stage: 'load', status: 26, name: 'INVALID_HEF' },
    });
    const runtime = { '5.2.0': refuses(), '4.20.0': accepts, '4.8.0': refuses(), '4.23.0': accepts };
    const packed = packReport({ ...report(0), runtime });
    const unpacked = unpackReport(packed, { size: 1, read: 1 });
    expect(unpacked).toEqual({ ...report(0), runtime });
    expect(Object.keys(unpacked.runtime ?? {})).toEqual(Object.keys(runtime));
    const alone = packReport({ ...report(0), runtime: { '5.2.0': refuses(), '4.20.0': accepts } });
    expect(packed.length).toBeLessThan(alone.length + 16);
  });

  it('that an earlier version has stored unpacks to the same report', () => {
    // Stored by a version before reports had their second form, for a valid file that 4.20.0 accepts.
    const packed = Buffer.from('ASM3JRCXzugS19SPiKLUxOL8vGLsIQYA', 'base64');
    const { verdict, runtime } = unpackReport(packed, { size: 1, read: 1 });
    expect(verdict).toBe('valid');
    expect(runtime).toEqual({
      '4.20.0': {
        ...{ verdict: 'accepts', stage: null, status: 0, name: 'SUCCESS' },
        ...{ because: [], reasons: [], configure: [] },
      },
    });
  });

  it('is cut and marked as capped if a million findings do not fit; the count stays exact', () => {
    const packed = packReport(report(1_000_000));
    expect(packed.length).toBeLessThan(64 * 1_024);
    const { counts, diagnosticsCapped, diagnostics } = unpackReport(packed, { size: 1, read: 1 });
    expect(counts.error).toBe(1_000_000);
    expect(diagnosticsCapped).toBe(true);
    expect(diagnostics.length).toBeGreaterThan(500);
    expect(diagnostics).toEqual(report(2_000).diagnostics.slice(0, diagnostics.length));
  });
});
