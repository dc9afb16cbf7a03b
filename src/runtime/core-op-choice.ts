import { type CoreOpFacts, type FileFacts, type GroupFacts, isNetFlow } from '../rules/facts/index.js';
import type { ReleaseFacts } from './release.js';

/** The architecture whose groups come in variants for parts of the device. */
const ACCEL8L = 3;

/** The core ops that a release makes networks of. Empty where it looks for one and there is none. */
export function chosenCoreOps(
  group: GroupFacts,
  file: FileFacts,
  release: ReleaseFacts,
): readonly CoreOpFacts[] {
  const { own, coreOps } = group;
  const inParts = file.header?.hwArch.value === ACCEL8L;
  if (release.isFrom('4.12.0') && isNetFlow(file)) {
    const ops = coreOps.filter(({ holder }) => holder === 'op');
    const parts = coreOps.filter(({ holder }) => holder === 'partial-core-op');
    // A group is expected to have one.
    return inParts && parts.length > 0 ? parts : ops.slice(0, 1);
  }
  if (release.isFrom('4.10.0') && inParts) {
    const parts = coreOps.filter(({ holder }) => holder === 'partial-group');
    if (parts.length > 0) return parts;
  }
  return [own];
}

/** Whether something at `offset` is in a core op itself, and not in another one inside it. */
export function isOwn(offset: number, coreOp: CoreOpFacts, group: GroupFacts): boolean {
  let innermost: CoreOpFacts | undefined;
  for (const candidate of [group.own, ...group.coreOps]) {
    if (offset < candidate.offset || offset >= candidate.offset + candidate.length) continue;
    if (innermost === undefined || candidate.length < innermost.length) innermost = candidate;
  }
  return innermost?.offset === coreOp.offset;
}
