import type { Scanner } from '../../read/scan/scanner.js';
import type { CheckedContext } from '../rules/facts/context.js';
import type { EdgeFacts } from '../rules/facts/edge.js';
import type { Name } from '../rules/facts/fact-place.js';
import type { ReferenceBudget } from '../rules/facts/references.js';
import { idRanges } from './action-gatherer.js';
import { ScannedElement } from './element.js';
import type { NameTaker } from './name-reader.js';
import type { Scopes } from './scopes.js';
import type { ValidationPlan } from './subscription.js';

/** Builds the facts of contexts: only one context is open at a time. */
export class ContextGatherer {
  readonly #element: ScannedElement;
  #edges: EdgeFacts[] = [];
  #edgeList: string | undefined;
  #name: Name | undefined;
  #sortedOutputs: Name[] = [];

  constructor(
    plan: ValidationPlan,
    private readonly scopes: Scopes,
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

  /**
   * Returns the path of the list that contains the ending edge layer. The path is constant within a context.
   */
  edgeList(scanner: Scanner): string {
    this.#edgeList ??= scanner.frames.listPath(scanner.frames.depth);
    return this.#edgeList;
  }

  addEdge(edge: EdgeFacts): void {
    this.#edges.push(edge);
  }

  /** Drops the ending context, because the limit of remembered contexts is exceeded. */
  forget(): void {
    this.scopes.takeOfContext();
    this.start();
  }

  /** Returns the facts of the ending context, and resets the state for the next context. */
  facts(scanner: Scanner, position: number, budget: ReferenceBudget): CheckedContext {
    const element = this.#element.at(scanner);
    const scope = this.scopes.takeOfContext();
    const { references } = scope;
    scope.writeRuns?.end();
    scope.takeGathered(scanner, budget);
    const { offset, length, path } = element.place();
    const facts: CheckedContext = {
      offset,
      length,
      path,
      broken: element.broken,
      lost: element.lost,
      position,
      index: element.reference('context_index'),
      hasMetadata: element.has('metadata'),
      metadata: element.has('metadata') ? element.place('metadata') : undefined,
      shmiglue: shmiglueOf(element),
      name: this.#name,
      sortedOutputs: this.#sortedOutputs,
      operationCount: element.count('operations'),
      edges: this.#edges,
      edgeCount: element.count('metadata.edge_layers'),
      references,
      ids: scanner.frames.depth === 0 ? idRanges(scanner) : undefined,
    };
    this.start();
    return facts;
  }
}

function shmiglueOf(element: ScannedElement): CheckedContext['shmiglue'] {
  if (!element.has('metadata.shmiglue_info')) return undefined;
  const used =
    element.value('metadata.shmiglue_info.should_use_shmiglue') +
    element.value('metadata.shmiglue_info.shmiglue_index');
  const { offset, length, path } = element.place('metadata.shmiglue_info');
  return { offset, length, path, isDefault: used === 0 };
}
