import type { HeaderSummary, ModelGlance, StreamSummary } from '../../../read/model/summary.js';
import { architectureText, contentText, framingWords } from '../../../show/report/summary-text.js';
import { bytesText, counted } from '../../../show/report/text.js';
import { shownText } from '../../text/shown-text.js';
import type { Fact } from './facts.js';

/**
 * Returns the few facts about a file that a reader needs first.
 * @param lookalike format of a file that is not a model
 */
export function cardFacts(
  { size, container, header, networkGroups, networkGroupCount }: ModelGlance,
  lookalike: string | null = null,
): Fact[] {
  const contexts = networkGroups.reduce(
    (sum, { coreOps }) => sum + coreOps.reduce((all, op) => all + op.contextCount, 0),
    0,
  );
  const groups = counted(networkGroupCount, 'network group');
  const fps = Math.max(0, ...networkGroups.flatMap(({ coreOps }) => coreOps.map((op) => op.bottleneckFps)));
  return [
    ...(header === null ? [] : headerFacts(header)),
    ['file', `${bytesText(size)}, ${framingWords(container, lookalike)}`],
    ...(lookalike === null ? [['consists of', `${groups}, ${counted(contexts, 'context')}`] as const] : []),
    ...(fps > 0 ? [['expected', `${fps.toFixed(1)} frames/s`] as const] : []),
  ];
}

function headerFacts({ hwArch, sdkVersion, created }: HeaderSummary): Fact[] {
  return [
    ['device', architectureText(hwArch)],
    ['tool chain', sdkVersion === '' ? 'not stated' : shownText(toolChain(sdkVersion), 80)],
    ...(created === null
      ? []
      : [['compiled', created.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')] as const]),
  ];
}

/** Returns `5.4.0` for `sdk-version: 5.4.0, git-branch: …`. */
function toolChain(text: string): string {
  return /^sdk-version: ([^,]+),/.exec(text)?.[1] ?? text;
}

/** A network with its streams, up to the maximum number for a card. */
interface CardNetwork {
  readonly name: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

const MOST_NETWORKS = 6;
const MOST_STREAMS = 8;

/**
 * Returns the networks with the shapes of their inputs and outputs. A network in several variants of a group
 * occurs once.
 */
export function cardNetworks({ networkGroups }: ModelGlance): CardNetwork[] {
  const found = new Map<string, CardNetwork>();
  for (const { name: group, coreOps } of networkGroups) {
    for (const { networks, streams } of coreOps) {
      for (const name of networks.length === 0 ? [group] : networks) {
        const own = streams.filter(({ network }) => network === null || network === name);
        const of = (direction: StreamSummary['direction']): string[] =>
          own.filter((stream) => stream.direction === direction).map((stream) => contentText(stream));
        if (!found.has(name) && found.size < MOST_NETWORKS)
          found.set(name, { name, inputs: of('input'), outputs: of('output') });
      }
    }
  }
  return [...found.values()];
}

/** Returns text such as `40x40x64, 20x20x64 … and 2 more`, with counts for repeated shapes. */
export function countedShapes(shapes: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const shape of shapes) counts.set(shape, (counts.get(shape) ?? 0) + 1);
  const texts = [...counts].map(([shape, count]) => (count === 1 ? shape : `${count} × ${shape}`));
  const shown = texts.slice(0, MOST_STREAMS);
  return shown.join(', ') + (texts.length > shown.length ? ` … and ${texts.length - shown.length} more` : '');
}
