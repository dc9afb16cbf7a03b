import { codesOf, refusedFrom } from '../../../base/diagnostics/catalogue.js';
import type { Report } from '../../../base/diagnostics/diagnostic.js';
import {
  type ChosenCoreOps,
  chosenCoreOps,
  coreOpLayout,
  coreOpName,
  type GroupLayout,
} from '../facts/core-op-choice.js';
import { factPlace, findingAt } from '../facts/fact-place.js';
import { type FileFacts, type GroupFacts, isUnsure } from '../facts/file.js';
import type { Rule } from '../rule.js';

/** For a group of a later layout, checks that loaders find the contexts under the right name. */
export const coreOpChoiceRules: Rule = {
  codes: codesOf('network-group', {
    'core-op-missing': {
      ...refusedFrom('4.17.0'),
      summary:
        'a network group whose contexts are not in the field that its architecture and extensions require',
      why:
        'With architectures 3 and 4, the contexts are in variants of the group; with extension 13, in a ' +
        'graph; otherwise in the group itself. Loaders read only this field.',
      runtime:
        'From 4.10 on, crashes at load or when queried: the loader reads the first entry of an empty list.',
      wrong:
        'header { hw_arch: PROTO__HW_ARCH__ACCEL8P }\n' +
        'network_groups { partial_network_groups { network_group { # …\n} } }',
      fix:
        'header { hw_arch: PROTO__HW_ARCH__ACCEL8L }\n' +
        'network_groups { partial_network_groups { network_group { # …\n} } }',
    },
    'core-op-name-mismatch': {
      ...refusedFrom('4.17.0'),
      summary: 'a network group and its core op with different names',
      why:
        'A group with variants has the name of its first variant. Loaders look up the parts of a group by ' +
        'the name of the core op.',
      runtime:
        'From 4.12 on, loading crashes because the name does not exist. If only the names of the group and ' +
        'its variant differ, queries fail with NOT_FOUND.',
      wrong:
        'network_groups {\n  network_group_metadata { network_group_name: "net" }\n' +
        '  ops { core_op { network_group_metadata { network_group_name: "other" } } }\n}',
      fix:
        'network_groups {\n  network_group_metadata { network_group_name: "net" }\n' +
        '  ops { core_op { network_group_metadata { network_group_name: "net" } } }\n}',
    },
  }),
  file: (file, report) => {
    // The choice needs the architecture and the extensions, which may be in the part that could not be read.
    if (isUnsure(file) || file.hasMoreEntries) return;
    const layout = coreOpLayout(file);
    for (const group of file.groups) {
      if (isUnsure(group) || group.coreOpCount > group.coreOps.length) continue;
      const chosen = chosenCoreOps(group, layout);
      const missing = missingIn(group, chosen, layout);
      if (missing !== undefined) {
        report(findingAt(group, 'core-op-missing', missing));
      } else {
        checkNames(group, chosen, isFirstAsked(group, file), report);
      }
    }
  },
};

/**
 * True for the group that loaders use if the user names no group: loaders read the list of groups from its
 * end.
 */
function isFirstAsked({ position }: GroupFacts, { groupCount }: FileFacts): boolean {
  return position === groupCount - 1;
}

function missingIn(
  { newerLayout, own }: GroupFacts,
  { whole, coreOps, askedName, firstPart }: ChosenCoreOps,
  { netFlow, inParts }: GroupLayout,
): string | undefined {
  if (netFlow && whole === undefined) return 'no node of the graph is a core op';
  if (coreOps.length === 0)
    return 'the architecture needs variants of the group, but the group has no variant';
  if (askedName === undefined)
    return 'the architecture takes the name of a group from its variants, but the group has no variant';
  // Another rule reports an empty group of the specification's layout (`no-contexts`).
  if (newerLayout === undefined) return undefined;
  if (coreOps.every(({ contextCount }) => contextCount > 0)) {
    // Without a list, loaders read the order from the last context of the group's core op, not of a variant.
    const lists = [own, ...(netFlow || firstPart === undefined ? [] : [firstPart])];
    const isListed =
      whole?.fused?.hasFusedLayers === true || lists.some((one) => one.sortedOutputs.length > 0);
    if (isListed || whole === undefined || whole.contextCount > 0) return undefined;
    return 'no list sets the order of outputs, and there is no last context to read it from';
  }
  if (inParts) return 'a variant of the group has no context';
  return netFlow
    ? 'the core op of the graph has no context'
    : 'the group has no context, and loaders do not read its other parts for this architecture';
}

function checkNames(
  { own }: GroupFacts,
  { name, askedName, coreOps }: ChosenCoreOps,
  isAsked: boolean,
  report: Report,
): void {
  const code = 'core-op-name-mismatch';
  const [coreOp] = coreOps;
  if (coreOp === undefined) return;
  if (!coreOps.some((one) => coreOpName(one) === name)) {
    const place = factPlace(coreOp.metadata?.name ?? coreOp);
    const message = () => `the core op is called ${quoted(coreOpName(coreOp))}, its group ${quoted(name)}`;
    report(findingAt(place, code, message, undefined, undefined, [coreOpName(coreOp), name]));
  } else if (isAsked && askedName !== name) {
    const place = factPlace(own.metadata?.name ?? own);
    const message = () => `the group is called ${quoted(askedName ?? '')}, its first variant ${quoted(name)}`;
    report(findingAt(place, code, message, undefined, undefined, [askedName ?? '', name]));
  }
}

function quoted(name: string): string {
  return JSON.stringify(name);
}
