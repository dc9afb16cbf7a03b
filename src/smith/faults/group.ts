/** Faults of network groups: metadata, contexts, networks, outputs and streams. */
import type { Fault } from './fault.js';
import { coreOpsOf, oneOf } from './places.js';

const noPreliminary: Fault = {
  code: 'preliminary-config-missing',
  needs: { without: ['run-asap'] },
  apply: ({ root, random }) => {
    const coreOp = oneOf(random, coreOpsOf(root));
    const record = coreOp?.field('preliminary_config');
    if (coreOp === undefined || record === undefined) return undefined;
    coreOp.remove(record);
    return [{ code: 'preliminary-config-missing', at: coreOp }];
  },
};

export const GROUP_FAULTS: readonly Fault[] = [noPreliminary];
