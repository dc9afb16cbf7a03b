// Generated from proto/mapping.proto by `npm run generate` (scripts/model/generate-views.ts).
import { NOTES } from '../../base/schema/mapping.gen.js';
import { layoutNamed, type MessageLayout } from '../../read/model/layout.js';
import type { List } from '../../read/model/list.js';
import type { MessageView } from '../../read/model/message-view.js';
import { TypedView } from '../../read/model/typed-view.js';

const viewIn = (typed: TypedView): MessageView => typed.view;

abstract class NotesView extends TypedView {
  static override get layout(): MessageLayout {
    return layoutNamed(NOTES, this.typeName);
  }
}

/** The root of the notes. (CompilerNotes) */
export class CompilerNotesView extends NotesView {
  static override readonly typeName = 'CompilerNotes';

  /** Which piece of hardware holds which part of which layer. 8 of 8. */
  get placement(): NotedPlacementView | undefined {
    const view = this.view.message(1);
    return view && new NotedPlacementView(view);
  }

  /** The network: layers, edges, figures. 8 of 8; it is there exactly once. */
  get network(): NotedNetworkView | undefined {
    const view = this.view.message(2);
    return view && new NotedNetworkView(view);
  }

  /**
   * Buffers between layers, a record per context. 8 of 8; their layer ids all occur among the layers of
   * the network.
   */
  get buffers(): List<NotedContextBuffersView> {
    return this.view.messages(6, asNotedContextBuffers, viewIn);
  }

  /**
   * The layers once more, divided into contexts. 8 of 8: every layer of the network is in exactly one
   * context.
   */
  get contexts(): NotedContextsView | undefined {
    const view = this.view.message(7);
    return view && new NotedContextsView(view);
  }

  /** What wrote the notes. 8 of 8. */
  get compiler(): NotedCompilerView | undefined {
    const view = this.view.message(9);
    return view && new NotedCompilerView(view);
  }

  /**
   * Frames per second that the compiler expects. 8 of 8; where `bottleneck_fps` of the file's metadata
   * is set, the two agree in size.
   */
  get framesPerSecond(): number {
    return this.view.double(12);
  }

  /** When each layer works, in cycles. 8 of 8. */
  get schedules(): NotedSchedulesView | undefined {
    const view = this.view.message(14);
    return view && new NotedSchedulesView(view);
  }
}

/** Where layers lie on the device. (NotedPlacement) */
export class NotedPlacementView extends NotesView {
  static override readonly typeName = 'NotedPlacement';

  /** A record for each piece of hardware that a layer has. */
  get elements(): List<NotedElementView> {
    return this.view.messages(1, asNotedElement, viewIn);
  }
}

/**
 * The network as the compiler sees it: its own layers among those of the original graph. (NotedNetwork)
 */
export class NotedNetworkView extends NotesView {
  static override readonly typeName = 'NotedNetwork';

  /** The layers. Ids and positions are different things. */
  get layers(): List<NotedLayerView> {
    return this.view.messages(1, asNotedLayer, viewIn);
  }

  /**
   * The edges, by position in `layers`. 8 of 8 have exactly the pairs that `predecessors` of the layers
   * give: the check of the whole reading.
   */
  get edges(): List<NotedEdgeView> {
    return this.view.messages(2, asNotedEdge, viewIn);
  }

  /** Names of the networks. 8 of 8. */
  get names(): NotedNamesView | undefined {
    const view = this.view.message(3);
    return view && new NotedNamesView(view);
  }

  /**
   * A record of figures for each layer, in an order of its own: `layer` says whose. 8 of 8: as many as
   * layers.
   */
  get figures(): List<NotedFiguresView> {
    return this.view.messages(4, asNotedFigures, viewIn);
  }
}

/** Buffers between the layers of a context. (NotedContextBuffers) */
export class NotedContextBuffersView extends NotesView {
  static override readonly typeName = 'NotedContextBuffers';

  /** Which context it is. */
  get context(): NotedContextNameView | undefined {
    const view = this.view.message(1);
    return view && new NotedContextNameView(view);
  }

  /** Its buffers. */
  get buffers(): NotedBuffersView | undefined {
    const view = this.view.message(2);
    return view && new NotedBuffersView(view);
  }
}

/** The layers of each context. (NotedContexts) */
export class NotedContextsView extends NotesView {
  static override readonly typeName = 'NotedContexts';

  /** The contexts. 8 of 8; the file of two contexts has two. */
  get contexts(): List<NotedContextView> {
    return this.view.messages(1, asNotedContext, viewIn);
  }
}

/** What wrote the notes. (NotedCompiler) */
export class NotedCompilerView extends NotesView {
  static override readonly typeName = 'NotedCompiler';

  /**
   * Version, as version control describes it: `v2.5.1-18175-g7296be5be9`. One of 8 names a branch
   * instead.
   */
  get version(): string {
    return this.view.string(2);
  }
}

/** When layers work. (NotedSchedules) */
export class NotedSchedulesView extends NotesView {
  static override readonly typeName = 'NotedSchedules';

  /** A record for each context, or each network of it. */
  get schedules(): List<NotedScheduleView> {
    return this.view.messages(1, asNotedSchedule, viewIn);
  }
}

/** A piece of hardware, and the layer that has it. (NotedElement) */
export class NotedElementView extends NotesView {
  static override readonly typeName = 'NotedElement';

  /** Which kind of piece: 16 kinds in 3,786 elements. */
  get kind(): number {
    return this.view.uint32(1);
  }

  /** Which of its kind: within a cluster, or on the device. */
  get number(): number {
    return this.view.uint32(2);
  }

  /** Id of the layer that has it: all occur among the layers. */
  get layer(): number {
    return this.view.uint32(3);
  }

  /** Where it is. */
  get location(): NotedLocationView | undefined {
    const view = this.view.message(4);
    return view && new NotedLocationView(view);
  }

  /** In which context. */
  get context(): NotedContextNameView | undefined {
    const view = this.view.message(8);
    return view && new NotedContextNameView(view);
  }
}

/** A layer. (NotedLayer) */
export class NotedLayerView extends NotesView {
  static override readonly typeName = 'NotedLayer';

  /** What it does: see src/show/network/kinds.ts. 826 of 826; names of layers begin with the kind's. */
  get kind(): number {
    return this.view.uint32(1);
  }

  /** Its name, unique in a file: 826 of 826. */
  get name(): string {
    return this.view.string(2);
  }

  /** Its id, unique in a file, 0 included, with gaps: 826 of 826. */
  get id(): number {
    return this.view.uint32(3);
  }

  /** Shapes that come in, one for each edge: 826 of 826. */
  get inputs(): List<NotedShapeView> {
    return this.view.messages(4, asNotedShape, viewIn);
  }

  /** Shapes that go out, one for each edge: 826 of 826. */
  get outputs(): List<NotedShapeView> {
    return this.view.messages(5, asNotedShape, viewIn);
  }

  /** The kernel: rows, columns, features out. An empty message (516 of 826) where there is none. */
  get kernel(): NotedShapeView | undefined {
    const view = this.view.message(6);
    return view && new NotedShapeView(view);
  }

  /** Strides of the kernel, in rows, columns and features. Empty in 542 of 826. */
  get strides(): NotedShapeView | undefined {
    const view = this.view.message(7);
    return view && new NotedShapeView(view);
  }

  /** Dilation of the kernel, in rows and columns. Empty in 583 of 826; 1 and 1 in all others. */
  get dilation(): NotedShapeView | undefined {
    const view = this.view.message(8);
    return view && new NotedShapeView(view);
  }

  /**
   * Activation: 0 where there is none, 1 for relu, 12 where the original names end in those of SiLU
   * (Sigmoid, Mul). Other values: 4, 24.
   */
  get activation(): number {
    return this.view.uint32(10);
  }

  /** Ids of the layers before it, one for each edge: 817 of 826, 917 in all, as many as edges. */
  get predecessors(): List<number> {
    return this.view.scalars<number>(17);
  }

  /** How the work is divided. */
  get split(): NotedSplitView | undefined {
    const view = this.view.message(18);
    return view && new NotedSplitView(view);
  }

  /**
   * Ids of layers after it. Absent in tool chain 3.14, 759 of 917 in the others: not to be relied on.
   */
  get successors(): List<number> {
    return this.view.scalars<number>(34);
  }

  /**
   * Names of the nodes of the original graph, in tool chains between 3.19 and 3.28 (text in 4 of 8
   * files, absent in the others).
   */
  get originalNames(): List<string> {
    return this.view.scalars<string>(44);
  }

  /** The same in tool chain 3.14 and from 3.29 on (3 of 8). Between, this number holds a varint. */
  get originalNamesLater(): List<string> {
    return this.view.scalars<string>(45);
  }
}

/** A connection of two layers. (NotedEdge) */
export class NotedEdgeView extends NotesView {
  static override readonly typeName = 'NotedEdge';

  /** Position of the layer that writes, from 0. */
  get writer(): number {
    return this.view.uint32(1);
  }

  /** Position of the layer that reads. */
  get reader(): number {
    return this.view.uint32(2);
  }
}

/** Names of the networks that were compiled. (NotedNames) */
export class NotedNamesView extends NotesView {
  static override readonly typeName = 'NotedNames';

  /**
   * One for each network. The file of two networks has two; all are names that the file's metadata has
   * too.
   */
  get networks(): List<string> {
    return this.view.scalars<string>(7);
  }
}

/**
 * What the compiler expects of a layer. Rates and shares are at the frame rate that it expects.
 * (NotedFigures)
 */
export class NotedFiguresView extends NotesView {
  static override readonly typeName = 'NotedFigures';

  /**
   * Subclusters that work on it: 826 of 826 as many as elements of kind 3 that the placement has for the
   * layer.
   */
  get subclusters(): number {
    return this.view.uint32(1);
  }

  /** Id of the layer: the ids are exactly those of the layers, in another order, in 8 of 8. */
  get layer(): number {
    return this.view.uint32(15);
  }

  /**
   * Share of the time that the multipliers are busy, 0 to 1: multiplications of a convolution over its
   * cycles and subclusters are 59.7 to 60.9 times this.
   */
  get utilization(): number {
    return this.view.double(28);
  }

  /**
   * Cycles that the layer needs for a frame; 0 (67) for layers that are nowhere on the device. The clock
   * over the most cycles of any layer is `frames_per_second` to the last digit, 8 of 8.
   */
  get cycles(): bigint {
    return this.view.uint64(41);
  }

  /** Bytes that come in, in millions a second: shape times frames per second. */
  get inputRate(): number {
    return this.view.double(43);
  }

  /** Bytes that go out, in millions a second. */
  get outputRate(): number {
    return this.view.double(44);
  }

  /** Activation units: 826 of 826 as many as elements of kind 5. */
  get activationUnits(): number {
    return this.view.uint32(49);
  }

  /** Input aligners: 826 of 826 as many as elements of kind 4. */
  get inputAligners(): number {
    return this.view.uint32(53);
  }

  /** First cycle of the first frame: ascends from layer to layer. */
  get firstCycle(): number {
    return this.view.float(57);
  }

  /** Last cycle of the first frame: never before `first_cycle`. */
  get lastCycle(): number {
    return this.view.float(58);
  }

  /** Clock in hertz: 400000000 or 0. Tool chains from 3.25 on. */
  get clock(): bigint {
    return this.view.uint64(62);
  }
}

/** Which context something belongs to. (NotedContextName) */
export class NotedContextNameView extends NotesView {
  static override readonly typeName = 'NotedContextName';

  /** `context_0`; in tool chain 3.31 with the name of the network before it. */
  get name(): string {
    return this.view.string(1);
  }

  /** From 0. */
  get index(): number {
    return this.view.uint32(2);
  }

  /** Name of the network group. Absent in tool chain 3.14. */
  get group(): string {
    return this.view.string(3);
  }
}

/** A list of buffers. (NotedBuffers) */
export class NotedBuffersView extends NotesView {
  static override readonly typeName = 'NotedBuffers';

  /**
   * A record for each edge within the context: 913 for 917 edges; the others lead from one context to
   * another.
   */
  get buffers(): List<NotedBufferView> {
    return this.view.messages(1, asNotedBuffer, viewIn);
  }
}

/** A context and its layers. (NotedContext) */
export class NotedContextView extends NotesView {
  static override readonly typeName = 'NotedContext';

  /** Which context it is. */
  get name(): NotedContextNameView | undefined {
    const view = this.view.message(1);
    return view && new NotedContextNameView(view);
  }

  /** Its layers. */
  get network(): NotedContextNetworkView | undefined {
    const view = this.view.message(2);
    return view && new NotedContextNetworkView(view);
  }
}

/** When the layers of a context work. (NotedSchedule) */
export class NotedScheduleView extends NotesView {
  static override readonly typeName = 'NotedSchedule';

  /** Names of the context and the network in one: `context_0_MNIST_CNN`, `_mnist`. */
  get name(): string {
    return this.view.string(1);
  }

  /** A record for each layer that has a place in the schedule. */
  get works(): List<NotedWorkView> {
    return this.view.messages(2, asNotedWork, viewIn);
  }
}

/** A part of the device. (NotedLocation) */
export class NotedLocationView extends NotesView {
  static override readonly typeName = 'NotedLocation';

  /**
   * 0 for the device itself (all elements of kind 14), 1 for a cluster, 2 for its host side (kinds 8 to
   * 13, 15).
   */
  get kind(): number {
    return this.view.uint32(1);
  }

  /** Which cluster: 0 to 7. */
  get number(): number {
    return this.view.uint32(2);
  }
}

/** Rows, columns and features of a tensor. (NotedShape) */
export class NotedShapeView extends NotesView {
  static override readonly typeName = 'NotedShape';

  /** Rows. Absent (43 of 926) where rows and features are both: shapes of one number. */
  get rows(): number | undefined {
    return this.view.has(1) ? this.view.uint32(1) : undefined;
  }

  /** Columns; of a fully connected layer its features in. */
  get columns(): number {
    return this.view.uint32(2);
  }

  /** Features. */
  get features(): number | undefined {
    return this.view.has(3) ? this.view.uint32(3) : undefined;
  }
}

/** How a layer's work is divided. (NotedSplit) */
export class NotedSplitView extends NotesView {
  static override readonly typeName = 'NotedSplit';

  /** Subclusters that work on it: equal to `subclusters` of the figures in all layers with weights. */
  get subclusters(): number {
    return this.view.uint32(6);
  }
}

/** A buffer between two layers. (NotedBuffer) */
export class NotedBufferView extends NotesView {
  static override readonly typeName = 'NotedBuffer';

  /** Id of the layer that writes. */
  get writer(): number {
    return this.view.uint32(1);
  }

  /** Id of the layer that reads. */
  get reader(): number {
    return this.view.uint32(2);
  }

  /** How many rows it holds: the same number as with the successor's name in the figures. */
  get rows(): number {
    return this.view.uint32(3);
  }

  /**
   * Bytes of a row: columns times features, rounded up to 8 (`row_bytes` = 2560 for 40 columns of 64
   * features).
   */
  get rowBytes(): number {
    return this.view.uint32(4);
  }
}

/** The network within a context. (NotedContextNetwork) */
export class NotedContextNetworkView extends NotesView {
  static override readonly typeName = 'NotedContextNetwork';

  /** The same records as those of the network. */
  get layers(): List<NotedLayerView> {
    return this.view.messages(1, asNotedLayer, viewIn);
  }
}

/** When a layer works. (NotedWork) */
export class NotedWorkView extends NotesView {
  static override readonly typeName = 'NotedWork';

  /** Name of the layer; `sim_portal_A_B` for the way between two layers (219 of 741). */
  get layer(): string {
    return this.view.string(1);
  }

  /**
   * Its steps, for some three frames: 2.9 to 3 times as many as rows go out, or more where several rows
   * that come in make one that goes out.
   */
  get steps(): List<NotedStepView> {
    return this.view.messages(2, asNotedStep, viewIn);
  }
}

/**
 * A step of a layer's work: a row. Both numbers ascend from step to step (160,582 of 160,582).
 * (NotedStep)
 */
export class NotedStepView extends NotesView {
  static override readonly typeName = 'NotedStep';

  /**
   * Cycle in which the row that the step is for begins. In tool chains from 3.25 on it may come after
   * `end` (16,381 of 160,582): such steps take in rows of which a later one is made.
   */
  get start(): bigint {
    return this.view.uint64(1);
  }

  /** Cycle in which the step ends. */
  get end(): bigint {
    return this.view.uint64(2);
  }
}

const asNotedContextBuffers = (view: MessageView): NotedContextBuffersView => new NotedContextBuffersView(view);
const asNotedElement = (view: MessageView): NotedElementView => new NotedElementView(view);
const asNotedLayer = (view: MessageView): NotedLayerView => new NotedLayerView(view);
const asNotedEdge = (view: MessageView): NotedEdgeView => new NotedEdgeView(view);
const asNotedFigures = (view: MessageView): NotedFiguresView => new NotedFiguresView(view);
const asNotedContext = (view: MessageView): NotedContextView => new NotedContextView(view);
const asNotedSchedule = (view: MessageView): NotedScheduleView => new NotedScheduleView(view);
const asNotedShape = (view: MessageView): NotedShapeView => new NotedShapeView(view);
const asNotedBuffer = (view: MessageView): NotedBufferView => new NotedBufferView(view);
const asNotedWork = (view: MessageView): NotedWorkView => new NotedWorkView(view);
const asNotedStep = (view: MessageView): NotedStepView => new NotedStepView(view);
