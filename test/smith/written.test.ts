/** Features of written models, as protobuf's own codec reads the models: what is listed is there, and nothing else. */
import { fromBinary } from '@bufbuild/protobuf';
import { type ReflectMessage, reflect } from '@bufbuild/protobuf/reflect';
import { expect, it } from 'vitest';
import type { Feature } from '../../src/attack/smith/features.js';
import { LAYOUTS, type SmithOptions } from '../../src/attack/smith/settings.js';
import { smithBytes, smithModel } from '../../src/attack/smith/smith.js';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';

/** Every message of a model by its type, without the prefix: fields by name, lists as arrays. */
type Written = ReadonlyMap<string, readonly Readonly<Record<string, unknown>>[]>;

function writtenIn(options: SmithOptions): Written {
  const found = new Map<string, Record<string, unknown>[]>();
  const visit = (message: ReflectMessage): Record<string, unknown> => {
    const values: Record<string, unknown> = {};
    const read = (value: unknown): unknown =>
      typeof value === 'object' && value !== null && 'desc' in value ? visit(value as ReflectMessage) : value;
    for (const field of message.fields) {
      if (!message.isSet(field)) continue;
      values[field.name] =
        field.fieldKind === 'list' ? [...message.get(field)].map(read) : read(message.get(field));
    }
    const type = message.desc.name.replace(/^ProtoM(DL|dl)/, '');
    found.set(type, [...(found.get(type) ?? []), values]);
    return values;
  };
  visit(reflect(ProtoMDLMdlSchema, fromBinary(ProtoMDLMdlSchema, smithBytes(options))));
  return found;
}

const has =
  (...types: readonly string[]) =>
  (written: Written) =>
    types.some((type) => written.has(type));
const some =
  (type: string, is: (message: Readonly<Record<string, unknown>>) => boolean) =>
  (written: Written): boolean =>
    (written.get(type) ?? []).some(is);
const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const SIGNS: Partial<Readonly<Record<Feature, (written: Written) => boolean>>> = {
  'inter-context': some('ContextSwitchInformation', (one) => one.edge_connection_type === 1),
  ddr: some('ContextSwitchInformation', (one) => one.edge_connection_type === 2),
  cache: some('ContextSwitchInformation', (one) => one.edge_connection_type === 3),
  mux: has('EdgeLayerMux'),
  nms: has('NmsInfo'),
  planes: has('EdgeLayerPlanes'),
  'old-flags': some('Header', (header) => header.version === undefined),
  'original-names': some('EdgeLayerInfo', (layer) => listed(layer.original_names).length > 0),
  'feature-scales': some('EdgeLayerNumericInfo', (info) => listed(info.qp_scales).length > 0),
  'legacy-l3': some('ActionEnableSequencer', (action) => action.initial_l3_info === undefined),
  sequencers: has('ActionEnableSequencer', 'ActionWaitForSequencer'),
  lcus: has('ActionEnableLcu', 'ActionDisableLcu'),
  'write-data': has('ActionWriteData'),
  'received-trigger': has('TriggerAllDataWasReceivedFromHostPCIe'),
  triggers: has('TriggerNms', 'WaitDmaIdleTrigger'),
  'trigger-lists': has('ClusterEndGuarantee', 'OrderedTrigger'),
  'hardware-package': has('HwPackageInfo'),
  mapping: some('Mdl', ({ mapping }) => mapping !== undefined),
  'empty-operations': some('Operation', ({ actions }) => listed(actions).length === 0),
  shmiglue: has('ShmiglueInfo'),
  'host-argmax': some('EdgeLayerBase', (base) => base.host_argmax === true),
};

const OPTIONS = Array.from(
  { length: 90 },
  (_, seed): SmithOptions => ({
    seed,
    preset: 'small',
    framing: 'bare',
    swarm: true,
    uncommon: true,
    layout: LAYOUTS[seed % LAYOUTS.length] ?? 'classic',
    // Seeds alone never choose these features.
    with:
      seed % 3 === 0
        ? [(['write-data', 'received-trigger', 'host-argmax'] as const)[(seed % 9) / 3] as Feature]
        : [],
  }),
);
const MODELS = OPTIONS.map((options) => ({
  options,
  features: smithModel(options).describe().features,
  written: writtenIn(options),
}));

/** Features that are allowed in a model, and that chance may leave out of a small one. */
const BY_CHANCE: readonly string[] = [
  'feature-scales',
  'legacy-l3',
  'lcus',
  'write-data',
  'received-trigger',
  'triggers',
];

it.each(Object.entries(SIGNS))('%s', (feature, sign) => {
  const isListed = ({ features }: (typeof MODELS)[number]) => features.includes(feature as Feature);
  const seedsOf = (models: typeof MODELS) => models.map(({ options }) => options.seed);
  expect(seedsOf(MODELS.filter((model) => sign(model.written) && !isListed(model)))).toEqual([]);
  const all = MODELS.filter(isListed);
  const there = all.filter(({ written }) => sign(written));
  if (!BY_CHANCE.includes(feature)) expect(seedsOf(there)).toEqual(seedsOf(all));
  expect(there.length).toBeGreaterThan(all.length / 3);
});
