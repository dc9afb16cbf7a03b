import { placeOf } from '../facts/index.js';
import type { Rule } from '../rule.js';

/** What the root of the message has to have. */
export const fileRules: Rule = {
  codes: [
    {
      code: 'no-network-groups',
      severity: 'error',
      summary: 'a model without a network group',
      runtime:
        'Loads in every release; the first call that does not name a group then reads past the end of an ' +
        'empty list (crash).',
    },
    {
      code: 'newer-layout',
      severity: 'warning',
      summary: 'a network group that keeps its contexts where only later releases look',
      runtime: 'Up to 4.9 the group looks empty.',
    },
  ],
  file: (file, report) => {
    if (file.broken || file.groupCount > 0) return;
    report({ ...placeOf(file), code: 'no-network-groups', message: 'the model has no network group' });
  },
  group: ({ newerLayout }, _file, report) => {
    if (newerLayout === undefined) return;
    report({
      ...newerLayout,
      code: 'newer-layout',
      message: 'this field belongs to a later layout of the group',
    });
  },
};
