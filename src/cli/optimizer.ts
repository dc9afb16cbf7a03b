type Require = (id: string) => unknown;

/** Bytes of executed bytecode after which V8 optimises a function. */
const EARLY_BUDGET = 15_000;
const LATE_BUDGET = 400_000;
/** Default of V8 11.3; if V8 has another default, Node's modules just load more slowly. */
const DEFAULT_BUDGET = 67_584;

let bytes = LATE_BUDGET;
/** Undefined until `optimizingLater` is called: until then V8 keeps its default. */
let setFlags: ((flags: string) => void) | undefined;

function setBudget(budget: number): void {
  bytes = budget;
  setFlags?.(`--interrupt-budget=${budget}`);
}

/**
 * V8 11 has no compiler between the baseline compiler and the optimising compiler, and optimises a function
 * after 66 KB of executed bytecode. For a validation, with hundreds of functions that receive other kinds of
 * objects in the next file, this limit is too low: with a limit six times as high, a file of 2,600 messages
 * takes 0.75 of the processor time, 1,800 small files 0.78, and 20 MB of actions 0.9 to 1.
 *
 * Node's own precompiled modules depend on the flag too: a module that is loaded under another flag is
 * compiled again, which takes two to four times as long (8 ms for `node:crypto`). So these modules are loaded
 * under their original flag.
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
 * Makes V8 optimise sooner. This helps in a run of seconds only: 10,000 files of 130 KB take 0.7 of the time,
 * 4,000 take 0.88, but 2,000 take 1.25.
 */
export function optimizeSooner(): void {
  setBudget(EARLY_BUDGET);
}

/** Restores the flag under which every start reads its pack: V8 checks that flags are the same. */
export function optimizeForPack(): void {
  setBudget(LATE_BUDGET);
}
