import { describe, expect, it } from 'vitest';
import { type Change, CONTEXT, spoiled } from '../../../scripts/corpus/faults.js';
import { explicit, type Fields, seq } from '../../../scripts/corpus/notation.js';
import { oneContext } from '../../../scripts/corpus/valid-networks.js';
import { memorySource } from '../../../src/base/source/memory.js';
import { streamSource } from '../../../src/base/source/stream.js';
import { validate } from '../../../src/check/validate/validate.js';
import { encoded, findingsIn, found, LIFTED, set } from '../core-op-findings.js';

const ACTION = `${CONTEXT}.operations[3].actions[0]`;

const doing = (kind: Fields): Change => [
  ACTION,
  (action) => ({ unique_id: (action as Fields).unique_id, ...kind }),
];

describe('values of actions', () => {
  it.each<[string, string, number, string | undefined, string]>([
    ['enable_lcu', 'cluster_index', 255, 'lcu-range', 'error'],
    ['enable_lcu', 'lcu_index', 255, 'lcu-range', 'error'],
    ['disable_lcu', 'cluster_index', 255, 'lcu-range', 'error'],
    ['disable_lcu', 'lcu_index', 255, 'lcu-range', 'error'],
    ['enable_lcu', 'cluster_index', 7, 'lcu-id-aliasing', 'warning'],
    ['disable_lcu', 'lcu_index', 15, 'lcu-id-aliasing', 'warning'],
    ['enable_lcu', 'lcu_kernel_done_address', 65535, 'lcu-kernel-done-address-range', 'error'],
    ['enable_sequencer', 'cluster_index', 7, 'sequencer-range', 'warning'],
    ['wait_for_seqeuncer', 'cluster_index', 7, 'sequencer-range', 'warning'],
    ['wait_for_seqeuncer', 'cluster_index', 255, 'sequencer-range', 'error'],
    ['wait_for_module_config_done', 'index', 255, 'wait-module-range', 'error'],
    ['allow_input_dataflow', 'sys_index', 255, 'allow-input-range', 'error'],
    ['allow_input_dataflow', 'connection_type', 3, 'enum-unknown', 'warning'],
    ['write_data_ccw', 'cfg_channel_index', 255, 'cfg-channel-index-range', 'error'],
    ['write_data_ccw_ptr', 'cfg_channel_index', 255, 'cfg-channel-index-range', 'error'],
  ])('%s.%s is at most %i', async (member, field, most, code, severity) => {
    const at = (value: number) => found(oneContext, code as string, doing({ [member]: { [field]: value } }));
    const there = `${severity} ${ACTION}.${member}.${field}`;
    expect(await at(most)).not.toContain(there);
    expect(await at(most + 1)).toEqual([there]);
    expect(await at(0xffffffff)).toHaveLength(1);
  });

  it('have 32 bits if they are addresses', async () => {
    const at = (address: bigint) => doing({ write_data: { address } });
    const code = 'write-data-address-range';
    expect(await found(oneContext, code, at(0xffffffffn))).toEqual([]);
    expect(await found(oneContext, code, at(0x1_0000_0000n))).toHaveLength(1);
    expect(await found(oneContext, code, at(0xffff_ffff_ffff_ffffn))).toEqual([
      `error ${ACTION}.write_data.address`,
    ]);
  });

  it('have a minimum if smaller values have no effect', async () => {
    const at = (kind: Fields) => found(oneContext, 'action-later-values', doing(kind));
    const boxes = (classes: unknown, burst: unknown) =>
      at({ enable_nms: { number_of_classes: classes, burst_size: burst } as Fields });
    const pause = (duration: unknown) => at({ debug: { sleep: { duration_in_usec: duration } } as Fields });
    expect(await boxes(1, 1)).toEqual([]);
    expect(await boxes(explicit(0), 1)).toEqual([`error ${ACTION}.enable_nms.number_of_classes`]);
    expect(await boxes(80, explicit(0))).toEqual([`error ${ACTION}.enable_nms.burst_size`]);
    expect(await at({ enable_nms: { number_of_classes: 80 } })).toEqual([`error ${ACTION}.enable_nms`]);
    expect(await at({ enable_nms: { number_of_classes: 80, burst_size: 1, network_index: 256 } })).toEqual([
      `error ${ACTION}.enable_nms.network_index`,
    ]);
    expect(await pause(1000)).toEqual([]);
    expect(await pause(2 ** 40)).toEqual([]);
    expect(await pause(999)).toEqual([`error ${ACTION}.debug.sleep.duration_in_usec`]);
    expect(await pause(explicit(0))).toEqual([`error ${ACTION}.debug.sleep.duration_in_usec`]);
    expect(await at({ debug: { sleep: {} } })).toEqual([`error ${ACTION}.debug.sleep`]);
    expect(await at({ debug: { halt: {} } })).toEqual([]);
    expect(await at({ debug: {} })).toEqual([`error ${ACTION}.debug`]);
  });

  it.each(LIFTED)('are checked in core ops of later layouts', async (lift, path) => {
    const content = lift(spoiled(oneContext, doing({ enable_lcu: { lcu_index: 256 } })));
    const [finding] = await findingsIn(memorySource(encoded(content)), 'lcu-range');
    expect(finding?.path).toBe(`${path}.contexts[0].operations[3].actions[0].enable_lcu.lcu_index`);
  });

  it('are those of the last member of a oneof', async () => {
    // A later member of the oneof replaces the invalid member.
    const content = spoiled(oneContext, doing({ enable_lcu: { lcu_index: 256 }, none: {} }));
    const findings = await findingsIn(memorySource(encoded(content)), 'lcu-range', 'oneof-multiple-members');
    expect(findings.map(({ code }) => code)).toEqual(['oneof-multiple-members']);
  });
});

describe('the start address of a sequencer', () => {
  const CODES = [
    'initial-l3-range',
    'initial-l3-info-ignored',
    'initial-l3-legacy-bits',
    'initial-l3-legacy-arch',
  ];
  const start = async (fields: Fields, arch = 1): Promise<string[]> => {
    const change = doing({ enable_sequencer: { cluster_index: 4, ...fields } });
    const content = spoiled(oneContext, change, set('header.hw_arch', arch));
    const findings = await findingsIn(memorySource(encoded(content)), ...CODES);
    return findings.map(({ code, path }) => `${code} ${path.replace(`${ACTION}.enable_sequencer`, '')}`);
  };
  const info = (index: number, offset: number, flag = true): Fields => ({
    initial_l3_info: { initial_l3_index: index, initial_l3_offset: offset, includes_initial_l3_info: flag },
  });

  it('has a cut of at most 8 bits and an offset of at most 16', async () => {
    expect(await start(info(255, 65535))).toEqual([]);
    expect(await start(info(256, 65535))).toEqual(['initial-l3-range .initial_l3_info.initial_l3_index']);
    expect(await start(info(255, 65536))).toEqual(['initial-l3-range .initial_l3_info.initial_l3_offset']);
  });

  it('is ignored without its flag', async () => {
    expect(await start(info(0, 0, false))).toEqual([]);
    expect(await start(info(1, 0, false))).toEqual(['initial-l3-info-ignored .initial_l3_info']);
    expect(await start(info(256, 65536, false))).toEqual(['initial-l3-info-ignored .initial_l3_info']);
    const written = { initial_l3_offset: 8, includes_initial_l3_info: explicit(false) };
    expect(await start({ initial_l3_info: written })).toEqual(['initial-l3-info-ignored .initial_l3_info']);
  });

  it('has 19 bits if the legacy field is used', async () => {
    expect(await start({ initial_l3_legacy: 0x7ffff })).toEqual([]);
    expect(await start({ initial_l3_legacy: 0x80000 })).toEqual([
      'initial-l3-legacy-bits .initial_l3_legacy',
    ]);
    expect(await start({ initial_l3_legacy: 0x80000, ...info(0, 0) })).toEqual([]);
    expect(await start({ initial_l3_legacy: 0x80000, ...info(0, 0, false) })).toEqual([
      'initial-l3-legacy-bits .initial_l3_legacy',
    ]);
  });

  it.each([
    [0, 0],
    [2, 0],
    [102, 0],
    [103, 1],
    [105, 1],
    [106, 0],
  ])('in the legacy form on architecture %i has this number of findings: %i', async (arch, count) => {
    expect(await start({ initial_l3_legacy: 8 }, arch)).toHaveLength(count);
    expect(await start(info(0, 0, false), arch)).toHaveLength(count);
    const written = { initial_l3_info: { includes_initial_l3_info: explicit(false) } };
    expect(await start(written, arch)).toHaveLength(count);
    expect(await start(info(0, 0), arch)).toEqual([]);
  });

  it('is reported as missing at each sequencer, if the message or its flag is missing', async () => {
    const sequencer = (fields: Fields): Fields => ({ enable_sequencer: { cluster_index: 4, ...fields } });
    const actions = [
      sequencer({}),
      sequencer(info(0, 0)),
      sequencer({ initial_l3_info: {} }),
      sequencer(info(0, 0, false)),
      { none: {} },
      sequencer({ initial_l3_legacy: 8 }),
    ];
    const numbered = actions.map((action, i) => ({ unique_id: 1000 + i, ...action }));
    const around = `${CONTEXT}.operations[3].actions`;
    const at = [0, 2, 3, 5].map((i) => `${around}[${i}].enable_sequencer`);
    for (const kernel of [false, true]) {
      for (const [arch, paths] of [
        [1, []],
        [103, at],
      ] as const) {
        const bytes = encoded(spoiled(oneContext, [around, () => numbered], set('header.hw_arch', arch)));
        for (const source of [memorySource(bytes), streamSource([bytes])]) {
          const { diagnostics } = await validate(source, { kernel });
          const reported = diagnostics.filter(({ code }) => CODES.includes(code));
          expect(reported.map(({ code, path }) => `${code} ${path}`)).toEqual(
            paths.map((path) => `initial-l3-legacy-arch ${path}`),
          );
        }
      }
    }
  });

  it('is not reported as missing if another record of the action contains the address', async () => {
    const missing: Fields = { enable_sequencer: { cluster_index: 4 } };
    const reported = async (...records: Fields[]) => {
      const content = spoiled(oneContext, set('header.hw_arch', 103), [
        ACTION,
        (action) => seq({ unique_id: (action as Fields).unique_id }, ...records),
      ]);
      return (await findingsIn(memorySource(encoded(content)), ...CODES)).map(({ path }) => path);
    };
    expect(await reported(missing)).toEqual([`${ACTION}.enable_sequencer`]);
    expect(await reported(missing, { enable_sequencer: info(0, 0) })).toEqual([]);
    expect(await reported({ enable_sequencer: info(0, 0) }, missing)).toEqual([]);
    expect(await reported(missing, { none: {} })).toEqual([]);
    expect(await reported({ none: {} }, missing)).toEqual([`${ACTION}.enable_sequencer`]);
  });
});
