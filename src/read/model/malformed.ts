import { ProtomdlError } from '../../base/diagnostics/error.js';
import { WIRE_PROBLEMS, type WireProblem } from '../../base/wire/problem.js';

/** Returns the error that a view throws if bytes cannot be read, with the code of the wire-level finding. */
export function malformed(problem: WireProblem, offset: number, path: string): ProtomdlError {
  const [code, text] = WIRE_PROBLEMS[problem as keyof typeof WIRE_PROBLEMS];
  return new ProtomdlError(
    code,
    `${text} (offset ${offset}${path === '' ? '' : `, in ${path}`})`,
    offset,
    path,
  );
}
