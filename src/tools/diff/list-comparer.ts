import { type FieldTable, joinPath, type MessageTable, TYPE_MESSAGE } from '../../base/schema/table.js';
import { uint64Of } from '../../base/wire/value.js';
import { align } from './align.js';
import type { ChangeSide, Shown } from './change.js';
import type { Comparer } from './compare.js';
import { type Segment, sameBytes } from './content.js';
import { MAX_CONTEXTS, type NotedContexts } from './contexts.js';
import { ElementRecords, type RecordSpan } from './elements.js';
import type { KnownEnds, Pairing } from './pairing.js';
import { type Fields, GROUP, type NumbersValue } from './records.js';
import { changedValue, segmentText, typeNameOf } from './shown.js';
import type { MessagePosition, MessagePositions } from './spot.js';

/** Maximum number of elements that are searched for copies of added or removed elements. */
const MAX_SEARCHED = 1 << 16;

export class ListComparer {
  #searched = 0;

  constructor(private readonly comparer: Comparer) {}

  elements(
    name: string,
    field: FieldTable,
    before: ElementRecords | undefined,
    after: ElementRecords | undefined,
    at: MessagePositions,
    depth: number,
    known: KnownEnds,
  ): void {
    const { schema, pairer } = this.comparer;
    const [a, b] = [before ?? NONE, after ?? NONE];
    const table = schema.messages[field.message];
    const pairing = pairer.pair(a, b, table, known);
    const list = { name, field, a, b, at, depth, pairing };
    this.#swaps(list);
    const swapped = new Set(pairing.swaps.flat());
    const noted = table?.typeName === 'ProtoMDLContext' ? this.#noted(list) : undefined;
    const { from, toA, toB, matches } = pairing;
    const taken = new Uint8Array(toB - from);
    for (const match of matches) if (match >= 0) taken[match] = 1;
    let next = 0;
    const added = (stop: number): void => {
      for (; next < stop; next++) {
        if (taken[next] === 1) continue;
        this.#alone(list, 'added', from + next);
        note(noted, null, from + next, list);
      }
    };
    for (let i = from; i < toA; i++) {
      const match = matches[i - from] as number;
      if (match < 0) {
        this.#alone(list, 'removed', i);
        note(noted, i, null, list);
        continue;
      }
      const isMoved = pairing.moved.has(i - from);
      if (!isMoved && !swapped.has(i - from)) added(match);
      if (isMoved) this.#moved(list, i, from + match);
      const isSame = this.#pair(list, i, from + match);
      if (isSame && noted !== undefined) noted.same++;
      else note(noted, i, from + match, list);
    }
    added(taken.length);
    if (noted !== undefined && noted.different.length > 0) this.comparer.contexts.push(noted);
  }

  #noted({ a, b, at, field, pairing: { from, toA } }: List): NotedContexts {
    return {
      before: joinPath(at.a.path, field.name),
      after: joinPath(at.b.path, field.name),
      count: { before: a.length, after: b.length },
      same: from + a.length - toA,
      different: [],
    };
  }

  /** Compares lists of numbers, packed or not. */
  numbers(
    before: NumbersValue | undefined,
    after: NumbersValue | undefined,
    at: MessagePositions,
    { name, type, step, shown }: NumberField,
  ): void {
    const { comparer } = this;
    const [a, b] = [before ?? NO_NUMBERS, after ?? NO_NUMBERS];
    const side = (spot: MessagePosition, list: NumbersValue, index: number): ChangeSide => ({
      path: joinPath(spot.path, step(index)),
      offset: list.offsets[index] ?? spot.span.offset,
      length: 0,
      present: true,
      shown: shown(list.lo[index] as number, list.hi[index] as number),
    });
    const changed = (i: number, j: number): void => {
      comparer.report('changed', name, type, () => ({ before: side(at.a, a, i), after: side(at.b, b, j) }));
    };
    if (a.lo.length === b.lo.length) {
      for (let i = 0; i < a.lo.length; i++) if (a.lo[i] !== b.lo[i] || a.hi[i] !== b.hi[i]) changed(i, i);
      return;
    }
    const ids = new Map<string, number>();
    const idsOf = ({ lo, hi }: NumbersValue): Int32Array =>
      Int32Array.from(lo, (low, i) => {
        const key = `${hi[i]}:${low}`;
        const id = ids.get(key) ?? ids.size;
        ids.set(key, id);
        return id;
      });
    const matches = align(idsOf(a), idsOf(b));
    let j = 0;
    for (let i = 0; i <= matches.length; i++) {
      const match = i === matches.length ? b.lo.length : (matches[i] as number);
      if (match < 0) {
        comparer.report('removed', name, type, () => ({ before: side(at.a, a, i), after: null }));
        continue;
      }
      for (; j < match; j++) {
        const index = j;
        comparer.report('added', name, type, () => ({ before: null, after: side(at.b, b, index) }));
      }
      j = match + 1;
    }
  }

  unknown(one: Fields, other: Fields, at: MessagePositions, depth: number): void {
    for (const tag of new Set([...one.unknownNumbers.keys(), ...other.unknownNumbers.keys()])) {
      const step = `#${tag >>> 3}`;
      this.numbers(one.unknownNumbers.get(tag), other.unknownNumbers.get(tag), at, {
        name: `${one.table.typeName}.${step}`,
        type: 'unknown',
        step: () => step,
        shown: (lo, hi) => changedValue(String(uint64Of(lo, hi))),
      });
    }
    for (const tag of new Set([...one.unknown.keys(), ...other.unknown.keys()])) {
      this.#unknown(tag, one.table, one.unknown.get(tag) ?? NONE, other.unknown.get(tag) ?? NONE, at);
    }
    for (const tag of new Set([...one.groups.keys(), ...other.groups.keys()])) {
      this.#unknown(tag, one.table, one.groups.get(tag) ?? NONE, other.groups.get(tag) ?? NONE, at, depth);
    }
  }

  /** @param depth depth of the groups whose content is compared */
  #unknown(
    tag: number,
    { typeName }: MessageTable,
    a: ElementRecords,
    b: ElementRecords,
    at: MessagePositions,
    depth?: number,
  ): void {
    const { comparer } = this;
    const step = `#${tag >>> 3}`;
    const name = `${typeName}.${step}`;
    const pairing = comparer.pairer.pair(a, b, depth === undefined ? undefined : GROUP, {
      front: 0,
      back: 0,
    });
    const { from, toA, toB, matches } = pairing;
    const side = (spot: MessagePosition, list: ElementRecords, index: number): ChangeSide => ({
      path: joinPath(spot.path, step),
      ...list.span(index),
      present: true,
      shown: segmentText(undefined, list.at(index)),
    });
    const taken = new Uint8Array(toB - from);
    for (let i = from; i < toA; i++) {
      const match = matches[i - from] as number;
      if (match < 0) {
        comparer.report('removed', name, 'unknown', () => ({ before: side(at.a, a, i), after: null }));
        continue;
      }
      taken[match] = 1;
      const j = from + match;
      const [left, right] = [a.at(i), b.at(j)];
      if (sameBytes(left, right)) continue;
      if (depth !== undefined) {
        const spots = {
          a: { path: joinPath(at.a.path, step), span: a.span(i) },
          b: { path: joinPath(at.b.path, step), span: b.span(j) },
        };
        comparer.message([left], [right], GROUP, spots, depth + 1);
        continue;
      }
      comparer.bytesDiffer('changed', name, undefined, left, right, () => ({
        before: side(at.a, a, i),
        after: side(at.b, b, j),
      }));
    }
    taken.forEach((is, j) => {
      if (is === 1) return;
      comparer.report('added', name, 'unknown', () => ({ before: null, after: side(at.b, b, from + j) }));
    });
  }

  /** @returns true if both elements are equal in meaning */
  #pair({ name, field, a, b, at, depth }: List, i: number, j: number): boolean {
    const { comparer } = this;
    const { changes } = comparer;
    const [one, other] = [a.at(i), b.at(j)];
    if (sameBytes(one, other)) return true;
    if (field.type !== TYPE_MESSAGE) {
      comparer.bytesDiffer('changed', name, field, one, other, () => ({
        before: this.#side(at.a, field, a, i),
        after: this.#side(at.b, field, b, j),
      }));
      return false;
    }
    if (changes.isFull) {
      changes.isCut = true;
      return false;
    }
    const { total } = changes;
    const table = comparer.schema.messages[field.message] as MessageTable;
    comparer.message([one], [other], table, spotsOf(at, field, a.span(i), b.span(j), i, j), depth + 1);
    return changes.total === total && !changes.isCut;
  }

  #alone({ name, field, a, b, at }: List, kind: 'added' | 'removed', index: number): void {
    const { comparer } = this;
    const [list, spot] = kind === 'added' ? [b, at.b] : [a, at.a];
    comparer.changes.add(kind, name, () => {
      const side = this.#side(spot, field, list, index);
      const copy = this.#copyOf(list, index);
      return {
        kind,
        field: name,
        type: typeNameOf(field, comparer.schema),
        before: kind === 'added' ? null : side,
        after: kind === 'added' ? side : null,
        copyOf: copy < 0 ? null : joinPath(spot.path, `${field.name}[${copy}]`),
        partner: null,
        firstDifference: null,
      };
    });
  }

  #moved({ name, field, a, b, at }: List, i: number, j: number): void {
    const { comparer } = this;
    comparer.report('moved', name, typeNameOf(field, comparer.schema), () => ({
      before: this.#side(at.a, field, a, i),
      after: this.#side(at.b, field, b, j),
    }));
  }

  #swaps({ name, field, a, b, at, pairing }: List): void {
    const { comparer } = this;
    const { from, matches, swaps } = pairing;
    for (const [one, other] of swaps) {
      const side = (i: number) => this.#side(at.a, field, a, from + i);
      const now = (i: number) => this.#side(at.b, field, b, from + (matches[i] as number));
      comparer.changes.add('swapped', name, () => ({
        kind: 'swapped',
        field: name,
        type: typeNameOf(field, comparer.schema),
        before: side(one),
        after: now(one),
        copyOf: null,
        partner: { before: side(other), after: now(other) },
        firstDifference: null,
      }));
    }
  }

  #side(spot: MessagePosition, field: FieldTable, list: ElementRecords, index: number): ChangeSide {
    const segment = list.at(index);
    const isMessage = field.type === TYPE_MESSAGE;
    const shown: Shown = isMessage
      ? this.comparer.shownMessage([segment], field)
      : segmentText(field, segment);
    return {
      path: joinPath(spot.path, `${field.name}[${index}]`),
      ...list.span(index),
      present: true,
      shown,
    };
  }

  /**
   * Returns the index of another element with the same content, neighbours first; -1 without such an element.
   */
  #copyOf(list: ElementRecords, index: number): number {
    const segment = list.at(index);
    const isCopy = (other: number): boolean => {
      this.#searched++;
      return other !== index && other >= 0 && other < list.length && sameContent(segment, list, other);
    };
    if (isCopy(index - 1)) return index - 1;
    for (let other = index + 1; other < list.length && this.#searched < MAX_SEARCHED; other++) {
      if (isCopy(other)) return other;
    }
    for (let other = 0; other < index && this.#searched < MAX_SEARCHED; other++) {
      if (isCopy(other)) return other;
    }
    return -1;
  }
}

/** Description of a list of numbers for its changes. */
interface NumberField {
  readonly name: string;
  readonly type: string;
  /** Returns the last step of an element's path. */
  readonly step: (index: number) => string;
  readonly shown: (lo: number, hi: number) => Shown;
}

interface List {
  readonly name: string;
  readonly field: FieldTable;
  readonly a: ElementRecords;
  readonly b: ElementRecords;
  readonly at: MessagePositions;
  readonly depth: number;
  readonly pairing: Pairing;
}

const NONE = new ElementRecords();
const NO_NUMBERS: NumbersValue = { kind: 'numbers', lo: [], hi: [], offsets: [] };

function note(noted: NotedContexts | undefined, i: number | null, j: number | null, { a, b }: List): void {
  if (noted === undefined || noted.different.length >= MAX_CONTEXTS) return;
  noted.different.push({
    before: i === null ? null : [i, a.at(i)],
    after: j === null ? null : [j, b.at(j)],
  });
}

function sameContent(segment: Segment, list: ElementRecords, index: number): boolean {
  const other = list.at(index);
  return other.length === segment.length && sameBytes(segment, other);
}

function spotsOf(
  at: MessagePositions,
  field: FieldTable,
  before: RecordSpan,
  after: RecordSpan,
  i: number,
  j: number,
): MessagePositions {
  return {
    a: { path: joinPath(at.a.path, `${field.name}[${i}]`), span: before },
    b: { path: joinPath(at.b.path, `${field.name}[${j}]`), span: after },
  };
}
