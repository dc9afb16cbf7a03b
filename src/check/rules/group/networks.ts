import { codesOf, REFUSED } from '../../../base/diagnostics/catalogue.js';
import type { Report } from '../../../base/diagnostics/diagnostic.js';
import { PUBLISHED_RELEASES } from '../../../base/diagnostics/releases.js';
import type { CoreOpFacts } from '../facts/core-op.js';
import { duplicatesOf } from '../facts/duplicates.js';
import { DIRECTION_D2H, DIRECTION_H2D } from '../facts/edge.js';
import { findingAt, relatedTo } from '../facts/fact-place.js';
import { isMultiNetwork } from '../facts/features.js';
import { isUnsureIn } from '../facts/file.js';
import { type BoundaryFacts, boundaryOf } from '../facts/outputs.js';
import type { Rule } from '../rule.js';

/** Maximum number of networks of a group that runtimes support. */
const MAX_NETWORKS = 8;

/** Checks `networks_names`, which lists the networks that were joined into the group. */
export const networkListRules: Rule = {
  codes: codesOf('network-group', {
    'networks-names-empty': {
      ...REFUSED,
      summary: 'no networks_names in a model with the extension for several networks',
      why: 'With the extension, every edge layer belongs to a network in the list.',
      runtime: 'Rejected at the first boundary layer (INVALID_ARGUMENT), otherwise INTERNAL_FAILURE.',
      wrong: 'network_groups { # …\n}  # no networks_names\noptional_extensions { type_index: 8 }',
      fix: 'network_groups { # …\nnetworks_names: "net" }\noptional_extensions { type_index: 8 }',
    },
    'too-many-networks': {
      severity: 'error',
      stage: 'query',
      refusedBy: PUBLISHED_RELEASES,
      summary: 'more than 8 networks in a group',
      why: 'Runtimes keep data about networks in arrays of 8 entries.',
      runtime:
        'Rejected through the C API (INTERNAL_FAILURE). Up to 4.20, configuring over PCIe writes batch ' +
        'sizes past the end of an array on the stack; up to 4.11, 256 or more names fill the memory.',
      wrong: '# nine times\nnetworks_names: "…"',
      fix: 'networks_names: "faces"\nnetworks_names: "age"',
    },
    'network-name-duplicate': {
      severity: 'warning',
      stage: 'query',
      summary: 'two networks of a group with the same name',
      why: 'Applications set batch sizes and find streams by the name of the network.',
      runtime: 'Loads; the two networks become one network.',
      wrong: 'networks_names: "net"\nnetworks_names: "net"',
      fix: 'networks_names: "faces"\nnetworks_names: "age"',
    },
    'network-name-empty': {
      severity: 'warning',
      stage: 'query',
      summary: 'a network without a name',
      why: "The network's full name ends with the slash after the group name.",
      runtime: 'Loads.',
      wrong: 'networks_names: ""',
      fix: 'networks_names: "net"',
    },
    'network-without-layers': {
      severity: 'warning',
      stage: 'query',
      refusedBy: PUBLISHED_RELEASES,
      summary: 'a network without an input or without an output',
      why: 'An application cannot run the network, because it has no input to write or no output to read.',
      runtime: 'Loads. Listing the streams of this network fails (NOT_FOUND).',
      wrong: 'networks_names: "faces"\nnetworks_names: "age"\n# no boundary layer with network_index 1',
      fix: 'networks_names: "faces"',
    },
  }),
  coreOp: (coreOp, file, report, group) => {
    const { networkCount, networksNames } = coreOp;
    const several = isMultiNetwork(file);
    if (several && networkCount === 0 && !isUnsureIn(group, coreOp)) {
      const message = 'the group names no networks, but the file has the extension for several networks';
      report(findingAt(coreOp, 'networks-names-empty', message));
    }
    if (networkCount > MAX_NETWORKS) {
      const [first, ...others] = networksNames.slice(MAX_NETWORKS);
      report(
        findingAt(
          first ?? coreOp,
          'too-many-networks',
          `there are ${networkCount} networks; the maximum is ${MAX_NETWORKS}`,
          () => relatedTo(others, 'also one too many'),
        ),
      );
    }
    checkNames(coreOp, report);
    if (several && networkCount > 0) checkLayers(coreOp, boundaryOf(coreOp, file), report);
  },
};

function checkNames({ networksNames }: CoreOpFacts, report: Report): void {
  for (const name of networksNames) {
    if (name.byteLength > 0) continue;
    report(findingAt(name, 'network-name-empty', 'a network without a name'));
  }
  for (const { key, first, others } of duplicatesOf(networksNames, ({ value }) => value)) {
    report(
      findingAt(
        first,
        'network-name-duplicate',
        () => `${others.length + 1} networks have the name ${JSON.stringify(key)}`,
        () => relatedTo(others, 'has the same name'),
        undefined,
        [key],
      ),
    );
  }
}

function checkLayers(coreOp: CoreOpFacts, { layers, complete }: BoundaryFacts, report: Report): void {
  // If a layer could not be read, missing layers cannot be determined.
  if (!complete) return;
  const fed = networksOf(layers, DIRECTION_H2D);
  const read = networksOf(layers, DIRECTION_D2H);
  coreOp.networksNames.forEach((name, network) => {
    if (fed.has(network) && read.has(network)) return;
    const missing = [...(fed.has(network) ? [] : ['input']), ...(read.has(network) ? [] : ['output'])];
    report(
      findingAt(
        name,
        'network-without-layers',
        () => `network ${network} has no boundary ${missing.join(' and no boundary ')}`,
        layers.length > 0 ? [] : relatedTo([coreOp], 'has no boundary layer at all'),
      ),
    );
  });
}

function networksOf(layers: BoundaryFacts['layers'], direction: number): Set<number> {
  const networks = new Set<number>();
  for (const { edge } of layers) if (edge.direction === direction) networks.add(edge.networkIndex);
  return networks;
}
