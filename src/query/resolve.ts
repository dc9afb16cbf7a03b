import { suggestion } from '../config/nearest.js';
import { BlobHandle } from '../model/blob.js';
import { MessageView } from '../model/message-view.js';
import { fieldByName } from '../schema/lookup.js';
import { MDL } from '../schema/mdl.gen.js';
import { type FieldTable, type MessageTable, type OneofTable, TYPE_MESSAGE } from '../schema/table.js';
import { WIRE_LEN } from '../wire/tag.js';
import type { Comparison, Expression, PathStep } from './expression.js';
import { type Current, offsetOf, pathOf, type Scope } from './row.js';
import { QueryMistake } from './tokens.js';
import { BOOLEAN, NUMBER, STRING, typeOf, type Value, type ValueType } from './value.js';

/** An expression that knows its fields. */
export interface Resolved {
  readonly type: ValueType;
  evaluate(current: Current): Value;
}

/** A path that was found: from the message of a level through singular messages and elements to a field. */
interface Found {
  readonly level: number;
  /** Fields before the last, which hold messages. */
  readonly through: readonly { readonly field: FieldTable; readonly index: number | undefined }[];
  readonly last: FieldTable;
  readonly index: number | undefined;
}

/**
 * Finds the fields that an expression names: in the message of the row, or else in the nearest message around it.
 * @throws QueryMistake for what is not there, and for what cannot be compared
 */
export function resolve(expression: Expression, scope: Scope, text: string): Resolved {
  return new Resolver(scope, text).resolve(expression);
}

/** The same for a condition. @throws QueryMistake also where it is none */
export function resolveCondition(
  expression: Expression,
  scope: Scope,
  text: string,
): (current: Current) => boolean {
  const { type, evaluate } = resolve(expression, scope, text);
  if (type.kind !== 'boolean') {
    throw new QueryMistake(`a condition is expected, and this is a ${type.kind}`, text, expression.at);
  }
  return (current) => evaluate(current) === true;
}

class Resolver {
  constructor(
    private readonly scope: Scope,
    private readonly text: string,
  ) {}

  resolve(expression: Expression): Resolved {
    switch (expression.kind) {
      case 'literal': {
        const { value } = expression;
        const type = typeof value === 'string' ? STRING : typeof value === 'boolean' ? BOOLEAN : NUMBER;
        return { type, evaluate: () => value };
      }
      case 'path':
        return this.#path(expression.steps, expression.fromRoot);
      case 'call':
        return this.#call(expression);
      case 'not': {
        const of = this.#condition(expression.of);
        return { type: BOOLEAN, evaluate: (current) => !of(current) };
      }
      case 'compare':
        return this.#compare(expression);
      default: {
        const [left, right] = [this.#condition(expression.left), this.#condition(expression.right)];
        const isAnd = expression.kind === 'and';
        return {
          type: BOOLEAN,
          evaluate: (current) => (isAnd ? left(current) && right(current) : left(current) || right(current)),
        };
      }
    }
  }

  #condition(expression: Expression): (current: Current) => boolean {
    return resolveCondition(expression, this.scope, this.text);
  }

  #path(steps: readonly PathStep[], fromRoot: boolean): Resolved {
    const [first] = steps;
    if (steps.length === 1 && first?.name === 'value' && !fromRoot) return this.#value(first);
    const found = this.#find(steps, fromRoot);
    const { last, index } = found;
    const at = steps.at(-1)?.at ?? 0;
    if (last.repeated && index === undefined) {
      throw this.#mistake(
        `${last.name} is a list: name an element, ${last.name}[0], or size(${last.name})`,
        at,
      );
    }
    const type = typeOf(last);
    if (type === undefined) {
      const what = last.type === TYPE_MESSAGE ? 'a message' : 'a blob';
      const instead = last.type === TYPE_MESSAGE ? `has(${last.name})` : `size(${last.name})`;
      throw this.#mistake(`${last.name} is ${what}, which has no value: ${instead} may be meant`, at);
    }
    const get = reader(found);
    return { type, evaluate: (current) => get(current) as Value };
  }

  #value({ at }: PathStep): Resolved {
    const { selected } = this.scope;
    const type = selected === undefined ? undefined : typeOf(selected);
    if (type === undefined)
      throw this.#mistake('what is selected is a message or blob, and has no value', at);
    return { type, evaluate: ({ value }) => value as Value };
  }

  #call({ name, args, at }: Extract<Expression, { kind: 'call' }>): Resolved {
    const { scope } = this;
    const argument = (): readonly PathStep[] => {
      const [only] = args;
      if (args.length !== 1 || only?.kind !== 'path') throw this.#mistake(`${name} takes one field`, at);
      return only.steps;
    };
    const nothing = (): void => {
      if (args.length > 0) throw this.#mistake(`${name}() takes nothing`, at);
    };
    switch (name) {
      case 'has':
        return this.#has(argument(), isFromRoot(args));
      case 'size':
        return this.#size(argument(), isFromRoot(args));
      case 'which':
        return this.#which(argument(), isFromRoot(args));
      case 'index': {
        const level = args.length === 0 ? undefined : this.#level(argument());
        return { type: NUMBER, evaluate: (current) => indexAt(current, level) };
      }
      case 'path': {
        const level = args.length === 0 ? undefined : this.#level(argument());
        return {
          type: STRING,
          evaluate: (current) =>
            level === undefined ? pathOf(current, scope) : (current.views[level] as MessageView).path,
        };
      }
      case 'offset':
        nothing();
        return { type: NUMBER, evaluate: (current) => offsetOf(current, scope) ?? undefined };
      case 'file':
        nothing();
        return { type: STRING, evaluate: ({ file }) => file };
      default:
        throw this.#mistake(`there is no function ${name}${suggestion(name, FUNCTIONS)}`, at);
    }
  }

  #has(steps: readonly PathStep[], fromRoot: boolean): Resolved {
    const found = this.#find(steps, fromRoot);
    const around = parentReader(found);
    const { number } = found.last;
    const { index } = found;
    return {
      type: BOOLEAN,
      evaluate: (current) => {
        const view = around(current);
        if (view === undefined) return false;
        return index === undefined ? view.has(number) : view.repeated(number).at(index) !== undefined;
      },
    };
  }

  #size(steps: readonly PathStep[], fromRoot: boolean): Resolved {
    const [first] = steps;
    const { selected } = this.scope;
    if (steps.length === 1 && first?.name === 'value' && !fromRoot && selected !== undefined) {
      return { type: NUMBER, evaluate: ({ value }) => lengthOf(value) };
    }
    const found = this.#find(steps, fromRoot);
    const around = parentReader(found);
    const { last, index } = found;
    if (last.repeated && index === undefined) {
      return { type: NUMBER, evaluate: (current) => around(current)?.repeated(last.number).length };
    }
    if (typeOf(last)?.kind !== 'string' && typeOf(last) !== undefined) {
      throw this.#mistake(`${last.name} is a ${typeOf(last)?.kind}, and has no size`, first?.at ?? 0);
    }
    const get = reader(found);
    return { type: NUMBER, evaluate: (current) => lengthOf(get(current)) };
  }

  #which(steps: readonly PathStep[], fromRoot: boolean): Resolved {
    const { levels } = this.scope;
    const [first] = steps;
    if (steps.length === 1 && !fromRoot && first !== undefined) {
      for (let level = levels.length - 1; level >= 0; level--) {
        const { table } = levels[level] as (typeof levels)[number];
        const oneof = table.oneofs.find((candidate) => candidate.name === first.name);
        if (oneof !== undefined) {
          this.scope.reads.add(level);
          return member(table, oneof, (current) => current.views[level]);
        }
        if (fieldNamed(table, first.name) !== undefined) break;
      }
    }
    const found = this.#find(steps, fromRoot);
    const { last } = found;
    const table = MDL.messages[last.message];
    const [oneof] = table?.oneofs ?? [];
    if (table === undefined || oneof === undefined || (last.repeated && found.index === undefined)) {
      throw this.#mistake(`${last.name} is no oneof, and no message that has one`, first?.at ?? 0);
    }
    const get = reader(found);
    return member(table, oneof, (current) => get(current) as MessageView | undefined);
  }

  #level(steps: readonly PathStep[]): number | undefined {
    const { levels, selected } = this.scope;
    const [step] = steps;
    const name = step?.name ?? '';
    if (selected?.name === name) return undefined;
    for (let level = levels.length - 1; level > 0; level--) if (levels[level]?.name === name) return level;
    const names = levels.slice(1).map((level) => level.name);
    throw this.#mistake(`${name} is not on the way to what is selected (${names.join(', ')})`, step?.at ?? 0);
  }

  #compare({ sign, left, right, at }: Extract<Expression, { kind: 'compare' }>): Resolved {
    const [a, b] = this.#sides(left, right);
    const [first, second] = [comparable(a.type), comparable(b.type)];
    if (first !== second) {
      throw this.#mistake(`a ${first} is compared with a ${second}`, at);
    }
    if (first === 'boolean' && sign !== '==' && sign !== '!=') {
      throw this.#mistake('truth has no order: == and != are for it', at);
    }
    const holds = HOLDS[sign];
    return {
      type: BOOLEAN,
      evaluate: (current) => {
        const [x, y] = [a.evaluate(current), b.evaluate(current)];
        // What is not there is neither equal nor different.
        return x !== undefined && y !== undefined && holds(x, y);
      },
    };
  }

  /** A name beside an enum or a oneof is one of its values, if it has one of that name. */
  #sides(left: Expression, right: Expression): [Resolved, Resolved] {
    const nameOf = (side: Expression): string | undefined => {
      if (side.kind === 'literal' && typeof side.value === 'string') return side.value;
      if (side.kind !== 'path' || side.steps.length !== 1 || side.fromRoot) return undefined;
      return side.steps[0]?.index === undefined ? side.steps[0]?.name : undefined;
    };
    for (const isLeft of [true, false]) {
      const [asked, given] = isLeft ? [left, right] : [right, left];
      const name = nameOf(given);
      if (name === undefined || asked.kind === 'literal') continue;
      if (asked.kind === 'path' && nameOf(asked) !== undefined && !this.#isKnown(asked.steps[0] as PathStep))
        continue;
      const known = this.resolve(asked);
      const constant = this.#constant(known.type, name, given);
      if (constant !== undefined) return isLeft ? [known, constant] : [constant, known];
    }
    return [this.resolve(left), this.resolve(right)];
  }

  #isKnown({ name }: PathStep): boolean {
    return name === 'value' || this.scope.levels.some(({ table }) => fieldNamed(table, name) !== undefined);
  }

  #constant(type: ValueType, name: string, given: Expression): Resolved | undefined {
    if (type.kind === 'enum') {
      const { values } = type.table;
      const value =
        values.find((candidate) => candidate.name === name) ??
        // The last word of it will do: `DDR` for PROTO__EDGE_CONNECTION_TYPE__DDR.
        only(values.filter((candidate) => candidate.name.endsWith(`__${name}`)));
      if (value !== undefined) return { type, evaluate: () => value.number };
      if (given.kind === 'path' && this.#isKnown(given.steps[0] as PathStep)) return undefined;
      const names = values.map((candidate) => candidate.name);
      throw this.#mistake(`${type.table.typeName} has no value ${name}${suggestion(name, names)}`, given.at);
    }
    if (type.kind !== 'member') return undefined;
    if (type.names.includes(name)) return { type, evaluate: () => name };
    throw this.#mistake(`the oneof has no member ${name}${suggestion(name, type.names)}`, given.at);
  }

  #find(steps: readonly PathStep[], fromRoot: boolean): Found {
    const { levels } = this.scope;
    const [first] = steps;
    if (first === undefined) throw this.#mistake('a field is expected', 0);
    let level = fromRoot ? 0 : levels.length - 1;
    while (
      level > 0 &&
      fieldNamed((levels[level] as (typeof levels)[number]).table, first.name) === undefined
    ) {
      level--;
    }
    // Where nobody has it, the row's own message is what it should have been in.
    let table: MessageTable | undefined = levels[level]?.table;
    if (table === undefined || fieldNamed(table, first.name) === undefined) {
      table = levels[fromRoot ? 0 : levels.length - 1]?.table;
    }
    const through: { field: FieldTable; index: number | undefined }[] = [];
    for (const [i, step] of steps.entries()) {
      const field: FieldTable | undefined = table === undefined ? undefined : fieldNamed(table, step.name);
      if (table === undefined || field === undefined) throw this.#unknown(step, table);
      if (step.index !== undefined && !field.repeated)
        throw this.#mistake(`${field.name} is no list`, step.at);
      if (i === steps.length - 1) {
        this.scope.reads.add(level);
        return { level, through, last: field, index: step.index };
      }
      if (field.repeated && step.index === undefined) {
        throw this.#mistake(`${field.name} is a list: name an element, ${field.name}[0]`, step.at);
      }
      through.push({ field, index: step.index });
      table = MDL.messages[field.message];
    }
    throw this.#mistake('a field is expected', first.at);
  }

  #unknown({ name, at }: PathStep, table: MessageTable | undefined): QueryMistake {
    if (table === undefined) return this.#mistake(`there is nothing inside, and so no ${name}`, at);
    const names = table.fields.map((field) => field.name);
    const here =
      names.length === 0
        ? 'it has none'
        : `it has ${names.slice(0, 12).join(', ')}${names.length > 12 ? ', …' : ''}`;
    return this.#mistake(`${table.typeName} has no field ${name}${suggestion(name, names)} (${here})`, at);
  }

  #mistake(message: string, at: number): QueryMistake {
    return new QueryMistake(message, this.text, at);
  }
}

const FUNCTIONS = ['has', 'size', 'which', 'index', 'path', 'offset', 'file'];

type Comparable = Exclude<Value, undefined>;

// Of a number and a bigint `<` is exact, and `===` is false: equality is that neither is less.
const HOLDS: Readonly<Record<Comparison, (x: Comparable, y: Comparable) => boolean>> = {
  '==': (x, y) => x === y || (isMixed(x, y) && x <= y && x >= y),
  '!=': (x, y) => !(x === y || (isMixed(x, y) && x <= y && x >= y)),
  '<': (x, y) => x < y,
  '<=': (x, y) => x <= y,
  '>': (x, y) => x > y,
  '>=': (x, y) => x >= y,
};

function isMixed(x: Comparable, y: Comparable): boolean {
  return typeof x !== typeof y;
}

/** What may be compared: of one kind only. */
function comparable({ kind }: ValueType): string {
  return kind === 'enum' ? 'number' : kind === 'member' ? 'string' : kind;
}

function isFromRoot([only]: readonly Expression[]): boolean {
  return only?.kind === 'path' && only.fromRoot;
}

function only<T>(list: readonly T[]): T | undefined {
  return list.length === 1 ? list[0] : undefined;
}

function fieldNamed(table: MessageTable, name: string): FieldTable | undefined {
  return fieldByName(table, name) ?? table.fields.find(({ localName }) => localName === name);
}

/** The message that holds the last field of a path. */
function parentReader({ level, through }: Found): (current: Current) => MessageView | undefined {
  return (current) => {
    let view: MessageView | undefined = current.views[level];
    for (const { field, index } of through) {
      if (view === undefined) return undefined;
      view =
        index === undefined
          ? view.message(field.number)
          : (view.repeated(field.number).at(index) as MessageView | undefined);
    }
    return view;
  };
}

function reader(found: Found): (current: Current) => unknown {
  const around = parentReader(found);
  const { last, index } = found;
  return (current) => {
    const view = around(current);
    return index === undefined ? view?.get(last.number) : view?.repeated(last.number).at(index);
  };
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
      // A newer release may have a member that this schema does not know.
      for (const unknown of view.unknownFields()) if (unknown.wireType === WIRE_LEN) return 'unknown';
      return 'unset';
    },
  };
}

function indexAt(current: Current, level: number | undefined): Value {
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
