/**
 * Notation of an operand. `number`: label and decimal digits, omitted if the field is 0 and `isQuiet`; `hex`:
 * label and hexadecimal digits; `lcu`: `c4.l13` for a cluster and a controller; `network`: by name; `stream`:
 * an edge layer by its sys_index, looked up among inputs or outputs; `connection`, `data-type`: short names
 * of enum values; `done`: count and address that mark a kernel complete; `l3`: the start of a sequencer;
 * `l2`: four write offsets; `words`: number and address of configuration words, from their head; `blob`: size
 * and hash; `choice`: the member of an inner oneof, with its value.
 */
export type OperandSpec =
  | {
      readonly kind: 'number' | 'hex';
      readonly label: string;
      readonly field: string;
      readonly isQuiet?: true;
    }
  | { readonly kind: 'lcu'; readonly cluster: string; readonly lcu: string }
  | { readonly kind: 'network'; readonly field: string }
  | { readonly kind: 'stream'; readonly field: string; readonly direction: 'in' | 'out' }
  | { readonly kind: 'connection' | 'data-type'; readonly field: string }
  | { readonly kind: 'done'; readonly count: string; readonly address: string }
  | { readonly kind: 'l3'; readonly legacy: string; readonly info: string }
  | { readonly kind: 'l2'; readonly fields: readonly string[] }
  | { readonly kind: 'words' }
  | { readonly kind: 'blob' }
  | { readonly kind: 'choice' };

interface Mnemonic {
  readonly text: string;
  readonly operands: readonly OperandSpec[];
}

const num = (label: string, field: string): OperandSpec => ({ kind: 'number', label, field });
const quiet = (label: string, field: string): OperandSpec => ({
  kind: 'number',
  label,
  field,
  isQuiet: true,
});
const hex = (label: string, field: string): OperandSpec => ({ kind: 'hex', label, field });
const lcu: OperandSpec = { kind: 'lcu', cluster: 'cluster_index', lcu: 'lcu_index' };
const network: OperandSpec = { kind: 'network', field: 'network_index' };
const blob: OperandSpec = { kind: 'blob' };
const stream = (direction: 'in' | 'out', field: string): OperandSpec => ({
  kind: 'stream',
  field,
  direction,
});

/** Mnemonics for the members of ProtoMDLAction's oneof, by their fields' names. */
export const ACTION_MNEMONICS: Readonly<Record<string, Mnemonic>> = {
  write_data: { text: 'write', operands: [hex('@', 'address'), blob] },
  write_data_ccw: { text: 'write_ccw', operands: [num('ch', 'cfg_channel_index'), { kind: 'words' }, blob] },
  write_compressed_data: { text: 'write_compressed', operands: [hex('@', 'address'), blob] },
  enable_sequencer: {
    text: 'enable_sequencer',
    operands: [
      num('c', 'cluster_index'),
      { kind: 'l3', legacy: 'initial_l3_legacy', info: 'initial_l3_info' },
      hex('apu=', 'active_apu_bitmap'),
      hex('sc=', 'active_sc_bitmap'),
      hex('l2=', 'active_l2_bitmap'),
      hex('ia=', 'active_ia_bitmap'),
      { kind: 'l2', fields: ['l2_write_0', 'l2_write_1', 'l2_write_2', 'l2_write_3'] },
    ],
  },
  wait_for_seqeuncer: { text: 'wait_sequencer', operands: [num('c', 'cluster_index')] },
  disable_lcu: { text: 'disable_lcu', operands: [lcu, hex('enable=@', 'lcu_enable_address')] },
  enable_lcu: {
    text: 'enable_lcu',
    operands: [
      lcu,
      network,
      { kind: 'done', count: 'lcu_kernel_done_count', address: 'lcu_kernel_done_address' },
      hex('enable=@', 'lcu_enable_address'),
    ],
  },
  none: { text: 'none', operands: [] },
  allow_input_dataflow: {
    text: 'allow_input',
    operands: [stream('in', 'sys_index'), { kind: 'connection', field: 'connection_type' }],
  },
  wait_for_module_config_done: { text: 'wait_config_done', operands: [num('module ', 'index')] },
  debug: { text: 'debug', operands: [{ kind: 'choice' }] },
  enable_nms: {
    text: 'enable_nms',
    operands: [
      num('unit ', 'nms_unit_index'),
      network,
      num('classes=', 'number_of_classes'),
      num('burst=', 'burst_size'),
      quiet('division=', 'division_factor'),
    ],
  },
  write_data_by_type: {
    text: 'write_by_type',
    operands: [
      hex('@', 'address'),
      { kind: 'data-type', field: 'data_type' },
      hex('mask=', 'mask'),
      quiet('shift=', 'shift'),
      network,
      blob,
    ],
  },
  switch_lcu_batch: { text: 'switch_lcu_batch', operands: [lcu, network] },
  write_data_ccw_ptr: {
    text: 'write_ccw_ptr',
    operands: [num('ch', 'cfg_channel_index'), num('words+', 'offset'), num('size=', 'size')],
  },
  allow_config_channels: { text: 'allow_config', operands: [num('ch', 'config_index')] },
  disable_data_channels: { text: 'disable_data_channels', operands: [] },
};

/** Mnemonics for the members of ProtoMDLTrigger's oneof. */
export const TRIGGER_MNEMONICS: Readonly<Record<string, Mnemonic>> = {
  trigger_lcu: { text: 'lcu', operands: [lcu] },
  trigger_none: { text: 'none', operands: [] },
  trigger_all_data_was_sent: { text: 'all_sent', operands: [stream('out', 'shmifo_index')] },
  trigger_all_data_was_received: { text: 'all_received', operands: [stream('in', 'shmifo_index')] },
  trigger_nms: {
    text: 'nms',
    operands: [
      num('aggregator=', 'aggregator_index'),
      num('pred=c', 'pred_cluster_ob_cluster_index'),
      num('ob', 'pred_cluster_ob_index'),
      num('interface=', 'pred_cluster_ob_interface'),
      num('succ=ob', 'succ_prepost_ob_index'),
      num('interface=', 'succ_prepost_ob_interface'),
    ],
  },
  trigger_dma_idle: { text: 'dma_idle', operands: [stream('out', 'shmifo_index')] },
};
