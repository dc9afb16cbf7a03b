import type { Report } from '../../base/diagnostics/diagnostic.js';
import type { Plan } from '../../read/scan/plan.js';
import type { Scanner } from '../../read/scan/scanner.js';
import type { Subscription } from '../../read/scan/subscription.js';
import type { Rule } from '../rules/index.js';
import { ScannedElement } from './element.js';
import type { ValidationPlan } from './subscription.js';

type Check = (element: ScannedElement, report: Report) => void;

/** What rules declare that only says something where a value was kept, or something is missing. */
const TOLD_BY_ROW: readonly string[] = ['bounds', 'need', 'together'] satisfies (keyof Subscription)[];

/** Bits of a row, of which one is to be set. */
interface Step {
  readonly at: number;
  readonly bits: number;
}

/** All steps are to hold but for the last, which is to hold or not. */
interface Condition {
  readonly steps: readonly Step[];
  readonly holds: boolean;
}

/**
 * A check, and when it may have something to say, as numbers that a row answers: most elements are announced for what
 * another rule has asked for. Without conditions it is called in any case.
 */
interface Asked {
  readonly check: Check;
  readonly conditions: readonly Condition[] | undefined;
}

/** Fields that elements of one type have together; a hostile file may have any. */
const MAX_CHOICES = 256;

/** The rules about elements of one type. */
export class ElementRules {
  readonly #element: ScannedElement;
  readonly #rules: { readonly check: Check; readonly rule: Rule }[] = [];
  /** Made for the first element: of most types a file has none, and all together took 3 ms of a process. */
  #checks: readonly Asked[] | undefined;
  readonly #owner: number;
  /** Where in the row the element's own fields are noted. */
  readonly #maskAt: number;
  /** By the fields that an element has, which checks may have something to say of it. */
  readonly #choices = new Map<number, readonly Asked[]>();
  #lastMask = 0;
  #lastChoice: readonly Asked[] | undefined;

  constructor(
    private readonly plan: ValidationPlan,
    private readonly typeName: string,
  ) {
    this.#element = new ScannedElement(plan, typeName);
    this.#owner = this.plan.plan.elementNode[plan.typeNames.indexOf(this.typeName)] as number;
    this.#maskAt = this.plan.plan.nodeAt[this.#owner] as number;
  }

  add(check: Check, rule: Rule): void {
    this.#rules.push({ check, rule });
  }

  /** The element ends that the scanner stands at. */
  run(scanner: Scanner, report: Report): void {
    const { frames } = scanner;
    const { arena } = frames;
    const row = frames.row[frames.depth] as number;
    const mask = arena[row + this.#maskAt] as number;
    let choice = this.#lastChoice;
    if (choice === undefined || mask !== this.#lastMask) {
      choice = this.#choice(mask);
      this.#lastMask = mask;
      this.#lastChoice = choice;
    }
    for (let i = 0; i < choice.length; i++) {
      const { check, conditions } = choice[i] as Asked;
      if (conditions === undefined || meets(conditions, arena, row)) check(this.#element.at(scanner), report);
    }
  }

  #asked(check: Check, rule: Rule): Asked {
    const owner = this.#owner;
    const { plan } = this.plan;
    const needs = rule.needs ?? {};
    const { bounds = [], need = [], together = [] } = needs;
    const others = Object.keys(needs).some((key) => !TOLD_BY_ROW.includes(key));
    const kept = keptFields(plan, owner, new Set(bounds.map(({ field }) => field)));
    const holders = heldMessages(plan, owner, new Set(together.map(({ without }) => holderOf(without))));
    const missing = missingFields(plan, owner, new Set(need));
    const always = others || missing === undefined || holders === undefined;
    return { check, conditions: always ? undefined : [...kept, ...holders, ...missing] };
  }

  #choice(mask: number): readonly Asked[] {
    let choice = this.#choices.get(mask);
    if (choice === undefined) {
      this.#checks ??= this.#rules.map(({ check, rule }) => this.#asked(check, rule));
      choice = this.#checks.flatMap((asked) => left(asked, this.#maskAt, mask));
      if (this.#choices.size < MAX_CHOICES) this.#choices.set(mask, choice);
    }
    return choice;
  }
}

/** What is left to ask where an element has the fields of `mask`. */
function left({ check, conditions }: Asked, maskAt: number, mask: number): readonly Asked[] {
  if (conditions === undefined) return [{ check, conditions }];
  const open: Condition[] = [];
  for (const { steps, holds } of conditions) {
    const mayHold = ({ at, bits }: Step) => at !== maskAt || (mask & bits) !== 0;
    const last = steps[steps.length - 1];
    if (!steps.slice(0, -1).every(mayHold)) continue;
    if (last === undefined) return [{ check, conditions: undefined }];
    if (last.at !== maskAt) open.push({ steps: steps.filter(({ at }) => at !== maskAt), holds });
    else if (mayHold(last) === holds) {
      const others = steps.slice(0, -1).filter(({ at }) => at !== maskAt);
      if (others.length === 0) return [{ check, conditions: undefined }];
      open.push({ steps: others, holds: true });
    }
  }
  return open.length === 0 ? [] : [{ check, conditions: open }];
}

/** Whether a row meets one of the conditions. */
function meets(conditions: readonly Condition[], arena: Int32Array, row: number): boolean {
  for (let i = 0; i < conditions.length; i++) {
    const { steps, holds } = conditions[i] as Condition;
    const last = steps.length - 1;
    let at = 0;
    while (at < last && isSet(steps[at] as Step, arena, row)) at++;
    if (at === last && isSet(steps[last] as Step, arena, row) === holds) return true;
  }
  return false;
}

function isSet({ at, bits }: Step, arena: Int32Array, row: number): boolean {
  return ((arena[row + at] as number) & bits) !== 0;
}

/**
 * Steps that hold where a node of an element is there. Rows are not cleared: what stands in that of a message that is
 * not there is of another element.
 */
function presence(plan: Plan, owner: number, node: number): Step[] {
  if (node === owner) return [];
  const entry = plan.nodeParent[node] as number;
  const around = plan.entryNode[entry] as number;
  const bits = plan.entryBit[entry] as number;
  // Of a message with too many fields some have no bit: then nothing is known.
  const own = bits === 0 ? [] : [{ at: plan.nodeAt[around] as number, bits }];
  return [...presence(plan, owner, around), ...own];
}

/** Values of some fields were kept. */
function keptFields(plan: Plan, owner: number, fields: ReadonlySet<string>): Condition[] {
  return (plan.kept.get(owner) ?? []).flatMap((entry) => {
    const node = plan.entryNode[entry] as number;
    if (!fields.has(nameOf(plan, node, plan.entryField[entry]?.name))) return [];
    const kept = { at: (plan.nodeAt[node] as number) + 1, bits: plan.entryBit[entry] as number };
    return { steps: [...presence(plan, owner, node), kept], holds: true };
  });
}

/** Messages are there in which fields belong together; undefined where the element is one. */
function heldMessages(plan: Plan, owner: number, typeNames: ReadonlySet<string>): Condition[] | undefined {
  const conditions: Condition[] = [];
  if (typeNames.size === 0) return conditions;
  for (let node = 1; node < plan.nodeMessage.length; node++) {
    const message = plan.schema.messages[plan.nodeMessage[node] as number];
    if (ownerOf(plan, node) !== owner || !typeNames.has(message?.typeName ?? '')) continue;
    if (node === owner) return undefined;
    conditions.push({ steps: presence(plan, owner, node), holds: true });
  }
  return conditions;
}

/** Oneofs and singular fields are missing of which one must be there; undefined where one is a list. */
function missingFields(plan: Plan, owner: number, names: ReadonlySet<string>): Condition[] | undefined {
  const conditions: Condition[] = [];
  if (names.size === 0) return conditions;
  for (let entry = 1; entry < plan.entryNode.length; entry++) {
    const node = plan.entryNode[entry] as number;
    if (ownerOf(plan, node) !== owner) continue;
    const field = plan.entryField[entry];
    const message = plan.schema.messages[plan.nodeMessage[node] as number];
    const oneof = message?.oneofs[field?.oneof ?? -1]?.name;
    const isWanted = names.has(nameOf(plan, node, field?.name));
    if (isWanted && plan.entryBit[entry] === 0) return undefined;
    if (!isWanted && (oneof === undefined || !names.has(nameOf(plan, node, oneof)))) continue;
    const bits = (isWanted ? plan.entryBit[entry] : plan.entryOneof[entry]) as number;
    const seen = { at: plan.nodeAt[node] as number, bits };
    conditions.push({ steps: [...presence(plan, owner, node), seen], holds: false });
  }
  return conditions;
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
