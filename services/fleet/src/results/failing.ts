import { type SQL, sql } from '@services/kit/db';
import type { FailOn } from 'protomdl/node';

/** What decides whether a result fails: counts of findings, and what releases do with the file. */
interface Counted {
  readonly errors: number | null;
  readonly warnings: number | null;
  readonly infos: number | null;
  /** A letter a release: `a` accepts, `-` was not asked. */
  readonly runtime_after: string | null;
}

/** Whether a result fails, as `protomdl validate --fail-on` has it. What cannot be read is no failure. */
export function fails({ errors, warnings, infos, runtime_after }: Counted, failOn: FailOn): boolean {
  switch (failOn) {
    case 'never':
      return false;
    case 'runtime':
      return /[^a-]/.test(runtime_after ?? '');
    case 'error':
      return (errors ?? 0) > 0;
    case 'warning':
      return (errors ?? 0) + (warnings ?? 0) > 0;
    case 'info':
      return (errors ?? 0) + (warnings ?? 0) + (infos ?? 0) > 0;
  }
}

/** The same as a condition on `r` (results). */
export function isFailing(failOn: FailOn): SQL {
  switch (failOn) {
    case 'never':
      return sql`false`;
    case 'runtime':
      return sql`r.runtime ~ '[^a-]'`;
    case 'error':
      return sql`r.errors > 0`;
    case 'warning':
      return sql`r.errors + r.warnings > 0`;
    case 'info':
      return sql`r.errors + r.warnings + r.infos > 0`;
  }
}
