import type { Source } from './source.js';

/** The same source for a reader that would close it when it is done. */
export function unclosed(source: Source): Source {
  return {
    // A stream learns its size at its end.
    get size() {
      return source.size;
    },
    randomAccess: source.randomAccess,
    ...(source.bytes === undefined ? {} : { bytes: source.bytes }),
    read: (offset, target) => source.read(offset, target),
    close: () => {},
  };
}
