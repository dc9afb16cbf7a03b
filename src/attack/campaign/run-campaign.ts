import { resolve } from 'node:path';
import type { Release } from '../../base/diagnostics/catalogue.js';
import { ProtomdlError } from '../../base/diagnostics/error.js';
import { memorySource } from '../../base/source/memory.js';
import { validate } from '../../check/validate/validate.js';
import { Campaign, type CampaignStatus } from './campaign.js';
import { sha256 } from './digest.js';
import type { EndingRules } from './ending.js';
import { type FindingWriter, outputText, shellLine } from './finding-files.js';
import { finishGroups } from './finish.js';
import type { Group } from './group.js';
import {
  DifferentialOracle,
  LoaderOracle,
  type Observation,
  type Oracle,
  ValidatorOracle,
} from './oracle.js';
import type { Mutagen, Reducer, Seed } from './parts.js';
import { Scratch } from './scratch.js';
import { type Disk, FindingsStore } from './store.js';
import { TargetRunner } from './target.js';

/** What a campaign is asked to do. */
export interface CampaignRequest {
  /** One command, or two to be compared; `{}` in an argument stands for the file. */
  readonly commands: readonly (readonly string[])[];
  /** Whether to compare: two loaders, or one with the validator. */
  readonly isDifferential?: boolean | undefined;
  /** With one loader that is compared: the release whose load is predicted. */
  readonly release?: Release | undefined;
  /** Files to make mutants of; at least one. */
  readonly seeds: readonly Seed[];
  /** What all choices follow from (default: that of the campaign in the folder, or a random one). */
  readonly seed?: number | undefined;
  /**
   * Whether a loader gets the path of a file, its bytes by standard input, or, as it stays, one file after the other
   * (default: `file`).
   */
  readonly input?: 'file' | 'stdin' | 'persistent' | undefined;
  /** Milliseconds for one run (default: 20 times what the slowest seed takes, a second at least). */
  readonly timeoutMs?: number | undefined;
  /** Bytes of memory for one run. */
  readonly memoryBytes?: number | undefined;
  /** What counts as a crash beside signals and reports of sanitizers. */
  readonly rules?: EndingRules | undefined;
  /** Runs crashes again under gdb, where there is one, to find their places (default true). */
  readonly findsPlaces?: boolean | undefined;
  /** Goes on with the campaign that is in the folder, and makes mutants only where `maxRuns` or `maxMs` is given. */
  readonly isResumed?: boolean | undefined;
  /** Runs at a time. */
  readonly jobs: number;
  /** Runs of mutants, those of earlier sessions included (default: no bound). */
  readonly maxRuns?: number | undefined;
  /** Milliseconds for mutants. */
  readonly maxMs?: number | undefined;
  /** Milliseconds for repeating and reducing what was found. */
  readonly maxFinishMs: number;
  /** Bytes that a mutant may have. */
  readonly maxSize: number;
  /** The folder of findings. */
  readonly folder: string;
  /** Makes the mutants: `structureMutagen`. */
  readonly mutagen: Mutagen;
  /** Makes found files smaller: `structureReducer` (default: they stay as they are). */
  readonly reducer?: Reducer | undefined;
  /** Ends the campaign; its report is made all the same. */
  readonly signal: AbortSignal;
  /** What the report and the state name as their maker; another version does not take up the state. */
  readonly tool: {
    /** `protomdl`. */
    readonly name: string;
    /** As in `package.json`. */
    readonly version: string;
  };
  /** Further files for people in each group's folder. */
  readonly writeFinding?: FindingWriter | undefined;
  /** The index as it is kept in the folder. */
  readonly writeIndex?: ((report: CampaignReport) => string) | undefined;
  /** Called several times a second with how far it is. */
  readonly onProgress?: ((progress: CampaignProgress) => void) | undefined;
  /** @internal How bytes come to rest in the folder (default: as files do). */
  readonly disk?: Disk | undefined;
}

/** How far a campaign is. */
export interface CampaignProgress extends CampaignStatus {
  /** Trying the seeds, running mutants, or repeating and reducing what was found. */
  readonly phase: 'seeds' | 'mutants' | 'finishing';
  /** The group that is made smaller, and its bytes. */
  readonly finishing?: {
    /** The group that is at work. */
    readonly group: Group;
    /** Bytes of its smallest file so far. */
    readonly size: number;
    /** Groups that are finished. */
    readonly done: number;
    /** Groups in all. */
    readonly of: number;
  };
}

/** Why a campaign ended. */
export type CampaignEnd = 'runs' | 'time' | 'interrupted';

/** What came of a campaign: plain data. */
export interface CampaignReport extends Omit<CampaignStatus, 'files'> {
  /** What made the report. */
  readonly tool: {
    /** `protomdl`. */
    readonly name: string;
    /** As in `package.json`. */
    readonly version: string;
  };
  /** The commands that were run, as they were given. */
  readonly commands: readonly (readonly string[])[];
  /** `none`, `loaders`, `validator`, or a release. */
  readonly differential: string;
  /** The folder of findings, as it was given. */
  readonly folder: string;
  /** Why it ended. */
  readonly end: CampaignEnd;
  /** What limits the result: to be read before it is trusted. */
  readonly remarks: readonly string[];
}

/** What seeds may take, and bounds on what others may where no time is given. */
const FIRST_TIMEOUT_MS = 30_000;
const LEAST_TIMEOUT_MS = 1000;
const TIMEOUT_FACTOR = 20;

/** Runs from which on a loader that always does the same is suspected not to read files. */
const ENOUGH_RUNS = 200;

/**
 * Attacks loaders with mutants, and writes what is found into a folder; takes up the campaign that the folder
 * holds. Ends when there have been enough runs, when the time is over, or when `signal` says so; then the
 * report says what there was.
 * @throws ProtomdlError `target-not-found`, `seeds-refused`, `findings-*`, `target-not-started`, `scratch-full`
 */
export async function runCampaign(request: CampaignRequest): Promise<CampaignReport> {
  const { commands, seeds, memoryBytes, rules, input, findsPlaces } = request;
  const timeoutMs = request.timeoutMs ?? FIRST_TIMEOUT_MS;
  const runners = commands.map(
    (argv) => new TargetRunner({ argv, input, timeoutMs, memoryBytes, rules, findsPlaces }),
  );
  const store = FindingsStore.open(request.folder, request.disk);
  if (request.isResumed && store.readState() === undefined) {
    store.close();
    throw new ProtomdlError('findings-none', `${request.folder}: there is no campaign to go on with`);
  }
  const extension = extensionOf(seeds);
  const largest = Math.max(request.maxSize, ...seeds.map(({ bytes }) => bytes.length));
  const scratch = new Scratch(extension, largest * (request.jobs + 1));
  try {
    const oracle = oracleOf(request, runners, scratch);
    return await attack(request, { runners, store, extension, oracle });
  } finally {
    scratch.remove();
    store.close();
  }
}

interface Means {
  readonly runners: readonly TargetRunner[];
  readonly store: FindingsStore;
  readonly extension: string;
  readonly oracle: Oracle;
}

async function attack(request: CampaignRequest, means: Means): Promise<CampaignReport> {
  const { signal, onProgress, jobs } = request;
  const { store, extension, oracle } = means;
  const describe = describer(request, means);
  const campaign = new Campaign({
    setup: {
      commands: request.commands,
      differential: differentialOf(request),
      seeds: request.seeds.map(({ bytes }) => sha256(bytes)),
      tool: request.tool.version,
    },
    seed: request.seed,
    seeds: request.seeds,
    oracle,
    mutagen: request.mutagen,
    isPersistent: means.runners.every((runner) => runner.input === 'persistent'),
    store,
    extension,
    jobs,
    maxRuns: request.isResumed && request.maxMs === undefined ? (request.maxRuns ?? 0) : request.maxRuns,
    maxMs: request.maxMs,
    maxSize: request.maxSize,
    signal,
    onProgress: (status) => onProgress?.({ ...status, phase: 'mutants' }),
    onFinding: ({ group, observation }) => describe(group, observation),
  });
  const report = (end: CampaignEnd): CampaignReport => reportOf(request, campaign.status, end);
  const saveIndex = (end: CampaignEnd): CampaignReport => {
    const made = report(end);
    if (request.writeIndex !== undefined) store.saveIndex(request.writeIndex(made));
    return made;
  };
  onProgress?.({ ...campaign.status, phase: 'seeds' });
  await campaign.trySeeds();
  if (request.timeoutMs === undefined) {
    const timeoutMs = Math.max(LEAST_TIMEOUT_MS, TIMEOUT_FACTOR * campaign.slowestMs);
    for (const runner of means.runners) runner.timeoutMs = Math.min(FIRST_TIMEOUT_MS, timeoutMs);
  }
  saveIndex('interrupted');
  await campaign.run();
  const typicalMs = campaign.typicalMs;
  await finishGroups(campaign.groups.list, {
    oracle,
    store,
    extension,
    jobs,
    reducer: request.reducer,
    maxMs: request.maxFinishMs,
    timeoutMs: Math.max(...means.runners.map((runner) => runner.timeoutMs)),
    typicalMs,
    signal,
    onProgress: (group, size, done, of) =>
      onProgress?.({ ...campaign.status, phase: 'finishing', finishing: { group, size, done, of } }),
    onDone: async (group, observation) => {
      await describe(group, observation);
      campaign.save();
    },
  });
  campaign.save();
  return saveIndex(signal.aborted ? 'interrupted' : campaign.isComplete ? 'runs' : 'time');
}

/** Writes what is known of a group into its folder. */
function describer(
  request: CampaignRequest,
  { runners, store }: Means,
): (group: Group, observation: Observation) => Promise<void> {
  return async (group, { endings }) => {
    const folder = resolve(store.groupFolder(group.folder));
    const names = [group.file.name, ...(group.reduced === null ? [] : [group.reduced.name])];
    const validation = await Promise.all(
      names.map(async (path) => {
        const source = memorySource(store.readGroupFile(group.folder, path));
        const runtimes = request.release === undefined ? [] : [request.release];
        return { path, ...(await validate(source, { runtimes })) };
      }),
    );
    const shown = `${folder}/${names.at(-1)}`;
    const reproduce = runners.map((runner) =>
      shellLine(
        process.cwd(),
        runner.env,
        runner.argvFor(shown),
        runner.input === 'stdin' ? shown : undefined,
      ),
    );
    store.saveGroup(group.folder, {
      'output.txt': outputText(endings),
      'reproduce.sh': `#!/bin/sh\n${reproduce.join('\n')}\n`,
      ...request.writeFinding?.({ group, endings, validation, reproduce }),
    });
  };
}

function oracleOf(request: CampaignRequest, runners: readonly TargetRunner[], scratch: Scratch): Oracle {
  const [first, second] = runners as [TargetRunner, TargetRunner | undefined];
  if (request.isDifferential !== true) return new LoaderOracle(first, scratch);
  if (second !== undefined) return new DifferentialOracle([first, second], scratch);
  return new ValidatorOracle(first, scratch, request.release);
}

function differentialOf({ isDifferential, commands, release }: CampaignRequest): string {
  if (isDifferential !== true) return 'none';
  return commands.length > 1 ? 'loaders' : (release ?? 'validator');
}

/** True for a group whose file comes to it every time, and may be made smaller still. */
function isUnfinished({ isReduced, reproduced }: Group, { reducer }: CampaignRequest): boolean {
  return reducer !== undefined && !isReduced && (reproduced === null || reproduced.same === reproduced.of);
}

/** That of the seeds, so that a loader that goes by names takes mutants for what they are. */
function extensionOf(seeds: readonly Seed[]): string {
  return /\.(?:mdl|hef)$/i.exec(seeds[0]?.name ?? '')?.[0].toLowerCase() ?? '.mdl';
}

function reportOf(request: CampaignRequest, status: CampaignStatus, end: CampaignEnd): CampaignReport {
  const { endings, behaviours, groups, unlisted, runs, ms, speed, seed, seeds, asSeeds } = status;
  const remarks: string[] = [];
  const open = groups.filter((group) => isUnfinished(group, request)).length;
  if (open > 0) {
    const which = open === 1 ? 'a group was' : `${open} groups were`;
    remarks.push(`${which} not reduced to the end, as the time was over: --resume goes on with that`);
  }
  if (runs >= ENOUGH_RUNS && behaviours <= 1) {
    remarks.push('the loader did and printed the same for every file: does it read the file it is given?');
  }
  if (unlisted > 0) remarks.push(`${unlisted} findings of further groups were not kept: there are too many`);
  return {
    tool: { name: request.tool.name, version: request.tool.version },
    commands: request.commands,
    differential: differentialOf(request),
    folder: request.folder,
    seed,
    end,
    seeds,
    asSeeds,
    runs,
    ms: Math.round(ms),
    speed: Math.round(speed * 10) / 10,
    endings: { ...endings },
    behaviours,
    groups,
    unlisted,
    remarks,
  };
}
