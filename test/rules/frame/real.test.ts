import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeText } from '../../../src/base/diagnostics/catalogue.js';
import { FRAME_RULES } from '../../../src/check/rules/frame/index.js';
import { judge } from './judge.js';

const folder = process.env.PROTOMDL_REAL_FILES;
const files = folder === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith('.hef'));

describe('files that real compilers wrote', () => {
  it.skipIf(folder === undefined)('exist (skipped: PROTOMDL_REAL_FILES is not set)', () => {
    expect(files.length).toBeGreaterThan(0);
  });

  it.each(files)('%s', async (name) => {
    const judged = await judge(new Uint8Array(readFileSync(join(folder as string, name))));
    const errors = judged.codes.filter(
      (code) => FRAME_RULES.find((info) => info.code === code)?.severity === 'error',
    );
    if (name.includes('truncated')) {
      expect(judged.codes).toEqual(['frame-length-mismatch']);
      expect(judged.checksum).toBe('skipped');
    } else {
      expect(errors).toEqual([]);
      expect(judged.checksum).toBe('verified');
    }
    expect(judged.frame?.version).toBe(Number(/^v(\d)/.exec(name)?.[1]));
  });
});

describe('the catalogue', () => {
  it('has each code once, with its line and the behaviour of the runtime', () => {
    expect(new Set(FRAME_RULES.map(({ code }) => code)).size).toBe(FRAME_RULES.length);
    for (const info of FRAME_RULES) {
      const { code, summary } = info;
      const { runtime } = codeText(info);
      expect(code).toMatch(/^frame-[a-z0-9-]+$/);
      expect(summary).not.toContain('\n');
      expect(runtime).toMatch(/\.$/);
    }
  });
});
