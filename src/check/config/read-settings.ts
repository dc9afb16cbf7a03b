import { CATALOGUE } from '../rules/index.js';
import { EMPTY_CONFIG, readConfig, toDay } from './config.js';
import { filePattern } from './pattern.js';
import type { RunOptions } from './run-options.js';
import { Selectors } from './selectors.js';
import { Settings } from './settings.js';

/**
 * Reads a file of settings: `protomdl.config.yaml`, or the same as JSON. An empty text is a file without settings.
 * @param text text of the file
 * @param name file name, for messages
 * @param today decides which ignores have expired (default: the current day in UTC)
 * @throws ProtomdlError `config-invalid`, with line and column
 */
export function readSettings(
  text: string,
  name = 'protomdl.config.yaml',
  today: Date = new Date(),
): RunOptions {
  const selectors = new Selectors(CATALOGUE);
  const config = text.trim() === '' ? EMPTY_CONFIG : readConfig(text, name, selectors);
  const settings = new Settings(config, {}, selectors, toDay(today));
  const { maxPerCode, budgetMs, failOn, exclude, devices, baseline } = config;
  const excluded = exclude.map(filePattern);
  return {
    targets: settings.targets,
    exclude,
    devices,
    ...(maxPerCode === undefined ? {} : { maxPerCode }),
    ...(budgetMs === undefined ? {} : { budgetMs }),
    ...(failOn === undefined ? {} : { failOn }),
    ...(baseline === undefined ? {} : { baseline }),
    policyFor: (file, known) => settings.policyFor(file, known),
    isExcluded: (file) => excluded.some((matches) => matches(file)),
  };
}
