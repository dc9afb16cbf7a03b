import { MDL } from '../../src/base/schema/mdl.gen.js';
import { planOf } from '../../src/read/scan/unroll.js';

/** The validator's subscription to model files, as far as it matters to the kernel. */
export const MODEL_PLAN = planOf(MDL, {
  leave: ['ProtoMDLMdl', 'ProtoMDLNetworkGroup', 'ProtoMDLContext'],
  retain: ['ProtoMDLEdgeLayer'],
  gather: ['ProtoMDLNetworkGroup', 'ProtoMDLContext'],
  unknown: ['ProtoMDLNetworkGroup'],
  need: ['ProtoMDLAction.action', 'ProtoMDLTrigger.trigger', 'ProtoMDLOperation.trigger'],
  sets: [
    { field: 'ProtoMDLActionEnableLcu.network_index', set: 'network' },
    { field: 'ProtoMDLActionWriteDataCcw.cfg_channel_index', set: 'channel' },
    { field: 'ProtoMDLActionAllowInputDataflow.sys_index', set: 'input', absent: true },
    { field: 'ProtoMDLTriggerAllDataWasSentToHostPCIe.shmifo_index', set: 'sent', absent: true },
    { field: 'ProtoMDLWaitDmaIdleTrigger.shmifo_index', set: 'sent', absent: true },
  ],
  bounds: [
    { field: 'ProtoMDLHeader.version', max: -1 },
    { field: 'ProtoMDLActionWaitForSequencer.cluster_index', max: 7 },
  ],
});
