import type { Severity } from '../../base/diagnostics/diagnostic.js';
import type { KnownFindings } from '../../base/diagnostics/fingerprint.js';
import type { PathIgnore, Policy, PolicyLevel } from '../../base/diagnostics/policy.js';
import { PUBLISHED_RELEASES, type Release } from '../../base/diagnostics/releases.js';
import type { Config, Ignore } from './config.js';
import { filePattern } from './pattern.js';
import type { Selectors } from './selectors.js';
import { type LevelSetting, presetOf } from './vocabulary.js';

/** Options of the command line, which extend or override the file of settings. */
export interface Choices {
  /** Codes, patterns and groups; if not empty, all other codes are off. */
  readonly only?: readonly string[];
  readonly ignore?: readonly string[];
  readonly severity?: readonly LevelSetting[];
  readonly targets?: readonly Release[];
}

type Matcher = (file: string) => boolean;

interface Layer {
  readonly applies: Matcher;
  readonly levels: readonly LevelSetting[];
}

/** Findings that are hidden, regardless of all severities. */
interface Hidden {
  readonly applies: Matcher;
  readonly codes: ReadonlySet<string>;
  /** Path to which the ignore is limited; undefined for all paths. */
  readonly path?: string;
}

const ALWAYS: Matcher = () => true;

/**
 * Decides the policy for each file. Settings apply in this order, and later settings override earlier
 * settings: the preset, the severities, the overrides in order, the command line, ignores, `--ignore`,
 * `--only`. Within one list of severities, the name of a code takes precedence over patterns and groups;
 * otherwise the later entry takes precedence.
 */
export class Settings {
  /** Expired ignores, which no longer hide anything. */
  readonly expired: readonly Ignore[];
  /** Releases that must load the files. Releases on the command line replace the releases in the settings. */
  readonly targets: readonly Release[];
  readonly #shift: Partial<Record<Severity, PolicyLevel>> = {};
  readonly #layers: Layer[] = [];
  readonly #hidden: Hidden[] = [];
  readonly #made = new Map<string, Policy>();
  readonly #selectors: Selectors;

  /**
   * @param today as `2026-12-31`
   * @throws ProtomdlError (`config-invalid`) for an unknown code
   */
  constructor(config: Config, choices: Choices, selectors: Selectors, today: string) {
    this.#selectors = selectors;
    const targets = new Set<Release>();
    for (const name of config.extends) {
      const preset = presetOf(name);
      Object.assign(this.#shift, preset.shift);
      if (preset.target !== undefined) targets.add(preset.target);
    }
    for (const target of choices.targets ?? config.targets) targets.add(target);
    this.targets = choices.targets ?? PUBLISHED_RELEASES.filter((release) => targets.has(release));
    this.#layers.push({ applies: ALWAYS, levels: this.#resolved(config.severity) });
    for (const { files, severity } of config.overrides) {
      this.#layers.push({ applies: anyOf(files), levels: this.#resolved(severity) });
    }
    this.#layers.push({ applies: ALWAYS, levels: this.#resolved(choices.severity ?? []) });
    const isExpired = ({ expires }: Ignore): boolean => expires !== undefined && expires < today;
    this.expired = config.ignore.filter(isExpired);
    for (const ignore of config.ignore) if (!isExpired(ignore)) this.#hidden.push(this.#hiddenBy(ignore));
    for (const selector of choices.ignore ?? []) {
      this.#hidden.push({ applies: ALWAYS, codes: new Set(selectors.codes(selector)) });
    }
    if (choices.only !== undefined && choices.only.length > 0) {
      const wanted = new Set(choices.only.flatMap((selector) => selectors.codes(selector)));
      const others = [...selectors.catalogue.keys()].filter((code) => !wanted.has(code));
      this.#hidden.push({ applies: ALWAYS, codes: new Set(others) });
    }
  }

  /**
   * Returns the policy for one file; files with equal policies share one object.
   * @param file name of the file, relative to the file of settings, with `/` between folders
   * @param known the file's entry in the baseline
   * @returns undefined if nothing differs from the catalogue
   */
  policyFor(file: string, known?: KnownFindings): Policy | undefined {
    const layers = this.#layers.filter(({ applies }) => applies(file));
    const hidden = this.#hidden.filter(({ applies }) => applies(file));
    const key = [
      ...layers.map((layer) => this.#layers.indexOf(layer)),
      '|',
      ...hidden.map((one) => this.#hidden.indexOf(one)),
    ].join(' ');
    let policy = this.#made.get(key);
    if (policy === undefined) {
      policy = this.#policyOf(layers, hidden);
      this.#made.set(key, policy);
    }
    if (known !== undefined && known.size > 0) return { ...policy, known };
    return Object.keys(policy).length === 0 ? undefined : policy;
  }

  #policyOf(layers: readonly Layer[], hidden: readonly Hidden[]): Policy {
    const levels = new Map<string, PolicyLevel>(layers.flatMap((layer) => layer.levels));
    const ignores: PathIgnore[] = [];
    for (const { codes, path } of hidden) {
      if (path !== undefined) ignores.push({ codes, path });
      else for (const code of codes) levels.set(code, 'off');
    }
    return {
      ...(this.targets.length === 0 ? {} : { targets: this.targets }),
      ...(levels.size === 0 ? {} : { levels }),
      ...(Object.keys(this.#shift).length === 0 ? {} : { shift: this.#shift }),
      ...(ignores.length === 0 ? {} : { ignores }),
    };
  }

  /** Expands one list of severities to single codes. Later entries take precedence. */
  #resolved(levels: readonly LevelSetting[]): LevelSetting[] {
    const selectors = this.#selectors;
    const exact = levels.filter(([selector]) => selectors.isExact(selector));
    const several = levels.filter(([selector]) => !selectors.isExact(selector));
    return [...several, ...exact].flatMap(([selector, level]) =>
      selectors.codes(selector).map((code) => [code, level] as const),
    );
  }

  #hiddenBy({ codes, path, files }: Ignore): Hidden {
    return {
      applies: files === undefined ? ALWAYS : anyOf(files),
      codes: new Set(codes.flatMap((selector) => this.#selectors.codes(selector))),
      ...(path === undefined ? {} : { path }),
    };
  }
}

function anyOf(patterns: readonly string[]): Matcher {
  const matchers = patterns.map((pattern) => filePattern(pattern));
  return (file) => matchers.some((matches) => matches(file));
}
