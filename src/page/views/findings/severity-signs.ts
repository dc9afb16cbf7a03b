import type { Severity } from '../../../base/diagnostics/severity.js';

/** So that severities differ not by colour alone. */
export const SIGNS: Readonly<Record<Severity, string>> = { error: '✗', warning: '▲', info: 'ℹ' };
