import { describe, expect, it } from 'vitest';
import { behaviourOf, fingerprintsOf, readCodeRanges, runEnding } from '../../src/attack/campaign/ending.js';
import { lastWords, skeletonOf } from '../../src/attack/campaign/output-text.js';
import type { ProcessResult } from '../../src/attack/process/run-command.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function ended(parts: Partial<ProcessResult> & { err?: string; out?: string }): ProcessResult {
  const { err = '', out = '', ...rest } = parts;
  return {
    status: 'exited',
    code: 0,
    signal: null,
    stdout: bytes(out),
    stderr: bytes(err),
    truncated: false,
    ms: 1,
    reason: undefined,
    ...rest,
  };
}

describe('the ending of a run', () => {
  it.each([
    ['0', ended({}), 'accepted'],
    ['a code', ended({ code: 3 }), 'refused'],
    ['what main returns -1 as', ended({ code: 255 }), 'refused'],
    ['a signal', ended({ status: 'signalled', code: null, signal: 'SIGSEGV' }), 'crashed'],
    ['a code that stands for a signal', ended({ code: 139 }), 'crashed'],
    [
      'a report, whatever the code',
      ended({ code: 1, err: '==1==ERROR: AddressSanitizer: SEGV on unknown\n' }),
      'crashed',
    ],
    ['its time', ended({ status: 'timed-out', code: null, signal: 'SIGKILL' }), 'hung'],
    [
      'its memory',
      ended({ code: 1, err: '==1==AddressSanitizer: hard rss limit exhausted (10Mb vs 20Mb)\n' }),
      'out-of-memory',
    ],
  ])('%s', (_, result, kind) => {
    expect(runEnding(result).kind).toBe(kind);
  });

  it('depends on the exit codes and the output that the user has named', () => {
    const rules = { crashCodes: [[7, 7]] as const, crashOutput: /core dumped/ };
    expect(runEnding(ended({ code: 7 }), rules).kind).toBe('crashed');
    expect(runEnding(ended({ code: 139 }), rules).kind).toBe('refused');
    expect(runEnding(ended({ code: 0, out: 'core dumped' }), rules).kind).toBe('crashed');
    expect(runEnding(ended({ code: 139 })).signal).toBe('SIGSEGV');
  });

  it('is not defined for a run that never started', () => {
    expect(() => runEnding(ended({ status: 'aborted' }))).toThrow(RangeError);
  });
});

it('is given by ranges of exit codes; invalid ranges are refused', () => {
  expect(readCodeRanges('70,128-254')).toEqual([
    [70, 70],
    [128, 254],
  ]);
  for (const text of ['', '0', '256', '9-3', 'x', '1,,2', '1-2-3'])
    expect(readCodeRanges(text)).toBeUndefined();
});

describe('the identity of faults', () => {
  const crash = (err: string) =>
    runEnding(ended({ status: 'signalled', code: null, signal: 'SIGABRT', err }));
  const keyOf = (err: string): string => fingerprintsOf(crash(err))[0]?.key ?? '';

  it('consists of the signal and the last words, without numbers', () => {
    const one = keyOf("reading 17 layers\nterminate called after throwing an instance of 'std::bad_alloc'\n");
    const same = keyOf("reading 9 layers\nterminate called after throwing an instance of 'std::bad_alloc'\n");
    const other = keyOf('reading 17 layers\nfree(): invalid pointer\n');
    expect(same).toBe(one);
    expect(other).not.toBe(one);
  });

  it('keeps the text and the line of an assertion, because the program wrote them', () => {
    const line = (at: number, text: string) =>
      `loader: src/loader.c:${at}: read: Assertion \`${text}' failed.\n`;
    expect(keyOf(line(42, 'i < 4'))).not.toBe(keyOf(line(43, 'i < 4')));
    expect(keyOf(line(42, 'i < 4'))).not.toBe(keyOf(line(42, 'i < 5')));
    expect(fingerprintsOf(crash(line(42, 'i < 4')))[0]?.title).toBe(
      'SIGABRT: Assertion i < 4 failed, loader.c:42',
    );
  });

  it('begins with the signal that ended the run, followed by the reports that the run survived', () => {
    const err = "l.c:1:1: runtime error: index 7 out of bounds for type 'int [4]'\n";
    const found = fingerprintsOf(
      runEnding(ended({ status: 'signalled', code: null, signal: 'SIGSEGV', err })),
    );
    expect(found.map(({ isSurvivable }) => isSurvivable)).toEqual([undefined, true]);
  });
});

describe('behaviour', () => {
  const shown = (err: string, code = 3) => behaviourOf(runEnding(ended({ code, err })));

  it('is the same if only names, numbers and paths differ', () => {
    const one = shown('[12:30:01.123] error: layer "conv1" of /tmp/a/1.hef has 17 pads, at 0x7ffe12\n');
    const same = shown('[09:00:59.001] error: layer "out" of /dev/shm/x/22.hef has 3 pads, at 0x55aa\n');
    expect(same).toEqual(one);
    expect(shown('error: another check\n')).not.toEqual(one);
    expect(
      shown('[12:30:01.123] error: layer "conv1" of /tmp/a/1.hef has 17 pads, at 0x7ffe12\n', 4),
    ).not.toEqual(one);
  });

  it('has a limited length', () => {
    const text = Array.from({ length: 5000 }, (_, at) => `line of kind ${'x'.repeat(at % 300)}`).join('\n');
    expect(shown(text).length).toBeLessThan(100);
    expect(skeletonOf('y'.repeat(100_000)).length).toBeLessThan(300);
  });
});

it('finds the last words in standard output or standard error', () => {
  expect(lastWords('', 'x\nFATAL: no memory\ny')).toBe('FATAL: no memory');
  expect(lastWords('a\nb 7\n\n', '')).toBe('b #');
  expect(lastWords('', 'just output')).toBe('');
});
