import { codesOf, REFUSED } from '../../../base/diagnostics/catalogue.js';
import type { Report } from '../../../base/diagnostics/diagnostic.js';
import { duplicatesOf } from '../facts/duplicates.js';
import { findingAt, relatedTo } from '../facts/fact-place.js';
import { type FileFacts, type GroupFacts, isUnsure } from '../facts/file.js';
import type { Rule } from '../rule.js';

/** Maximum number of groups that 4.8 configures on one device. */
const MAX_GROUPS = 8;
/** Maximum that 4.8 configures: the number of contexts of all groups plus the number of groups. */
const MAX_TOTAL_CONTEXTS = 32;

/** Checks the network groups of a file together. */
export const groupListRules: Rule = {
  codes: codesOf('file', {
    'network-group-name-duplicate': {
      ...REFUSED,
      summary: 'two network groups with the same name',
      why: 'Applications select a group by its name.',
      runtime: 'Rejected by {refusing} (INVALID_OPERATION).',
      wrong:
        'network_groups { network_group_metadata { network_group_name: "net" } # …\n}\n' +
        'network_groups { network_group_metadata { network_group_name: "net" } # …\n}',
      fix:
        'network_groups { network_group_metadata { network_group_name: "day" } # …\n}\n' +
        'network_groups { network_group_metadata { network_group_name: "night" } # …\n}',
    },
    'network-groups-limit': {
      severity: 'warning',
      stage: 'configure',
      summary: 'more than 8 network groups',
      why: 'A device can hold a limited number of groups.',
      runtime:
        'Loads. 4.8 configures 8 (INVALID_OPERATION; through the C API INVALID_HEF); releases from 4.10 ' +
        'configure 32 over PCIe, 5.2 configures 8 or 26.',
      wrong: '# nine times\nnetwork_groups { # …\n}',
      fix: '# two files with fewer groups each',
    },
    'total-contexts-limit': {
      severity: 'info',
      stage: 'configure',
      summary: 'more than 32 contexts in all groups together, counting one more for each group',
      why: 'Each context and each preliminary configuration takes memory of the device.',
      runtime:
        'Loads. Up to 4.9, configuration fails above 32 or 64 contexts (INVALID_ARGUMENT); in 4.10 and ' +
        '4.11, above 128.',
      wrong: 'network_groups { # …\n}  # 40 contexts',
      fix: '# a network that is compiled to fewer contexts',
    },
  }),
  file: (file, report) => {
    checkNames(file, report);
    if (file.groups.length > MAX_GROUPS) {
      const [first, ...others] = file.groups.slice(MAX_GROUPS) as [GroupFacts, ...GroupFacts[]];
      report(
        findingAt(
          first,
          'network-groups-limit',
          `there are ${file.groupCount} network groups; devices accept ${MAX_GROUPS}`,
          () => relatedTo(others, 'also one too many'),
        ),
      );
    }
    checkTotal(file, report);
  },
};

function checkNames({ groups }: FileFacts, report: Report): void {
  if (groups.length < 2) return;
  const named = groups.flatMap((group) => {
    const name = nameOf(group);
    return name === undefined ? [] : [{ group, name }];
  });
  for (const { key, first, others } of duplicatesOf(named, ({ name }) => name)) {
    report(
      findingAt(
        first.group,
        'network-group-name-duplicate',
        () => `${others.length + 1} network groups have the name ${JSON.stringify(key)}`,
        () =>
          relatedTo(
            others.map(({ group }) => group),
            'has the same name',
          ),
        undefined,
        [key],
      ),
    );
  }
}

/**
 * Returns the name of a group; undefined if unknown, because groups of later layouts may have their names
 * elsewhere.
 */
function nameOf({ own, newerLayout, coreOps }: GroupFacts): string | undefined {
  // The name of the first variant takes precedence over the group's name.
  const part = coreOps.find(({ holder }) => holder === 'partial-group');
  const name = part?.metadata?.name ?? own.metadata?.name;
  if (name === undefined) return newerLayout === undefined && !isUnsure(own) ? '' : undefined;
  return name.value === '' && own.broken ? undefined : name.value;
}

function checkTotal({ groups }: FileFacts, report: Report): void {
  const total = groups.reduce((sum, group) => sum + contextsOf(group) + 1, 0);
  if (groups.length === 0 || total <= MAX_TOTAL_CONTEXTS) return;
  const [first, ...others] = groups as readonly [GroupFacts, ...GroupFacts[]];
  report(
    findingAt(
      first,
      'total-contexts-limit',
      `${total} contexts, including one for each group; old releases accept ${MAX_TOTAL_CONTEXTS}`,
      () => relatedTo(others, 'its contexts also count'),
    ),
  );
}

/**
 * Returns the number of contexts that are loaded for a group: the contexts of the largest variant for a part
 * of a device, and the contexts of all nodes.
 */
function contextsOf({ coreOps }: GroupFacts): number {
  let all = 0;
  let parts = 0;
  let variants = 0;
  for (const { holder, contextCount } of coreOps) {
    if (holder === 'partial-group') parts = Math.max(parts, contextCount);
    else if (holder === 'partial-core-op') variants = Math.max(variants, contextCount);
    else all += contextCount;
  }
  return all + parts + variants;
}
