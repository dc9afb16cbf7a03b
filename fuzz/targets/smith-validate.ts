import { FEATURE_NAMES } from '../../src/attack/smith/features.js';
import { faultCodes, smithInvalid } from '../../src/attack/smith/invalid.js';
import { LAYOUTS, type SmithFraming, type SmithOptions } from '../../src/attack/smith/settings.js';
import { smithFile, smithModel } from '../../src/attack/smith/smith.js';
import { isProtomdlError } from '../../src/base/diagnostics/error.js';
import { memorySource } from '../../src/base/source/memory.js';
import { nodeChecksums } from '../../src/check/validate/node-checksums.js';
import { validate } from '../../src/check/validate/validate.js';
import { readNetwork } from '../../src/show/network/read-network.js';
import { agree, Disagreement, type Target } from '../target.js';

const FRAMINGS: readonly SmithFraming[] = ['bare', 0, 1, 2, 3];
const CODES = faultCodes();

export const smithValidate: Target = {
  name: 'smith-validate',
  about:
    'generated models are valid with consistent notes, for all options; models with a fault have only the finding of that fault',
  shape: 'bytes',
  maxLength: 40,
  batch: 16,
  covers: /\/src\/\w+\/(smith|wire|tree|container|rules)\//,
  limitMs: 30_000,
  seeds: () =>
    Array.from({ length: 24 }, (_, i) => Uint8Array.of(i, i, 0, 0, 0, 0, ...Array(i % 12).fill(i * 7))),
  async open() {
    return {
      async run(input) {
        const wishes = new Wishes(input);
        const options = wishes.options();
        const fault = wishes.chance(4) ? wishes.one(CODES) : undefined;
        try {
          return fault === undefined ? await checkValid(options) : await checkFault(fault, options);
        } catch (error) {
          // Options may contradict each other, and not every model can contain every fault.
          if (isProtomdlError(error) && error.code === 'smith-option') return ['refused'];
          throw error;
        }
      },
    };
  },
};

async function checkValid(options: SmithOptions): Promise<string[]> {
  const model = smithModel(options);
  const file = await smithFile(options);
  agree('size', file.length, model.fileSize);
  const { warns, informs, features } = model.describe();
  const { diagnostics } = await validate(memorySource(file), { checksums: nodeChecksums });
  for (const { severity, code, message } of diagnostics) {
    const allowed = { error: [], warning: warns, info: [...warns, ...informs] }[
      severity
    ] as readonly string[];
    if (!allowed.includes(code)) throw new Disagreement(`${severity} ${code}`, message);
  }
  agree('made again', await smithFile(options), file);
  if (features.includes('notes')) {
    const { problem, remarks } = await readNetwork(memorySource(file));
    agree('notes', { problem, remarks }, { problem: null, remarks: [] });
  }
  return features.map((feature) => `has ${feature}`);
}

async function checkFault(code: string, options: SmithOptions): Promise<string[]> {
  const { bytes, findings, also } = await smithInvalid(code, options);
  const { diagnostics } = await validate(memorySource(bytes), {
    checksums: nodeChecksums,
    maxPerCode: 10_000,
  });
  for (const { code: expected, offset } of findings) {
    const isThere = diagnostics.some((one) => one.code === expected && one.offset === offset);
    if (!isThere) throw new Disagreement(`${code}: ${expected} is not found`, `at ${offset}`);
  }
  for (const { code: found, severity, offset } of diagnostics) {
    const isExpected =
      findings.some((one) => one.code === found) || (severity !== 'error' && also.includes(found));
    if (!isExpected) throw new Disagreement(`${code}: ${found} as well`, `at ${offset}`);
  }
  return [`fault ${code}`];
}

/** Derives the options of a model from the bytes of an input, until the input ends. */
class Wishes {
  #at = 0;

  constructor(private readonly input: Uint8Array) {}

  /** Returns options; for most inputs these are small numbers, so that most models are small. */
  options(): SmithOptions {
    const seed = this.#next(256) + 256 * this.#next(256) + 65536 * this.#next(256);
    const options: SmithOptions = {
      seed,
      framing: this.one(FRAMINGS),
      ...(this.chance(3) && { layout: this.one(LAYOUTS) }),
      ...(this.chance(3) && { swarm: true }),
      ...(this.chance(5) && { uncommon: true }),
      ...(this.chance(5) && { words: false }),
      ...(this.chance(6) && { ethernet: true }),
      ...(this.chance(3) && { groups: 1 + this.#next(8) }),
      ...(this.chance(3) && { networks: 1 + this.#next(8) }),
      ...(this.chance(3) && { contexts: 1 + this.#next(this.chance(8) ? 255 : 12) }),
      ...(this.chance(3) && { actions: this.#next(256) * (this.chance(6) ? 20 : 1) }),
      ...(this.chance(3) && { blob: 16 + 8 * this.#next(256) }),
      ...(this.chance(3) && { blobs: this.#next(40) }),
      ...(this.chance(2) && { with: [this.one(FEATURE_NAMES)] }),
      ...(this.chance(2) && { without: [this.one(FEATURE_NAMES)] }),
      ...(this.chance(6) && { targetBytes: 1 + 2 * this.#next(256) * this.#next(256) }),
    };
    return this.chance(4) ? { ...options, with: [...(options.with ?? []), 'notes'] } : options;
  }

  /** True with a probability of about 1 / `among`, decided by the next byte. */
  chance(among: number): boolean {
    return this.#next(256) % among === 1;
  }

  one<T>(items: readonly T[]): T {
    return items[this.#next(items.length)] as T;
  }

  #next(below: number): number {
    return (this.input[this.#at++] ?? 0) % below;
  }
}
