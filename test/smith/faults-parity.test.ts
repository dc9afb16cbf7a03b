import { describe, expect, it } from 'vitest';
import { faultCodes, smithInvalid } from '../../src/attack/smith/invalid.js';
import { CATALOGUE } from '../../src/check/rules/index.js';

/** Codes for which no small model can have a fault, with the reason. */
const WITHOUT_FAULT: Readonly<Record<string, string>> = {
  'message-too-large': 'takes a message of 2 GiB',
  'check-incomplete': 'takes more of something than is remembered, and is about the validator, not the file',
};

describe('faults', () => {
  it('exist for every code of the catalogue, except for codes that are listed with a reason', () => {
    const missing = [...CATALOGUE.keys()].filter((code) => !faultCodes().includes(code));
    expect(missing.sort()).toEqual(Object.keys(WITHOUT_FAULT).sort());
  });

  it('are the same for the same seed, and different for different seeds', async () => {
    const code = 'unknown-fields';
    const [one, again, other] = await Promise.all([5, 5, 6].map((seed) => smithInvalid(code, { seed })));
    expect(again).toEqual(one);
    expect(other?.findings).not.toEqual(one?.findings);
  });

  it('occur at various kinds of places', async () => {
    const kinds = new Set<string>();
    for (let seed = 0; seed < 20; seed++) {
      const { findings } = await smithInvalid('wire-invalid-tag', { seed });
      kinds.add((findings[0]?.path ?? '').replace(/\[\d+\]/g, ''));
    }
    expect(kinds.size).toBeGreaterThan(8);
  });

  it('use another model if the first model has no place for the fault', async () => {
    // Only a model with words after its message has pointers to words, so the first model has no place for
    // the fault.
    const { model, findings } = await smithInvalid('frame-ccw-ptr-out-of-range', { seed: 1, blobs: 1 });
    expect(model.blobs).toBe(1);
    expect(findings).toHaveLength(1);
    await expect(smithInvalid('frame-ccw-ptr-out-of-range', { seed: 1, blobs: 0 })).rejects.toMatchObject({
      code: 'smith-option',
      message: expect.stringContaining('no model with these options has a place for it'),
    });
  });

  it('are not made in models of more than 256 MiB', async () => {
    await expect(smithInvalid('unknown-fields', { targetBytes: 2 ** 29 })).rejects.toThrow('256 MiB');
  });
});
