import { expect, it } from 'vitest';
import { operandsOf } from '../../src/page/views/timeline/step-words.js';

it('operandsOf returns the text after a step’s mnemonic in a disassembly, by the offset of the step', () => {
  const lines = [
    'network group digits  network_groups[0]',
    '      0  none →',
    '      1  lcu c1.l2 →',
    '           disable_lcu      c4.l0 enable=@0x180002dc',
    '           write_ccw        ch0  2 words @0x20000000  16 B',
    '           allow_all',
    '           enable_lcu       of the same offset, which is not the first',
  ];
  expect([...operandsOf(lines, [-1, 10, 20, 30, 40, 50, 30])]).toEqual([
    [10, ''],
    [20, 'c1.l2'],
    [30, 'c4.l0 enable=@0x180002dc'],
    [40, 'ch0  2 words @0x20000000  16 B'],
    [50, ''],
  ]);
});
