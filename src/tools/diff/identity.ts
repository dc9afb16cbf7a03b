import { fieldByName } from '../../base/schema/lookup.js';
import { type MessageTable, type SchemaTables, TYPE_STRING } from '../../base/schema/table.js';
import { decodeUtf8 } from '../../base/wire/utf8.js';
import type { Segment } from './content.js';
import type { Fingerprints } from './fingerprint.js';
import { type Fields, fieldsOf } from './records.js';

/** Notation for the identities below. */
interface Written {
  /**
   * Alternative keys as sets of field paths, the most specific first; `a|b` is the first of these fields that
   * is set, `~a` the content of a message without volatile fields, `?o` the member of the oneof `o` that is
   * set.
   */
  readonly levels: readonly (readonly string[])[];
  /**
   * True if elements are paired at any position of their lists; false if elements are only paired between
   * paired neighbours.
   */
  readonly anywhere: boolean;
}

/** The names of fields, outermost first. */
type Path = readonly string[];

/**
 * One part of a key: the first of these fields that is set, the content of a message, or the member of a
 * oneof.
 */
type Part =
  | { readonly kind: 'fields'; readonly paths: readonly Path[] }
  | { readonly kind: 'content'; readonly name: string }
  | { readonly kind: 'member'; readonly name: string };

export type KeyParts = readonly Part[];

/** Identity of a list's elements, for types that are not identified by content. */
interface Identity {
  readonly levels: readonly KeyParts[];
  readonly anywhere: boolean;
  /** The fields of the first level, for labels. */
  readonly naming: readonly Path[];
}

const LAYER_NAME = 'layer_info.name|layer_mux.name|layer_planes.name';
const LAYER_STREAM = 'layer_info.edge_layer_base.sys_index|layer_mux.edge_layer_base.sys_index';
const NAMED: Written = { levels: [['name']], anywhere: true };
const GROUP_NAME = 'network_group_metadata.network_group_name|network_group_name';
const LAYOUT: Written = { levels: [['layout.partial_clusters_layout_bitmap']], anywhere: true };

const WRITTEN: Readonly<Record<string, Written>> = {
  ProtoMDLNetworkGroup: { levels: [[GROUP_NAME]], anywhere: true },
  ProtoMDLPartialNetworkGroup: LAYOUT,
  ProtoMDLPartialCoreOp: LAYOUT,
  ProtoMDLOp: NAMED,
  ProtoMDLPad: { levels: [['index', 'name'], ['name'], ['index']], anywhere: true },
  ProtoMDLPadEdge: { levels: [['src'], ['dst']], anywhere: true },
  ProtoMDLContext: { levels: [['context_index']], anywhere: true },
  ProtoMDLEdgeLayer: {
    levels: [
      ['direction', LAYER_STREAM, LAYER_NAME],
      ['direction', LAYER_NAME],
      ['direction', LAYER_STREAM],
    ],
    anywhere: true,
  },
  ProtoMdlEdge: { levels: [[LAYER_NAME]], anywhere: true },
  ProtoMDLEdgeLayerFused: { levels: [['layer_info.name']], anywhere: true },
  ProtoMDLExtension: { levels: [['type_index'], ['name']], anywhere: true },
  ProtoMDLOptionalExtension: { levels: [['type_index'], ['name']], anywhere: true },
  ProtoMDLExternalResource: NAMED,
  ProtoMDLConnectedContextInfo: { levels: [['index', 'sys_index'], ['index']], anywhere: true },
  ProtoMDLClusterEndGuarantee: { levels: [['cluster_index']], anywhere: true },
  ProtoMDLCfgChannelConfig: { levels: [['cfg_channel_index']], anywhere: true },
  ProtoMDLOperation: { levels: [['~trigger']], anywhere: false },
  ProtoMDLOrderedTrigger: { levels: [['~triggers']], anywhere: false },
  ProtoMDLAction: {
    levels: [
      [
        '?action',
        'enable_lcu.cluster_index',
        'enable_lcu.lcu_index',
        'disable_lcu.cluster_index',
        'disable_lcu.lcu_index',
        'write_data.address',
        'write_compressed_data.address',
        'enable_sequencer.cluster_index',
      ],
      ['?action'],
    ],
    anywhere: false,
  },
};

// The identities are parsed once, because a list may have tens of thousands of elements.
const IDENTITIES = new Map(Object.entries(WRITTEN).map(([type, written]) => [type, identity(written)]));

function identity({ levels, anywhere }: Written): Identity {
  const parts = levels.map((level) => level.map(part));
  const naming = (parts[0] ?? []).flatMap((one) => (one.kind === 'fields' ? one.paths : []));
  return { levels: parts, anywhere, naming };
}

function part(text: string): Part {
  if (text.startsWith('?')) return { kind: 'member', name: text.slice(1) };
  if (text.startsWith('~')) return { kind: 'content', name: text.slice(1) };
  return { kind: 'fields', paths: text.split('|').map((path) => path.split('.')) };
}

export function identityOf({ typeName }: MessageTable): Identity | undefined {
  return IDENTITIES.get(typeName);
}

/** Returns an element's key at a level, as text; undefined for an element without a key. */
export function keyOf(
  segment: Segment,
  table: MessageTable,
  level: KeyParts,
  stable: Fingerprints,
  schema: SchemaTables,
): string | undefined {
  const fields = fieldsOf([segment], table);
  const parts = level.map((part) => textOf(fields, part, stable, schema));
  if (parts.every((part) => part === '')) return undefined;
  return parts.length === 1 ? parts[0] : JSON.stringify(parts);
}

function textOf(fields: Fields, part: Part, stable: Fingerprints, schema: SchemaTables): string {
  if (part.kind === 'member') {
    return String(fields.winner(fields.table.oneofs.findIndex(({ name }) => name === part.name)));
  }
  if (part.kind === 'content') {
    const field = fieldByName(fields.table, part.name);
    const value = field === undefined ? undefined : fields.values.get(field.number);
    if (field === undefined || value?.kind !== 'message') return '';
    return String(stable.ofMessage(value.segments, schema.messages[field.message] as MessageTable));
  }
  for (const path of part.paths) {
    const text = identityText(fields, path, schema);
    if (text !== undefined) return text;
  }
  return '';
}

/**
 * Returns the value of a numeric or string field as text. A field that is absent from an existing message has
 * its default value: `0` or empty.
 */
export function identityText(fields: Fields, path: Path, schema: SchemaTables, from = 0): string | undefined {
  const field = fieldByName(fields.table, path[from] ?? '');
  if (field === undefined) return undefined;
  const value = fields.values.get(field.number);
  if (from + 1 < path.length) {
    if (value?.kind !== 'message') return undefined;
    const inner = fieldsOf(value.segments, schema.messages[field.message] as MessageTable);
    return identityText(inner, path, schema, from + 1);
  }
  if (value === undefined) return field.type === TYPE_STRING ? '' : '0';
  if (value.kind === 'scalar') return value.hi === 0 ? String(value.lo >>> 0) : `${value.hi}:${value.lo}`;
  if (value.kind !== 'text') return undefined;
  const { bytes } = value.segment.part(value.segment.offset, Math.min(value.segment.length, MAX_KEY));
  return decodeUtf8(bytes, 0, bytes.length);
}

/** Maximum length of a key; longer names are identified by their beginnings. */
const MAX_KEY = 4096;
