import { NOTE } from './action-notes.js';
import type { FaultLog, LoggedFinding } from './fault-log.js';
import type { Features } from './features.js';
import type { ReleaseFacts } from './release.js';
import { type FailureStatus, faultOf, type RuntimeFault } from './verdict.js';

interface Effect {
  readonly code: string;
  readonly ending: FailureStatus;
  /** Code of the reason to report if `code` is a note. */
  readonly because?: string;
  readonly since?: string;
  /** True for findings that have this effect; if missing, all findings of the code have the effect. */
  readonly where?: (finding: LoggedFinding, release: ReleaseFacts) => boolean;
}

/**
 * True if the release does not know the action. The path is the path of the action if the kind is unknown;
 * otherwise the path of a member that some releases do not know.
 */
const isUnknown = ({ path }: LoggedFinding, release: ReleaseFacts): boolean =>
  path.endsWith(']') || !release.sees(path) || (path.endsWith('.debug') && release.isBefore('4.19.0'));
/** True for an error, because rules also warn about values that loaders accept. */
const isError = ({ severity }: LoggedFinding): boolean => severity === undefined || severity === 'error';

const invalid = (...codes: string[]): Effect[] =>
  codes.map((code) => ({ code, ending: 'INVALID_HEF', where: isError }));
const failure = (...codes: string[]): Effect[] => codes.map((code) => ({ code, ending: 'INTERNAL_FAILURE' }));

/** Effects of findings in operations, for releases that read operations during the load. */
const EFFECTS: readonly Effect[] = [
  { code: 'trigger-unset', ending: 'INVALID_HEF' },
  { code: 'trigger-unknown-variant', ending: 'INVALID_HEF' },
  { code: 'trigger-all-data-received-unsupported', ending: 'NOT_IMPLEMENTED' },
  ...invalid('trigger-lcu-range', 'trigger-nms-range', 'trigger-shmifo-range'),
  { code: 'action-unknown-variant', ending: 'INTERNAL_FAILURE', where: isUnknown },
  ...failure('action-unset', 'action-write-compressed-data', 'action-write-data-legacy'),
  ...invalid('cfg-channel-index-range', 'lcu-range', 'lcu-kernel-done-address-range', 'sequencer-range'),
  ...invalid('initial-l3-range', 'allow-input-range', 'wait-module-range', 'ccw-burst-limit'),
  {
    code: 'action-later-values',
    ending: 'INVALID_HEF',
    where: ({ path }, release) =>
      release.sees(path) &&
      // Before 4.20, loaders only warned about units without classes or bursts.
      !(/\.(?:number_of_classes|burst_size|enable_nms)$/.test(path) && release.isBefore('4.20.0')),
  },
];
/** Each container version has configuration words in one section, and loaders only read that section. */
const KIND_MISMATCH = { ending: 'INVALID_HEF', because: 'frame-ccw-kind-mismatch', since: '4.18.0' } as const;

interface FirstFault extends OperationPlace {
  readonly fault: RuntimeFault;
}

/**
 * Position of a fault in the order in which loaders read. The trigger of an operation comes before the
 * actions.
 */
interface OperationPlace {
  /** Path of the list of operations: `network_groups[0].contexts[2].operations`. */
  readonly list: string;
  readonly operation: number;
  /** Index of the action; -1 for the trigger. */
  readonly action: number;
  readonly offset: number;
}

const PATH = /^(.*?\.operations?)\[(\d+)\](?:\.actions\[(\d+)\])?/;

function placeIn({ path, offset }: LoggedFinding): OperationPlace | undefined {
  const [, list, operation, action] = PATH.exec(path) ?? [];
  if (list === undefined) return undefined;
  return { list, operation: Number(operation), action: action === undefined ? -1 : Number(action), offset };
}

function isBefore(a: OperationPlace, b: OperationPlace): boolean {
  return (a.operation - b.operation || a.action - b.action || a.offset - b.offset) < 0;
}

/**
 * First fault in each list of operations, in the order in which a release reads. Faults are taken from the
 * findings of rules. Lists that no loader reads (the ends of clusters, the order of triggers) have no faults.
 */
export class OperationFaults {
  readonly #first = new Map<string, FirstFault>();
  /**
   * For actions with several members: maps the path of the action's last member to the path of the last
   * member that the release knows.
   */
  readonly #kept = new Map<string, string>();
  /**
   * Fault of a container that cannot have aligned words. Loaders find this fault after the first operation.
   */
  readonly #unaligned: RuntimeFault | undefined;

  /** @param version version of the container; null for a bare message */
  constructor(log: FaultLog, version: number | null, features: Features, release: ReleaseFacts) {
    if (!release.readsAll) return;
    if (features.alignedWords && (version === 1 || version === 2)) {
      const message = `the extension SHARED_CONFIG (32) in container version ${version}; only version 3 allows it`;
      this.#unaligned = { ...faultOf(release.notSupported, 'extension-not-loadable'), message };
    }
    for (const { path, overwritten } of log.of('oneof-multiple-members')) {
      // A member that the release skips does not overwrite an earlier member.
      if (release.sees(path)) continue;
      const member = overwritten.findLast((one) => release.sees(one));
      if (member !== undefined) this.#kept.set(path, member);
    }
    const mismatch = (version ?? 0) === 0 ? NOTE.pointer : NOTE.words;
    for (const effect of [...EFFECTS, { ...KIND_MISMATCH, code: mismatch }]) {
      this.#take(effect, log, release);
    }
  }

  /**
   * Returns the first fault of a list of operations.
   * @param list `contexts[2].operations`, or `preliminary_config.operation`
   * @param count number of operations in the list
   */
  in(list: string, count: number): RuntimeFault | undefined {
    const first = this.#first.get(list);
    // Loaders check the alignment after the actions of an operation.
    if (this.#unaligned !== undefined && count > 0 && first?.operation !== 0) return this.#unaligned;
    return first?.fault;
  }

  #take({ code, ending, because, since, where }: Effect, log: FaultLog, release: ReleaseFacts): void {
    if (since !== undefined && !release.isFrom(since)) return;
    for (const finding of log.of(code)) {
      const place = placeIn(finding);
      if (place === undefined || where?.(finding, release) === false) continue;
      const member = this.#kept.get(finding.path);
      if (member !== undefined && code === 'action-unknown-variant') continue;
      const known = this.#first.get(place.list);
      if (known !== undefined && !isBefore(place, known)) continue;
      this.#first.set(place.list, { ...place, fault: faultOf(ending, because ?? code, finding) });
    }
  }
}
