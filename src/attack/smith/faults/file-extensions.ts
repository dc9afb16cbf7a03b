/** Faults of the lists of extensions that a model uses. */
import { messageRecord, placeFor, scalarRecord, setField } from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import type { RecordNode } from '../../../read/tree/record.js';
import type { Random } from '../../random.js';
import { type Faults, needing } from './fault.js';
import { someOf } from './places.js';

type ExtensionList = 'extensions' | 'optional_extensions';

/** Inserts an extension at a random position of a list; returns the record with the extension's type. */
export function addExtension(
  root: MessageNode,
  list: ExtensionList,
  type: number,
  random: Random,
): RecordNode {
  const field = root.fieldTable(list);
  const entry = messageRecord(field);
  const [made, name] = ['type_index', 'name'].map((of) => (entry.message as MessageNode).fieldTable(of));
  if (made === undefined || name === undefined) throw new Error('an extension without a type');
  const index = scalarRecord(made, type);
  entry.message?.append(index, ...(random.chance(50) ? [scalarRecord(name, `extension ${type}`)] : []));
  const there = root.fields(list).length;
  root.insert(placeFor(root, field.number) - random.below(there + 1), entry);
  return index;
}

function typesIn(root: MessageNode, list: ExtensionList): number[] {
  return root.fields(list).map(({ message }) => Number(message?.field('type_index')?.bits ?? 0n));
}

/**
 * Extensions that release 4.8 does not accept as required extensions. Extensions that influence other rules
 * are excluded.
 */
const NOT_LOADABLE = [
  8,
  11,
  14,
  15,
  16,
  17,
  18,
  21,
  22,
  23,
  24,
  ...Array.from({ length: 10 }, (_, i) => 26 + i),
];
/** The extension that every release accepts only as an optional one. */
const NEVER_LOADABLE = 8;

export const EXTENSION_FAULTS: Faults = {
  'extension-not-loadable': needing({ layouts: ['classic'] }, ({ root, random, model }) => {
    if (model.headerVersion === 0) return undefined;
    const chosen = random.shuffled(NOT_LOADABLE).slice(0, random.between(1, 3));
    return chosen.map((type) => ({
      severity: type === NEVER_LOADABLE ? 'warning' : 'info',
      at: addExtension(root, 'extensions', type, random),
    }));
  }),
  'extension-type-unknown': needing({ without: ['old-flags'] }, ({ root, random }) => {
    const type = random.one([36, 37, 500, 999, 1000, 65_534, 65_536, 0xffff_ffff]);
    return [{ at: addExtension(root, 'optional_extensions', type, random) }];
  }),
  'extension-reserved': needing({ layouts: ['classic'], without: ['old-flags'] }, ({ root, random }) => {
    const at = addExtension(root, 'extensions', random.one([7, 0xffff]), random);
    return [{ at }, { code: 'extension-not-loadable', at, related: [at] }];
  }),
  'extension-duplicate': needing({ layouts: ['classic'], without: ['old-flags'] }, ({ root, random }) => {
    const list = random.one(['extensions', 'optional_extensions'] as const);
    const type = someOf(random, typesIn(root, list));
    for (let more = random.between(1, 2); more > 0; more--) addExtension(root, list, type, random);
    const [first, ...others] = root
      .fields(list)
      .filter(({ message }) => Number(message?.field('type_index')?.bits ?? 0n) === type);
    return first === undefined ? undefined : [{ at: first, related: others }];
  }),
  // Other parts of the model must not depend on the extensions, because loaders ignore extensions if the
  // header has no version.
  'extensions-need-header-version': needing(
    { layouts: ['classic', 'partial'], without: ['multi-network', 'run-asap', 'old-flags'] },
    ({ root, random }) => {
      const header = root.field('header')?.message;
      const version = header?.field('version');
      const [first] = [...root.fields('extensions'), ...root.fields('optional_extensions')];
      if (header === undefined || version === undefined || first === undefined) return undefined;
      const isWritten = random.chance(50);
      if (!isWritten) header.remove(version);
      const cause = isWritten ? setField(header, 'version', 0) : header;
      return [{ at: first, related: [cause] }];
    },
  ),
};
