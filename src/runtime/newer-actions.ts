import { RELEASES } from '../diagnostics/catalogue.js';
import type { Rule } from '../rules/rule.js';
import { messageByName } from '../schema/lookup.js';
import { MDL } from '../schema/mdl.gen.js';
import { fieldSince, isKnownTo } from '../schema/since.js';

const ACTION = 'ProtoMDLAction';

/** Actions that some of the releases do not know, though the schema does. */
const MEMBERS = (messageByName(MDL, ACTION)?.fields ?? [])
  .filter(({ number }) => {
    const since = fieldSince(ACTION, number);
    // The oldest release reads no actions when it loads a file.
    return RELEASES.slice(1).some((release) => !isKnownTo(release, since));
  })
  .map(({ name }) => name);

/** Tells predictions, and nobody else, of actions that a release may not know. */
export const newerActionNotes: Rule = {
  codes: [],
  needs: { bounds: MEMBERS.map((name) => ({ field: `${ACTION}.${name}`, max: -1 })) },
  elements: {
    [ACTION]: (action, report) => {
      for (const member of MEMBERS) {
        if (!action.has(member)) continue;
        const { offset, length } = action.span(member);
        report({
          code: 'action-unknown-variant',
          offset,
          length,
          path: () => action.path(member),
          message: '',
          unlisted: true,
        });
      }
    },
  },
};
