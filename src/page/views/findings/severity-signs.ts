import type { Severity } from '../../../base/diagnostics/diagnostic.js';

/** Signs, so that severities do not differ by colour alone. */
export const SIGNS: Readonly<Record<Severity, string>> = { error: '✗', warning: '▲', info: 'ℹ' };
