import type { CoreOpFacts } from './core-op.js';
import { isNetFlow, isVersioned } from './features.js';
import type { FileFacts, GroupFacts } from './file.js';

/**
 * Architectures whose groups come in variants for parts of the device, with the first release that has
 * variants.
 */
export const ARCHITECTURES_IN_PARTS: readonly { readonly arch: number; readonly since: string }[] = [
  { arch: 3, since: '4.10.0' },
  { arch: 4, since: '4.16.0' },
];

/** Layout of groups: `netFlow` for graphs, `inParts` for variants. */
export interface GroupLayout {
  readonly netFlow: boolean;
  readonly inParts: boolean;
}

/** Returns the layout of a file's groups, as the newest releases read the file. */
export function coreOpLayout(file: FileFacts): GroupLayout {
  const arch = file.header?.hwArch.value ?? 0;
  return {
    netFlow: isVersioned(file) && isNetFlow(file),
    inParts: ARCHITECTURES_IN_PARTS.some((one) => one.arch === arch),
  };
}

/** A network group as loaders from 4.10 on read it. */
export interface ChosenCoreOps {
  /** Name under which the group is stored. */
  readonly name: string;
  /** Name that loaders use for a query that names no group; undefined if loaders find no name. */
  readonly askedName: string | undefined;
  /**
   * Core op that stands for the group: the group itself, or the node of its graph. Undefined if the graph has
   * no node.
   */
  readonly whole: CoreOpFacts | undefined;
  /**
   * The core ops of the group's networks. Empty if the architecture has variants for parts, and the group has
   * no core op for any part.
   */
  readonly coreOps: readonly CoreOpFacts[];
  readonly firstPart: CoreOpFacts | undefined;
}

export function chosenCoreOps(group: GroupFacts, { netFlow, inParts }: GroupLayout): ChosenCoreOps {
  const { own } = group;
  // The usual case: a group of the specification's layout.
  if (!netFlow && !inParts && group.shells.length === 0 && group.coreOps[0] === own) {
    const name = coreOpName(own);
    return { name, askedName: name, whole: own, coreOps: [own], firstPart: undefined };
  }
  const among = (holder: CoreOpFacts['holder']): CoreOpFacts[] =>
    [...group.coreOps, ...group.shells].filter((coreOp) => coreOp.holder === holder);
  // Parts without contexts are shells, but may still have the group's name.
  const parts = among('partial-group').sort((a, b) => a.offset - b.offset);
  const [firstPart] = parts;
  const nodes = among('op').sort((a, b) => a.offset - b.offset);
  const whole = netFlow ? nodes[0] : own;
  const [node] = nodes;
  // Only variants of the first node are chosen.
  const inNode = ({ offset }: CoreOpFacts): boolean =>
    node !== undefined && offset >= node.offset && offset < node.offset + node.length;
  const chosen = netFlow
    ? among('partial-core-op')
        .filter(inNode)
        .sort((a, b) => a.offset - b.offset)
    : parts;
  return {
    name: coreOpName(firstPart ?? own),
    askedName: inParts ? firstPart && coreOpName(firstPart) : coreOpName(own),
    whole,
    coreOps: inParts ? chosen : whole === undefined ? [] : [whole],
    firstPart,
  };
}

/** Returns the name of a core op; an absent name is empty. */
export function coreOpName({ metadata }: CoreOpFacts): string {
  return metadata?.name.value ?? '';
}
