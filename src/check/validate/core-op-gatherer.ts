import type { Scanner } from '../../read/scan/scanner.js';
import type { CheckedContext } from '../rules/facts/context.js';
import type {
  CoreOpFacts,
  CoreOpPosition,
  FusedMetadataFacts,
  MetadataFacts,
} from '../rules/facts/core-op.js';
import type { Name } from '../rules/facts/fact-place.js';
import type { FusedFacts } from '../rules/facts/layer.js';
import { type ReferenceBudget, referencesOf } from '../rules/facts/references.js';
import { idRanges, TRIGGER_IDS } from './action-gatherer.js';
import { ScannedElement } from './element.js';
import { OpenScope } from './scopes.js';
import type { ValidationPlan } from './subscription.js';
import type { CoreOpIds } from './unique-ids.js';

/** Facts gathered from a core op that is still open. */
export class GatheredCoreOp {
  contexts: CheckedContext[] = [];
  contextCount = 0;
  groupName: Name | undefined;
  readonly networksNames: Name[] = [];
  readonly sortedOutputs: Name[] = [];
  readonly updatedSortedOutputs: Name[] = [];
  readonly fused: FusedFacts[] = [];
  fusedList: string | undefined;
  /** The preliminary configuration; undefined if no fact of it was noted. */
  scope: OpenScope | undefined;
  /** Ids in all operations; undefined unless the scan lists ids one by one. */
  ids: CoreOpIds | undefined;
}

/** Builds the facts of core ops at their end, for one kind of containing element. */
export class CoreOpGatherer {
  readonly #element: ScannedElement;
  readonly #holder: ScannedElement;

  constructor(
    private readonly plan: ValidationPlan,
    private readonly position: CoreOpPosition,
  ) {
    this.#element = new ScannedElement(plan, position.element, position.within);
    this.#holder = new ScannedElement(plan, position.element);
  }

  get isGroup(): boolean {
    return this.position.holder === 'group';
  }

  /**
   * True if the ending element has a core op. A node of a graph may be another kind of node. As in the
   * loaders, a part without a core op counts as an empty core op.
   */
  isHere(scanner: Scanner): boolean {
    return this.#isPart || this.#element.at(scanner).has('');
  }

  get #isPart(): boolean {
    const { holder } = this.position;
    return holder === 'partial-group' || holder === 'partial-core-op';
  }

  /** True if the core op contains others, as variants or as nodes of its graph. */
  holdsOthers(scanner: Scanner): boolean {
    const element = this.#element.at(scanner);
    return this.position.others.some((field) => element.count(field) > 0);
  }

  entry(field: string): number {
    return this.#element.entry(field);
  }

  facts(scanner: Scanner, open: GatheredCoreOp, budget: ReferenceBudget): CoreOpFacts {
    const element = this.#element.at(scanner);
    const isAbsent = !element.has('');
    const scope = open.scope ?? new OpenScope();
    const { references } = scope;
    scope.writeRuns?.end();
    scope.takeGathered(scanner, budget);
    const listedIds = open.ids?.end();
    // Members are written one by one: V8 converts an object with this many members to a dictionary if the
    // literal begins with a spread.
    const { offset, length, path } = (isAbsent ? this.#holder.at(scanner) : element).place();
    return {
      offset,
      length,
      path,
      holder: this.position.holder,
      isAbsent,
      bitmap: this.#isPart ? this.#holder.at(scanner).value(BITMAP) : 0,
      broken: element.broken,
      lost: element.lost,
      metadata: element.has('network_group_metadata') ? metadataOf(element, open) : undefined,
      preliminary: element.has('preliminary_config') ? preliminaryOf(element) : undefined,
      sortedOutputs: open.sortedOutputs,
      fused: element.has('fused_layers_metadata') ? fusedOf(element, open) : undefined,
      networksNames: open.networksNames,
      networkCount: element.count('networks_names'),
      contexts: open.contexts,
      contextCount: open.contextCount,
      references,
      ids: idRanges(scanner),
      missingTriggers: this.#missingTriggers(scanner, open, listedIds),
      listedIds,
    };
  }

  /** Returns the ids that lists of triggers name, but that no operation has; undefined if unknown. */
  #missingTriggers(
    { plan, distinct }: Scanner,
    { contexts }: GatheredCoreOp,
    listedIds: CoreOpIds | undefined,
  ): ReadonlySet<number> | undefined {
    // The operations of contexts that are scanned separately are not known to this scan.
    if (this.plan.contexts === 'closed') return undefined;
    const set = plan.distinct.indexOf(TRIGGER_IDS);
    const isListed = this.plan.placed.has('unique-ids');
    const listed = listedIds?.triggers.all;
    let missing = NONE_MISSING;
    for (const { references } of contexts) {
      for (const kind of TRIGGER_LISTS) {
        for (const { value } of referencesOf(references, kind)) {
          if (!isListed && (set < 0 || !distinct.isComplete(set))) return undefined;
          if (isListed ? listed?.has(value) === true : distinct.has(set, value)) continue;
          if (missing === NONE_MISSING) missing = new Set();
          missing.add(value);
        }
      }
    }
    return missing;
  }
}

/** Field with the part of the device for which a variant is compiled. */
const BITMAP = 'layout.partial_clusters_layout_bitmap';
const NONE_MISSING = new Set<number>();
const TRIGGER_LISTS = ['cluster-end-trigger', 'ordered-trigger'] as const;

function preliminaryOf(element: ScannedElement): CoreOpFacts['preliminary'] {
  const { offset, length, path } = element.place('preliminary_config');
  return { offset, length, path, operationCount: element.count('preliminary_config.operation') };
}

function metadataOf(element: ScannedElement, { groupName }: GatheredCoreOp): MetadataFacts {
  // Names are written as literals, because lookups of concatenated strings are slow.
  const { offset, length, path } = element.place('network_group_metadata');
  return {
    offset,
    length,
    path,
    name: groupName ?? element.noName('network_group_metadata.network_group_name'),
    groupIndex: element.reference('network_group_metadata.network_group_index'),
    transposed: element.value('network_group_metadata.transposed_net') !== 0,
    bottleneckFps: element.double('network_group_metadata.bottleneck_fps'),
    cfgChannelCount: element.reference('network_group_metadata.cfg_channels_count'),
  };
}

function fusedOf(element: ScannedElement, open: GatheredCoreOp): FusedMetadataFacts {
  const { offset, length, path } = element.place('fused_layers_metadata');
  return {
    offset,
    length,
    path,
    hasFusedLayers: element.value('fused_layers_metadata.network_has_fused_layers') !== 0,
    updatedSortedOutputs: open.updatedSortedOutputs,
    layers: open.fused,
    layerCount: element.count('fused_layers_metadata.fused_layers'),
  };
}
