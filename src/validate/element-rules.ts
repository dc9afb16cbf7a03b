import type { Report } from '../diagnostics/diagnostic.js';
import type { Rule } from '../rules/index.js';
import type { Plan, Scanner, Subscription } from '../scan/index.js';
import { ScannedElement } from './element.js';
import type { ValidationPlan } from './subscription.js';

type Check = (element: ScannedElement, report: Report) => void;

/** What rules declare that only says something where a value was kept, or something is missing. */
const TOLD_BY_ROW: readonly string[] = ['bounds', 'need', 'together'] satisfies (keyof Subscription)[];

/**
 * A check, and when it may have something to say, in numbers that a row answers: most elements are announced for what
 * somebody else has asked for.
 */
interface Asked {
  readonly check: Check;
  /** Of `KEPT_INTS` each: where in the row, and which bit is set. */
  readonly kept: Int32Array;
  /** Of `MISSING_INTS` each: where, which bits, of which none is set, and the bit of the message around them. */
  readonly missing: Int32Array;
  /** Whether it is to be called in any case. */
  readonly always: boolean;
}

const KEPT_INTS = 2;
const MISSING_INTS = 4;

/** The rules about elements of one type. */
export class ElementRules {
  readonly #element: ScannedElement;
  readonly #checks: Asked[] = [];

  constructor(
    private readonly plan: ValidationPlan,
    private readonly typeName: string,
  ) {
    this.#element = new ScannedElement(plan, typeName);
  }

  add(check: Check, rule: Rule): void {
    const owner = this.#owner();
    const needs = rule.needs ?? {};
    const { bounds = [], need = [], together = [] } = needs;
    const others = Object.keys(needs).some((key) => !TOLD_BY_ROW.includes(key));
    const kept = keptBits(this.plan.plan, owner, new Set(bounds.map(({ field }) => field)));
    const holders = holderBits(
      this.plan.plan,
      owner,
      new Set(together.map(({ without }) => holderOf(without))),
    );
    const missing = missingBits(this.plan.plan, owner, new Set(need));
    this.#checks.push({
      check,
      kept: Int32Array.from([...kept, ...(holders ?? [])]),
      missing: Int32Array.from(missing ?? []),
      always: others || missing === undefined || holders === undefined,
    });
  }

  /** The element ends that the scanner stands at. */
  run(scanner: Scanner, report: Report): void {
    const { frames } = scanner;
    const row = frames.row[frames.depth] as number;
    for (let i = 0; i < this.#checks.length; i++) {
      const asked = this.#checks[i] as Asked;
      if (asked.always || isAsked(asked, frames.arena, row)) asked.check(this.#element.at(scanner), report);
    }
  }

  #owner(): number {
    const { plan, typeNames } = this.plan;
    return plan.elementNode[typeNames.indexOf(this.typeName)] as number;
  }
}

function isAsked({ kept, missing }: Asked, arena: Int32Array, row: number): boolean {
  for (let i = 0; i < kept.length; i += KEPT_INTS) {
    if (((arena[row + (kept[i] as number)] as number) & (kept[i + 1] as number)) !== 0) return true;
  }
  for (let i = 0; i < missing.length; i += MISSING_INTS) {
    if (((arena[row + (missing[i] as number)] as number) & (missing[i + 1] as number)) !== 0) continue;
    const around = missing[i + 3] as number;
    if (around === 0 || ((arena[row + (missing[i + 2] as number)] as number) & around) !== 0) return true;
  }
  return false;
}

/** In the row of an element: where it is noted that values of some fields were kept. */
function keptBits(plan: Plan, owner: number, fields: ReadonlySet<string>): number[] {
  const bits: number[] = [];
  for (const entry of plan.kept.get(owner) ?? []) {
    const node = plan.entryNode[entry] as number;
    if (!fields.has(nameOf(plan, node, plan.entryField[entry]?.name))) continue;
    bits.push((plan.nodeAt[node] as number) + 1, plan.entryBit[entry] as number);
  }
  return bits;
}

/** The same for messages in which fields belong together: that they are there; undefined for the element itself. */
function holderBits(plan: Plan, owner: number, typeNames: ReadonlySet<string>): number[] | undefined {
  const bits: number[] = [];
  for (let node = 1; node < plan.nodeMessage.length; node++) {
    const message = plan.schema.messages[plan.nodeMessage[node] as number];
    if (ownerOf(plan, node) !== owner || !typeNames.has(message?.typeName ?? '')) continue;
    if (node === owner) return undefined;
    const parent = plan.nodeParent[node] as number;
    bits.push(plan.nodeAt[plan.entryNode[parent] as number] as number, plan.entryBit[parent] as number);
  }
  return bits;
}

/** The same for oneofs and singular fields of which one must be there; undefined where one is a list. */
function missingBits(plan: Plan, owner: number, names: ReadonlySet<string>): number[] | undefined {
  const bits: number[] = [];
  for (let entry = 1; entry < plan.entryNode.length; entry++) {
    const node = plan.entryNode[entry] as number;
    if (ownerOf(plan, node) !== owner) continue;
    const field = plan.entryField[entry];
    const message = plan.schema.messages[plan.nodeMessage[node] as number];
    const oneof = message?.oneofs[field?.oneof ?? -1]?.name;
    const isWanted = names.has(nameOf(plan, node, field?.name));
    if (isWanted && plan.entryBit[entry] === 0) return undefined;
    if (!isWanted && (oneof === undefined || !names.has(nameOf(plan, node, oneof)))) continue;
    const parent = plan.nodeParent[node] as number;
    const around = plan.nodeAt[plan.entryNode[parent] as number] as number;
    bits.push(
      plan.nodeAt[node] as number,
      (isWanted ? plan.entryBit[entry] : plan.entryOneof[entry]) as number,
      node === owner ? 0 : around,
      node === owner ? 0 : (plan.entryBit[parent] as number),
    );
  }
  return bits;
}

/** The message that a field is named with. */
function holderOf(field: string): string {
  return field.slice(0, field.indexOf('.'));
}

function nameOf(plan: Plan, node: number, name: string | undefined): string {
  return `${plan.schema.messages[plan.nodeMessage[node] as number]?.typeName}.${name}`;
}

/** The node of the element in whose row another one lies. */
function ownerOf(plan: Plan, node: number): number {
  let at = node;
  while (plan.nodeElement[at] === 0 && at !== 0) at = plan.entryNode[plan.nodeParent[at] as number] as number;
  return at;
}

/** The rules about elements, by the type of their messages. */
export function elementRules(plan: ValidationPlan): readonly (ElementRules | undefined)[] {
  const byType: (ElementRules | undefined)[] = plan.typeNames.map(() => undefined);
  for (const rule of plan.rules) {
    for (const [typeName, check] of Object.entries(rule.elements ?? {})) {
      const type = plan.typeNames.indexOf(typeName);
      const rules = byType[type] ?? new ElementRules(plan, typeName);
      rules.add(check, rule);
      byType[type] = rules;
    }
  }
  return byType;
}
