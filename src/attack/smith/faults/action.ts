/** Faults of actions: without an effect, or unknown to all releases. */
import { setField } from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import { type Faults, needed, needing, type Site } from './fault.js';
import { choose, plainActions, scopesOf, unchoose, unknownMember } from './operation-places.js';
import { oneOf } from './places.js';

/** Chooses an action that may be replaced. Preliminary configurations and contexts have the same chance. */
function anyAction({ random, root }: Site): MessageNode | undefined {
  const scope = oneOf(random, scopesOf(root));
  return scope === undefined ? undefined : oneOf(random, plainActions(scope.operations));
}

/** Returns a 32-bit address, and zero or more bytes. */
function anyWrite({ random }: Site): { readonly address: number; readonly data: Uint8Array } {
  return {
    address: random.one([0, 4096, 0xffff_ffff, random.bits()]),
    data: new Uint8Array(random.one([0, 1, 8, 33])).map(() => random.below(256)),
  };
}

export const ACTION_FAULTS: Faults = {
  'action-unset': (site) => {
    const action = needed(anyAction(site));
    unchoose(action);
    return [{ at: action }];
  },
  'action-unknown-variant': (site) => {
    const action = needed(anyAction(site));
    unchoose(action);
    const member = unknownMember(site.random);
    action.append(member);
    return [{ at: action }, { code: 'unknown-fields', at: member }];
  },
  'action-write-compressed-data': (site) => {
    const action = needed(anyAction(site));
    return [{ at: choose(action, 'write_compressed_data', anyWrite(site)) }];
  },
  'action-write-data-legacy': needing({ without: ['write-data'] }, (site) => {
    const action = needed(anyAction(site));
    return [{ at: choose(action, 'write_data', anyWrite(site)) }];
  }),
  'write-data-address-range': needing({ without: ['write-data'] }, (site) => {
    const action = needed(anyAction(site));
    const { random } = site;
    const write = choose(action, 'write_data', anyWrite(site));
    const high = BigInt(random.one([1, 2, 0xffff_ffff, 1 + random.below(1 << 20)]));
    const at = setField(write.message as MessageNode, 'address', (high << 32n) | BigInt(random.bits()));
    return [{ code: 'action-write-data-legacy', at: write }, { at }];
  }),
};
