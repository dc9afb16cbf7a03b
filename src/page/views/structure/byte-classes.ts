import type { ByteClass } from '../../../show/inspect/part.js';

/** Names of the classes of bytes, in the order of the legend. */
export const BYTE_CLASSES: Readonly<Record<ByteClass, string>> = {
  header: 'header',
  tag: 'tag',
  length: 'length',
  number: 'number',
  text: 'text',
  packed: 'packed list',
  blob: 'blob',
  unknown: 'unknown field',
  padding: 'padding',
  section: 'section',
  unreadable: 'unreadable',
};
