import {
  FOREIGN_FIELDS,
  FOREIGN_LOG,
  LOGGED,
  MAX_LOGGED,
  PENDING_SETS,
  SET_COUNT,
  SETS,
  UNSETTLED,
} from '../layout';

/** Notes a value below 64 of the record being read. */
export function gather(set: u32, value: u32): void {
  const at = <usize>PENDING_SETS + ((<usize>set) << 3);
  store<u64>(at, load<u64>(at) | ((<u64>1) << (<u64>value)));
  store<u32>(UNSETTLED, 1);
}

/** Notes a field in the record being read that the schema does not know. False when there is no room to. */
export function logForeign(kind: u32): bool {
  const logged = load<u32>(LOGGED);
  if (logged === MAX_LOGGED) return false;
  store<u16>(<usize>FOREIGN_LOG + ((<usize>logged) << 1), <u16>kind);
  store<u32>(LOGGED, logged + 1);
  store<u32>(UNSETTLED, 1);
  return true;
}

/** Ends a record: pending changes take effect if it is clean, and are dropped otherwise. */
export function resolve(clean: bool): void {
  if (load<u32>(UNSETTLED) === 0) return;
  store<u32>(UNSETTLED, 0);
  const sets = <usize>load<u32>(SET_COUNT) << 3;
  for (let at: usize = 0; at < sets; at += 8) {
    const pending = <usize>PENDING_SETS + at;
    const set = <usize>SETS + at;
    if (clean) store<u64>(set, load<u64>(set) | load<u64>(pending));
    store<u64>(pending, 0);
  }
  const end = <usize>FOREIGN_LOG + ((<usize>load<u32>(LOGGED)) << 1);
  store<u32>(LOGGED, 0);
  if (!clean) return;
  for (let at: usize = FOREIGN_LOG; at < end; at += 2) {
    const count = <usize>FOREIGN_FIELDS + ((<usize>load<u16>(at)) << 2);
    store<u32>(count, load<u32>(count) + 1);
  }
}
