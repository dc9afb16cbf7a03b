import { MDL } from '../../base/schema/mdl.gen.js';
import type { MessageTable, OneofTable } from '../../base/schema/table.js';
import { WIRE_LEN } from '../../base/wire/tag.js';
import { suggestion } from '../../check/config/nearest.js';
import { BlobHandle } from '../../read/model/blob.js';
import { MessageView } from '../../read/model/message-view.js';
import type { Expression, ExpressionScope, Path, Resolved } from './expression.js';
import { findField, parentReader, queryField, valueReader } from './field-path.js';
import { type Current, rowOffset, selectedPath } from './row.js';
import { BOOLEAN_TYPE, NUMBER_TYPE, type QueryValue, STRING_TYPE, typeOf, type ValueType } from './value.js';

const FUNCTIONS = ['has', 'size', 'which', 'index', 'path', 'offset', 'file'];

/**
 * Resolves a function call of the query language. @throws QueryMistake for an unknown function or wrong
 * arguments
 */
export function resolveCall(
  { name, args, at }: Extract<Expression, { kind: 'call' }>,
  inside: ExpressionScope,
): Resolved {
  const { scope } = inside;
  const argument = (): Path => {
    const [only] = args;
    if (args.length !== 1 || only?.kind !== 'path') throw inside.mistake(`${name} takes one field`, at);
    return only.steps;
  };
  const nothing = (): void => {
    if (args.length > 0) throw inside.mistake(`${name}() takes nothing`, at);
  };
  switch (name) {
    case 'has':
      return hasField(argument(), isFromRoot(args), inside);
    case 'size':
      return sizeOf(argument(), isFromRoot(args), inside);
    case 'which':
      return whichMember(argument(), isFromRoot(args), inside);
    case 'index': {
      const level = args.length === 0 ? undefined : levelNamed(argument(), inside);
      return { type: NUMBER_TYPE, evaluate: (current) => indexAt(current, level) };
    }
    case 'path': {
      const level = args.length === 0 ? undefined : levelNamed(argument(), inside);
      return {
        type: STRING_TYPE,
        evaluate: (current) =>
          level === undefined ? selectedPath(current, scope) : (current.views[level] as MessageView).path,
      };
    }
    case 'offset':
      nothing();
      return { type: NUMBER_TYPE, evaluate: (current) => rowOffset(current, scope) ?? undefined };
    case 'file':
      nothing();
      return { type: STRING_TYPE, evaluate: ({ file }) => file };
    default:
      throw inside.mistake(`there is no function ${name}${suggestion(name, FUNCTIONS)}`, at);
  }
}

function isFromRoot([only]: readonly Expression[]): boolean {
  return only?.kind === 'path' && only.fromRoot;
}

function hasField(steps: Path, fromRoot: boolean, inside: ExpressionScope): Resolved {
  const found = findField(steps, fromRoot, inside);
  const around = parentReader(found);
  const { number } = found.last;
  const { index } = found;
  return {
    type: BOOLEAN_TYPE,
    evaluate: (current) => {
      const view = around(current);
      if (view === undefined) return false;
      return index === undefined ? view.has(number) : view.repeated(number).at(index) !== undefined;
    },
  };
}

function sizeOf(steps: Path, fromRoot: boolean, inside: ExpressionScope): Resolved {
  const [first] = steps;
  const { selected } = inside.scope;
  if (steps.length === 1 && first.name === 'value' && !fromRoot && selected !== undefined) {
    return { type: NUMBER_TYPE, evaluate: ({ value }) => lengthOf(value) };
  }
  const found = findField(steps, fromRoot, inside);
  const around = parentReader(found);
  const { last, index } = found;
  if (last.repeated && index === undefined) {
    return { type: NUMBER_TYPE, evaluate: (current) => around(current)?.repeated(last.number).length };
  }
  if (typeOf(last)?.kind !== 'string' && typeOf(last) !== undefined) {
    throw inside.mistake(`${last.name} is a ${typeOf(last)?.kind}, and has no size`, first.at);
  }
  const get = valueReader(found);
  return { type: NUMBER_TYPE, evaluate: (current) => lengthOf(get(current)) };
}

function whichMember(steps: Path, fromRoot: boolean, inside: ExpressionScope): Resolved {
  const { levels } = inside.scope;
  const [first] = steps;
  if (steps.length === 1 && !fromRoot) {
    for (let level = levels.length - 1; level >= 0; level--) {
      const { table } = levels[level] as (typeof levels)[number];
      const oneof = table.oneofs.find((candidate) => candidate.name === first.name);
      if (oneof !== undefined) {
        return member(table, oneof, (current) => current.views[level]);
      }
      if (queryField(table, first.name) !== undefined) break;
    }
  }
  const found = findField(steps, fromRoot, inside);
  const { last } = found;
  const table = MDL.messages[last.message];
  const [oneof] = table?.oneofs ?? [];
  if (table === undefined || oneof === undefined || (last.repeated && found.index === undefined)) {
    throw inside.mistake(`${last.name} is neither a oneof nor a message with one`, first.at);
  }
  const get = valueReader(found);
  return member(table, oneof, (current) => get(current) as MessageView | undefined);
}

function member(
  table: MessageTable,
  oneof: OneofTable,
  viewIn: (current: Current) => MessageView | undefined,
): Resolved {
  const names = new Map(
    table.fields
      .filter(({ number }) => oneof.members.includes(number))
      .map(({ number, name }) => [number, name]),
  );
  const type: ValueType = { kind: 'member', names: [...names.values(), 'unset', 'unknown'] };
  const which = table.oneofs.indexOf(oneof);
  return {
    type,
    evaluate: (current) => {
      const view = viewIn(current);
      if (view === undefined) return undefined;
      const number = view.oneofCase(which);
      if (number !== 0) return names.get(number);
      // An unknown field may be a member that a newer release added to the oneof.
      for (const unknown of view.unknownFields()) if (unknown.wireType === WIRE_LEN) return 'unknown';
      return 'unset';
    },
  };
}

/** Returns the level of a step of the selector; undefined for the selected field itself. */
function levelNamed(steps: Path, inside: ExpressionScope): number | undefined {
  const { levels, selected } = inside.scope;
  const [{ name, at }] = steps;
  if (selected?.name === name) return undefined;
  for (let level = levels.length - 1; level > 0; level--) if (levels[level]?.name === name) return level;
  const names = levels.slice(1).map((level) => level.name);
  throw inside.mistake(`${name} is not on the path to the selected field (${names.join(', ')})`, at);
}

function indexAt(current: Current, level: number | undefined): QueryValue {
  if (level === undefined && current.index >= 0) return current.index;
  const view = level === undefined ? current.views.at(-1) : current.views[level];
  return view === undefined || view.position < 0 ? undefined : view.position;
}

function lengthOf(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string') return [...value].length;
  if (value instanceof BlobHandle) return value.length;
  return value instanceof MessageView ? value.span.length : undefined;
}
