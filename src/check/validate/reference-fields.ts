import type { Subscription } from '../../read/scan/subscription.js';
import { CORE_OP_POSITIONS } from '../rules/facts/core-op.js';
import type { AskedReferences, ReferenceKind } from '../rules/facts/references.js';

/**
 * A field by which operations refer to something. If an absent field means a reference to 0, the reference
 * counts if its message is present (`with-message`). If 0 always exists, the reference only counts if the
 * field is written (`with-field`).
 */
interface ReferenceField {
  readonly kind: ReferenceKind;
  /** The element around the field, and the path of the field's message. */
  readonly element: 'ProtoMDLAction' | 'ProtoMDLOperation';
  readonly path: string;
  /** Type of the message, and the type that has the message as a field. */
  readonly typeName: string;
  readonly within: string;
  readonly field: string;
  readonly counts: 'with-message' | 'with-field';
}

const TRIGGER = {
  element: 'ProtoMDLOperation',
  within: 'ProtoMDLTrigger',
  field: 'shmifo_index',
  counts: 'with-message',
} as const;
const ACTION = { element: 'ProtoMDLAction', within: 'ProtoMDLAction' } as const;

export const REFERENCE_FIELDS: readonly ReferenceField[] = [
  {
    ...TRIGGER,
    kind: 'sent-shmifo',
    path: 'trigger.trigger_all_data_was_sent',
    typeName: 'ProtoMDLTriggerAllDataWasSentToHostPCIe',
  },
  {
    ...TRIGGER,
    kind: 'sent-shmifo',
    path: 'trigger.trigger_dma_idle',
    typeName: 'ProtoMDLWaitDmaIdleTrigger',
  },
  {
    ...TRIGGER,
    kind: 'received-shmifo',
    path: 'trigger.trigger_all_data_was_received',
    typeName: 'ProtoMDLTriggerAllDataWasReceivedFromHostPCIe',
  },
  {
    ...ACTION,
    kind: 'network-index',
    path: 'enable_lcu',
    typeName: 'ProtoMDLActionEnableLcu',
    field: 'network_index',
    counts: 'with-field',
  },
  {
    ...ACTION,
    kind: 'cfg-channel-index',
    path: 'write_data_ccw',
    typeName: 'ProtoMDLActionWriteDataCcw',
    field: 'cfg_channel_index',
    counts: 'with-message',
  },
  {
    ...ACTION,
    kind: 'pointer-cfg-channel-index',
    path: 'write_data_ccw_ptr',
    typeName: 'ProtoMDLActionWriteDataCcwPtr',
    field: 'cfg_channel_index',
    counts: 'with-message',
  },
];

/** The message whose absence means that a sequencer starts from `initial_l3_legacy`. */
const LEGACY_L3 = 'ProtoMDLActionEnableSequencer.initial_l3_info';

/**
 * Kinds of facts to list one by one, with their places. The number is the least value of the references to
 * list. Other references are gathered by value, so that the kernel can skip them.
 */
export type PlacedReferences = ReadonlyMap<AskedReferences, number>;

/**
 * Lists no facts one by one. The values are known at the end of each context, and the places are mostly not
 * needed.
 */
export const NONE_PLACED: PlacedReferences = new Map();

/** Lists all facts one by one, for bytes that cannot be read again. */
export const ALL_PLACED: PlacedReferences = new Map<AskedReferences, number>([
  ...REFERENCE_FIELDS.map(({ kind }) => [kind, 0] as const),
  ['legacy-l3', 0],
  ['unique-ids', 0],
  ['write-runs', 0],
]);

/** Lists every id, to find repeated ids in a file whose ids may not be unique. */
export const IDS_PLACED: PlacedReferences = new Map<AskedReferences, number>([['unique-ids', 0]]);

/**
 * Kinds of which a rule compares all values: if the place of one value is needed, the places of all values
 * are needed.
 */
const TOGETHER: readonly ReferenceKind[] = ['cfg-channel-index', 'pointer-cfg-channel-index'];

/**
 * Returns the least value of references of a kind that are listed one by one; undefined if no references of
 * the kind are listed.
 */
export function placedFrom(placed: PlacedReferences, kind: ReferenceKind): number | undefined {
  // To find the runs of writes of each channel, all channels are listed.
  const from = kind === 'cfg-channel-index' && placed.has('write-runs') ? 0 : placed.get(kind);
  return from !== undefined && TOGETHER.includes(kind) ? 0 : from;
}

/** Returns the subscription for references, and for other facts that are listed one by one. */
export function referenceSubscription(placed: PlacedReferences, hasIds: boolean): Subscription {
  const gathered = REFERENCE_FIELDS.filter(({ kind }) => placedFrom(placed, kind) === undefined);
  const bounds = REFERENCE_FIELDS.flatMap((field) => boundsOf(field, placedFrom(placed, field.kind)));
  const isLegacyPlaced = placed.has('legacy-l3');
  return {
    gather: ['ProtoMDLContext', ...CORE_OP_POSITIONS.map(({ element }) => element)],
    sets: [
      ...gathered.map(({ kind, typeName, field, counts }) => ({
        field: `${typeName}.${field}`,
        set: kind,
        absent: counts === 'with-message',
      })),
      ...(isLegacyPlaced ? [] : [{ field: LEGACY_L3, set: 'legacy-l3', absent: true }]),
    ],
    need: isLegacyPlaced ? [LEGACY_L3] : [],
    bounds,
    emit: hasIds && placed.has('unique-ids') ? IDS : [],
  };
}

/** Fields of ids. A scan lists ids without stopping at their records. */
const IDS = ['ProtoMDLTrigger.unique_id', 'ProtoMDLAction.unique_id'];

function boundsOf(
  { within, path, typeName, field, counts }: ReferenceField,
  from: number | undefined,
): readonly { readonly field: string; readonly max: number }[] {
  if (from === undefined) return [];
  const scalar = `${typeName}.${field}`;
  if (counts === 'with-field') return [{ field: scalar, max: Math.max(1, from) - 1 }];
  if (from > 0) return [{ field: scalar, max: from - 1 }];
  const message = `${within}.${path.slice(path.lastIndexOf('.') + 1)}`;
  return [
    { field: message, max: -1 },
    { field: scalar, max: -1 },
  ];
}
