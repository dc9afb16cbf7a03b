import type { Report } from '../../diagnostics/diagnostic.js';
import type { EdgeLayerMuxView } from '../../model/index.js';
import type { Rule } from '../rule.js';

/** The tree of a mux: each says how many predecessors it has, and the loader believes it. */
export const muxRules: Rule = {
  codes: [
    {
      code: 'mux-predecessors-overrun',
      severity: 'error',
      summary: 'a mux that says it has more predecessors than it has',
      runtime: 'Reads past the end of the list while loading (crash), all releases.',
    },
    {
      code: 'mux-predecessors-ignored',
      severity: 'warning',
      summary: 'a mux with more predecessors than it says it has',
      runtime: 'The others are dropped.',
    },
    {
      code: 'mux-empty',
      severity: 'error',
      summary: 'a mux without predecessors',
      runtime: 'It has no outputs.',
    },
  ],
  edge: ({ layerMux }, report) => {
    if (layerMux !== undefined) checkMux(layerMux, report);
  },
};

/** Recursion is bounded: the record was scanned, and its nesting found within the limit. */
function checkMux(mux: EdgeLayerMuxView, report: Report): void {
  const { muxData } = mux;
  const said = muxData?.numberOfPredecessors ?? 0;
  const actual = mux.predecessors.length;
  const scalar = muxData?.fieldSpan(NUMBER_OF_PREDECESSORS);
  const holder = muxData ?? mux;
  const place =
    scalar === undefined
      ? { ...holder.span, path: holder.path }
      : { ...scalar, path: `${holder.path}.number_of_predecessors` };
  if (said > actual) {
    const message = `number_of_predecessors is ${said}, there are ${actual}`;
    report({ ...place, code: 'mux-predecessors-overrun', message });
  }
  if (said === 0) report({ ...place, code: 'mux-empty', message: 'number_of_predecessors is 0' });
  if (said < actual) {
    const message = `number_of_predecessors is ${said}, there are ${actual}: the rest is dropped`;
    report({ ...place, code: 'mux-predecessors-ignored', message });
  }
  for (const { layerMux } of mux.predecessors) {
    if (layerMux !== undefined) checkMux(layerMux, report);
  }
}

const NUMBER_OF_PREDECESSORS = 1;
