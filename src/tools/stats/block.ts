import type { ContextRow, FileStats, GroupRow, WordOwner, WordsRow } from './rows.js';

/** Content of a block in a treemap, which decides its colour. */
export type BlockClass =
  | 'blob'
  | 'notes'
  | 'resource'
  | 'configuration'
  | 'sequencer'
  | 'flow'
  | 'trigger'
  | 'edges'
  | 'structure'
  | 'frame';

/** A part of a file; its children cover all of its bytes. */
export interface Block {
  /** Name in a picture. The name is not escaped. */
  readonly name: string;
  /** Content of the block. */
  readonly class: BlockClass;
  /** Size of the block in bytes, including its children. */
  readonly bytes: number;
  /** Number of counted items in the block, if any. */
  readonly count?: number;
  /** Path, if the block is a single record. */
  readonly path?: string;
  /** Absolute offset, if the block is a single record or part of the file and the offset is known. */
  readonly offset?: number;
  /** For words after the message: path of the context that points to the words. */
  readonly owner?: string;
  /** Empty if the block is not divided further. */
  readonly children: readonly Block[];
}

/**
 * Returns the bytes of a file as nested blocks: file, network group, context, kind of action, blobs by size.
 */
export function blocksOf(stats: FileStats, name: string): Block {
  const message = messageBlock(stats);
  let offset = 0;
  const children = stats.sections.map((section): Block => {
    const at = { offset };
    offset += section.bytes;
    if (section.name === 'message') return { ...message, ...at };
    if (section.name === 'ccws' && stats.words !== null) return { ...wordsBlock(stats, stats.words), ...at };
    return { ...leaf(section.name, 'frame', section.bytes), ...at };
  });
  if (children.length === 1) return { ...message, name };
  return { name, class: 'structure', bytes: stats.size, children: kept(children) };
}

function messageBlock({ sections, groups, blobs }: FileStats): Block {
  const bytes = sections.find((section) => section.name === 'message')?.bytes ?? 0;
  const mapping = blobs.find((row) => row.name === 'mapping');
  return divided('message', 'structure', bytes, 'rest of the message', [
    ...groups.map(groupBlock),
    ...(mapping === undefined
      ? []
      : [
          {
            ...leaf('mapping', 'notes', mapping.bytes, mapping.count),
            ...(mapping.count === 1 ? { path: 'mapping' } : {}),
          },
        ]),
  ]);
}

/**
 * Returns the block of the words after the message. Words to which something points are divided by context,
 * and then by channel.
 */
function wordsBlock({ groups }: FileStats, { bytes, owners }: WordsRow): Block {
  const names = new Map(groups.flatMap(({ contexts }) => contexts.map(({ path, name }) => [path, name])));
  const byPath = new Map<string, WordOwner[]>();
  for (const owner of owners) byPath.set(owner.path, [...(byPath.get(owner.path) ?? []), owner]);
  const parts = [...byPath].map(([path, own]): Block => {
    const sum = own.reduce((all, each) => all + each.own, 0);
    const [first] = own;
    if (first?.kind === 'resource') {
      return { ...leaf(`resource ${first.name}`, 'resource', sum), ...placeOf(first) };
    }
    const name = names.get(path) ?? '';
    const channels = own.map((each) => ({
      ...leaf(`channel ${each.channel}`, 'blob', each.own, each.writes),
      ...placeOf(each),
    }));
    const title = name === '' ? path : `${path} ${name}`;
    const offset = Math.min(...own.flatMap((each) => (each.own > 0 ? [each.offset] : [])));
    return { ...divided(title, 'blob', sum, 'other', channels), owner: path, offset };
  });
  return { ...divided('ccws', 'frame', bytes, 'fill', parts), class: 'blob' };
}

function placeOf({ path, offset }: WordOwner): Pick<Block, 'owner' | 'offset'> {
  return { owner: path, offset };
}

function groupBlock({ path, name, offset, bytes, contexts }: GroupRow): Block {
  const title = name === '' ? path : `${path} ${name}`;
  const shortened = contexts.map((context) => contextBlock(context, path));
  return { ...divided(title, 'structure', bytes, 'names, metadata, outputs', shortened), path, offset };
}

function contextBlock(row: ContextRow, group: string): Block {
  const { path, name, offset, bytes, actions, triggers, edgeLayers, triggerOrder, blobs } = row;
  const step = path.startsWith(`${group}.`) ? path.slice(group.length + 1) : path;
  const block = divided(
    name === '' ? step : `${step} ${name}`,
    'structure',
    bytes,
    'operations and other structure',
    [
      ...actions.map((kind) => {
        const held = blobs.find((blob) => blob.name === kind.name);
        const sizes = held?.sizes.map((size) => leaf(sizeName(size), 'blob', size.bytes, size.count)) ?? [];
        return divided(kind.name, actionClass(kind.name), kind.bytes, 'without blobs', sizes, kind.count);
      }),
      ...(triggers.length === 0
        ? []
        : [
            divided(
              'triggers',
              'trigger',
              triggers.reduce((sum, kind) => sum + kind.bytes, 0),
              'other',
              triggers.map((kind) => leaf(kind.name, 'trigger', kind.bytes, kind.count)),
            ),
          ]),
      leaf('edge_layers', 'edges', edgeLayers.bytes, edgeLayers.count),
      leaf('trigger_order', 'trigger', triggerOrder.bytes, triggerOrder.count),
    ],
  );
  return { ...block, path, offset };
}

/** Returns the name of a size class, such as `blobs of 4,096 to 8,191 bytes`. */
export function sizeName({ from, to }: { readonly from: number; readonly to: number }): string {
  if (to === 0) return 'empty blobs';
  return from === to ? `blobs of ${from} B` : `blobs of ${short(from)} to ${short(to + 1)}`;
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB'];

/** Formats powers of two exactly. */
function short(bytes: number): string {
  let unit = 0;
  while (bytes >= 1024 && unit < UNITS.length - 1) {
    bytes /= 1024;
    unit++;
  }
  return `${bytes} ${UNITS[unit]}`;
}

export function actionClass(kind: string): BlockClass {
  if (kind.startsWith('write_') || kind === 'allow_config_channels') return 'configuration';
  if (/sequencer|seqeuncer|lcu|module/.test(kind)) return 'sequencer';
  return 'flow';
}

function leaf(name: string, of: BlockClass, bytes: number, count?: number): Block {
  return { name, class: of, bytes, ...(count === undefined ? {} : { count }), children: [] };
}

/** Makes a block of the given parts, and adds a part for the remaining bytes. */
function divided(
  name: string,
  of: BlockClass,
  bytes: number,
  rest: string,
  parts: readonly Block[],
  count?: number,
): Block {
  const left = bytes - parts.reduce((sum, part) => sum + part.bytes, 0);
  const children = parts.length === 0 ? [] : kept([...parts, leaf(rest, of, left)]);
  return { name, class: of, bytes, ...(count === undefined ? {} : { count }), children };
}

function kept(blocks: readonly Block[]): Block[] {
  return blocks.filter(({ bytes }) => bytes > 0);
}
