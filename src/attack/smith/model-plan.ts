import { enumByName } from '../../base/schema/lookup.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import { Random } from '../random.js';
import { CoreOpSmith } from './core-op-smith.js';
import { DDR } from './edges.js';
import { featureCodes } from './features.js';
import { decodesBoxes, type GraphPlan, planGraph } from './graph-plan.js';
import type { CoreOpPlan, GroupPlan, VariantPlan } from './group-plan.js';
import { fitsArchitecture, fitsExtension, needsPeriphCalculation } from './loads-on.js';
import { Names } from './names.js';
import { planNotes } from './notes-plan.js';
import { writeNotes } from './notes-writer.js';
import { areAlike, isInParts, type ModelLayout, SEQUENCE, type SmithSettings } from './settings.js';

// Numbers of ProtoMDLExtensionType.
const DDR_BUFFERS = 2;
const PADDED_DDR_BUFFERS = 3;
const IS_MULTI_CONTEXTS = 4;
const MULTI_NETWORK = 8;
const HW_PADDING = 11;
const RUN_ASAP = 12;
const NMS_OUTPUT_BURST = 19;
const SCALE_PER_FEATURE = 25;
const PERIPH_CALCULATION = 26;
const NET_FLOW = 13;
/** Extensions that do not require anything in the rest of the model. */
const FREE = [0, 1, 5, 6, 9, 10] as const;
const RESERVED = [7, 0xffff];

const ARCHITECTURES = [1, 2, 103, 104, 105] as const;
const TEST_ARCHITECTURES = [0, 100, 101, 102] as const;
const LATER_ARCHITECTURES = [5, 6, 106, 108] as const;
/** Architectures whose groups need variants for parts of the device: loaders search only the variants. */
const ARCHITECTURES_IN_PARTS = [3, 3, 4] as const;
/** Architectures whose sequencers do not use the legacy field for their start. */
const NO_LEGACY = [103, 104, 105];

/**
 * Architectures with bursts of boxes of the type `H8_PER_CLASS`, and architectures with bursts of the two
 * other types. All other architectures have no bursts.
 */
const NMS_OF_FIRST_KIND = [0, 1, 2, 3, 101];
const NMS_OF_SECOND_KIND = [4, 5, 6, 103, 104, 105, 106];

/** Smallest timestamp in milliseconds since 1970; timestamps are from 2019 to 2026. */
const FIRST_TIMESTAMP = 1_546_300_800_000;

interface HeaderPlan {
  readonly arch: number;
  readonly timestamp: number;
  readonly sdk: readonly [number, number, number];
  readonly sdkNumbers: boolean;
  readonly version: number;
}

/** A planned model: everything except operations and blobs, which are made while the model is written. */
export interface ModelPlan {
  readonly settings: SmithSettings;
  readonly header: HeaderPlan;
  readonly severalNetworks: boolean;
  readonly groups: readonly GroupPlan[];
  readonly graphs: readonly (GraphPlan | undefined)[];
  readonly extensions: readonly number[];
  readonly optionalExtensions: readonly number[];
  /** Largest number of contexts in a core op. */
  readonly mostContexts: number;
  readonly coreOps: readonly CoreOpPlan[];
  readonly usesDdr: boolean;
  readonly sequencerFlag: boolean;
  /** Number of unknown names in the mapping, which no reader can decode; 0 without such names. */
  readonly mapping: number;
  /** The compiler's notes of the first core op, if the mapping has them. */
  readonly notes: Uint8Array | undefined;
  readonly resources: boolean;
  readonly tail: boolean;
  readonly messageChecksum: boolean;
  /** True if sequencers may start from the legacy field. */
  readonly legacyL3: boolean;
  /** Codes of the warnings that validation may report. */
  readonly warns: readonly string[];
}

/** @throws ProtomdlError `smith-option` if no model can meet all options */
export function planModel(settings: SmithSettings): ModelPlan {
  const { seed, palette, framing } = settings;
  const random = Random.of(seed, SEQUENCE.header);
  const isGraph = settings.layout === 'ops' || settings.layout === 'ops-partial';
  // A model with old flags has no extensions, which graphs and several networks need.
  const oldFlags = settings.networks === undefined && !isGraph && palette.roll('old-flags', 8, random);
  const several =
    !oldFlags &&
    (settings.networks === undefined ? palette.roll('multi-network', 35, random) : settings.networks > 1);
  if (several) palette.note('multi-network');
  const runAsap = !oldFlags && palette.roll('run-asap', 35, random);
  const header = planHeader(settings, oldFlags, random);
  const bursts = planBursts(header, settings, oldFlags, random);
  const groups: GroupPlan[] = [];
  const coreOps: CoreOpPlan[] = [];
  for (let index = 0; index < settings.groups; index++) {
    const group = planGroup({ settings, index, several, runAsap, bursts, position: coreOps.length });
    groups.push(group);
    coreOps.push(...group.variants.map(({ coreOp }) => coreOp));
  }
  const graphs = groups.map((group) =>
    isGraph
      ? planGraph(group, Random.of(seed, SEQUENCE.group, group.index, 1), {
          isLoaded: settings.loadsOn !== undefined,
          isOneNode: areAlike(settings),
          decodes: palette.must('decoders'),
        })
      : undefined,
  );
  if (
    palette.must('decoders') &&
    graphs.some((graph) => graph?.nodes.some(({ work }) => work.kind !== 'core-op'))
  ) {
    palette.note('decoders');
  }
  const mostContexts = Math.max(...coreOps.map(({ contexts }) => contexts.length));
  const has = (connection: number) =>
    coreOps.some(({ contexts }) =>
      contexts.some(({ edges }) => edges.some((edge) => edge.connection === connection)),
    );
  const extensions = oldFlags
    ? []
    : planExtensions({ random, settings, has, mostContexts, runAsap, graphs, bursts });
  const optionalExtensions = oldFlags ? [] : planOptional({ random, settings, several });
  const mapping = palette.roll('mapping', 30, random) ? random.between(1, 600) : 0;
  const version3 = framing === 3;
  const plan = {
    settings,
    header,
    severalNetworks: several,
    groups,
    graphs,
    extensions,
    optionalExtensions,
    mostContexts,
    coreOps,
    usesDdr: has(DDR),
    sequencerFlag: random.chance(50),
    mapping,
    notes: palette.must('notes') ? notesOf(coreOps[0] as CoreOpPlan, settings) : undefined,
    resources: palette.roll('resources', version3 ? 40 : 0, random) && version3,
    tail: palette.roll('tail', version3 ? 60 : 0, random) && version3,
    messageChecksum: palette.roll('message-checksum', version3 ? 50 : 0, random) && version3,
    legacyL3: !NO_LEGACY.includes(header.arch) && palette.roll('legacy-l3', 40, random),
  };
  return { ...plan, warns: warnings(plan) };
}

/**
 * Returns the notes of one core op. The other core ops may have the same network for other parts of the
 * device.
 */
function notesOf(coreOp: CoreOpPlan, { palette, seed }: SmithSettings): Uint8Array {
  palette.note('notes');
  return writeNotes(planNotes(coreOp, Random.of(seed, SEQUENCE.notes)));
}

function planHeader(
  { palette, layout, loadsOn }: SmithSettings,
  oldFlags: boolean,
  random: Random,
): HeaderPlan {
  const architectures = isInParts(layout)
    ? ARCHITECTURES_IN_PARTS
    : palette.roll('later-architectures', 40, random)
      ? LATER_ARCHITECTURES
      : palette.roll('test-architectures', 12, random)
        ? TEST_ARCHITECTURES
        : ARCHITECTURES;
  const boxed = palette.must('nms');
  const fitting = architectures.filter((arch) => {
    if (!fitsArchitecture(loadsOn, arch)) return false;
    if (palette.must('legacy-l3') && NO_LEGACY.includes(arch)) return false;
    return !boxed || NMS_OF_FIRST_KIND.includes(arch) || NMS_OF_SECOND_KIND.includes(arch);
  });
  return {
    arch: random.one(fitting),
    timestamp: FIRST_TIMESTAMP + random.below(1 << 21) * 110_000 + random.below(100_000),
    sdk: [random.between(3, 5), random.below(34), random.below(3)],
    sdkNumbers: palette.roll('later-fields', 30, random),
    version: oldFlags ? 0 : random.between(2, 5),
  };
}

/**
 * Returns the possible values of `burst_type` for lists of boxes, which depend on the architecture; empty
 * without the extension for bursts.
 */
function planBursts(
  { arch }: HeaderPlan,
  { palette }: SmithSettings,
  oldFlags: boolean,
  random: Random,
): readonly number[] {
  const first = NMS_OF_FIRST_KIND.includes(arch);
  if (!first && !NMS_OF_SECOND_KIND.includes(arch)) {
    palette.exclude('nms');
    palette.exclude('fused');
    return [];
  }
  const comes = !oldFlags && palette.may('nms') && palette.may('later-extensions') && random.chance(40);
  if (comes) palette.note('later-extensions');
  return comes ? (first ? [1] : [2, 3]) : [];
}

interface GroupOrder {
  readonly settings: SmithSettings;
  readonly index: number;
  readonly several: boolean;
  readonly runAsap: boolean;
  readonly bursts: readonly number[];
  readonly position: number;
}

function planGroup({ settings, index, several, runAsap, bursts, position }: GroupOrder): GroupPlan {
  const { seed, palette, ethernet, layout } = settings;
  const random = Random.of(seed, SEQUENCE.group, index);
  const names = new Names(random, palette);
  const name = names.group(index);
  const count = several ? (settings.networks ?? random.between(2, 4)) : 1;
  const networks = several ? Array.from({ length: count }, (_, i) => names.network(i)) : [name];
  const chosen = random.one([1, 1, 1, 2, 2, 3, 5]);
  const needed = palette.must('inter-context') ? 2 : 1;
  const contexts = settings.contexts ?? (ethernet ? 1 : Math.max(needed, handy(chosen, count, settings)));
  const isVariant = isInParts(layout);
  const make = (i: number): CoreOpPlan => {
    const order = { position: position + i, name, groupIndex: index, networks, severalNetworks: several };
    return new CoreOpSmith({ ...order, contexts, runAsap, isVariant, bursts }, random, palette, names).make();
  };
  const variants: VariantPlan[] = [];
  for (let i = 0, count = variantsOf(layout, random); i < count; i++) {
    const first = variants[0]?.coreOp;
    const coreOp = first !== undefined && areAlike(settings) ? { ...first, position: position + i } : make(i);
    variants.push({ bitmap: settings.bitmaps[i] ?? random.between(1, 255), coreOp });
  }
  // In the layout `partial`, the variants have the name, so the group may lack it. Graphs are found by the
  // name of the group.
  const hasMetadata = layout !== 'partial' || random.chance(50);
  return { index, name, variants, hasMetadata };
}

/**
 * Returns the number of contexts within its limit. If contexts cannot exchange tensors, each context needs an
 * input, and a core op has at most eight inputs.
 */
function handy(contexts: number, networks: number, { palette }: SmithSettings): number {
  return palette.may('inter-context') ? contexts : Math.min(contexts, 9 - networks);
}

function variantsOf(layout: ModelLayout, random: Random): number {
  const count = random.between(1, 3);
  return layout === 'classic' ? 1 : layout === 'ops' ? Math.min(2, count) : count;
}

interface ExtensionOrder {
  readonly random: Random;
  readonly settings: SmithSettings;
  readonly has: (connection: number) => boolean;
  readonly mostContexts: number;
  readonly runAsap: boolean;
  readonly graphs: readonly (GraphPlan | undefined)[];
  readonly bursts: readonly number[];
}

function planExtensions(order: ExtensionOrder): number[] {
  const { random, settings, has, mostContexts, runAsap, graphs, bursts } = order;
  const types: number[] = FREE.filter(() => random.chance(25));
  if (has(DDR)) types.push(DDR_BUFFERS, PADDED_DDR_BUFFERS);
  else if (random.chance(60)) types.push(PADDED_DDR_BUFFERS);
  if (mostContexts > 1) types.push(IS_MULTI_CONTEXTS);
  if (runAsap) types.push(RUN_ASAP);
  if (bursts.length > 0) types.push(NMS_OUTPUT_BURST);
  const ofGraphs = graphs.flatMap((graph) => (graph === undefined ? [] : [NET_FLOW, ...graph.extensions]));
  types.push(...ofGraphs);
  if (needsPeriphCalculation(settings.loadsOn)) types.push(PERIPH_CALCULATION);
  if (settings.palette.roll('later-extensions', 40, random)) {
    // Extensions that the release `loadsOn` does not accept are omitted, and the extension for scales of each
    // feature, because not all layers support it.
    const others = laterTypes().filter(
      (type) => type !== SCALE_PER_FEATURE && random.chance(20) && fitsExtension(settings.loadsOn, type),
    );
    types.push(...others, PERIPH_CALCULATION);
  }
  return [...new Set(types)].sort((a, b) => a - b);
}

function planOptional({
  random,
  settings,
  several,
}: {
  random: Random;
  settings: SmithSettings;
  several: boolean;
}): number[] {
  const types = [...(several ? [MULTI_NETWORK] : []), ...(random.chance(40) ? [HW_PADDING] : [])];
  if (settings.palette.roll('optional-extensions', 20, random)) {
    // Loaders ignore unknown optional extensions, including those reserved for tests.
    const others = [...FREE, ...RESERVED, ...laterTypes()];
    types.push(...others.filter(() => random.chance(25)));
  }
  return random.shuffled([...new Set(types)]);
}

/**
 * Returns the extensions after `NET_FLOW`, which were added after the specification, except
 * `NMS_OUTPUT_BURST`, which changes other rules.
 */
function laterTypes(): readonly number[] {
  const values = enumByName(MDL, 'ProtoMDLExtensionType')?.values ?? [];
  return values
    .map(({ number }) => number)
    .filter((type) => type > NET_FLOW && type !== NMS_OUTPUT_BURST && !RESERVED.includes(type));
}

/**
 * Codes of findings about releases that are too old for a part of the model. The findings are remarks, unless
 * the target release is too old.
 */
export const NOTES_OF_RELEASES = [
  'edge-format-newer',
  'extension-not-loadable',
  'hw-arch-unknown',
  'newer-layout',
];

/** Warnings that random decoders cause, because they rarely match their outputs. */
const DECODING_WARNINGS = [
  'post-process-class-count',
  'post-process-decoder-incomplete',
  'post-process-image-size',
];

function warnings(plan: Omit<ModelPlan, 'warns'>): readonly string[] {
  const { settings, extensions } = plan;
  const codes = new Set(featureCodes(settings.palette.used, 'warns'));
  if (settings.layout !== 'classic') codes.add('newer-layout');
  if (isInParts(settings.layout)) codes.add('hw-arch-unknown');
  if (extensions.some((type) => type >= NET_FLOW)) codes.add('extension-not-loadable');
  if (plan.graphs.some((graph) => graph !== undefined && decodesBoxes(graph))) {
    for (const code of DECODING_WARNINGS) codes.add(code);
  }
  return [...codes].sort();
}

/** Returns the name of an extension as compilers write it: the name in the schema. */
export function extensionName(type: number): string {
  const values = enumByName(MDL, 'ProtoMDLExtensionType')?.values ?? [];
  return values.find(({ number }) => number === type)?.name ?? '';
}
