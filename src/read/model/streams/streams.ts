import type { NetworkGroupView } from '../mdl.gen.js';
import type { Model } from '../open.js';
import { GroupReader } from './group-streams.js';
import type { GroupStreams, ModelStreams, StreamRelease, VirtualStream } from './stream-info.js';
import { NEWEST_RELEASE, type StreamRules, streamRules } from './stream-rules.js';

/** Maximum number of groups to read; the loader's limit is far lower. */
const MAX_GROUPS = 256;

/** Options of `streams`. */
export interface StreamOptions {
  /** Release of the runtime whose answers to return. Default: the newest. */
  readonly release?: StreamRelease;
}

/** The streams of a model; most programs only need `inputs` and `outputs`. */
export class Streams implements ModelStreams {
  /** @hidden */
  constructor(
    readonly release: StreamRelease,
    readonly groups: readonly GroupStreams[],
  ) {}

  /**
   * Returns the streams that an application writes, in the runtime's order.
   * @param name a group (`yolov8n`), or one network of a group (`yolov8n/first`); the first group by default
   */
  inputs(name?: string): readonly VirtualStream[] {
    return this.#asked('inputs', name);
  }

  /**
   * Returns the streams that an application reads, in the runtime's order. The results of post-processing are
   * included for every network.
   * @param name as for `inputs`
   */
  outputs(name?: string): readonly VirtualStream[] {
    return this.#asked('outputs', name);
  }

  #asked(list: 'inputs' | 'outputs', name: string | undefined): readonly VirtualStream[] {
    if (name === undefined) return this.groups[0]?.[list] ?? [];
    const group = this.groups.find((one) => name === one.name || name === `${one.name}/${one.name}`);
    if (group !== undefined) return group[list];
    const owner = this.groups.find(({ networkNames }) => networkNames.includes(name));
    const made = new Set(owner?.postProcessing.map(({ output }) => output));
    return owner?.[list].filter((stream) => stream.network === name || made.has(stream.name)) ?? [];
  }
}

/**
 * Reads the inputs and outputs of a model as the runtime gives them to applications, the hardware streams below
 * them, and post-processing on the host. The result is plain data, and remains valid after the model is
 * closed.
 *
 * @throws ProtomdlError if the message is malformed
 */
export function streams(
  { root }: Pick<Model, 'root'>,
  { release = NEWEST_RELEASE }: StreamOptions = {},
): Streams {
  const rules = streamRules(root, release);
  const groups: GroupStreams[] = [];
  for (const group of root.networkGroups) {
    if (groups.length >= MAX_GROUPS) break;
    groups.push(groupStreams(group, rules));
  }
  return new Streams(release, groups);
}

/** Reads the streams of one group. @throws ProtomdlError if the group is malformed */
export function groupStreams(group: NetworkGroupView, rules: StreamRules): GroupStreams {
  const reader = new GroupReader(group, rules);
  const layers = reader.readLayers();
  while (layers.next().done !== true);
  return reader.finish();
}
