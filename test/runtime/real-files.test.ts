/** Files from real compilers, if PROTOMDL_REAL_FILES names their folder. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RuntimeVerdict } from '../../src/check/runtime/verdict.js';
import { outcomeText, runtimeOf } from './predicted.js';

const folder = process.env.PROTOMDL_REAL_FILES;
const there = folder !== undefined && existsSync(folder);
const names = there ? readdirSync(folder).filter((name) => name.endsWith('.hef')) : [];

/** Expected outcomes, by the version of a file's container, and by its later layouts and lists. */
const EXPECTED: readonly (readonly [name: RegExp, outcomes: readonly string[]])[] = [
  [/^v0-3\.(14|22)/, ['accepts', 'accepts', 'load 92 extension-not-loadable']],
  // An old release does not see the contexts of such a group.
  [/^v0-3\.25-partial/, ['load crashes no-contexts newer-layout', 'accepts', 'accepts']],
  [
    /^v0-.*-truncated/,
    ['load 26 frame-length-mismatch', 'load 26 frame-length-mismatch', 'load 91 frame-length-mismatch'],
  ],
  [/^v0-/, ['load 26 extension-not-loadable', 'accepts', 'accepts']],
  [/^v[12]-/, ['load 26 frame-version-unsupported', 'accepts', 'accepts']],
  [
    /^v3-.*-truncated/,
    [
      'load 26 frame-version-unsupported',
      'load 26 frame-version-unsupported',
      'load 91 frame-length-mismatch',
    ],
  ],
  // The outputs have a scale for each feature. The input has no scales, but 4.23 reads them in the input, too.
  [
    /^v3-5\.4-eight/,
    [
      'load 26 frame-version-unsupported',
      'load 26 frame-version-unsupported',
      'load crashes edge-scales-count',
    ],
  ],
  [/^v3-/, ['load 26 frame-version-unsupported', 'load 26 frame-version-unsupported', 'accepts']],
];

describe.skipIf(!there)('real files', () => {
  it.each(names)('%s', async (name) => {
    const runtime = await runtimeOf(new Uint8Array(readFileSync(join(folder as string, name))));
    const [, expected] = EXPECTED.find(([pattern]) => pattern.test(name)) ?? [];
    const outcomes = Object.values<RuntimeVerdict>(runtime).map(outcomeText);
    // For files that this test does not know, there must be a prediction.
    if (expected !== undefined) expect(outcomes).toEqual(expected);
    expect(outcomes).toHaveLength(3);
  });
});
