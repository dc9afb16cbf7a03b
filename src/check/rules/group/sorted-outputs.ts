import { codesOf, REFUSED } from '../../../base/diagnostics/catalogue.js';
import type { Report } from '../../../base/diagnostics/diagnostic.js';
import { PUBLISHED_RELEASES } from '../../../base/diagnostics/releases.js';
import type { CoreOpFacts } from '../facts/core-op.js';
import { duplicatesOf } from '../facts/duplicates.js';
import { DIRECTION_D2H } from '../facts/edge.js';
import { type FactPlace, findingAt, type Name, relatedTo } from '../facts/fact-place.js';
import { isNetFlow } from '../facts/features.js';
import { type FileFacts, type GroupFacts, isUnsure, isUnsureIn } from '../facts/file.js';
import { boundaryOf } from '../facts/outputs.js';
import type { Rule } from '../rule.js';

/** Compares the list of names that defines the order of outputs with the existing outputs. */
export const sortedOutputRules: Rule = {
  codes: codesOf('network-group', {
    'sorted-outputs-missing': {
      ...REFUSED,
      summary: 'no list of output names in the field that the loader reads',
      why: 'The list sets the order in which applications get outputs.',
      runtime:
        'With network_has_fused_layers, the loader reads updated_sorted_output_names; if that list is ' +
        'empty, listing streams fails (INTERNAL_FAILURE). Otherwise the loader reads the list of the group ' +
        'or, if this list is empty, the list of the last context. If both lists are empty, loading fails ' +
        '(INVALID_HEF).',
      wrong: 'network_groups { contexts { metadata { # …\n} } }  # no sorted_outputs_order',
      fix: 'network_groups { contexts { metadata { # …\n} } sorted_outputs_order: "net/fc1" }',
    },
    'sorted-output-missing-name': {
      severity: 'error',
      stage: 'query',
      refusedBy: PUBLISHED_RELEASES,
      summary: 'an output that is missing in the list of output names',
      why:
        'The position of the output among the others is unknown. For a single output this is a warning. ' +
        'The rule does not apply to a graph of ops, where streams may end inside the graph.',
      runtime:
        'Loads. With two or more outputs, listing streams fails (INTERNAL_FAILURE), because the list gives ' +
        'their order. With more than 16 outputs, sorting an output without a position is undefined ' +
        'behaviour.',
      wrong: 'sorted_outputs_order: "net/conv1"\n# and an output "net/conv2"',
      fix: 'sorted_outputs_order: "net/conv1"\nsorted_outputs_order: "net/conv2"',
    },
    'sorted-output-unknown-name': {
      severity: 'warning',
      stage: 'query',
      summary: 'a name in the list of output names that does not belong to an output',
      why:
        'The list was made for other outputs, or a name is misspelt. In later layouts this is a note; for ' +
        'a graph of ops it is not reported.',
      runtime: 'Ignored.',
      wrong: 'sorted_outputs_order: "net/fc1"\nsorted_outputs_order: "net/fc2"  # no such output',
      fix: 'sorted_outputs_order: "net/fc1"',
    },
    'sorted-output-duplicate': {
      severity: 'warning',
      stage: 'query',
      summary: 'a name that occurs twice in the list of output names',
      why: 'An output has only one position.',
      runtime: 'The first occurrence counts.',
      wrong: 'sorted_outputs_order: "net/fc1"\nsorted_outputs_order: "net/fc1"',
      fix: 'sorted_outputs_order: "net/fc1"',
    },
  }),
  coreOp: (coreOp, file, report, group) => {
    const list = isUnsureIn(group, coreOp) ? undefined : effectiveList(coreOp);
    // If names were not remembered, the lists are incomplete.
    if (list === undefined || file.hasMoreEntries) return;
    if (list.names.length === 0) {
      const message = `there are no names of outputs: ${list.what} is empty`;
      report(findingAt(list.place, 'sorted-outputs-missing', message));
      return;
    }
    for (const { key, first, others } of duplicatesOf(list.names, ({ value }) => value)) {
      report(
        findingAt(
          first,
          'sorted-output-duplicate',
          () => `${JSON.stringify(key)} is in the list ${others.length + 1} times`,
          () => relatedTo(others, 'again'),
          undefined,
          [key],
        ),
      );
    }
    checkNames(list.names, coreOp, file, report, group);
  },
};

interface OutputList {
  readonly names: readonly Name[];
  readonly place: FactPlace;
  readonly what: string;
}

/** Returns the list of outputs that loaders use; undefined if the list could not be read. */
function effectiveList(coreOp: CoreOpFacts): OutputList | undefined {
  const { fused, sortedOutputs, contexts, contextCount } = coreOp;
  if (fused?.hasFusedLayers === true) {
    return { names: fused.updatedSortedOutputs, place: fused, what: 'updated_sorted_output_names' };
  }
  if (sortedOutputs.length > 0) return { names: sortedOutputs, place: coreOp, what: '' };
  if (contextCount === 0) return { names: [], place: coreOp, what: 'sorted_outputs_order' };
  const last = contexts[contextCount - 1];
  if (last === undefined) return undefined;
  const what = "sorted_outputs_order of the group and the last context's";
  return { names: last.sortedOutputs, place: coreOp, what };
}

function checkNames(
  names: readonly Name[],
  coreOp: CoreOpFacts,
  file: FileFacts,
  report: Report,
  group: GroupFacts,
): void {
  const { layers, streams, complete } = boundaryOf(coreOp, file);
  const outputs = streams.filter(({ edge }) => edge.direction === DIRECTION_D2H);
  const listed = new Set(names.map(({ value }) => value));
  // In a graph, a stream may end in an operation on the host that, for example, computes boxes from three
  // scales. In this case, the list has the outputs of the graph. In a truncated file, the extension for
  // graphs may be unread.
  const lenient = isNetFlow(file) || (isUnsure(file) && group.newerLayout !== undefined);
  for (const output of lenient ? [] : outputs) {
    if (listed.has(output.name)) continue;
    report(
      findingAt(
        output.namePlace,
        'sorted-output-missing-name',
        () => `the output ${JSON.stringify(output.name)} is not in the list of output names`,
        undefined,
        complete && outputs.length === 1 ? 'warning' : 'error',
        [output.name],
      ),
    );
  }
  // If there are no layers, another rule reports this, and not every name is reported as unknown.
  if (!complete || layers.length === 0 || lenient) return;
  const known = new Set(outputs.map(({ name }) => name));
  const severity = group.newerLayout !== undefined ? 'info' : 'warning';
  for (const name of names) {
    if (known.has(name.value)) continue;
    const message = () => `no output has the name ${JSON.stringify(name.value)}`;
    report(findingAt(name, 'sorted-output-unknown-name', message, undefined, severity, [name.value]));
  }
}
