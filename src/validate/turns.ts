import type { Source } from '../source/source.js';

/** How long reading may go on before the event loop gets a turn, for signals and progress. */
const TURN_MS = 50;

/**
 * A source that lets the event loop run now and then. A file answers reads at once, so a long validation
 * would otherwise not notice Ctrl-C before its end.
 */
export function takingTurns(source: Source): Source {
  // Not performance.now(), which loads a module of its own at the first use.
  let turn = Date.now();
  return {
    get size() {
      return source.size;
    },
    randomAccess: source.randomAccess,
    read(offset, target) {
      // A clock that is set back may cost a turn, but never all of them.
      if (Math.abs(Date.now() - turn) < TURN_MS) return source.read(offset, target);
      return new Promise<void>((resolve) => setTimeout(resolve, 0)).then(() => {
        turn = Date.now();
        return source.read(offset, target);
      });
    },
    close: () => source.close(),
  };
}
