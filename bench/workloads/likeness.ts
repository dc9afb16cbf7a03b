import { Random } from '../../src/attack/random.js';
import { ACTION_WRITERS, allowInput, type Ids, pointerAction } from '../../src/attack/smith/action-writer.js';
import { Noise } from '../../src/attack/smith/filling.js';
import type { RecordWriter } from '../../src/base/wire/record-writer.js';
import { ccwHead } from './actions.js';
import { type LikeEdge, likeEdges, writeLikeEdge } from './likeness-edges.js';
import { writeLikeGraph } from './likeness-graph.js';
import type { CoreOpProfile, Counts, Histogram, LikenessProfile, PartProfile } from './likeness-profile.js';
import type { ModelGenerator, ModelSink } from './sink.js';

/** Actions that write bytes, by their names in the codec: number of the action, and of its bytes field. */
const WRITES: Readonly<Record<string, readonly [number, number]>> = {
  writeData: [2, 2],
  writeDataCcw: [3, 1],
  writeCompressedData: [4, 2],
  writeDataByType: [14, 3],
};
const TRIGGERS: Readonly<Record<string, number>> = {
  triggerLcu: 2,
  triggerNone: 3,
  triggerAllDataWasSent: 4,
  triggerAllDataWasReceived: 5,
  triggerNms: 6,
  triggerDmaIdle: 7,
};

/**
 * Makes a message with the counts and distributions of a profile, without other content of the profiled
 * message.
 * @param seed selects one of many messages with the same profile
 */
export function likenessModel(profile: LikenessProfile, seed = 1): ModelGenerator {
  return (sink) => {
    const random = Random.of(seed);
    sink.write((writer) => {
      writer.begin(1).scalar(1, profile.architecture).uint64(2, 0x9c5e_a2cd, 0x18f).string(3, '5.4.0');
      writer.scalar(4, profile.headerVersion);
      if (profile.sdkNumbers) writer.begin(5).uint(1, 5).uint(2, 4).end();
      writer.end();
    });
    for (const [index, group] of profile.groups.entries()) {
      const name = `net${index}`;
      const write = (coreOp: CoreOpProfile) => new CoreOpLikeness(sink, random, coreOp, name, index);
      sink.open(2);
      if (group.layout === 'classic') {
        write(group.nodes[0]![0]!).write();
      } else if (group.layout === 'partial') {
        for (const [i, coreOp] of group.nodes[0]!.entries()) {
          sink.open(7);
          sink.open(1);
          write(coreOp).write();
          sink.close();
          sink.write((writer) =>
            writer
              .begin(2)
              .uint(1, i + 1)
              .end(),
          );
          sink.close();
        }
      } else {
        writeLikeGraph(sink, group, name, (coreOp, pads) => write(coreOp).write(pads));
      }
      if (group.layout !== 'classic') sink.write((writer) => writer.string(10, name).scalar(11, index));
      sink.close();
    }
    if (profile.mappingBytes > 0) sink.blob(3, new Uint8Array(), profile.mappingBytes);
    sink.write((writer) => {
      const several = profile.groups.some(({ nodes }) =>
        nodes.flat().some((coreOp) => coreOp.contexts.length > 1),
      );
      writer
        .begin(4)
        .scalar(4, several ? 1 : 0)
        .end();
      for (const type of profile.extensions)
        writer.begin(5).scalar(1, type).string(2, `feature ${type}`).end();
      for (const type of profile.optionalExtensions) {
        writer.begin(6).scalar(1, type).string(2, `feature ${type}`).end();
      }
    });
  };
}

class CoreOpLikeness {
  readonly #edges: LikeEdge[][];
  readonly #noise = new Noise(1);
  /** Offset of the words to which the next pointer points. */
  #offset = 0;
  /** First identities of the next preliminary configuration or context. */
  readonly #first: Ids = { trigger: 0, action: 0 };

  constructor(
    private readonly sink: ModelSink,
    private readonly random: Random,
    private readonly profile: CoreOpProfile,
    private readonly name: string,
    private readonly index: number,
  ) {
    this.#edges = likeEdges(profile, name);
  }

  /** @param pads the first input pad and the first output pad of a node */
  write(pads?: { input: number; output: number }): void {
    const { sink, profile, name } = this;
    sink.write((writer) => {
      writer.begin(1).string(1, name).scalar(2, this.index).double(4, 1204.25).scalar(5, profile.channels);
      for (let i = 0; i < profile.channelConfigs; i++) writer.begin(7).scalar(1, i).end();
      writer.end();
    });
    sink.open(2);
    this.#operations(1, profile.preliminary, this.#edges[0] ?? []);
    sink.close();
    for (const [index, context] of profile.contexts.entries()) this.#context(index, context, pads);
    sink.write((writer) => {
      for (const output of this.#outputs(profile.sortedNames)) writer.string(4, output);
      if (profile.fused) writer.begin(5).end();
      for (let i = 0; i < profile.networks; i++) writer.string(6, i === 0 ? name : `${name}_${i}`);
    });
  }

  #context(index: number, context: PartProfile, pads?: { input: number; output: number }): void {
    const { sink } = this;
    const edges = this.#edges[index]!;
    sink.open(3);
    sink.write((writer) => writer.scalar(1, index));
    this.#operations(2, context, edges);
    sink.write((writer) => {
      writer.begin(3);
      for (const edge of edges) {
        const isBoundary = edge.connection === 0;
        writeLikeEdge(
          writer,
          edge,
          !isBoundary || !pads ? undefined : edge.direction === 0 ? pads.input++ : pads.output++,
        );
      }
      for (let i = 0; i < context.clusterEnds; i++) {
        writer.begin(3).scalar(1, i).begin(2).begin(3).end().end().end();
      }
      for (let i = 0; i < context.orderedTriggers; i++) {
        writer
          .begin(4)
          .begin(1)
          .scalar(1, i)
          .begin(3)
          .end()
          .end()
          .uint(2, 1000 + i)
          .end();
      }
      for (const output of this.#outputs(context.sortedNames)) writer.string(5, output);
      if (context.hardware) writer.begin(6).uint(1, 8).uint(2, 64).uint(3, 64).end();
      writer.end();
    });
    sink.close();
  }

  /** Returns the names of `count` outputs, outputs to the host first. */
  #outputs(count: number): string[] {
    const all = this.#edges.flat().filter(({ direction }) => direction === 1);
    const sorted = [...all].sort((a, b) => a.connection - b.connection);
    return Array.from({ length: count }, (_, i) => sorted[i]?.name ?? `${this.name}/output${i}`);
  }

  #operations(field: number, part: PartProfile, edges: readonly LikeEdge[]): void {
    const { sink, random } = this;
    const inputs = edges.filter(({ direction, connection }) => direction === 0 && connection !== 2);
    const kinds = shuffledKinds(part.actions, random);
    const sizes = new Map(
      Object.entries(part.blobs).map(([kind, list]) => [kind, shuffledValues(list, random)]),
    );
    const triggers = shuffledKinds(part.triggers, random);
    const triggerIds = descending(triggers.length, part.descents.triggers, this.#first.trigger);
    const actionIds = descending(kinds.length, part.descents.actions, this.#first.action);
    this.#first.trigger += triggers.length;
    this.#first.action += kinds.length;
    // The actions that allow inputs are put into the longest operation, so that they stay together.
    const lengths = shuffledValues(part.operations, random).sort((a, b) => b - a);
    let allowed = 0;
    for (const [i, length] of lengths.entries()) {
      sink.open(field);
      sink.write((writer) => this.#trigger(writer, triggers[i]!, triggerIds[i]!, edges, random));
      for (let left = length; left > 0; left--) {
        const id = actionIds.shift()!;
        const kind = kinds.shift()!;
        if (kind === 'allowInputDataflow') {
          const edge = inputs[allowed++ % inputs.length];
          const ids = { trigger: 0, action: id };
          sink.write((writer) => allowInput(writer, ids, edge?.sysIndex ?? 0, edge?.connection ?? 0));
        } else {
          this.#action(kind, id, sizes.get(kind)?.shift() ?? 0, left);
        }
      }
      sink.close();
    }
  }

  #action(kind: string, id: number, size: number, turn: number): void {
    const { sink, random, profile } = this;
    const channel = turn % Math.max(1, profile.channels);
    const write = WRITES[kind];
    if (kind === 'writeDataCcwPtr') {
      const ids = { trigger: 0, action: id };
      sink.write((writer) => pointerAction(writer, ids, this.#offset, size, channel));
      this.#offset += size;
      return;
    }
    sink.open(2);
    sink.write((writer) => writer.scalar(1, id));
    if (write !== undefined) {
      const [member, data] = write;
      sink.open(member);
      if (data > 1) sink.write((writer) => writer.uint(1, 0x1080_02dc));
      if (size > 0) sink.blob(data, size < 8 ? new Uint8Array() : ccwHead(size, 0x1080_02dc), size);
      if (kind === 'writeDataCcw') sink.write((writer) => writer.scalar(2, channel));
      if (kind === 'writeDataByType') sink.write((writer) => writer.uint(4, 0xffff_ffff));
      sink.close();
    } else if (kind !== 'unset') {
      const around = {
        random,
        uses: new Set<never>(),
        noise: this.#noise,
        ids: this.#first,
        networks: Math.max(1, profile.networks),
        legacyL3: false,
        sequencers: true,
        loadsOn: undefined,
      };
      const writer = ACTION_WRITERS[kind];
      if (writer === undefined) throw new Error(`nothing here writes ${kind}`);
      sink.write((record) => writer(record, around));
    }
    sink.close();
  }

  #trigger(writer: RecordWriter, kind: string, id: number, edges: readonly LikeEdge[], random: Random): void {
    const isReceived = kind === 'triggerAllDataWasReceived';
    const streams = edges.filter(({ direction }) => direction === (isReceived ? 0 : 1));
    writer.begin(1).scalar(1, id);
    if (kind !== 'unset') {
      writer.begin(TRIGGERS[kind]!);
      if (kind === 'triggerLcu') writer.scalar(1, random.below(8)).scalar(2, random.below(16));
      else if (kind !== 'triggerNone' && kind !== 'triggerNms') {
        writer.scalar(1, streams[random.below(Math.max(1, streams.length))]?.sysIndex ?? 0);
      }
      writer.end();
    }
    writer.end();
  }
}

/** Returns every kind as often as it occurs, in random order, after the actions that allow inputs. */
function shuffledKinds(counts: Counts, random: Random): string[] {
  const all = Object.entries(counts).flatMap(([kind, count]) => Array.from({ length: count }, () => kind));
  const isFirst = (kind: string) => kind === 'allowInputDataflow';
  return [...all.filter(isFirst), ...random.shuffled(all.filter((kind) => !isFirst(kind)))];
}

function shuffledValues(values: Histogram, random: Random): number[] {
  return random.shuffled(values.flatMap(([value, count]) => Array.from({ length: count }, () => value)));
}

/**
 * Returns `count` identities from `first` on, in ascending rows. The row with the largest identities comes
 * first, so that identities decrease `descents` times.
 */
function descending(count: number, descents: number, first: number): number[] {
  const rows = descents + 1;
  const cut = (row: number) => Math.floor((count * row) / rows);
  return Array.from({ length: rows }, (_, i) => rows - 1 - i).flatMap((row) =>
    Array.from({ length: cut(row + 1) - cut(row) }, (_, i) => first + cut(row) + i),
  );
}
