import { ProtomdlError } from '../../base/diagnostics/error.js';
import type { Group } from './group.js';
import type { NoveltyState } from './novelty.js';
import type { RunPlan } from './schedule.js';

/** Identity of a campaign: it can be resumed only with the same setup. */
export interface Setup {
  readonly commands: readonly (readonly string[])[];
  /** `none`, `loaders`, `validator` or the release whose result is predicted. */
  readonly differential: string;
  /** SHA-256 of the seeds, in hex, in order. */
  readonly seeds: readonly string[];
  readonly tool: string;
}

/** Number of runs by result; with two loaders, by the result of the first loader. */
export interface EndingCounts {
  /** Exited with code 0. */
  accepted: number;
  /** Exited with another code that does not mean a crash. */
  refused: number;
  /** Ended by a signal, or with a sanitizer's report. */
  crashed: number;
  /** Exceeded the time limit. */
  hung: number;
  /** Exceeded the memory limit. */
  'out-of-memory': number;
}

/** State of a campaign between two runs, as plain data. */
export interface CampaignState {
  readonly setup: Setup;
  readonly seed: number;
  /** The number of the next run. */
  readonly issued: number;
  readonly runs: number;
  readonly ms: number;
  readonly unfinished: readonly { readonly run: number; readonly plan: RunPlan }[];
  readonly accounts: readonly (readonly [number, number])[];
  readonly pool: readonly {
    readonly id: number;
    readonly seed: number;
    readonly name: string;
    readonly isRefused: boolean;
    readonly changed: readonly string[];
    readonly runs: number;
    readonly rewards: number;
    readonly repeats: number;
  }[];
  readonly novelty: NoveltyState;
  readonly background: readonly string[];
  readonly endings: EndingCounts;
  readonly groups: readonly Group[];
  readonly unlisted: number;
  /** Number of runs with a fault that also occurs with an unchanged seed. */
  readonly asSeeds: number;
}

/**
 * Checks that a state belongs to this campaign.
 * @throws ProtomdlError `findings-other` for another campaign's state, `findings-damaged` for an invalid
 * state
 */
export function stateFor(value: unknown, setup: Setup, seed: number | undefined): CampaignState {
  const state = value as CampaignState;
  const isWhole =
    typeof state.seed === 'number' &&
    typeof state.issued === 'number' &&
    [state.unfinished, state.accounts, state.pool, state.groups, state.background].every(Array.isArray) &&
    typeof state.setup === 'object' &&
    typeof state.novelty === 'object' &&
    typeof state.endings === 'object';
  if (!isWhole) throw new ProtomdlError('findings-damaged', 'state.json does not hold a whole campaign');
  const difference =
    text(state.setup.tool) !== text(setup.tool)
      ? `was begun by version ${state.setup.tool}, this is ${setup.tool}`
      : text(state.setup.commands) !== text(setup.commands)
        ? `runs another command (${state.setup.commands.map((command) => command.join(' ')).join(' --- ')})`
        : text(state.setup.differential) !== text(setup.differential)
          ? 'compares something else (--differential, --target)'
          : text(state.setup.seeds) !== text(setup.seeds)
            ? 'began with other seed files'
            : seed !== undefined && seed !== state.seed
              ? `has seed ${state.seed}, not ${seed}`
              : undefined;
  if (difference !== undefined) {
    const what = `the campaign in this folder ${difference}; name another folder (--out), or remove this one`;
    throw new ProtomdlError('findings-other', what);
  }
  return state;
}

function text(value: unknown): string {
  return JSON.stringify(value);
}
