import { ProtomdlError } from '../../base/diagnostics/error.js';
import { WIRE_PROBLEMS, type WireProblem } from '../../base/wire/problem.js';

/** The error that a view throws if bytes cannot be read. Its codes are those of the wire-level findings. */
export function malformed(problem: WireProblem, offset: number, path: string): ProtomdlError {
  const [code, text] = WIRE_PROBLEMS[problem as keyof typeof WIRE_PROBLEMS];
  return new ProtomdlError(
    code,
    `${text} (offset ${offset}${path === '' ? '' : `, in ${path}`})`,
    offset,
    path,
  );
}
