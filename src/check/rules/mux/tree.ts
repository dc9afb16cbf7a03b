import { codesOf, REFUSED } from '../../../base/diagnostics/catalogue.js';
import { findingAt } from '../facts/fact-place.js';
import type { Rule } from '../rule.js';

/** Maximum numbers that the demuxer supports: predecessors of a mux, and nodes in a whole tree. */
const MAX_PREDECESSORS = 4;
const MAX_NODES = 32;

/** Checks the tree of a mux. The loader does not verify the number of predecessors that a mux declares. */
export const muxTreeRules: Rule = {
  codes: codesOf('mux', {
    'mux-predecessors-overrun': {
      ...REFUSED,
      summary: 'a mux that declares more predecessors than it has',
      why: 'The process that loads the file crashes, or reads memory outside its buffers.',
      runtime:
        'Reads past the end of the list while loading (crash): {refusing}. With a large number, loading ' +
        'aborts, out of memory.',
      wrong:
        'layer_mux {\n  mux_data { number_of_predecessors: 2 }\n  predecessors { layer_info { name: "net/conv1" } }\n}',
      fix: 'layer_mux {\n  mux_data { number_of_predecessors: 1 }\n  predecessors { layer_info { name: "net/conv1" } }\n}',
    },
    'mux-predecessors-ignored': {
      severity: 'warning',
      summary: 'a mux with more predecessors than it declares',
      why: 'Outputs are missing, without an error.',
      runtime: 'The other predecessors are dropped, although lookups by name still find them.',
    },
    'mux-empty': {
      severity: 'error',
      summary: 'a mux without predecessors',
      stage: 'inference',
      why: 'No output receives the data of the stream.',
      runtime: 'Loaded; the mux has no outputs.',
      wrong: 'layer_mux {\n  mux_data { number_of_predecessors: 0 }\n}',
      fix: 'layer_mux {\n  mux_data { number_of_predecessors: 1 }\n  predecessors { layer_info { name: "net/conv1" } }\n}',
    },
    'mux-too-many-predecessors': {
      severity: 'error',
      summary: 'a mux with more than four predecessors',
      stage: 'inference',
      why: 'The demuxer has room for four predecessors, and writes further predecessors over other memory.',
      runtime:
        'Loaded; creating the demuxer writes past an array of four in all releases (only a limit of 32 is ' +
        'checked).',
      wrong: 'layer_mux {\n  mux_data { number_of_predecessors: 5 }\n  # and five predecessors\n}',
      fix: 'layer_mux {\n  mux_data { number_of_predecessors: 2 }\n  # a mux of four, and the fifth\n}',
    },
    'mux-edge-total': {
      severity: 'error',
      summary: 'a mux whose tree has more than 32 nodes',
      stage: 'inference',
      why:
        'The runtime keeps the nodes in a list with room for 32. A longer list is reallocated, and ' +
        'pointers into the old list become invalid.',
      runtime: 'Loaded; creating the demuxer uses freed memory, all releases.',
      wrong: 'layer_mux {\n  # with muxes of four muxes of four\n}',
      fix: 'layer_mux {\n  # 31 predecessors at the most, those of predecessors counted\n}',
    },
  }),
  layer: (layer, report) => {
    const { mux } = layer;
    if (mux === undefined) return;
    const { said, count, read, nodes } = mux;
    if (said > count) {
      const message = () => `number_of_predecessors is ${said}; there are ${count}`;
      report(findingAt(mux.saidPlace, 'mux-predecessors-overrun', message));
    }
    if (said === 0) {
      report(findingAt(mux.saidPlace, 'mux-empty', 'number_of_predecessors is 0'));
    }
    if (said < count) {
      const message = () => `number_of_predecessors is ${said}; there are ${count}: the rest is dropped`;
      report(findingAt(mux.saidPlace, 'mux-predecessors-ignored', message));
    }
    if (read > MAX_PREDECESSORS) {
      const message = () => `${read} predecessors; the maximum is ${MAX_PREDECESSORS}`;
      report(findingAt(layer.place, 'mux-too-many-predecessors', message));
    }
    if (nodes > MAX_NODES && !layer.isPart) {
      const message = () => `the tree has ${nodes} nodes; the maximum is ${MAX_NODES}`;
      report(findingAt(layer.place, 'mux-edge-total', message));
    }
  },
};
