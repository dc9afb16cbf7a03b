import { codesOf } from '../../../base/diagnostics/catalogue.js';
import { PUBLISHED_RELEASES } from '../../../base/diagnostics/releases.js';
import { findingAt } from '../facts/fact-place.js';
import { isUnsure } from '../facts/file.js';
import type { Rule } from '../rule.js';

/** Releases that only read contexts in the group itself. Releases from 4.10 on also read variants. */
const BEFORE_LAYOUTS = ['4.8.0'] as const;

/** Checks the required parts of the root, and the layout of its groups. */
export const rootRules: Rule = {
  codes: codesOf('file', {
    'no-network-groups': {
      severity: 'error',
      stage: 'query',
      refusedBy: PUBLISHED_RELEASES,
      summary: 'a model without a network group',
      why: 'The file has nothing that a device could run.',
      runtime:
        'An empty file is rejected (FILE_OPERATION_FAILURE). Any other file loads in {refusing}. The first ' +
        'call without the name of a group reads past the end of an empty list (crash).',
      wrong: 'header { version: 4 }\n# no network_groups',
      fix: 'header { version: 4 }\nnetwork_groups { # …\n}',
    },
    'newer-layout': {
      severity: 'warning',
      stage: 'load',
      refusedBy: ['4.8.0'],
      summary: 'a network group with its contexts in a field that only later releases read',
      why: 'Releases that do not know the field see a group without contexts.',
      runtime:
        'Releases from 4.10 read variants for parts of a device, and from 4.12 graphs of ops. For earlier ' +
        'releases, the group is empty.',
    },
  }),
  file: (file, report) => {
    if (isUnsure(file) || file.groupCount > 0) return;
    const message =
      file.length === 0 && file.container === undefined
        ? 'the file is empty'
        : 'the model has no network group';
    report(findingAt(file, 'no-network-groups', message));
  },
  group: ({ newerLayout }, _file, report) => {
    if (newerLayout === undefined) return;
    const { offset, length, path } = newerLayout;
    const message = 'this field belongs to a later layout of the group';
    report({ code: 'newer-layout', offset, length, path, message, releases: BEFORE_LAYOUTS });
  },
};
