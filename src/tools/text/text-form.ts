/** The three forms of a model as text. */
export type TextForm = 'json' | 'yaml' | 'textproto';

/** All forms of text that `assemble` reads. */
export const TEXT_FORMS: readonly TextForm[] = ['json', 'yaml', 'textproto'];

const EXTENSIONS: readonly (readonly [RegExp, TextForm])[] = [
  [/\.json$/i, 'json'],
  [/\.ya?ml$/i, 'yaml'],
  [/\.(textproto|txtpb|textpb|pbtxt|pb\.txt|prototxt)$/i, 'textproto'],
];

/** Returns the form that a file's name indicates; undefined for other names. */
export function formOfName(name: string): TextForm | undefined {
  return EXTENSIONS.find(([pattern]) => pattern.test(name))?.[1];
}

/**
 * Detects the form of a text: `{` begins JSON; YAML ends a line after the colon of a key, or has a key with a
 * `$` or in quotation marks; everything else is textproto.
 * @param beginning the first few KB of the text
 */
export function formOfText(beginning: Uint8Array): TextForm {
  const text = new TextDecoder().decode(beginning.subarray(0, LOOKED_AT)).replace(/^\ufeff/, '');
  if (/^\s*[[{]/.test(text)) return 'json';
  const first = text.split('\n').find((line) => !/^\s*(#.*)?\r?$/.test(line)) ?? '';
  return /^(---|%YAML|["']?\$|["'])|:\s*(#.*)?\r?$/.test(first.trimStart()) ? 'yaml' : 'textproto';
}

const LOOKED_AT = 64 * 1024;
