import type { ReferenceKind } from '../rules/facts.js';
import type { Subscription } from '../scan/index.js';

/**
 * A field by which operations refer to something. It counts with the message that holds it, where its
 * absence means 0, or only where it is written itself, because 0 refers to what is always there.
 */
export interface ReferenceField {
  readonly kind: ReferenceKind;
  /** The element around it, and the path of the message that holds it. */
  readonly element: 'ProtoMDLAction' | 'ProtoMDLOperation';
  readonly path: string;
  /** Type of that message, and the type that has it as a field. */
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
    kind: 'input-sys-index',
    path: 'allow_input_dataflow',
    typeName: 'ProtoMDLActionAllowInputDataflow',
    field: 'sys_index',
    counts: 'with-message',
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
    counts: 'with-field',
  },
];

/** References by value: which there are is known at the end of each context, where they are is not. */
export const GATHERED: Subscription = {
  gather: ['ProtoMDLContext', 'ProtoMDLNetworkGroup'],
  sets: REFERENCE_FIELDS.map(({ kind, typeName, field, counts }) => ({
    field: `${typeName}.${field}`,
    set: kind,
    absent: counts === 'with-message',
  })),
};

/** References one by one, with their places. */
export const PLACED: Subscription = {
  bounds: REFERENCE_FIELDS.flatMap(({ within, path, typeName, field, counts }) => {
    const scalar = `${typeName}.${field}`;
    if (counts === 'with-field') return [{ field: scalar, max: 0 }];
    const message = `${within}.${path.slice(path.lastIndexOf('.') + 1)}`;
    return [
      { field: message, max: -1 },
      { field: scalar, max: -1 },
    ];
  }),
};
