import { newestContainer, type Release, releaseSpans } from '../../base/diagnostics/releases.js';
import { deviceText } from '../../base/schema/architecture.js';
import { takesExtension } from '../../base/schema/extension-support.js';
import { enumByName } from '../../base/schema/lookup.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import { ReleaseFacts } from '../../check/runtime/release.js';
import type { Reason, RuntimeVerdict } from '../../check/runtime/verdict.js';
import { type RemedyFacts, remediesOf } from './remedy.js';
import { alikeVerdicts, isPlural, verdictText } from './runtime-text.js';

/**
 * The answer for releases with equal results: the reasons for a refusal, the values that the releases accept
 * instead, and remedies.
 */
export interface LoadAnswer {
  /** The releases, the oldest first; at least one release. */
  readonly releases: readonly Release[];
  /** Text for the releases: `4.18 to 4.20`. */
  readonly spans: string;
  readonly verdict: RuntimeVerdict;
  /** Headline of the answer: `rejects at load: INVALID_HEF (26)`. */
  readonly headline: string;
  /** The faults with their bytes and values; the first fault ends the loading. Empty if the file loads. */
  readonly reasons: readonly Reason[];
  /** The values that the releases accept instead; null if the reason already contains them. */
  readonly knows: string | null;
  /** Remedies, the simplest first. */
  readonly remedies: readonly string[];
}

/**
 * Answers the question why a file does not load. Releases that give the same result and accept the same
 * values have one answer. The terminal and the page show the same answers.
 */
export function loadAnswers(file: RemedyFacts): LoadAnswer[] {
  const { runtime = {} } = file;
  const answers: LoadAnswer[] = [];
  for (const { releases, verdict } of alikeVerdicts(runtime)) {
    const [first] = verdict.reasons;
    const known = new Map<string, Release[]>();
    for (const release of releases) {
      const key = first === undefined ? '' : JSON.stringify(knownInstead(first.code, release));
      known.set(key, [...(known.get(key) ?? []), release]);
    }
    for (const alike of known.values()) answers.push(answerOf(alike, verdict, file));
  }
  return answers;
}

function answerOf(releases: readonly Release[], verdict: RuntimeVerdict, file: RemedyFacts): LoadAnswer {
  const [release] = releases as [Release];
  const { reasons } = verdict;
  const [first] = reasons;
  const spans = releaseSpans(releases);
  return {
    releases,
    spans,
    verdict,
    headline: verdictText(verdict, isPlural(spans)),
    reasons,
    knows: first === undefined ? null : knownText(first.code, release, spans),
    remedies:
      first === undefined ? [] : [...remediesOf(first, releases, file), `protomdl explain ${first.code}`],
  };
}

/**
 * Describes the values that releases accept instead of the values in the file; null if the reason already
 * contains them.
 * @param release one of the releases, which accept the same values
 */
function knownText(code: string, release: Release, spans: string): string | null {
  const known = knownInstead(code, release);
  return known === null ? null : `${spans} ${known[0]}${isPlural(spans) ? '' : 's'} ${known[1]}`;
}

/** Returns a verb, and the values that a release accepts instead of the value in the file. */
function knownInstead(code: string, release: Release): readonly [verb: string, known: string] | null {
  const newest = newestContainer(release);
  switch (code) {
    case 'frame-version-unsupported':
      return ['read', newest === 0 ? 'container version 0' : `container versions 0 to ${newest}`];
    case 'extension-not-loadable':
      return ['know', `the extensions ${extensionsOf(release).join(', ')}`];
    case 'hw-arch-unknown':
      return ['know', `the devices ${architecturesOf(ReleaseFacts.of(release)).join(', ')}`];
    case 'newer-layout':
      return ['read', 'contexts that lie in their network group'];
    default:
      return null;
  }
}

function architecturesOf(facts: ReleaseFacts): string[] {
  const all = (enumByName(MDL, 'ProtoMDLHwArch')?.values ?? []).map(({ number }) => number);
  const known = all.filter((number) => facts.knowsValue('ProtoMDLHwArch', number, all));
  return known.map(deviceText);
}

function extensionsOf(release: Release): string[] {
  const values = enumByName(MDL, 'ProtoMDLExtensionType')?.values ?? [];
  return values.filter(({ number }) => takesExtension(release, number)).map(({ name }) => name);
}
