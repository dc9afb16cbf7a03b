import {
  addGathered,
  type ContextFacts,
  type EdgeFacts,
  type Name,
  newReferences,
  type ReferenceBudget,
  type ReferenceKind,
} from '../rules/facts/index.js';
import type { Scanner } from '../scan/index.js';
import { ScannedElement } from './element.js';
import type { NameTaker } from './name-reader.js';
import type { ReferenceGatherer } from './reference-gatherer.js';
import type { ValidationPlan } from './subscription.js';

/** Makes facts of contexts: one is open at a time. */
export class ContextGatherer {
  readonly #element: ScannedElement;
  #edges: EdgeFacts[] = [];
  #edgeList: string | undefined;
  #name: Name | undefined;
  #sortedOutputs: Name[] = [];

  constructor(
    plan: ValidationPlan,
    private readonly references: ReferenceGatherer,
  ) {
    this.#element = new ScannedElement(plan, 'ProtoMDLContext');
  }

  start(): void {
    this.#edges = [];
    this.#edgeList = undefined;
    this.#name = undefined;
    this.#sortedOutputs = [];
  }

  names(): readonly NameTaker[] {
    return [
      {
        entry: this.#element.entry('metadata.name'),
        take: (_scanner, name) => {
          this.#name = name;
        },
      },
      {
        entry: this.#element.entry('metadata.sorted_outputs_order'),
        take: (_scanner, name) => void this.#sortedOutputs.push(name),
      },
    ];
  }

  /** Path of the list that the edge layer which ends is in: the same for all of a context. */
  edgeList(scanner: Scanner): string {
    this.#edgeList ??= scanner.path().replace(/\[\d+\]$/, '');
    return this.#edgeList;
  }

  addEdge(edge: EdgeFacts): void {
    this.#edges.push(edge);
  }

  /** What was seen of the context that ends; begins with the next one. */
  facts(scanner: Scanner, position: number, budget: ReferenceBudget): ContextFacts {
    const element = this.#element.at(scanner);
    const references = this.references.takeOfContext() ?? newReferences();
    for (const kind of scanner.plan.sets) {
      addGathered(references, kind as ReferenceKind, scanner.gathered(kind), budget);
    }
    const { offset, length, path } = element.place();
    const facts: ContextFacts = {
      offset,
      length,
      path,
      broken: element.broken,
      lost: element.lost,
      position,
      index: element.reference('context_index'),
      hasMetadata: element.has('metadata'),
      name: this.#name,
      sortedOutputs: this.#sortedOutputs,
      operationCount: element.count('operations'),
      edges: this.#edges,
      edgeCount: element.count('metadata.edge_layers'),
      references,
    };
    this.start();
    return facts;
  }
}
