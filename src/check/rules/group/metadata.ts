import { codesOf } from '../../../base/diagnostics/catalogue.js';
import type { Report } from '../../../base/diagnostics/diagnostic.js';
import { PUBLISHED_RELEASES } from '../../../base/diagnostics/releases.js';
import type { CoreOpFacts } from '../facts/core-op.js';
import { factPlace, findingAt, type Name, relatedTo } from '../facts/fact-place.js';
import { isMultiNetwork } from '../facts/features.js';
import { type FileFacts, type GroupFacts, isUnsure, isUnsureIn } from '../facts/file.js';
import type { Rule } from '../rule.js';

/** Maximum size of a group's name that runtimes accept, in bytes without the terminating NUL. */
const MAX_NAME_BYTES = 127;
/** Maximum size of a full name `group/network`, in bytes without the terminating NUL. */
const MAX_FULL_NAME_BYTES = 256;

/** Checks the name, the index and other numbers of a group. */
export const metadataRules: Rule = {
  codes: codesOf('network-group', {
    'group-metadata-missing': {
      severity: 'warning',
      stage: 'load',
      implies: ['network-group-name-empty'],
      summary: 'a network group without network_group_metadata',
      why: 'Applications select groups by name, and this group has no name.',
      runtime: 'Loads. The name is "", and the group has one configuration channel.',
      wrong: 'network_groups { contexts { # …\n} }',
      fix: 'network_groups {\n  network_group_metadata { network_group_name: "net" }\n  contexts { # …\n}\n}',
    },
    'network-group-name-empty': {
      severity: 'warning',
      stage: 'query',
      summary: 'a network group without a name',
      why: 'An application that asks for the group "" gets the default group, which may be another group.',
      runtime: 'Loads.',
      wrong: 'network_group_metadata { bottleneck_fps: 30 }',
      fix: 'network_group_metadata { network_group_name: "net" bottleneck_fps: 30 }',
    },
    'network-group-name-too-long': {
      severity: 'error',
      stage: 'query',
      refusedBy: PUBLISHED_RELEASES,
      summary: 'the name of a network group has 128 bytes or more',
      why:
        'The name must fit in a buffer of 128 bytes with a NUL at the end. The limit counts UTF-8 bytes, ' +
        'not characters.',
      runtime:
        'Loads. Listing the groups fails (INTERNAL_FAILURE). Up to 4.10, the function for camera inputs ' +
        'copies the name unchecked and overflows its buffer.',
      wrong: 'network_group_metadata { network_group_name: "…" }  # 128 bytes',
      fix: 'network_group_metadata { network_group_name: "net" }',
    },
    'network-full-name-too-long': {
      severity: 'error',
      stage: 'query',
      refusedBy: PUBLISHED_RELEASES,
      summary: 'the group name, a slash and the network name have 257 bytes or more together',
      why: 'The full name of a network must fit in a buffer of 257 bytes with a NUL at the end.',
      runtime:
        'Loads: only the parts are checked. In all releases, listing networks fails (INTERNAL_FAILURE), ' +
        'and listing streams copies the name past the end of a buffer on the stack.',
      wrong: 'network_group_metadata { network_group_name: "net" }\nnetworks_names: "…"  # 253 bytes',
      fix: 'network_group_metadata { network_group_name: "net" }\nnetworks_names: "faces"',
    },
    'bottleneck-fps-invalid': {
      severity: 'info',
      stage: 'query',
      summary: 'bottleneck_fps is negative, infinite or NaN',
      why: 'The field gives the frames per second that the network can reach.',
      runtime: 'Passed to the application unchanged.',
      wrong: 'network_group_metadata { network_group_name: "net" bottleneck_fps: -1 }',
      fix: 'network_group_metadata { network_group_name: "net" bottleneck_fps: 30 }',
    },
    'network-group-index-mismatch': {
      severity: 'info',
      stage: 'load',
      summary: 'network_group_index is not the position of the group',
      why: "A reader that uses the index runs the groups in a different order from the file's.",
      runtime: 'Never read.',
      wrong: 'network_groups { network_group_metadata { network_group_index: 1 } # …\n}',
      fix: 'network_groups { network_group_metadata { network_group_index: 0 } # …\n}',
    },
  }),
  group: (group, file, report) => {
    const { own, coreOps } = group;
    // A group that only contains other core ops also has a name.
    if (!coreOps.includes(own)) checkMetadata(own, group, file, report);
    for (const coreOp of coreOps) {
      checkMetadata(coreOp, group, file, report);
      if (isGroup(coreOp) && !isUnsureIn(group, coreOp)) checkName(coreOp, report);
    }
  },
};

/** True for core ops with a name: nodes of a graph have the name of their group. */
function isGroup({ holder }: CoreOpFacts): boolean {
  return holder === 'group' || holder === 'partial-group';
}

function checkName(coreOp: CoreOpFacts, report: Report): void {
  const { metadata } = coreOp;
  const place = factPlace(metadata?.name ?? coreOp);
  if (metadata === undefined) {
    const message = 'the network group has no metadata';
    report(findingAt(place, 'group-metadata-missing', message));
  } else if (metadata.name.byteLength > 0) return;
  const related = metadata === undefined ? [{ ...place, message: 'no metadata' }] : [];
  const message = 'the network group has no name';
  report(findingAt(place, 'network-group-name-empty', message, related));
}

function checkMetadata(coreOp: CoreOpFacts, group: GroupFacts, file: FileFacts, report: Report): void {
  checkFullNames(coreOp, file, report);
  const { metadata } = coreOp;
  if (metadata === undefined) return;
  const { name, bottleneckFps, groupIndex } = metadata;
  if (name.byteLength > MAX_NAME_BYTES) {
    const message = `the name has ${name.byteLength} bytes; the maximum is ${MAX_NAME_BYTES}`;
    report(findingAt(name, 'network-group-name-too-long', message));
  }
  const fps = bottleneckFps.value;
  if (!(Number.isFinite(fps) && fps >= 0)) {
    const message = `bottleneck_fps is ${fps}`;
    report(findingAt(bottleneckFps, 'bottleneck-fps-invalid', message));
  }
  if (!isGroup(coreOp) || coreOp.broken || groupIndex.value === group.position) return;
  const message = `network_group_index is ${groupIndex.value}, this is group ${group.position}`;
  report(findingAt(groupIndex, 'network-group-index-mismatch', message));
}

/**
 * Checks the full names of networks. In a group with a single network, the network has the name of the group.
 */
function checkFullNames(coreOp: CoreOpFacts, file: FileFacts, report: Report): void {
  const group = coreOp.metadata?.name;
  const groupBytes = group?.byteLength ?? 0;
  const check = (network: Name) => {
    const bytes = groupBytes + 1 + network.byteLength;
    if (bytes <= MAX_FULL_NAME_BYTES) return;
    report(
      findingAt(
        network,
        'network-full-name-too-long',
        `group/network has ${bytes} bytes; the maximum is ${MAX_FULL_NAME_BYTES}`,
        group === undefined ? [] : relatedTo([group], `${groupBytes} bytes of group`),
      ),
    );
  };
  if (isMultiNetwork(file)) for (const network of coreOp.networksNames) check(network);
  else if (group !== undefined && !isUnsure(file)) check(group);
}
