import type { Queryable } from '@services/kit/db';
import { shownUri } from '../objects/uri.js';
import { configOf, type Run } from '../runs/run.js';

/** Settings on which the results of a run depend, as text by name. */
export type ShownSettings = Readonly<Record<string, string>>;

export async function settingsOf(db: Queryable, run: Run): Promise<ShownSettings> {
  const { source, engine, releases, settings } = run;
  const { checksum, maxPerCode, targets, devices, failOn, configFolder, baseline, baselineFolder } = settings;
  const shown = {
    source: shownUri(source.uri),
    server: shownUri(source.endpoint ?? ''),
    'names to take': source.include?.join(', ') ?? '',
    engine,
    releases: releases.join(', '),
    'target releases': targets?.join(', ') ?? '',
    devices: devices?.join(', ') ?? '',
    checksum: checksum ? 'verified' : 'not verified',
    'findings kept of a code': `${maxPerCode}`,
    'fails on': failOn ?? '',
    baseline: baseline ?? '',
    'folder of the baseline': baselineFolder ?? '',
    'folder of the settings': configFolder ?? '',
    'file of settings': await configOf(db, run.id),
  };
  return Object.fromEntries(Object.entries(shown).filter(([, text]) => text !== ''));
}

/** A setting in which two runs differ. The text is empty for a run without the setting. */
export interface SettingDifference {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

export function settingDifferences(before: ShownSettings, after: ShownSettings): SettingDifference[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((name) => ({ name, before: before[name] ?? '', after: after[name] ?? '' }))
    .filter((one) => one.before !== one.after);
}
