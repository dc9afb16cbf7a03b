type Require = (id: string) => unknown;

/** Number of bytes of executed bytecode after which V8 optimises a function. */
const EARLY_BUDGET = 15_000;
const LATE_BUDGET = 1_200_000;
/**
 * Default of V8 11.3. With another default of V8, the only effect is that Node's modules load more slowly.
 */
const DEFAULT_BUDGET = 67_584;

let bytes = LATE_BUDGET;
/** Sets flags of V8; undefined until `optimizingLater` is called, so that V8 keeps its default. */
let setFlags: ((flags: string) => void) | undefined;

function setBudget(budget: number): void {
  bytes = budget;
  setFlags?.(`--interrupt-budget=${budget}`);
}

/**
 * V8 11 has no compiler between the baseline compiler and the optimising compiler, and optimises a function
 * after 66 KB of executed bytecode. For a validation, with hundreds of functions that receive other kinds of
 * objects in the next file, this limit is too low: with a limit six times as high, a file of 2,600 messages
 * takes 75 % of the processor time, 1,800 small files take 78 %, and 20 MB of actions 90 to 100 %.
 * With a limit three times higher still, 1,200 small files take another 6 % less, a single real file 5 to 15 %
 * less, and 20 MB the same time.
 *
 * Node's precompiled modules also depend on the flag: Node compiles a module again under another flag, which
 * takes two to four times as long (8 ms for `node:crypto`). Node's modules are therefore loaded under their
 * original flag.
 * @returns Node's own `require`, for Node's modules
 */
export function optimizingLater(native: Require): Require {
  const { setFlagsFromString } = native('node:v8') as typeof import('node:v8');
  setFlags = setFlagsFromString;
  setBudget(bytes);
  return (id) => {
    const budget = bytes;
    setBudget(DEFAULT_BUDGET);
    try {
      return native(id);
    } finally {
      setBudget(budget);
    }
  };
}

/**
 * Makes V8 optimise sooner. This only helps in runs of several seconds: in relation to the time without this
 * call, 10,000 files of 130 KB take 70 %, and 4,000 files 88 %, but 2,000 files take 125 %.
 */
export function optimizeSooner(): void {
  setBudget(EARLY_BUDGET);
}

/**
 * Restores the flag under which every start reads its pack, because V8 refuses code that was compiled under
 * other flags.
 */
export function optimizeForPack(): void {
  setBudget(LATE_BUDGET);
}
