import { deviceText } from '../../base/schema/architecture.js';
import { enumByName, enumValueName } from '../../base/schema/lookup.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import { type Source, unclosed } from '../../base/source/source.js';
import { HEEDED_OPTIONAL } from '../../check/rules/facts/features.js';
import { coreOpsOf } from '../../read/model/core-ops.js';
import type { MdlView, NetworkGroupView } from '../../read/model/mdl.gen.js';
import { openModel } from '../../read/model/open.js';
import { readable, take } from '../../read/model/readable.js';
import type {
  PostProcessing,
  StreamQuantization,
  VirtualStream,
} from '../../read/model/streams/stream-info.js';
import { type StreamRules, streamRules } from '../../read/model/streams/stream-rules.js';
import { groupStreams } from '../../read/model/streams/streams.js';
import type { Shape } from '../../read/model/summary.js';

/**
 * An input or output of an application. Each text has the properties whose change the application would
 * notice.
 */
export interface AppStream {
  readonly direction: 'input' | 'output';
  readonly name: string;
  readonly network: string;
  readonly shape: string;
  readonly format: string;
  readonly quantization: string;
  /** Parameters of post-processing; empty without post-processing. */
  readonly nms: string;
  /** Size of one frame in bytes. */
  readonly frame: string;
}

/** Values of a node's properties, by name. */
type Facts = ReadonlyMap<string, string>;

export interface AppGroup {
  readonly name: string;
  readonly networks: readonly string[];
  readonly streams: readonly AppStream[];
  readonly outputOrder: readonly string[];
  /** Post-processing on the host, by its output. */
  readonly postProcessing: ReadonlyMap<string, Facts>;
}

export interface Application {
  readonly architecture: string;
  /** Device of the architecture, for people: `Hailo-8 (ACCEL8P)`. */
  readonly device: string;
  readonly groups: readonly AppGroup[];
  /** Features that readers must support, optional features, and flags of old files. */
  readonly extensions: readonly string[];
  /** Optional features that loaders act on. */
  readonly optionalExtensions: readonly string[];
  readonly features: readonly string[];
  /** Parts of the file that could not be read. */
  readonly problems: readonly string[];
}

/** Limits for the names and groups that are compared. */
const MAX_GROUPS = 256;
const MAX_NAMES = 4096;

/** Reads the properties of a file that an application depends on. The source stays open. */
export async function readApplication(
  source: Source,
  framing: 'auto' | 'bare' | 'framed',
): Promise<Application> {
  const { root } = await openModel(unclosed(source), { framing });
  const problems: string[] = [];
  const groups: AppGroup[] = [];
  const rules = readable(problems, null, () => streamRules(root));
  readable(problems, undefined, () => {
    for (const group of root.networkGroups) {
      if (groups.length >= MAX_GROUPS) break;
      groups.push(groupOf(group, rules, problems));
    }
  });
  return {
    architecture: readable(problems, '', () => named('ProtoMDLHwArch', root.header?.hwArch ?? 0)),
    device: readable(problems, '', () => deviceText(root.header?.hwArch ?? 0)),
    groups,
    extensions: readable(problems, [], () => extensionsOf(root.extensions)),
    optionalExtensions: readable(problems, [], () => extensionsOf(heeded(root.optionalExtensions))),
    features: readable(problems, [], () => featuresOf(root)),
    problems: [...new Set(problems)],
  };
}

function groupOf(group: NetworkGroupView, rules: StreamRules | null, problems: string[]): AppGroup {
  const networks = new Set<string>();
  readable(problems, undefined, () => {
    for (const op of coreOpsOf(group))
      for (const name of take(op.networksNames, MAX_NAMES)) networks.add(name);
  });
  const found = rules === null ? null : readable(problems, null, () => groupStreams(group, rules));
  const name = found?.name ?? '';
  const streams = found === null ? [] : [...found.inputs, ...found.outputs];
  return {
    name,
    networks: [...networks],
    streams: streams.map((stream) => streamOf(stream, name)),
    outputOrder: found?.outputs.map((output) => output.name) ?? [],
    postProcessing: new Map(found?.postProcessing.map((node) => [node.output, nodeFacts(node)])),
  };
}

function streamOf(stream: VirtualStream, group: string): AppStream {
  const { direction, name, network, shape, nms, order, type, transposed, frameBytes, quantization } = stream;
  return {
    direction,
    name,
    // The group's own name is compared separately.
    network: network.slice(group.length + 1),
    shape: shape === null ? '' : shapeText(shape),
    format: `${order} ${type}${transposed ? ', transposed' : ''}`,
    quantization: quantizationOf(quantization),
    nms: nms === null ? '' : `${nms.classes} classes, ${nms.maxBoxesPerClass} boxes a class, by ${nms.by}`,
    frame: `${frameBytes} bytes`,
  };
}

/** Formats a shape, such as `224x224x3`. */
function shapeText({ height, width, features }: Shape): string {
  return `${height}x${width}x${features}`;
}

function quantizationOf({ scale, zeroPoint, min, max, perFeature }: StreamQuantization): string {
  const single = `scale ${scale}, zero point ${zeroPoint}, limits ${min} to ${max}`;
  if (perFeature === null) return single;
  return `scales [${perFeature.scales.join(' ')}], zero points [${perFeature.zeroPoints.join(' ')}]`;
}

/** Returns the parameters of a node by name. */
function nodeFacts({ kind, inputs, nms, decoders, masks, ssd, regressionLength }: PostProcessing): Facts {
  const facts = new Map<string, string>([
    ['kind', kind],
    ['inputs', inputs.join(', ')],
  ]);
  if (nms !== null) {
    facts.set('score threshold', String(nms.scoreThreshold));
    facts.set('IoU threshold', String(nms.iouThreshold));
    facts.set('classes', String(nms.classes));
    facts.set('boxes a class', String(nms.maxBoxesPerClass));
    facts.set('background class', String(nms.backgroundClass ?? 'none'));
    facts.set('suppression', nms.boxDecodingOnly ? 'none' : 'by IoU');
    facts.set('image', nms.image === null ? 'none' : `${nms.image.height} x ${nms.image.width}`);
  }
  for (const [i, { stride, anchors, streams }] of decoders.entries()) {
    const boxes = anchors.map(({ height, width }) => `${height}x${width}`).join(' ');
    const roles = streams.map(({ role, name, pad }) => `${role} from ${name ?? `pad ${pad}`}`).join(', ');
    facts.set(`decoder ${i}`, `stride ${stride ?? 'none'}, anchors [${boxes}], ${roles}`);
  }
  if (masks !== null) {
    const { threshold, prototypes, stride, stream } = masks;
    facts.set('masks', `${prototypes} prototypes from ${stream}, stride ${stride}, threshold ${threshold}`);
  }
  if (ssd !== null) {
    const { centersScale, sizesScale, y, x, height, width } = ssd;
    facts.set('values of a box', `y ${y}, x ${x}, height ${height}, width ${width}`);
    facts.set('divisors', `centres ${centersScale}, sizes ${sizesScale}`);
  }
  if (regressionLength !== null) facts.set('values for a side', String(regressionLength));
  return facts;
}

function named(typeName: string, number: number): string {
  const table = enumByName(MDL, typeName);
  return (table && enumValueName(table, number)) ?? String(number);
}

type Extension = { readonly typeIndex: number };

function* heeded(list: Iterable<Extension>): Generator<Extension> {
  for (const one of list) if (HEEDED_OPTIONAL.includes(one.typeIndex)) yield one;
}

function extensionsOf(list: Iterable<Extension>): string[] {
  return take(list, MAX_NAMES).map(({ typeIndex }) => named('ProtoMDLExtensionType', typeIndex));
}

/** Returns the feature flags that an old file sets. */
function featuresOf(root: MdlView): string[] {
  const features = root.includedFeatures;
  return (features?.view.table.fields ?? []).flatMap(({ number, name }) => {
    const value = features?.view.get(number);
    return value === true || (typeof value === 'number' && value > 0) ? [name] : [];
  });
}
