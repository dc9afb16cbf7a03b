/** Selects fields by protobuf-es, which shares no code with the views. */
import { type DescField, type DescMessage, isFieldSet } from '@bufbuild/protobuf';
import { type ReflectMessage, reflect } from '@bufbuild/protobuf/reflect';
import { type ProtoMDLMdl, ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import type { QueryJson } from '../../src/tools/query/value.js';

/**
 * Paths with wildcards to every field that a message has, or could have:
 * `network_groups[*].contexts[*].context_index`.
 */
export function pathsIn(message: ProtoMDLMdl): string[] {
  const paths = new Set<string>();
  const visit = (one: ReflectMessage, around: string): void => {
    for (const field of one.fields) {
      const path = `${around}${field.name}${field.fieldKind === 'list' ? '[*]' : ''}`;
      paths.add(path);
      if (!one.isSet(field)) continue;
      if (field.fieldKind === 'message') visit(one.get(field) as ReflectMessage, `${path}.`);
      if (field.fieldKind === 'list' && field.listKind === 'message') {
        for (const element of one.get(field) as Iterable<ReflectMessage>) visit(element, `${path}.`);
      }
    }
  };
  visit(reflect(ProtoMDLMdlSchema, message), '');
  return [...paths].sort();
}

export interface OracleRow {
  readonly path: string;
  /** Undefined for messages, of which only the number is compared. */
  readonly value: QueryJson | undefined;
}

export function oracleRows(message: ProtoMDLMdl, selector: string): OracleRow[] {
  const rows: OracleRow[] = [];
  const names = selector.split('.').map((step) => step.replace('[*]', ''));
  const visit = (one: ReflectMessage, depth: number, around: string): void => {
    const field = byName(one.desc, names[depth] as string);
    if (field === undefined) throw new Error(`no ${names[depth]}`);
    const isLast = depth === names.length - 1;
    const path = around === '' ? field.name : `${around}.${field.name}`;
    if (field.fieldKind === 'list') {
      let index = 0;
      for (const element of one.get(field) as Iterable<unknown>) {
        const here = `${path}[${index++}]`;
        if (field.listKind === 'message' && !isLast) visit(element as ReflectMessage, depth + 1, here);
        else rows.push({ path: here, value: shown(element, field) });
      }
    } else if (field.fieldKind === 'message') {
      if (!one.isSet(field)) return;
      if (isLast) rows.push({ path, value: undefined });
      else visit(one.get(field) as ReflectMessage, depth + 1, path);
    } else if (!hasPresence(field) || isFieldSet(one.message, field)) {
      rows.push({ path, value: shown(one.get(field), field) });
    }
  };
  visit(reflect(ProtoMDLMdlSchema, message), 0, '');
  return rows;
}

function byName(desc: DescMessage, name: string): DescField | undefined {
  return desc.fields.find((field) => field.name === name);
}

function hasPresence(field: DescField): boolean {
  return field.oneof !== undefined || field.proto.proto3Optional;
}

function shown(value: unknown, field: DescField): QueryJson | undefined {
  if (field.fieldKind === 'list' && field.listKind === 'message') return undefined;
  if (field.fieldKind === 'enum' || (field.fieldKind === 'list' && field.listKind === 'enum')) {
    return field.enum.values.find(({ number }) => number === value)?.name ?? Number(value);
  }
  if (value instanceof Uint8Array) return { bytes: value.length };
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return value as QueryJson;
}
