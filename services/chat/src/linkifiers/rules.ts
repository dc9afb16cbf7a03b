import { RE2JS, RE2JSException } from 're2js';
import { parseTemplate } from 'url-template';
import { MAX_INSTRUCTIONS } from './match.js';

export const MAX_PATTERN = 500;
const MAX_TEMPLATE = 2000;
/** Maximum number of linkifiers, because each linkifier searches each message. */
export const MAX_LINKIFIERS = 100;

const EXPRESSION = /\{([^{}]*)\}/g;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*(?:\*|:[0-9]{1,4})?$/;

/** Returns the reason why a linkifier cannot be used; undefined if it can. */
export function linkifierProblem(pattern: string, template: string): string | undefined {
  if (pattern.trim() === '') return 'The pattern cannot be empty.';
  if (pattern.length > MAX_PATTERN) return `The pattern is longer than ${MAX_PATTERN} characters.`;
  if (template.length > MAX_TEMPLATE) return `The URL template is longer than ${MAX_TEMPLATE} characters.`;
  let expression: RE2JS;
  try {
    expression = RE2JS.compile(pattern);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    const hint = /\(\?<?[=!]/.test(pattern) ? ' Look-ahead and look-behind are not supported.' : '';
    return `Bad regular expression pattern: ${error.message}.${hint}`;
  }
  if (expression.programSize() > MAX_INSTRUCTIONS)
    return 'The pattern is too complex: write shorter repetitions, or fewer of them.';
  if (expression.matches('')) return 'The pattern must not match empty text.';
  if ('whole_match' in expression.namedGroups()) return "The group name 'whole_match' is taken.";
  const variables = templateVariables(template);
  if (variables === undefined) return 'Invalid URL template.';
  const groups = Object.keys(expression.namedGroups());
  const unused = groups.find((group) => !variables.has(group));
  if (unused !== undefined) return `Group '${unused}' of the pattern is not used in the URL template.`;
  const unknown = [...variables].find((variable) => !groups.includes(variable));
  if (unknown !== undefined)
    return `Variable '${unknown}' of the URL template is not a group of the pattern.`;
  if (!/^https?:\/\//i.test(template)) return 'The URL template must start with http:// or https://.';
  return undefined;
}

/** Returns the names of variables in a template of RFC 6570, or undefined for an invalid template. */
export function templateVariables(template: string): Set<string> | undefined {
  if (/[{}]/.test(template.replace(EXPRESSION, ''))) return undefined;
  const names = new Set<string>();
  for (const [, body] of template.matchAll(EXPRESSION)) {
    for (const item of body!.replace(/^[+#./;?&]/, '').split(',')) {
      if (!VARIABLE.test(item)) return undefined;
      names.add(item.replace(/[*:].*$/, ''));
    }
  }
  try {
    parseTemplate(template);
  } catch {
    return undefined;
  }
  return names;
}
