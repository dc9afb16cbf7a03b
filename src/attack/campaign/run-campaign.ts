import { resolve } from 'node:path';
import type { Release } from '../../base/diagnostics/catalogue.js';
import { isProtomdlError, ProtomdlError } from '../../base/diagnostics/error.js';
import { memorySource } from '../../base/source/memory.js';
import { validate } from '../../check/validate/validate.js';
import { Campaign, type CampaignStatus } from './campaign.js';
import type { EndingRules } from './ending.js';
import { type FindingWriter, outputText, shellLine } from './finding-files.js';
import { finishGroups } from './finish.js';
import type { Group } from './group.js';
import {
  type CampaignOracle,
  DifferentialOracle,
  LoaderOracle,
  type Observation,
  ValidatorOracle,
} from './oracle.js';
import type { CampaignSeed, Mutagen, Reducer } from './parts.js';
import { Scratch } from './scratch.js';
import { type Disk, FindingsStore, fileDigest } from './store.js';
import { TargetRunner } from './target.js';

/** Parameters of a campaign. */
export interface CampaignRequest {
  /** One command, or two for comparison; `{}` in an argument stands for the file. */
  readonly commands: readonly (readonly string[])[];
  /** True to compare the results of two loaders, or of one loader and the validator. */
  readonly isDifferential?: boolean | undefined;
  /** Release whose result the validator predicts, for a comparison with one loader. */
  readonly release?: Release | undefined;
  /** Files to mutate; at least one. */
  readonly seeds: readonly CampaignSeed[];
  /** Seed of all random choices (default: the seed of the campaign in the folder, or a random seed). */
  readonly seed?: number | undefined;
  /**
   * Input of a loader: the path of a file, the file's bytes on standard input, or one file after the other in
   * a persistent process (default: `file` if the command has a `{}`; otherwise `persistent` for a program
   * that is linked with fuzz/harness/persistent.c, and `stdin` for other programs).
   */
  readonly input?: 'file' | 'stdin' | 'persistent' | undefined;
  /**
   * Time limit of one run in milliseconds (default: 20 times the duration of the slowest seed, at least a
   * second).
   */
  readonly timeoutMs?: number | undefined;
  /** Memory limit of one run in bytes. */
  readonly memoryBytes?: number | undefined;
  /** Rules for crashes in addition to signals and sanitizer reports. */
  readonly rules?: EndingRules | undefined;
  /** True to repeat crashes under gdb, if it is installed, to find their positions (default true). */
  readonly findsPlaces?: boolean | undefined;
  /**
   * True to resume the campaign in the folder. A resumed campaign makes mutants only if `maxRuns` or `maxMs`
   * is given.
   */
  readonly isResumed?: boolean | undefined;
  /** Number of parallel runs. */
  readonly jobs: number;
  /** Limit for the runs of mutants, including earlier sessions (default: no limit). */
  readonly maxRuns?: number | undefined;
  /** Time for mutants in milliseconds. */
  readonly maxMs?: number | undefined;
  /** Time for repeating and reducing the findings, in milliseconds. */
  readonly maxFinishMs: number;
  /** Maximum size of a mutant in bytes. */
  readonly maxSize: number;
  /** Path of the folder for findings. */
  readonly folder: string;
  /** Makes the mutants: `structureMutagen`. */
  readonly mutagen: Mutagen;
  /** Reduces found files: `structureReducer` (default: no reduction). */
  readonly reducer?: Reducer | undefined;
  /** Ends the campaign early; the report still covers the finished runs. */
  readonly signal: AbortSignal;
  /** The tool's name for the report and the state; a state from another version is not resumed. */
  readonly tool: {
    /** `protomdl`. */
    readonly name: string;
    /** As in `package.json`. */
    readonly version: string;
  };
  /** Writes further files for people into each group's folder. */
  readonly writeFinding?: FindingWriter | undefined;
  /** Formats the index in the folder. */
  readonly writeIndex?: ((report: CampaignReport) => string) | undefined;
  /** Called several times a second with the progress. */
  readonly onProgress?: ((progress: CampaignProgress) => void) | undefined;
  /** @internal Writes files to the folder (default: the file system). */
  readonly disk?: Disk | undefined;
}

/** Progress of a campaign. */
export interface CampaignProgress extends CampaignStatus {
  /** Phase of the campaign: running the seeds, running mutants, or repeating and reducing the findings. */
  readonly phase: 'seeds' | 'mutants' | 'finishing';
  /** The group that is being repeated and reduced. */
  readonly finishing?: {
    /** The current group. */
    readonly group: Group;
    /** Size of the group's smallest file in bytes. */
    readonly size: number;
    /** Number of groups finished. */
    readonly done: number;
    /** Number of all groups. */
    readonly of: number;
  };
}

/**
 * Reason for the end of a campaign. `finished`: the campaign was resumed only to reduce findings, and all
 * findings are reduced.
 */
export type CampaignEnd = 'runs' | 'time' | 'finished' | 'interrupted';

/** Result of a campaign as plain data. */
export interface CampaignReport extends Omit<CampaignStatus, 'files'> {
  /** The tool that made the report. */
  readonly tool: {
    /** `protomdl`. */
    readonly name: string;
    /** As in `package.json`. */
    readonly version: string;
  };
  /** The commands as given. */
  readonly commands: readonly (readonly string[])[];
  /** `none`, `loaders`, `validator`, or a release. */
  readonly differential: string;
  /** The folder of findings as given. */
  readonly folder: string;
  /** Reason for the end. */
  readonly end: CampaignEnd;
  /** Remarks that limit what the results mean, such as a loader that seems not to read the files. */
  readonly remarks: readonly string[];
}

/**
 * Time limit for seeds. The time limit for mutants is `TIMEOUT_FACTOR` times the duration of the slowest
 * seed, at least `LEAST_TIMEOUT_MS`.
 */
const FIRST_TIMEOUT_MS = 30_000;
const LEAST_TIMEOUT_MS = 1000;
const TIMEOUT_FACTOR = 20;

/**
 * After this number of runs with the same result, a remark suspects that the loader does not read the files.
 */
const ENOUGH_RUNS = 200;
/** Same as `ENOUGH_RUNS`, for a command without a placeholder for the path. */
const ENOUGH_RUNS_WITHOUT_PATH = 20;

/** If gdb takes at least this share of the session's time, and at least this time, a remark reports it. */
const LARGE_SHARE = 0.5;
const LEAST_PLACES_MS = 1000;

/**
 * Attacks loaders with mutants, and writes the findings into a folder; resumes the campaign in that folder.
 * Ends after enough runs, when the time is over, or on `signal`; the report covers everything until then.
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
  readonly oracle: CampaignOracle;
}

async function attack(request: CampaignRequest, means: Means): Promise<CampaignReport> {
  const { signal, onProgress, jobs } = request;
  const { store, extension, oracle } = means;
  const describe = describer(request, means);
  const started = performance.now();
  const isFinishing =
    request.isResumed === true && request.maxMs === undefined && request.maxRuns === undefined;
  const campaign = new Campaign({
    setup: {
      commands: request.commands,
      differential: differentialOf(request),
      seeds: request.seeds.map(({ bytes }) => fileDigest(bytes)),
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
    maxRuns: isFinishing ? 0 : request.maxRuns,
    maxMs: request.maxMs,
    maxSize: request.maxSize,
    signal,
    onProgress: (status) => onProgress?.({ ...status, phase: 'mutants' }),
    onFinding: ({ group, observation }) => describe(group, observation),
  });
  const report = (end: CampaignEnd): CampaignReport => {
    const made = reportOf(request, campaign.status, end);
    const remarks = remarksOn(means.runners, request, campaign.status, performance.now() - started);
    return { ...made, remarks: [...made.remarks, ...remarks] };
  };
  const saveIndex = (end: CampaignEnd): CampaignReport => {
    const made = report(end);
    if (request.writeIndex !== undefined) store.saveIndex(request.writeIndex(made));
    return made;
  };
  onProgress?.({ ...campaign.status, phase: 'seeds' });
  try {
    await campaign.trySeeds();
  } catch (error) {
    if (!isProtomdlError(error) || error.code !== 'seeds-refused' || !lacksPath(request, means.runners))
      throw error;
    throw new ProtomdlError(error.code, `${error.message}; ${WITHOUT_PATH}`, -1, '', { cause: error });
  }
  if (request.timeoutMs === undefined) {
    const timeoutMs = Math.max(LEAST_TIMEOUT_MS, TIMEOUT_FACTOR * campaign.slowestMs);
    for (const runner of means.runners) runner.timeoutMs = Math.min(FIRST_TIMEOUT_MS, timeoutMs);
  }
  saveIndex('interrupted');
  await campaign.run();
  const typicalMs = campaign.typicalMs;
  await finishGroups(campaign.groups, {
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
    onMerged: (group) => {
      campaign.save();
      store.removeGroup(group.folder);
    },
  });
  campaign.save();
  if (signal.aborted) return saveIndex('interrupted');
  return saveIndex(isFinishing ? 'finished' : campaign.isComplete ? 'runs' : 'time');
}

const WITHOUT_PATH =
  'the command has no {} for the path of the file, so the loader gets the file on standard input';

/** True if a loader reads standard input only because its command has no placeholder for the path. */
function lacksPath({ input }: CampaignRequest, runners: readonly TargetRunner[]): boolean {
  return input === undefined && runners.some((runner) => runner.input === 'stdin');
}

/** Returns remarks about the commands and settings that may make the results less meaningful. */
function remarksOn(
  runners: readonly TargetRunner[],
  request: CampaignRequest,
  { runs, behaviours }: CampaignStatus,
  ms: number,
): string[] {
  const remarks: string[] = [];
  const isDeaf = lacksPath(request, runners);
  if (runs >= (isDeaf ? ENOUGH_RUNS_WITHOUT_PATH : ENOUGH_RUNS) && behaviours <= 1) {
    const how = isDeaf ? ` ${WITHOUT_PATH}` : ' does it read the file it is given?';
    remarks.push(`the loader did and printed the same for every file:${how}`);
  }
  const placesMs = runners.reduce((sum, runner) => sum + runner.placesMs, 0);
  const share = placesMs / (ms * request.jobs);
  if (placesMs >= LEAST_PLACES_MS && share >= LARGE_SHARE) {
    remarks.push(
      `gdb took ${Math.min(100, Math.round(share * 100))} % of the time to find places of crashes: ` +
        '--no-places leaves that out, and a loader that is built with -fsanitize=address does not need it',
    );
  }
  return remarks;
}

/** Returns a function that writes the description of a group into its folder. */
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

function oracleOf(
  request: CampaignRequest,
  runners: readonly TargetRunner[],
  scratch: Scratch,
): CampaignOracle {
  const [first, second] = runners as [TargetRunner, TargetRunner | undefined];
  if (request.isDifferential !== true) return new LoaderOracle(first, scratch);
  if (second !== undefined) return new DifferentialOracle([first, second], scratch);
  return new ValidatorOracle(first, scratch, request.release);
}

function differentialOf({ isDifferential, commands, release }: CampaignRequest): string {
  if (isDifferential !== true) return 'none';
  return commands.length > 1 ? 'loaders' : (release ?? 'validator');
}

/**
 * True for a group whose file may be reduced further; the fault was reproduced every time, or was not
 * repeated yet.
 */
function isUnfinished({ isReduced, reproduced }: Group, { reducer }: CampaignRequest): boolean {
  return reducer !== undefined && !isReduced && (reproduced === null || reproduced.same === reproduced.of);
}

/** Returns the extension of the first seed, or `.mdl`, so that loaders that check names accept mutants. */
function extensionOf(seeds: readonly CampaignSeed[]): string {
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
