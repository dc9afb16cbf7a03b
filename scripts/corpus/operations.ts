/** Operations and actions as compilers write them, with ids that are unique in their network group. */
import type { Fields, Value } from './notation.js';
import type { Random } from './random.js';

/** Generates ids: one sequence for triggers, one for actions. */
export class Ids {
  #trigger = 0;
  #action = 0;

  trigger(kind: Fields): Fields {
    return { unique_id: this.#trigger++, ...kind };
  }

  action(kind: Fields): Fields {
    return { unique_id: this.#action++, ...kind };
  }
}

export interface Lcu {
  readonly cluster: number;
  readonly lcu: number;
}

/** Returns the address of an LCU's enable register. */
function enableAddress({ cluster, lcu }: Lcu): number {
  return 0x10000000 + cluster * 0x2000000 + lcu * 0x20000 + 0x2dc;
}

export const whenReady: Fields = { trigger_none: {} };

export function whenLcu({ cluster, lcu }: Lcu): Fields {
  return { trigger_lcu: { cluster_index: cluster, lcu_index: lcu } };
}

export function whenSent(sys: number): Fields {
  return { trigger_all_data_was_sent: { shmifo_index: sys } };
}

export function operation(trigger: Fields, ...actions: readonly Value[]): Fields {
  return { trigger, actions };
}

export function enableLcu(at: Lcu, network = 0): Fields {
  return {
    enable_lcu: {
      lcu_index: at.lcu,
      cluster_index: at.cluster,
      lcu_kernel_done_address: 1,
      lcu_kernel_done_count: 2,
      lcu_enable_address: enableAddress(at),
      network_index: network,
    },
  };
}

export function disableLcu(at: Lcu): Fields {
  return {
    disable_lcu: { lcu_index: at.lcu, cluster_index: at.cluster, lcu_enable_address: enableAddress(at) },
  };
}

export function enableSequencer(cluster: number): Fields {
  return {
    enable_sequencer: {
      cluster_index: cluster,
      initial_l3_legacy: 523264,
      active_apu_bitmap: 0x000e5907,
      // Bitmaps use all 64 bits.
      active_sc_bitmap: 0xa0a00501_20100871n,
      active_l2_bitmap: 0x80000060_00600030n,
      active_ia_bitmap: 0x93238f1f,
      l2_write_0: 0x03040000,
      l2_write_2: 15360,
      initial_l3_info: { initial_l3_offset: 32704, includes_initial_l3_info: true },
    },
  };
}

/** An action for an operation that only needs its trigger. */
export const doNothing: Fields = { none: {} };

export function waitSequencer(cluster: number): Fields {
  return { wait_for_seqeuncer: { cluster_index: cluster } };
}

export function waitModule(index: number): Fields {
  return { wait_for_module_config_done: { index } };
}

export function allowInput(sys: number, connectionType = 0): Fields {
  return { allow_input_dataflow: { sys_index: sys, connection_type: connectionType } };
}

/** Returns a configuration write: word count less one, address, words; padded to eight bytes. */
export function ccw(address: number, words: readonly number[], channel: number): Fields {
  const data = new DataView(new ArrayBuffer(8 + 4 * (words.length + (words.length % 2))));
  data.setUint32(0, words.length - 1, true);
  data.setUint32(4, address, true);
  words.forEach((word, i) => {
    data.setUint32(8 + 4 * i, word, true);
  });
  return { write_data_ccw: { data: new Uint8Array(data.buffer), cfg_channel_index: channel } };
}

export function weights(random: Random, count: number): number[] {
  return Array.from({ length: count }, () => random.uint32());
}
