/** Longer texts are cut in messages for people; reports for programs have the full text. */
const MAX_LENGTH = 160;
/** Number of different list values that are shown. */
const MAX_VALUES = 3;
const LIST = /\[([^\]]*)\]/;

/**
 * Reduces two texts to their differences: the comma-separated parts that differ, and for lists in brackets
 * the first values that differ. A layer may have a scale for each of 2,048 features, only one of which
 * changed.
 */
export function changedPart(before: string, after: string): [before: string, after: string] {
  const [was, is] = [before.split(', '), after.split(', ')];
  if (was.length !== is.length) return [cut(before), cut(after)];
  const pairs = was.flatMap((part, at) => (part === is[at] ? [] : [shortened(part, is[at] as string)]));
  return [cut(pairs.map(([part]) => part).join(', ')), cut(pairs.map(([, part]) => part).join(', '))];
}

function shortened(before: string, after: string): [string, string] {
  const [left, right] = [before, after].map((text) => LIST.exec(text)?.[1]?.split(' ') ?? []) as [
    string[],
    string[],
  ];
  const changed = left.flatMap((value, at) => (value === right[at] ? [] : [at]));
  if (left.length !== right.length || left.length <= MAX_VALUES || changed.length === 0)
    return [before, after];
  const shown = changed.slice(0, MAX_VALUES);
  const of = changed.length > shown.length ? `, and ${changed.length - shown.length} more` : '';
  const listed = (values: readonly string[]) =>
    `${shown.map((at) => `[${at}] ${values[at]}`).join(' ')}${of} of ${values.length}`;
  return [before.replace(LIST, () => listed(left)), after.replace(LIST, () => listed(right))];
}

function cut(text: string): string {
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}… (${text.length} characters)`;
}
