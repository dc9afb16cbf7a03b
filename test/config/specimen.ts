import { catalogueOf } from '../../src/base/diagnostics/catalogue.js';
import { readConfig } from '../../src/check/config/config.js';
import { Selectors } from '../../src/check/config/selectors.js';
import { type Choices, Settings } from '../../src/check/config/settings.js';

/** A small catalogue with an example of each kind. */
export const CATALOGUE = catalogueOf([
  { code: 'wire-truncated', severity: 'error', summary: 'a' },
  { code: 'frame-bad-magic', severity: 'error', summary: 'b', group: 'frame' },
  { code: 'frame-padding-nonzero', severity: 'warning', summary: 'c', group: 'frame' },
  { code: 'edge-zero-transfer', severity: 'warning', summary: 'd', group: 'edge', refusedBy: ['4.20.0'] },
  { code: 'unknown-fields', severity: 'info', summary: 'e', refusedBy: ['4.8.0'] },
]);

export const SELECTORS = new Selectors(CATALOGUE);

export const config = (text: string) => readConfig(text, 'x.yaml', SELECTORS);

/** Reads settings from a text, on the last day of 2026. */
export const settings = (text: string, choices: Choices = {}): Settings =>
  new Settings(config(text), choices, SELECTORS, '2026-12-31');

/** Returns severities as an object, for comparisons. */
export const levels = (of: Settings, file = 'a.hef'): Record<string, string> =>
  Object.fromEntries(of.policyFor(file)?.levels ?? []);
