import { type Release, selectReleases } from '../../base/diagnostics/releases.js';
import { DEVICE_NAMES, deviceNamed } from '../runtime/device.js';
import { fieldPattern, filePattern } from './pattern.js';
import type { Selectors } from './selectors.js';
import { Setting } from './setting.js';
import { durationMs, FAIL_ON, type FailOn, LEVELS, type LevelSetting, PRESETS } from './vocabulary.js';

/** A settings file after its checks. Codes, patterns and groups are as the user wrote them. */
export interface Config {
  readonly extends: readonly string[];
  readonly targets: readonly Release[];
  readonly devices: readonly string[];
  /** Name patterns of files to skip when directories are searched. */
  readonly exclude: readonly string[];
  readonly severity: readonly LevelSetting[];
  readonly ignore: readonly Ignore[];
  readonly overrides: readonly Override[];
  readonly maxPerCode?: number;
  readonly budgetMs?: number;
  readonly failOn?: FailOn;
  /** Name of the baseline file as written, relative to the settings file. */
  readonly baseline?: string;
}

/** Findings that the user ignores, with the reason. */
export interface Ignore {
  readonly codes: readonly string[];
  /** Pattern over paths of fields; if missing, the ignore applies to the whole message. */
  readonly path?: string;
  /** Patterns over names of files; if missing, the ignore applies to all files. */
  readonly files?: readonly string[];
  readonly reason: string;
  /** Last day on which the ignore applies, as `2026-12-31` (UTC). */
  readonly expires?: string;
}

/** Settings that differ for some files. */
interface Override {
  readonly files: readonly string[];
  readonly severity: readonly LevelSetting[];
}

export const EMPTY_CONFIG: Config = {
  extends: [],
  targets: [],
  devices: [],
  exclude: [],
  severity: [],
  ignore: [],
  overrides: [],
};

const KEYS = [
  '$schema',
  'extends',
  'target',
  'device',
  'exclude',
  'severity',
  'ignore',
  'overrides',
  'limits',
  'failOn',
  'baseline',
] as const;

/** Keys of other linters' settings. */
const OTHER_KEYS: ReadonlyMap<string, (typeof KEYS)[number]> = new Map([
  ['disable', 'ignore'],
  ['level', 'severity'],
  ['levels', 'severity'],
  ['rules', 'severity'],
  ['severities', 'severity'],
]);

/**
 * Reads settings.
 * @param name file name, for messages
 * @throws ProtomdlError (`config-invalid`) with file, line and column for any mistake; for an unknown key or
 * code, the message suggests the nearest known name
 */
export function readConfig(text: string, name: string, selectors: Selectors): Config {
  const root = Setting.parse(text, name).object(KEYS, OTHER_KEYS);
  root.get('$schema')?.text();
  const limits = root.get('limits')?.object(['maxPerCode', 'budget']);
  const maxPerCode = limits?.get('maxPerCode')?.wholeNumber(1, 1_000_000_000);
  const budget = limits?.get('budget');
  const budgetMs =
    budget && (durationMs(budget.text()) ?? budget.fail('limits.budget is a time such as 60s, 5m or 1h'));
  const failOn = root.get('failOn')?.choice(FAIL_ON);
  const baseline = root.get('baseline')?.text();
  return {
    extends: (root.get('extends')?.oneOrMore() ?? []).map((preset) => preset.choice(PRESETS)),
    targets: (root.get('target')?.oneOrMore() ?? []).flatMap(readTargets),
    devices: (root.get('device')?.oneOrMore() ?? []).map(readDevice),
    exclude: root.has('exclude') ? readFiles(root.get('exclude') as Setting) : [],
    severity: readLevels(root.get('severity'), selectors),
    ignore: (root.get('ignore')?.list() ?? []).map((entry) => readIgnore(entry, selectors)),
    overrides: (root.get('overrides')?.list() ?? []).map((entry) => readOverride(entry, selectors)),
    ...(maxPerCode === undefined ? {} : { maxPerCode }),
    ...(budgetMs === undefined ? {} : { budgetMs }),
    ...(failOn === undefined ? {} : { failOn }),
    ...(baseline === undefined ? {} : { baseline }),
  };
}

function readDevice(setting: Setting): string {
  return deviceNamed(setting.text()) ?? setting.fail(`device is one of ${DEVICE_NAMES.join(', ')}`);
}

function readTargets(setting: Setting): readonly Release[] {
  if (typeof setting.value === 'number') setting.fail('a target is a text: put the release in quotes');
  const selection = selectReleases(setting.text());
  return 'problem' in selection ? setting.fail(selection.problem) : selection.releases;
}

function readLevels(setting: Setting | undefined, selectors: Selectors): LevelSetting[] {
  if (setting === undefined) return [];
  return [...setting.entries()].map(([selector, level]) => {
    level.checked(() => selectors.codes(selector));
    return [selector, level.choice(LEVELS)];
  });
}

function readIgnore(entry: Setting, selectors: Selectors): Ignore {
  const members = entry.object(['code', 'path', 'files', 'reason', 'expires']);
  const codes = members.get('code') ?? entry.fail('an ignore needs a code, which selects its findings');
  const reason =
    members.get('reason') ??
    entry.fail('an ignore needs a reason, which says why the findings are acceptable');
  const path = members.get('path');
  const files = members.get('files');
  const expires = members.get('expires');
  return {
    codes: codes.oneOrMore().map((code) => {
      code.checked(() => selectors.codes(code.text()));
      return code.text();
    }),
    reason: reason.text(),
    ...(path === undefined ? {} : { path: readPattern(path, fieldPattern) }),
    ...(files === undefined ? {} : { files: readFiles(files) }),
    ...(expires === undefined ? {} : { expires: dayOf(expires) }),
  };
}

function readOverride(entry: Setting, selectors: Selectors): Override {
  const members = entry.object(['files', 'severity']);
  const files = members.get('files') ?? entry.fail('an override needs files, which select where it applies');
  return {
    files: readFiles(files),
    severity: readLevels(members.get('severity'), selectors),
  };
}

function readFiles(setting: Setting): string[] {
  return setting.oneOrMore().map((file) => readPattern(file, filePattern));
}

function readPattern(setting: Setting, compile: (pattern: string) => unknown): string {
  const pattern = setting.text();
  setting.checked(() => compile(pattern));
  return pattern;
}

function dayOf(setting: Setting): string {
  const text = setting.text();
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && toDay(new Date(`${text}T00:00:00Z`)) === text;
  return isDay ? text : setting.fail('expires is a day such as 2026-12-31');
}

/** Returns the day of a date in UTC; `''` for an invalid date. */
export function toDay(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
}
