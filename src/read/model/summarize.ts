import { sectionsOf } from '../../base/container/layout.js';
import { deviceOf } from '../../base/schema/architecture.js';
import { enumByName, enumValueName } from '../../base/schema/lookup.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import { hold } from '../../base/source/held.js';
import type { Source } from '../../base/source/source.js';
import { drive } from '../scan/drive.js';
import { Scanner } from '../scan/scanner.js';
import type { MdlView } from './mdl.gen.js';
import { type Model, type OpenOptions, openModel } from './open.js';
import { MAX_NAMES, MAX_TEXT, readable, readableLater, take } from './readable.js';
import { streamRules } from './streams/stream-rules.js';
import { groupOf } from './summarize-group.js';
import type {
  ByteShare,
  ContainerSummary,
  EnumSummary,
  ExtensionSummary,
  ExternalResourceSummary,
  FeatureSummary,
  HeaderSummary,
  ModelSummary,
  NetworkGroupSummary,
} from './summary.js';
import { MAX_GROUPS_LISTED, Tally, type TallyDepth } from './tally.js';
import { wholeNumber } from './whole-number.js';

/** Header fields that are written as hexadecimal digits: checksums and the magic. */
const DIGITS = /^(magic|md5|crc|xxh3|proto_xxh3)$/;

/**
 * Summarizes a model file. Names, streams and header come from the lazy views, counts from a scan that skips
 * the blobs. For a broken file, returns the readable part, and `problems`. Closes the source.
 * @throws ProtomdlError `frame-…`, `source-too-large` (a stream of more than 1 GiB), and the codes
 *   of the source
 */
export async function summarize(source: Source, options: OpenOptions = {}): Promise<ModelSummary> {
  const model = await openModel(source.randomAccess ? source : await hold(source), {
    ...options,
    partial: true,
    maxText: MAX_TEXT,
  });
  try {
    return await summarizeModel(model, await tallyOf(model, model.source, 'all'));
  } finally {
    await model.close();
  }
}

/** Summarizes a model from its counts. @param turn called now and then; may throw to stop the work */
export async function summarizeModel(
  model: Model,
  tally: Tally,
  turn?: () => Promise<void> | void,
): Promise<ModelSummary> {
  const size = model.source.size ?? 0;
  const problems = [...tally.problems];
  const { root } = model;
  const header = readable(problems, null, () => headerOf(root));
  const features = readable(problems, NO_FEATURES, () => featuresOf(root));
  const networkGroups: NetworkGroupSummary[] = [];
  const shown = { coreOps: 0 };
  const rules = readable(problems, null, () => streamRules(root));
  await readableLater(problems, async () => {
    for (const group of root.networkGroups) {
      const unknownFields = tally.unknownFields[networkGroups.length];
      if (unknownFields === undefined) break;
      const summary = await groupOf(group, tally, MAX_GROUPS_LISTED - shown.coreOps, rules, problems, turn);
      shown.coreOps += summary.coreOps.length;
      networkGroups.push({ ...summary, unknownFields });
    }
  });
  const externalResources: ExternalResourceSummary[] = [];
  readable(problems, undefined, () => externalResources.push(...resourcesOf(root)));
  return {
    size,
    container: containerOf(model, size),
    header,
    features,
    networkGroups,
    networkGroupCount: tally.groupCount,
    externalResources,
    bytes: sharesOf(model, size, tally),
    problems: [...new Set(problems)],
  };
}

/**
 * Scans a model's message and tallies its elements and bytes. @param source the model's source, or a source
 * that reads from it
 */
export async function tallyOf({ frame }: Model, source: Source, depth: TallyDepth): Promise<Tally> {
  const size = source.size ?? Number.POSITIVE_INFINITY;
  const from = frame?.messageOffset ?? 0;
  const claimed = frame === null ? size : from + frame.protoSize;
  const tally = new Tally(depth);
  const scanner = new Scanner(tally.plan, tally);
  scanner.start(0, from, claimed, size);
  await drive(scanner, source, Math.min(claimed, size));
  return tally;
}

function headerOf(root: MdlView): HeaderSummary | null {
  const { header } = root;
  if (header === undefined) return null;
  const milliseconds = Number(header.timestamp);
  const date = new Date(milliseconds);
  return {
    hwArch: { ...enumSummary('ProtoMDLHwArch', header.hwArch), device: deviceOf(header.hwArch) },
    created: milliseconds === 0 || Number.isNaN(date.getTime()) ? null : date.toISOString(),
    timestamp: wholeNumber(header.timestamp),
    sdkVersion: header.sdkVersion,
    version: wholeNumber(header.version),
  };
}

const NO_FEATURES: FeatureSummary = { included: null, extensions: [], optionalExtensions: [] };

function featuresOf(root: MdlView): FeatureSummary {
  const features = root.includedFeatures;
  const table = features?.view.table;
  const included = table?.fields.flatMap(({ number, name }) => {
    const value = features?.view.get(number);
    return typeof value === 'number'
      ? value > 0
        ? [`${name} = ${value}`]
        : []
      : value === true
        ? [name]
        : [];
  });
  return {
    included: included ?? null,
    extensions: extensionsOf(root.extensions),
    optionalExtensions: extensionsOf(root.optionalExtensions),
  };
}

function extensionsOf(
  list: Iterable<{ readonly typeIndex: number; readonly name: string }>,
): ExtensionSummary[] {
  return take(list, MAX_NAMES).map(({ typeIndex, name }) => ({
    ...enumSummary('ProtoMDLExtensionType', typeIndex),
    text: name,
  }));
}

function resourcesOf(root: MdlView): ExternalResourceSummary[] {
  return take(root.externalResources, MAX_NAMES).map(({ name, offset, size }) => ({
    name,
    offset: wholeNumber(offset),
    size: wholeNumber(size),
  }));
}

function enumSummary(typeName: string, number: number): EnumSummary {
  const table = enumByName(MDL, typeName);
  return { number, name: (table && enumValueName(table, number)) ?? null };
}

function containerOf({ detection, frame }: Model, size: number): ContainerSummary {
  if (frame === null) return { framing: 'bare', version: null, fields: [], sections: [] };
  return {
    framing: detection.framing,
    version: frame.version,
    fields: frame.fields.map(({ name, value, hex }) => ({
      name,
      value: DIGITS.test(name) ? hex : wholeNumber(BigInt(value)),
    })),
    sections: sectionsOf(frame, size).map(({ name, offset, length }) => ({ name, offset, length })),
  };
}

function sharesOf({ frame, message }: Model, size: number, tally: Tally): ByteShare[] {
  const shares = [...tally.bytes].map(([kind, bytes]) => ({ kind, bytes }));
  const counted = shares.reduce((sum, { bytes }) => sum + bytes, 0);
  shares.push({ kind: 'structure and names', bytes: Math.max(0, message.length - counted) });
  for (const { name, length } of frame === null ? [] : sectionsOf(frame, size)) {
    if (name !== 'message') shares.push({ kind: `${name} (outside the message)`, bytes: length });
  }
  return shares.filter(({ bytes }) => bytes > 0).sort((a, b) => b.bytes - a.bytes);
}
