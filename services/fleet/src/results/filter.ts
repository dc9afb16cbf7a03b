import { type SQL, sql } from '@services/kit/db';
import { type FileReport, SEVERITIES } from 'protomdl';
import type { FailOn } from 'protomdl/node';
import { VERDICTS } from './result.js';

/** Filter of a run's results; absent members match everything. */
export interface ResultFilter {
  readonly verdict?: string | undefined;
  /** A code of a finding, or the reason for an unreadable file. */
  readonly code?: string | undefined;
  /** `error`, `warning` or `info`: matches files with findings of this severity. */
  readonly severity?: string | undefined;
  /** The empty string matches files without an architecture. */
  readonly architecture?: string | undefined;
  readonly toolChain?: string | undefined;
  /** A release of the run that does not accept the file. */
  readonly refusedBy?: string | undefined;
  /** A text that the URL must contain. */
  readonly text?: string | undefined;
}

const SEVERITY_COLUMNS: Readonly<Record<string, SQL>> = {
  error: sql`r.errors`,
  warning: sql`r.warnings`,
  info: sql`r.infos`,
};

export class FilterError extends Error {
  override readonly name = 'FilterError';
}

/**
 * Returns the condition of a filter on `r` (results) and `o` (objects).
 * @throws FilterError for an unknown verdict or severity, a release that the run does not predict, or a zero byte
 */
export function conditionOf(filter: ResultFilter, releases: readonly string[]): SQL {
  const conditions: SQL[] = [sql`true`];
  // PostgreSQL rejects text with a zero byte.
  for (const [name, value] of Object.entries(filter)) {
    if (typeof value === 'string' && value.includes('\0')) throw new FilterError(`${name}: has a zero byte`);
  }
  const { verdict, code, severity, architecture, toolChain, refusedBy, text } = filter;
  if (verdict !== undefined) {
    const index = VERDICTS.indexOf(verdict as (typeof VERDICTS)[number]);
    if (index < 0) throw new FilterError(`${verdict}: a verdict is ${VERDICTS.join(', ')}`);
    conditions.push(sql`r.verdict = ${index}`);
  }
  if (code !== undefined) {
    conditions.push(sql`(r.codes && array(select id from fleet.word where word = ${code}
        and kind in ('error', 'warning', 'info'))
      or r.error = any(array(select id from fleet.word where word = ${code} and kind = 'unreadable')))`);
  }
  if (severity !== undefined) {
    const column = SEVERITY_COLUMNS[severity];
    if (column === undefined) throw new FilterError(`${severity}: a severity is ${SEVERITIES.join(', ')}`);
    conditions.push(sql`${column} > 0`);
  }
  if (architecture !== undefined) conditions.push(wordIs(sql`r.architecture`, 'architecture', architecture));
  if (toolChain !== undefined) conditions.push(wordIs(sql`r.tool_chain`, 'tool chain', toolChain));
  if (refusedBy !== undefined) {
    const index = releases.indexOf(refusedBy);
    if (index < 0) throw new FilterError(`${refusedBy}: the run has ${releases.join(', ') || 'no releases'}`);
    conditions.push(sql`substr(r.runtime, ${index + 1}, 1) in ('r', 'c', 'h')`);
  }
  if (text !== undefined && text !== '') conditions.push(sql`strpos(lower(o.uri), lower(${text})) > 0`);
  return sql.join(conditions, sql` and `);
}

/**
 * Matches the text of the runtime column if one of its letters means that a release does not accept the file.
 */
const REFUSES = /[rch]/;

export function refusedBySome(runtime: string | null): boolean {
  return REFUSES.test(runtime ?? '');
}

/** Returns true for a report that fails, as in `protomdl validate --fail-on`. */
export function fails({ counts, runtime = {} }: FileReport, failOn: FailOn): boolean {
  if (failOn === 'never') return false;
  if (failOn === 'runtime') return Object.values(runtime).some(({ verdict }) => verdict !== 'accepts');
  return SEVERITIES.slice(0, SEVERITIES.indexOf(failOn) + 1).some((severity) => counts[severity] > 0);
}

/**
 * Returns the condition on `r` for results that fail, as in `protomdl validate --fail-on`. Unreadable files
 * do not fail in this sense.
 */
export function failing(failOn: FailOn): SQL {
  switch (failOn) {
    case 'never':
      return sql`false`;
    case 'runtime':
      return sql`r.runtime ~ '[rch]'`;
    case 'error':
      return sql`r.errors > 0`;
    case 'warning':
      return sql`r.errors + r.warnings > 0`;
    case 'info':
      return sql`r.errors + r.warnings + r.infos > 0`;
  }
}

function wordIs(column: SQL, kind: string, word: string): SQL {
  if (word === '') return sql`${column} = 0`;
  return sql`${column} = any(array(select id from fleet.word where kind = ${kind} and word = ${word}))`;
}
