import type { WorkloadFile } from '../workloads/store.js';
import { type Command, ContenderProcess } from './contender-process.js';
import { type Summary, summarize } from './statistics.js';

export interface Entry {
  readonly id: string;
  readonly command: Command;
  readonly workload: WorkloadFile;
  /** Time for which short work is repeated before the first turn. */
  readonly warmUpMs?: number;
}

export interface MatchOptions {
  /** Milliseconds for all turns together, warm-up not counted. */
  readonly budgetMs: number;
  /** Milliseconds of a turn in which short work is repeated. */
  readonly turnMs?: number;
  /** Called before each round, to show progress. */
  readonly onRound?: (round: number) => void;
}

export interface Played {
  readonly id: string;
  readonly milliseconds: readonly number[];
  readonly summary: Summary;
  /** Number of calls before the first turn. */
  readonly callsBefore: number;
  /** Number that the contender counted in every turn. */
  readonly counted: number;
  /** Peak memory of the contender's process, in bytes. */
  readonly memory: number;
}

/** Minimum number of turns of every contender; the smaller number applies if a turn takes seconds. */
const MIN_TURNS = { usual: 5, slow: 3, slowMs: 2500 };
const MAX_ROUNDS = 40;
/**
 * JavaScript is compiled after some calls of its functions; one call of a slow contender contains enough
 * such calls.
 */
const WARM_UP = { turns: 4, enoughMs: 1500 };
/** V8 compiles in parallel to the calls, so short work is repeated for this time. */
const SHORT_WARM_UP_MS = 300;

/**
 * Lets contenders take turns, round after round, in an order that shifts by one each round, so that
 * disturbances of the machine affect all contenders.
 */
export async function play(entries: readonly Entry[], options: MatchOptions): Promise<Played[]> {
  const players: Player[] = [];
  try {
    for (const entry of entries) players.push(await Player.start(entry, options.turnMs));
    // A slow contender skips rounds after its minimum number of turns, if its share of the time is used up.
    const share = options.budgetMs / entries.length;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const fit = players.filter((player) => player.turns < player.minTurns || player.spentMs < share);
      if (fit.length === 0) break;
      options.onRound?.(round);
      const first = round % fit.length;
      for (const player of [...fit.slice(first), ...fit.slice(0, first)]) await player.turn();
    }
    return await Promise.all(players.map((player) => player.result()));
  } finally {
    await Promise.all(players.map((player) => player.stop()));
  }
}

class Player {
  spentMs = 0;
  readonly #milliseconds: number[] = [];
  #counted = 0;
  #callsBefore = 0;

  private constructor(
    readonly entry: Entry,
    readonly process: ContenderProcess,
    readonly turnMs: number | undefined,
  ) {}

  static async start(entry: Entry, turnMs: number | undefined): Promise<Player> {
    const process = new ContenderProcess(entry.id, entry.command);
    const player = new Player(entry, process, turnMs);
    try {
      await process.load(entry.workload.path);
      const { warmUpMs = SHORT_WARM_UP_MS } = entry;
      let spent = 0;
      const goesOn = (turns: number) =>
        (turns < WARM_UP.turns && spent < WARM_UP.enoughMs) || (turnMs !== undefined && spent < warmUpMs);
      for (let turns = 0; goesOn(turns); turns++) {
        const { milliseconds, times } = await process.run(turnMs);
        spent += Math.max(milliseconds, turnMs ?? 0);
        player.#callsBefore += times;
      }
    } catch (error) {
      await process.stop();
      throw error;
    }
    return player;
  }

  get turns(): number {
    return this.#milliseconds.length;
  }

  get minTurns(): number {
    return this.spentMs > MIN_TURNS.slowMs * this.turns ? MIN_TURNS.slow : MIN_TURNS.usual;
  }

  async turn(): Promise<void> {
    const { milliseconds, counted } = await this.process.run(this.turnMs);
    if (this.turns > 0 && counted !== this.#counted) {
      throw new Error(`${this.entry.id} counted ${this.#counted}, then ${counted}`);
    }
    this.#counted = counted;
    this.#milliseconds.push(milliseconds);
    this.spentMs += Math.max(milliseconds, this.turnMs ?? 0);
  }

  async result(): Promise<Played> {
    return {
      id: this.entry.id,
      milliseconds: this.#milliseconds,
      summary: summarize(this.#milliseconds),
      callsBefore: this.#callsBefore,
      counted: this.#counted,
      memory: await this.process.memory(),
    };
  }

  stop(): Promise<void> {
    return this.process.stop();
  }
}
