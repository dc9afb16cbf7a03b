import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT, start } from './support/fleet.js';

/** The whole conversation takes half a minute of processor time: in the full check. */
const IS_FULL = process.env.FLEET_TESTS === 'full' && existsSync(join(ROOT, 'services/node_modules/tsx'));

it.skipIf(!IS_FULL)(
  'the gate lets a valid model pass, stops another, and its bot answers to an upload',
  async () => {
    const { code, stdout } = await start(join(ROOT, 'examples/release-gate/run.mjs'), []).ended;
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /\[#builds > release 5\] Model Checker:[\s\S]*frame-checksum-mismatch[\s\S]*\| 4\.20\.0 \| /,
    );
    expect(stdout).toMatch(
      /\[direct message\] Model Checker:[\s\S]*action-unset[\s\S]*\| 4\.20\.0 \| rejects \|/,
    );
    // The service shows HTML as text.
    expect(stdout).not.toMatch(/<\/?(details|summary)>/);
    expect(stdout).toMatch(/ended with 0 for a valid model, 1 for one that is not/);
  },
);
