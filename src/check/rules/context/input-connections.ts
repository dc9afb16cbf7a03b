import { codesOf } from '../../../base/diagnostics/catalogue.js';
import type { Report } from '../../../base/diagnostics/diagnostic.js';
import { MAX_CONNECTION_TYPE } from '../action/allow-input.js';
import type { CheckedContext } from '../facts/context.js';
import { CONNECTION_CACHE, DIRECTION_H2D } from '../facts/edge.js';
import { runsAsap } from '../facts/features.js';
import { inputOf, type References, referencesOf } from '../facts/references.js';
import { ANNOUNCED_INPUTS, FEW_EDGES, reportOccurrences } from '../references.js';
import type { Rule } from '../rule.js';

/** Compares the connection type of each input action with the connection type of its edge layer. */
export const inputConnectionRules: Rule = {
  codes: codesOf('context', {
    'allow-input-connection-type': {
      severity: 'warning',
      summary: 'an allow_input_dataflow whose connection type differs from its edge layer',
      stage: 'configure',
      why: 'Some releases start the stream, other releases do not.',
      runtime:
        'In 4.8, DDR does nothing and every other type starts the stream; later releases do not read the ' +
        'field.',
    },
  }),
  needs: ANNOUNCED_INPUTS,
  context: (context, coreOp, file, report) => {
    checkInputs(context.references, context, report);
    if (context.position === 0 && runsAsap(file)) checkInputs(coreOp.references, context, report);
  },
};

function checkInputs(references: References, { edges }: CheckedContext, report: Report): void {
  const values = referencesOf(references, 'input-connection');
  if (values.length === 0) return;
  const inputs = edges.filter(({ direction }) => direction === DIRECTION_H2D);
  const last =
    inputs.length <= FEW_EDGES
      ? undefined
      : new Map(inputs.map((edge) => [edge.sysIndex, edge.connection] as const));
  for (const occurrences of values) {
    const { sysIndex, connection } = inputOf(occurrences.value);
    const own =
      last === undefined
        ? inputs.findLast((edge) => edge.sysIndex === sysIndex)?.connection
        : last.get(sysIndex);
    // Another rule reports an edge layer with an unknown connection.
    if (own === undefined || own === connection || own < 0 || own > CONNECTION_CACHE) continue;
    const message = `connection_type is ${connection}; the edge layer has ${own}`;
    const follows = connection > MAX_CONNECTION_TYPE ? 'enum-unknown' : undefined;
    reportOccurrences(occurrences, { code: 'allow-input-connection-type', message, follows }, report);
  }
}
