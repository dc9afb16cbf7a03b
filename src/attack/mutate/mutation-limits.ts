/**
 * Values at which readers of the format change their behaviour, by the name of a field: sizes of hardware
 * tables, integer widths of loaders, counts that loaders refuse. Values on both sides of each limit are
 * included.
 */
const BYTE = [255n, 256n];
const HALF = [65_535n, 65_536n];
const WORD = [0xffff_ffffn, 0x1_0000_0000n];

const VALUES: Readonly<Record<string, readonly bigint[]>> = {
  // Indexes in lists, and numbers of hardware units: 11 bits for an LCU (7 + 4), 32 streams, 4 or 24
  // channels.
  network_index: [1n, 7n, 8n, ...BYTE, 0xffff_ffffn],
  sys_index: [30n, 31n, 32n, 254n, ...BYTE],
  connected_sys_index: [31n, 32n, ...BYTE],
  shmifo_index: [31n, 32n, ...BYTE],
  cfg_channel_index: [1n, 3n, 4n, 23n, 24n, ...BYTE],
  cfg_channels_count: [0n, 1n, 4n, 5n, 24n, ...BYTE],
  cluster_index: [7n, 8n, ...BYTE],
  lcu_index: [15n, 16n, 127n, 128n, ...BYTE],
  index: [31n, 32n, ...BYTE],
  context_index: [31n, 32n, 255n, 256n, 1021n, 1022n, 65_536n],
  connected_context_index: [31n, 32n, ...BYTE, 1021n, 1022n],
  aggregator_index: BYTE,
  pred_cluster_ob_index: BYTE,
  pred_cluster_ob_cluster_index: BYTE,
  pred_cluster_ob_interface: BYTE,
  succ_prepost_ob_index: BYTE,
  succ_prepost_ob_interface: [1n, ...BYTE],
  initial_l3_index: [127n, 128n, ...BYTE],
  initial_l3_offset: HALF,
  initial_l3_legacy: [0x7_ffffn, 0x8_0000n, 0xffff_ffffn],
  lcu_kernel_done_address: HALF,
  lcu_kernel_done_count: [0n, ...HALF, 0xffff_ffffn],
  address: WORD,
  unique_id: [0n, 1n, 0xffff_ffffn],
  class_group_index: [0n, 8n, 9n, 0x1_0000_0000n],
  // Sizes of buffers, whose products loaders compute in 32 bits, and sizes of tables.
  core_bytes_per_buffer: [0n, 63n, 64n, 65n, 511n, 512n, 513n, ...HALF],
  core_buffers_per_frame: [0n, 1n, ...HALF],
  buffers: [0n, ...HALF, 0xffff_fffen, 0xffff_ffffn],
  max_shmifo_size: [0n, 0xffff_ffffn],
  height: [0n, 1n, ...HALF, 0x4000_0000n, 0xffff_ffffn],
  width: [0n, 1n, ...HALF, 0x4000_0000n, 0xffff_ffffn],
  features: [0n, 1n, ...HALF, 0x10_0000n, 0x10_0001n, 0xffff_ffffn],
  padded_height: [0n, 1n, ...HALF, 0xffff_ffffn],
  padded_width: [0n, 1n, ...HALF, 0xffff_ffffn],
  padded_features: [0n, 1n, ...HALF, 0xffff_ffffn],
  data_bytes: [0n, 1n, 2n, 3n, 4n, 0xffff_ffffn],
  format: [0n, 1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n, 10n, 11n, 12n, 13n, 14n, 15n, 16n, 17n, 255n],
  number_of_classes: [0n, 1n, 65_536n, ...WORD],
  max_output_size: [0n, 1n, 65_536n, ...WORD],
  bbox_size: [0n, 7n, 8n, 9n, ...WORD],
  input_division_factor: [0n, 1n, 65_536n, ...WORD],
  number_of_predecessors: [0n, 1n, 2n, 3n, 4n, 5n, 32n, 33n, 0x7fff_ffffn, 0xffff_ffffn],
  height_ratios_list_len: [0n, 1n, 2n, 5n, 33n, 0x3fff_ffffn, 0x4000_0000n, 0xffff_ffffn],
  height_ratios_list: [0n, 1n, 2n, 0x1_0000n, 0xffff_ffffn],
  height_gcd: [0n, 1n, 2n, 0xffff_ffffn],
  // Numbers that stand for features, architectures and formats.
  type_index: [...Array(40).keys()].map(BigInt).concat([999n, 1000n, 0xffffn, 0xffff_ffffn]),
  hw_arch: [0n, 1n, 2n, 3n, 4n, 6n, 7n, 99n, 100n, 101n, 102n, 103n, 104n, 105n, 106n, 108n, 109n],
  version: [0n, 1n, 2n, 3n, 4n, 5n, 6n],
  number_of_contexts: [0n, 1n, 2n],
  edge_layer_type: [0n, 1n, 2n, 3n],
  direction: [0n, 1n, 2n],
  edge_connection_type: [0n, 1n, 2n, 3n, 4n],
  connection_type: [0n, 1n, 2n, 3n, 4n],
  // Offset and size of data after the message.
  offset: [1n, 7n, 8n, 4096n, ...WORD, 0xffff_ffff_ffff_fff8n],
  size: [0n, 1n, 4n, 7n, 8n, 12n, ...WORD],
};

/** Returns the interesting values for a field of this name; an empty list if its limits are unknown. */
export function limitsOf(field: string): readonly bigint[] {
  return Object.hasOwn(VALUES, field) ? (VALUES[field] as readonly bigint[]) : [];
}
