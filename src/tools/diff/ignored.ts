import { ProtomdlError } from '../../base/diagnostics/error.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import type { FieldTable, SchemaTables } from '../../base/schema/table.js';
import { entriesOf } from '../../read/outline/entries.js';

/**
 * Names for sets of fields: fields that differ between compilations, and other fields that are often ignored.
 */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  timestamp: ['ProtoMDLHeader.timestamp'],
  sdk_version: ['ProtoMDLHeader.sdk_version', 'ProtoMDLHeader.sdk_version_numbers'],
  unique_ids: ['ProtoMDLTrigger.unique_id', 'ProtoMDLAction.unique_id'],
  mapping: ['ProtoMDLMdl.mapping'],
  estimates: [
    'ProtoMDLNetworkGroupMetadata.bottleneck_fps',
    'ProtoMDLNetworkGroupMetadata.latency',
    'ProtoMDLNetworkGroupMetadata.computational_ops',
    'ProtoMDLOrderedTrigger.estimated_time_from_previous_ns',
  ],
};

/** Names of items that are not fields. */
const APART = ['framing', 'unknown_fields'] as const;

/**
 * Differences between any two compilations of the same network: if there are no other differences, the result
 * reports this.
 */
export const VOLATILE = ['timestamp', 'sdk_version', 'unique_ids'] as const;

/** Names that can be ignored, in addition to field names. */
export const IGNORABLE: readonly string[] = [...Object.keys(GROUPS), ...APART];

export class Ignored {
  readonly framing: boolean;
  readonly unknownFields: boolean;
  readonly #fields = new Set<FieldTable>();
  readonly #entries: Uint8Array;

  /**
   * @param names names of `IGNORABLE`, or of fields: `bottleneck_fps` in all messages, or
   * `ProtoMDLNetworkGroupMetadata.bottleneck_fps`
   * @throws ProtomdlError `diff-ignore-unknown` for any other name
   */
  constructor(names: readonly string[], schema: SchemaTables = MDL) {
    this.framing = names.includes('framing');
    this.unknownFields = names.includes('unknown_fields');
    for (const name of names) {
      if (APART.some((apart) => apart === name)) continue;
      const found = (GROUPS[name] ?? [name]).flatMap((one) => fieldsNamed(one, schema));
      if (found.length === 0 && GROUPS[name] === undefined) {
        throw new ProtomdlError(
          'diff-ignore-unknown',
          `${name}: neither a field name nor one of ${IGNORABLE.join(', ')}`,
        );
      }
      for (const field of found) this.#fields.add(field);
    }
    const { entries } = entriesOf(schema);
    this.#entries = Uint8Array.from(entries, ({ field }) => (this.#fields.has(field) ? 1 : 0));
  }

  /** True if the field with this id of a tape entry is ignored. */
  has(id: number): boolean {
    return this.#entries[id] === 1;
  }

  hasField(field: FieldTable): boolean {
    return this.#fields.has(field);
  }
}

/** Returns the name of `VOLATILE` that includes a field. */
export function volatileName(typeName: string, field: string): string | undefined {
  return VOLATILE.find((name) => GROUPS[name]?.includes(`${typeName}.${field}`));
}

function fieldsNamed(name: string, schema: SchemaTables): FieldTable[] {
  const dot = name.lastIndexOf('.');
  return schema.messages
    .filter(({ typeName }) => dot < 0 || typeName === name.slice(0, dot))
    .flatMap(({ fields }) => fields.filter((field) => field.name === name.slice(dot + 1)));
}
