import type { Scanner } from '../../read/scan/scanner.js';
import { CORE_OP_POSITIONS, type CoreOpFacts } from '../rules/facts/core-op.js';
import { type FactPlace, factPlace, type Name } from '../rules/facts/fact-place.js';
import type {
  ContainerFacts,
  ExtensionFacts,
  ExternalResourceFacts,
  FileFacts,
  GroupFacts,
  HeaderFacts,
  IncludedFeatures,
  WordsFacts,
} from '../rules/facts/file.js';
import { MAX_CHECKED_GROUPS, MAX_CORE_OPS, MAX_ROOT_ENTRIES } from '../rules/facts/gathering-limits.js';
import type { FusedFacts } from '../rules/facts/layer.js';
import { type ReferenceBudget, referenceBudget } from '../rules/facts/references.js';
import { CoreOpGatherer, GatheredCoreOp } from './core-op-gatherer.js';
import { ScannedElement } from './element.js';
import { GraphGatherer } from './graph-gatherer.js';
import type { NameTaker } from './name-reader.js';
import type { ValidationPlan } from './subscription.js';

type Leaving = readonly [type: number, leave: (scanner: Scanner) => void];

const LATER_ELEMENTS = ['ProtoMDLPartialNetworkGroup', 'ProtoMDLOp', 'ProtoMDLPadEdge'];
const LATER_SCALARS = ['network_group_name', 'network_group_index'];

/** Facts of a file. The members below are set after the scan. */
export interface GatheredFile extends FileFacts {
  words: WordsFacts;
  hasMoreEntries: boolean;
  container: ContainerFacts | undefined;
}

/** Builds the facts of the root, its groups and their core ops. */
export class FileGatherer {
  file: GatheredFile | undefined;
  /** Number of remembered contexts, in all core ops. */
  contextsKept = 0;
  readonly graph: GraphGatherer;
  readonly #root: ScannedElement;
  readonly #group: ScannedElement;
  readonly #coreOpTypes: ReadonlyMap<number, CoreOpGatherer>;
  readonly #laterTypes: ReadonlySet<number>;
  #budget: ReferenceBudget = referenceBudget(0);
  /** Open core ops, by the depth of the containing element. */
  #open: (GatheredCoreOp | undefined)[] = [];
  #coreOps: CoreOpFacts[] = [];
  #shells: CoreOpFacts[] = [];
  #coreOpCount = 0;
  #coreOpsKept = 0;
  #newerLayout: FactPlace | undefined;
  #groups: GroupFacts[] = [];
  #groupCount = 0;
  #lists = newLists();

  constructor(private readonly plan: ValidationPlan) {
    this.#root = new ScannedElement(plan, 'ProtoMDLMdl');
    this.#group = new ScannedElement(plan, 'ProtoMDLNetworkGroup');
    this.graph = new GraphGatherer(plan);
    this.#coreOpTypes = new Map(
      CORE_OP_POSITIONS.map((position) => [
        plan.typeNames.indexOf(position.element),
        new CoreOpGatherer(plan, position),
      ]),
    );
    this.#laterTypes = new Set(LATER_ELEMENTS.map((typeName) => plan.typeNames.indexOf(typeName)));
  }

  start(budget: ReferenceBudget): void {
    this.file = undefined;
    this.contextsKept = 0;
    this.#budget = budget;
    this.#open = [];
    this.#coreOps = [];
    this.#shells = [];
    this.#coreOpCount = 0;
    this.#coreOpsKept = 0;
    this.#newerLayout = undefined;
    this.graph.start();
    this.#groups = [];
    this.#groupCount = 0;
    this.#lists = newLists();
  }

  /** Returns the handlers for the end of messages, by type. */
  leaving(): readonly Leaving[] {
    const { plan } = this;
    const type = (typeName: string) => plan.typeNames.indexOf(typeName);
    const listed = <T>(typeName: string, list: () => T[], facts: (element: ScannedElement) => T): Leaving => {
      const element = new ScannedElement(plan, typeName);
      return [
        type(typeName),
        (scanner) => {
          if (list().length < MAX_ROOT_ENTRIES) list().push(facts(element.at(scanner)));
          else this.#lists.more = true;
        },
      ];
    };
    return [
      [type('ProtoMDLMdl'), (scanner) => this.#leaveRoot(scanner)],
      [type('ProtoMDLPadEdge'), (scanner) => this.#noteLater(scanner)],
      ...this.graph.leaving(),
      ...[...this.#coreOpTypes].map(
        ([type, gatherer]): Leaving => [type, (scanner) => this.#leaveCoreOp(scanner, gatherer)],
      ),
      listed('ProtoMDLExtension', () => this.#lists.extensions, extensionOf),
      listed('ProtoMDLOptionalExtension', () => this.#lists.optional, extensionOf),
      listed('ProtoMDLExternalResource', () => this.#lists.resources, resourceOf),
    ];
  }

  names(): readonly NameTaker[] {
    const ofCoreOps = [...this.#coreOpTypes.values()].flatMap((gatherer) => this.#namesIn(gatherer));
    return [...this.graph.names(), ...ofCoreOps];
  }

  #namesIn(gatherer: CoreOpGatherer): readonly NameTaker[] {
    const taker = (field: string, take: (open: GatheredCoreOp, name: Name) => void): NameTaker => ({
      entry: gatherer.entry(field),
      take: (scanner, name) => take(this.around(scanner, scanner.frames.depth), name),
    });
    return [
      taker('network_group_metadata.network_group_name', (open, name) => {
        open.groupName = name;
      }),
      taker('networks_names', ({ networksNames }, name) => void networksNames.push(name)),
      taker('sorted_outputs_order', ({ sortedOutputs }, name) => void sortedOutputs.push(name)),
      taker('fused_layers_metadata.updated_sorted_output_names', ({ updatedSortedOutputs }, name) => {
        updatedSortedOutputs.push(name);
      }),
    ];
  }

  around(scanner: Scanner, depth: number): GatheredCoreOp {
    const at = scanner.frames.elementDepth(depth);
    let open = this.#open[at];
    if (open === undefined) {
      open = new GatheredCoreOp();
      this.#open[at] = open;
    }
    return open;
  }

  /**
   * Returns the path of the list that contains the ending fused layer. The path is constant within a core op.
   */
  fusedList(scanner: Scanner): string {
    const { depth } = scanner.frames;
    const open = this.around(scanner, depth - 1);
    open.fusedList ??= scanner.frames.listPath(depth);
    return open.fusedList;
  }

  addFused(scanner: Scanner, layer: FusedFacts): void {
    this.around(scanner, scanner.frames.depth - 1).fused.push(layer);
  }

  #leaveCoreOp(scanner: Scanner, gatherer: CoreOpGatherer): void {
    const { depth } = scanner.frames;
    const open = this.#open[depth] ?? new GatheredCoreOp();
    this.#open[depth] = undefined;
    // Beyond the limit, no facts are built, because a hostile file has millions of groups.
    if (gatherer.isGroup && this.#groups.length === MAX_CHECKED_GROUPS) {
      this.#groupCount++;
      this.#nextGroup();
      return;
    }
    this.#noteLater(scanner);
    if (!gatherer.isHere(scanner)) return;
    // A core op that only contains other core ops becomes a shell.
    const facts = gatherer.facts(scanner, open, this.#budget);
    const isShell = facts.isAbsent || (facts.contextCount === 0 && gatherer.holdsOthers(scanner));
    if (isShell) this.#addShell(facts);
    else if (facts.holder === 'group') this.#leaveGroup(scanner, facts);
    else this.#addCoreOp(facts);
  }

  #addCoreOp(coreOp: CoreOpFacts): void {
    this.#coreOpCount++;
    if (this.#coreOpsKept >= MAX_CORE_OPS) return;
    this.#coreOpsKept++;
    this.#coreOps.push(coreOp);
  }

  #addShell(coreOp: CoreOpFacts): void {
    if (this.#coreOpsKept >= MAX_CORE_OPS) {
      this.#coreOpCount++;
      return;
    }
    this.#coreOpsKept++;
    this.#shells.push(coreOp);
  }

  #leaveGroup(scanner: Scanner, own: CoreOpFacts): void {
    const group = this.#group.at(scanner);
    for (const field of LATER_SCALARS) {
      if (group.has(field)) this.#earlier(group.place(field));
    }
    this.#dropShells();
    if (this.#newerLayout !== undefined && own.contextCount === 0) this.#addShell(own);
    else this.#addCoreOp(own);
    const position = this.#groupCount++;
    const { offset, length, path, broken, lost } = own;
    this.#groups.push({
      offset,
      length,
      path,
      position,
      broken,
      lost,
      newerLayout: this.#newerLayout,
      coreOps: this.#coreOps,
      own,
      shells: this.#shells,
      coreOpCount: this.#coreOpCount,
      graph: this.graph.take(),
    });
    this.#nextGroup();
  }

  #nextGroup(): void {
    this.#coreOps = [];
    this.#shells = [];
    this.#coreOpCount = 0;
    this.#newerLayout = undefined;
  }

  /**
   * Moves partial groups without contexts to the shells: a file with graphs may also have partial groups of
   * the previous layout, which lack only the contexts.
   */
  #dropShells(): void {
    const isNode = ({ holder }: CoreOpFacts) => holder === 'op' || holder === 'partial-core-op';
    if (!this.#coreOps.some(isNode)) return;
    const isShell = ({ holder, contextCount }: CoreOpFacts) =>
      holder === 'partial-group' && contextCount === 0;
    const kept = this.#coreOps.filter((coreOp) => !isShell(coreOp));
    this.#shells.push(...this.#coreOps.filter(isShell));
    this.#coreOpCount -= this.#coreOps.length - kept.length;
    this.#coreOps = kept;
  }

  /** Notes the end of an element that only newer layouts have. */
  #noteLater(scanner: Scanner): void {
    if (!this.#laterTypes.has(scanner.message)) return;
    const offset = scanner.offsetOf(0);
    if (this.#newerLayout !== undefined && this.#newerLayout.offset <= offset) return;
    this.#newerLayout = { offset, length: scanner.endOf(0) - offset, path: scanner.path() };
  }

  /** Keeps the place that begins first, because inner elements end before outer elements. */
  #earlier(place: FactPlace): void {
    const known = this.#newerLayout;
    if (known === undefined || place.offset < known.offset) this.#newerLayout = place;
  }

  #leaveRoot(scanner: Scanner): void {
    const root = this.#root.at(scanner);
    const { extensions, optional, resources, more } = this.#lists;
    const { placed } = this.plan;
    const { offset, length } = scanner.span;
    this.file = {
      offset,
      length,
      path: '',
      broken: root.broken,
      lost: root.lost,
      header: root.has('header') ? headerOf(root) : undefined,
      includedFeatures: root.has('included_features') ? featuresOf(root) : undefined,
      extensions,
      optionalExtensions: optional,
      externalResources: resources,
      hasMoreEntries: more,
      groups: this.#groups,
      groupCount: this.#groupCount,
      listed: { ids: placed.has('unique-ids'), writes: placed.has('write-runs') },
      words: NO_WORDS,
      container: undefined,
      streams: undefined,
    };
  }
}

const NO_WORDS: WordsFacts = {
  beyond: { count: 0, first: [] },
  furthest: undefined,
  embedded: undefined,
};

// Members of facts are written one by one: V8 converts an object with this many members to a dictionary if
// the literal begins with a spread.

function headerOf(root: ScannedElement): HeaderFacts {
  const { offset, length, path } = root.place('header');
  const hwArch = root.reference('header.hw_arch');
  return { offset, length, path, hwArch, version: root.reference('header.version') };
}

function featuresOf(root: ScannedElement): IncludedFeatures {
  const { offset, length, path } = root.place('included_features');
  return {
    offset,
    length,
    path,
    abbale: root.reference('included_features.abbale'),
    postedWrites: root.reference('included_features.posted_writes'),
    ddr: root.reference('included_features.ddr'),
    compressedParams: root.reference('included_features.compressed_params'),
    transposeComponent: root.reference('included_features.transpose_component'),
    paddedDdrBuffers: root.reference('included_features.padded_ddr_buffers'),
    numberOfContexts: root.reference('included_features.number_of_contexts'),
  };
}

function newLists(): {
  readonly extensions: ExtensionFacts[];
  readonly optional: ExtensionFacts[];
  readonly resources: ExternalResourceFacts[];
  more: boolean;
} {
  return { extensions: [], optional: [], resources: [], more: false };
}

function extensionOf(element: ScannedElement): ExtensionFacts {
  const { offset, length, path } = element.place();
  const typePlace = element.reference('type_index');
  return { offset, length, path, typeIndex: typePlace.value, typePlace: factPlace(typePlace) };
}

function resourceOf(element: ScannedElement): ExternalResourceFacts {
  const { offset, length, path } = element.place();
  return { offset, length, path, start: element.reference('offset'), size: element.reference('size') };
}
