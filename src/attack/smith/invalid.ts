import { type ChecksumProvider, wasmChecksums } from '../../base/container/checksum.js';
import { type ContainerVersion, decodeHeaderFields, headerSizeOf } from '../../base/container/header.js';
import { partsOf, takeApart } from '../../base/container/take-apart.js';
import { encodeFrame, type FrameParts } from '../../base/container/write.js';
import { byPlaceAndCode, type Severity } from '../../base/diagnostics/diagnostic.js';
import { isProtomdlError } from '../../base/diagnostics/error.js';
import { CATALOGUE } from '../../check/rules/index.js';
import { encodeTree } from '../../read/tree/encode.js';
import { parseTree } from '../../read/tree/parse.js';
import type { RecordPosition } from '../../read/tree/place.js';
import { Random, scrambled } from '../random.js';
import type { Description } from './describe.js';
import {
  type Expected,
  type FaultNeeds,
  type FrameDraft,
  NoPlace,
  type Site,
  type SmithFault,
} from './faults/fault.js';
import { FAULTS } from './faults/index.js';
import { type FileLayout, placeOfSpot } from './faults/spots.js';
import {
  type ModelLayout,
  refusedSettings,
  SEQUENCE,
  type SmithFraming,
  type SmithOptions,
  settingsOf,
} from './settings.js';
import { type Smithed, smithedBytes, smithModel } from './smith.js';

/** A finding that the validator must report for the file. */
export interface FaultFinding extends RecordPosition {
  /** A code of the catalogue. */
  readonly code: string;
  /** Severity of the finding. */
  readonly severity: Severity;
  /** Number of occurrences that the finding stands for. */
  readonly count: number;
  /** Related places of the finding. */
  readonly related: readonly RecordPosition[];
}

/** A file with exactly one fault. */
export interface InvalidModel {
  /** Code of the fault. */
  readonly code: string;
  /** The whole file. */
  readonly bytes: Uint8Array;
  /** Findings that the validator must report, in the order of reports. */
  readonly findings: readonly FaultFinding[];
  /** Codes of the warnings and remarks that the valid model has. */
  readonly also: readonly string[];
  /** The model before the fault. */
  readonly model: Description;
}

/** Returns the codes for which `smithInvalid` has a fault, in the order of the catalogue. */
export function faultCodes(): readonly string[] {
  return [...CATALOGUE.keys()].filter((code) => FAULTS.has(code));
}

/** Maximum size of a model, because putting a fault into a model requires its tree in memory. */
const MOST_BYTES = 2 ** 28;
/** Maximum total size of all models that are tried for one fault. */
const MOST_BYTES_TRIED = 2 ** 30;
/** Number of models to try before giving up on a fault. */
const ATTEMPTS = 200;
const FRAMING_CHOICE: readonly SmithFraming[] = ['bare', 0, 1, 2, 3];
const LAYOUT_CHOICE: readonly ModelLayout[] = [
  'classic',
  'classic',
  'classic',
  'classic',
  'partial',
  'ops',
  'ops-partial',
];

/**
 * Makes a file with one fault. The seed determines a valid model, and the place of the fault. If the model
 * has no suitable place, other models derived from the seed are tried.
 * @param code code of the catalogue, or `random`
 * @param options other requirements for the model
 * @throws ProtomdlError `smith-option` for a code without a fault, for options under which no model has a
 * place for the fault, and for a model of more than 256 MiB
 */
export async function smithInvalid(
  code: string,
  options: SmithOptions = {},
  checksums: ChecksumProvider = wasmChecksums,
): Promise<InvalidModel> {
  const seed = options.seed ?? 0;
  if (code !== 'random') return spoil(faultOf(code), options, checksums);
  let refusal: unknown;
  for (const chosen of Random.of(seed, SEQUENCE.fault).shuffled(faultCodes())) {
    try {
      return await spoil(faultOf(chosen), options, checksums);
    } catch (error) {
      // With these options, no model has a place for this fault. For a random code, the next code may have a
      // place.
      if (!isProtomdlError(error) || error.code !== 'smith-option') throw error;
      refusal = error;
    }
  }
  throw refusal;
}

async function spoil(
  fault: SmithFault,
  options: SmithOptions,
  checksums: ChecksumProvider,
): Promise<InvalidModel> {
  const seed = options.seed ?? 0;
  let contradiction: string | undefined;
  let refusal: unknown;
  let made = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const random = Random.of(seed, SEQUENCE.fault, textHash(fault.code), attempt);
    const needs = needsOf(fault, random);
    contradiction = contradictionOf(options, needs);
    if (contradiction !== undefined) continue;
    const wishes = withNeeds({ ...options, seed: attempt === 0 ? seed : anySeed(random) }, needs, random);
    const smithed = attemptOf(wishes);
    if (!('fileSize' in smithed)) {
      refusal = smithed.refusal;
      continue;
    }
    refusal = undefined;
    made += smithed.fileSize;
    if (attempt > 0 && made > MOST_BYTES_TRIED) break;
    if (smithed.fileSize > MOST_BYTES) {
      throw refusedSettings(
        `a model of ${smithed.fileSize} bytes: faults are put into models of up to 256 MiB`,
      );
    }
    const model = smithed.describe();
    const file = takeApart(await smithedBytes(smithed, { checksums }), framingMode(wishes));
    if (file.framing === 'unknown') throw new Error('a smithed frame that cannot be read');
    const root = parseTree(file.message);
    const site: Site & { frame: FrameDraft | undefined } = {
      root,
      frame: file.framing === 'bare' ? undefined : draftOf(file),
      random,
      model,
      cut: undefined,
    };
    const expected = expectedOf(fault, site);
    if (expected === undefined) continue;
    const also = [...model.warns, ...model.informs].sort();
    // The model must not have findings with the codes of the fault's findings, because findings of one code
    // would be confused.
    if (fault.isComplete !== true && expected.some(({ code = fault.code }) => also.includes(code))) continue;
    const message = encodeTree(root);
    const { frame } = site;
    const whole = frame === undefined ? message : await encodeFrame({ ...frame, message }, checksums);
    const bytes = whole.slice(0, site.cut);
    const findings = findingsOf(expected, fault.code, layoutOf(bytes, message, frame));
    return { code: fault.code, bytes, findings, also, model };
  }
  if (refusal !== undefined) {
    // If the options contradict each other, `settingsOf` throws the actual reason.
    settingsOf(options);
    throw refusal;
  }
  throw refusedSettings(
    contradiction === undefined
      ? `${fault.code}: no model with these options has a place for it, of all that were tried`
      : `${fault.code} needs ${contradiction}`,
  );
}

/**
 * Makes a model, or returns the reason for a failure. The next attempt may succeed, because a fault may have
 * random requirements.
 */
function attemptOf(wishes: SmithOptions): Smithed | { readonly refusal: unknown } {
  try {
    return smithModel(wishes);
  } catch (error) {
    if (!isProtomdlError(error) || error.code !== 'smith-option') throw error;
    return { refusal: error };
  }
}

function expectedOf(fault: SmithFault, site: Site): readonly Expected[] | undefined {
  try {
    return fault.apply(site);
  } catch (error) {
    if (error instanceof NoPlace) return undefined;
    throw error;
  }
}

function faultOf(code: string): SmithFault {
  const fault = FAULTS.get(code);
  if (fault !== undefined) return fault;
  throw refusedSettings(
    CATALOGUE.has(code) ? `there is no small model with ${code}` : `there is no code ${code}`,
  );
}

/** Options that only determine the size of a model. A larger model than a fault requires is also suitable. */
const SIZES: readonly string[] = ['actions', 'blob', 'blobs', 'targetBytes'];

/**
 * Describes a conflict between options and a fault's requirements, which would change the expected findings;
 * undefined without a conflict.
 */
function contradictionOf(options: SmithOptions, needs: FaultNeeds): string | undefined {
  const { framings, layouts, with: wanted = [], without = [], ...values } = needs;
  const isOff = (list: readonly unknown[] | undefined, value: unknown) =>
    list !== undefined && value !== undefined && !list.includes(value);
  if (isOff(framings, options.framing)) return `framing ${framings?.join(', ')}, not ${options.framing}`;
  if (isOff(layouts, options.layout)) return `the layout ${layouts?.join(', ')}, not ${options.layout}`;
  for (const [name, value] of Object.entries(values)) {
    const given = options[name as keyof SmithOptions];
    if (given !== undefined && given !== value && !SIZES.includes(name))
      return `${name} ${value}, not ${given}`;
  }
  const missing = wanted.find((feature) => options.without?.includes(feature));
  if (missing !== undefined) return `${missing}, which there is to be none of`;
  const unwanted = without.find((feature) => options.with?.includes(feature));
  return unwanted === undefined ? undefined : `a model without ${unwanted}`;
}

function withNeeds(options: SmithOptions, needed: FaultNeeds, random: Random): SmithOptions {
  const { framings = FRAMING_CHOICE, layouts = LAYOUT_CHOICE, ...needs } = needed;
  const framing = random.one(framings);
  const layout = random.one(layouts);
  return {
    framing,
    layout,
    ...needs,
    ...options,
    with: [...(needs.with ?? []), ...(options.with ?? [])],
    without: [...(needs.without ?? []), ...(options.without ?? [])],
  };
}

function needsOf({ needs = {} }: SmithFault, random: Random): FaultNeeds {
  return typeof needs === 'function' ? needs(random) : needs;
}

function framingMode({ framing }: SmithOptions): 'bare' | 'framed' {
  return framing === 'bare' ? 'bare' : 'framed';
}

/** Returns the frame without the message; padding is computed when the size of the message is known. */
function draftOf(file: Extract<ReturnType<typeof takeApart>, { framing: 'framed' }>): FrameDraft {
  const { message: _, padding: _padding, ...parts }: FrameParts = partsOf(file);
  return parts;
}

function layoutOf(bytes: Uint8Array, message: Uint8Array, frame: FrameDraft | undefined): FileLayout {
  const fileSize = bytes.length;
  if (frame === undefined)
    return { base: 0, messageSize: Math.min(message.length, fileSize), fileSize, header: [] };
  const version: ContainerVersion = frame.version;
  const base = headerSizeOf(version, frame.form);
  const header = new Uint8Array(base);
  header.set(bytes.subarray(0, base));
  return {
    base,
    messageSize: Math.max(0, Math.min(message.length, fileSize - base)),
    fileSize,
    header: decodeHeaderFields(header, version, frame.form),
  };
}

function findingsOf(expected: readonly Expected[], own: string, layout: FileLayout): FaultFinding[] {
  const findings = expected.map(
    ({ code = own, severity, at, path, related = [], count = 1 }): FaultFinding => {
      const place = placeOfSpot(at, layout);
      return {
        code,
        severity: severity ?? CATALOGUE.get(code)?.severity ?? 'error',
        offset: place.offset,
        length: place.length,
        count,
        path: (typeof path === 'function' ? path() : path) ?? place.path,
        related: related.map((spot) => placeOfSpot(spot, layout)),
      };
    },
  );
  return findings.sort(byPlaceAndCode);
}

function anySeed(random: Random): number {
  return random.bits() * 0x20_0000 + random.below(0x20_0000);
}

function textHash(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = scrambled(hash ^ text.charCodeAt(i));
  return hash;
}
