import type { Release } from '../../base/diagnostics/catalogue.js';
import { memorySource } from '../../base/source/memory.js';
import type { FileReport } from '../../check/validate/file-report.js';
import { validate } from '../../check/validate/validate.js';
import {
  behaviourOf,
  type Ending,
  type EndingKind,
  type Fingerprint,
  fingerprintsOf,
  isFault,
} from './ending.js';
import type { Scratch } from './scratch.js';
import type { TargetRunner } from './target.js';

/** Kind of a finding. `disagreement`: two loaders, or a loader and the validator, gave different results. */
export type FindingKind = Exclude<EndingKind, 'accepted' | 'refused'> | 'disagreement';

/** Results of all loaders for one file, and the finding. */
export interface Observation {
  /** One result for each loader, in the order of the commands. */
  readonly endings: readonly Ending[];
  readonly finding: FindingKind | undefined;
  /** Fingerprints of the finding, the most specific first; empty without a finding. */
  readonly fingerprints: readonly Fingerprint[];
  /**
   * Statements about the file's way through the loader. A file with new statements is worth mutating further.
   */
  readonly behaviour: readonly string[];
}

interface OracleOptions {
  readonly signal?: AbortSignal | undefined;
  /** Time limit of each run in milliseconds, overriding the targets' limits. */
  readonly timeoutMs?: number | undefined;
}

/** Runs loaders on files and judges the results. */
export interface CampaignOracle {
  /** Runs the loaders on a file; returns undefined after an abort. */
  ask(bytes: Uint8Array, options?: OracleOptions): Promise<Observation | undefined>;
}

/** Oracle of one loader: crashes, hangs and excessive memory are findings. */
export class LoaderOracle implements CampaignOracle {
  constructor(
    private readonly runner: TargetRunner,
    private readonly scratch: Scratch,
  ) {}

  async ask(bytes: Uint8Array, { signal, timeoutMs }: OracleOptions = {}): Promise<Observation | undefined> {
    const ending = await this.scratch.with((file) => this.runner.run(bytes, file, signal, timeoutMs));
    if (ending === undefined) return undefined;
    return {
      endings: [ending],
      finding: faultOf(ending),
      fingerprints: isFault(ending) ? fingerprintsOf(ending) : [],
      behaviour: behaviourOf(ending),
    };
  }
}

function faultOf({ kind }: Ending): FindingKind | undefined {
  return kind === 'accepted' || kind === 'refused' ? undefined : kind;
}

/** Names of the two loaders in titles. */
const NAMES = ['A', 'B'] as const;

/** Compares two loaders; a fault of one of them is a finding too. */
export class DifferentialOracle implements CampaignOracle {
  constructor(
    private readonly runners: readonly [TargetRunner, TargetRunner],
    private readonly scratch: Scratch,
  ) {}

  async ask(bytes: Uint8Array, { signal, timeoutMs }: OracleOptions = {}): Promise<Observation | undefined> {
    const endings: Ending[] = [];
    for (const runner of this.runners) {
      const ending = await this.scratch.with((file) => runner.run(bytes, file, signal, timeoutMs));
      if (ending === undefined) return undefined;
      endings.push(ending);
    }
    const behaviour = endings.flatMap((ending, index) =>
      behaviourOf(ending).map((one) => NAMES[index] + one),
    );
    const faulty = endings.findIndex(isFault);
    if (faulty >= 0) {
      const both = endings.every(isFault);
      const who = both ? `${NAMES.join(' and ')}: ` : `${NAMES[faulty]} only: `;
      const fingerprints = fingerprintsOf(endings[faulty] as Ending).map((one) => named(one, who));
      return { endings, finding: faultOf(endings[faulty] as Ending), fingerprints, behaviour };
    }
    if (endings[0]?.kind === endings[1]?.kind)
      return { endings, finding: undefined, fingerprints: [], behaviour };
    const fingerprints = endings.map((ending, index) =>
      named(fingerprintsOf(ending)[0] as Fingerprint, `${NAMES[index]} `),
    );
    return { endings, finding: 'disagreement', fingerprints: [joined(fingerprints)], behaviour };
  }
}

function named({ key, title, keyWithoutPlace }: Fingerprint, who: string): Fingerprint {
  return {
    key: `${who}${key}`,
    title: `${who}${title}`,
    ...(keyWithoutPlace === undefined ? {} : { keyWithoutPlace: `${who}${keyWithoutPlace}` }),
  };
}

function joined(fingerprints: readonly Fingerprint[]): Fingerprint {
  return {
    key: fingerprints.map(({ key }) => key).join(' | '),
    title: fingerprints.map(({ title }) => title).join('; '),
  };
}

/** Expected result of a file according to the validator. */
interface Opinion {
  readonly kind: EndingKind;
  /** The reason for the expected result, such as a code; `""` if there is no reason. */
  readonly because: string;
}

/** Compares a loader with the validator's result, or with the validator's prediction for a release. */
export class ValidatorOracle implements CampaignOracle {
  readonly #loader: LoaderOracle;

  /**
   * @param release release whose result is predicted; without a release, the loader must accept valid files
   * and refuse all others
   */
  constructor(
    runner: TargetRunner,
    scratch: Scratch,
    private readonly release: Release | undefined,
  ) {
    this.#loader = new LoaderOracle(runner, scratch);
  }

  async ask(bytes: Uint8Array, options: OracleOptions = {}): Promise<Observation | undefined> {
    const observed = await this.#loader.ask(bytes, options);
    const ending = observed?.endings[0];
    if (observed === undefined || ending === undefined) return undefined;
    // A crash is always a finding, even if a failure was predicted.
    if (observed.finding !== undefined) return observed;
    const opinion = await this.#opinion(bytes);
    if (opinion.kind === ending.kind) return observed;
    const [fingerprint] = fingerprintsOf(ending) as [Fingerprint];
    const reason = opinion.because === '' ? '' : ` (${opinion.because})`;
    const title = `loader ${fingerprint.title}; ${this.release ?? 'validator'} ${PREDICTED[opinion.kind]}${reason}`;
    const key = `${fingerprint.key} | ${opinion.kind} ${opinion.because}`;
    return { ...observed, finding: 'disagreement', fingerprints: [{ key, title }] };
  }

  async #opinion(bytes: Uint8Array): Promise<Opinion> {
    const { release } = this;
    const report = await validate(memorySource(bytes), release === undefined ? {} : { runtimes: [release] });
    const predicted = release === undefined ? undefined : report.runtime?.[release];
    if (predicted !== undefined) {
      return { kind: KINDS[predicted.verdict], because: predicted.because[0] ?? predicted.name ?? '' };
    }
    if (report.verdict === 'valid') return { kind: 'accepted', because: '' };
    return { kind: 'refused', because: firstError(report) };
  }
}

const KINDS = { accepts: 'accepted', rejects: 'refused', crashes: 'crashed', hangs: 'hung' } as const;
const PREDICTED: Readonly<Record<EndingKind, string>> = {
  accepted: 'accepts it',
  refused: 'refuses it',
  crashed: 'crashes',
  hung: 'hangs',
  'out-of-memory': 'runs out of memory',
};

function firstError({ diagnostics }: FileReport): string {
  return diagnostics.find(({ severity }) => severity === 'error')?.code ?? '';
}
