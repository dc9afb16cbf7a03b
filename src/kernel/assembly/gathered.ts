import { GATHERING, PENDING, SET_COUNT, SETS } from '../layout';

/** Notes a value below 64 of the record being read. */
export function gather(set: u32, value: u32): void {
  const at = <usize>PENDING + ((<usize>set) << 3);
  store<u64>(at, load<u64>(at) | ((<u64>1) << (<u64>value)));
  store<u32>(GATHERING, 1);
}

/** A record was read: its values count if it is clean, and are forgotten either way. */
export function settle(clean: bool): void {
  if (load<u32>(GATHERING) === 0) return;
  store<u32>(GATHERING, 0);
  const end = (<usize>load<u32>(SET_COUNT)) << 3;
  for (let at: usize = 0; at < end; at += 8) {
    if (clean) store<u64>(<usize>SETS + at, load<u64>(<usize>SETS + at) | load<u64>(<usize>PENDING + at));
    store<u64>(<usize>PENDING + at, 0);
  }
}
