/**
 * Predictions compared with results of real loaders: the folder of PROTOMDL_LOADER_CASES, or
 * `../shared/cases/loader` beside the repository, has files and `verdicts.json`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Release } from '../../src/base/diagnostics/releases.js';
import { memorySource } from '../../src/base/source/memory.js';
import { codesBehind } from '../../src/check/config/runtime-answers.js';
import { CATALOGUE } from '../../src/check/rules/index.js';
import { nodeChecksums } from '../../src/check/validate/node-checksums.js';
import { validate } from '../../src/check/validate/validate.js';

interface Answer {
  readonly releases: readonly Release[];
  readonly verdict: string;
  readonly stage: string | null;
  readonly status: number | null;
  readonly message?: string;
}

/** Messages that do not name the fault: the cases have only the first characters of a message. */
const SAYS_NOTHING = /^CHECK failed$|^The network group 'n+$|^VStream .*_{20}$/;

const folder = process.env.PROTOMDL_LOADER_CASES ?? resolve('../shared/cases/loader');
const real = process.env.PROTOMDL_REAL_FILES ?? resolve('../shared/real');
const isThere = existsSync(join(folder, 'verdicts.json'));
const unpacked = resolve('.cache/loader-cases');

/**
 * When a release loads these files, it reads memory outside of the file, whose content differs from run to
 * run.
 */
const READS_FOREIGN_MEMORY: Readonly<Record<string, string>> = {
  'craft/scales-short-dir0.hef': 'a list of scales that is shorter than the features of its input',
};

/**
 * Rows of the table in docs/runtime.md: release, number of files, number of files whose prediction is exact.
 */
function tableRows(): readonly (readonly string[])[] {
  const text = readFileSync(resolve('docs/runtime.md'), 'utf8');
  return [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| (\d+) \| (\d+) \|$/gm)].map(([, ...row]) => row);
}

describe.skipIf(!isThere)(`answers of loaders${isThere ? '' : `: ${folder} is not there`}`, () => {
  it('match the predictions, release by release, and explain explains their messages', {
    timeout: 300_000,
  }, async () => {
    mkdirSync(unpacked, { recursive: true });
    execFileSync('tar', ['-xJf', join(folder, 'files.tar.xz'), '-C', unpacked]);
    const verdicts: Readonly<Record<string, readonly Answer[]>> = JSON.parse(
      readFileSync(join(folder, 'verdicts.json'), 'utf8'),
    );
    const wrong: string[] = [];
    const unexplained = new Set<string>();
    const exact = new Map<string, number>();
    let compared = 0;
    for (const [name, answers] of Object.entries(verdicts)) {
      if (name in READS_FOREIGN_MEMORY) continue;
      const path = name.startsWith('real/') ? join(real, basename(name)) : join(unpacked, name);
      if (name.startsWith('real/') && !existsSync(path)) continue;
      const releases = answers.flatMap((answer) => answer.releases);
      const { runtime } = await validate(memorySource(new Uint8Array(readFileSync(path))), {
        checksums: nodeChecksums,
        runtimes: releases,
        named: 'framed',
      });
      for (const { releases, verdict, stage, status, message } of answers) {
        for (const release of releases) {
          const predicted = runtime?.[release];
          const cause = predicted?.because[0];
          if (message !== undefined && cause !== undefined && !SAYS_NOTHING.test(message)) {
            const isExplained = codesBehind(message, CATALOGUE)?.includes(cause) === true;
            if (!isExplained) unexplained.add(`${message}: ${cause}`);
          }
          const ours = [predicted?.verdict, predicted?.stage, predicted?.status].join(' ');
          compared++;
          if (ours === [verdict, stage, status].join(' ')) exact.set(release, (exact.get(release) ?? 0) + 1);
          else {
            wrong.push(`${name} in ${release}: ${verdict} ${stage} ${status}, predicted ${ours}`);
          }
        }
      }
    }
    expect(wrong).toEqual([]);
    expect([...unexplained]).toEqual([]);
    const files = Object.keys(verdicts).length - Object.keys(READS_FOREIGN_MEMORY).length;
    const isWhole = compared === files * exact.size;
    // Without the real files, the counts differ from those in the table.
    if (isWhole)
      expect(tableRows()).toEqual([...exact].map(([release, count]) => [release, `${files}`, `${count}`]));
    expect(compared).toBeGreaterThan(1000);
  });
});
