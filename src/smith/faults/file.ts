/** Faults of the message's root: header, extensions, flags, the list of groups. */
import { setField } from '../../tree/index.js';
import type { Fault } from './fault.js';

const unknownArchitecture: Fault = {
  code: 'hw-arch-unknown',
  apply: ({ root, random }) => {
    const header = root.field('header')?.message;
    if (header === undefined) return undefined;
    const arch = random.one([3, 4, 5, 6, 7, 99, 106, 107, 108, 109, 255, 1000, 65_535, 0x7fff_ffff]);
    return [{ code: 'hw-arch-unknown', at: setField(header, 'hw_arch', arch) }];
  },
};

export const FILE_FAULTS: readonly Fault[] = [unknownArchitecture];
