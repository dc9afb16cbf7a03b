import {
  newestContainer,
  PUBLISHED_RELEASES,
  type Release,
  releaseSpans,
} from '../../base/diagnostics/releases.js';
import { deviceText } from '../../base/schema/architecture.js';
import { takesExtension } from '../../base/schema/extension-support.js';
import { enumByName } from '../../base/schema/lookup.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import { ReleaseFacts } from '../../check/runtime/release.js';
import type { Reason, RuntimeVerdict, RuntimeVerdicts } from '../../check/runtime/verdict.js';
import { alikeVerdicts, isPlural, verdictText } from './runtime-text.js';

/**
 * The result of a file on releases with equal results: the reasons for a failure, the values that the
 * releases know instead, and remedies.
 */
export interface LoadAnswer {
  /** Oldest first; never empty. */
  readonly releases: readonly Release[];
  /** Text for the releases: `4.18 to 4.20`. */
  readonly spans: string;
  /** Verdict of the first release; the others have the same. */
  readonly verdict: RuntimeVerdict;
  /** `rejects at load: INVALID_HEF (26)`. */
  readonly headline: string;
  /** The faults with their bytes and values; the first one ends the loading. Empty if the file loads. */
  readonly reasons: readonly Reason[];
  /** The values that the releases accept instead; null if the reason says everything. */
  readonly knows: string | null;
  /** Remedies, the simplest first. */
  readonly remedies: readonly string[];
}

/**
 * Answers "why does it not load?", once for releases with the same result and the same knowledge. Both a
 * terminal and a page show these answers.
 * @param version container version; null if the message is bare or its header cannot be read
 * @param taking releases that load the file, if others than those in `runtime` were tried
 */
export function loadAnswers(
  runtime: RuntimeVerdicts,
  version: number | null,
  taking: readonly Release[] = takingOf(runtime),
): LoadAnswer[] {
  const answers: LoadAnswer[] = [];
  for (const { releases, verdict } of alikeVerdicts(runtime)) {
    const [first] = verdict.reasons;
    const known = new Map<string, Release[]>();
    for (const release of releases) {
      const key = first === undefined ? '' : JSON.stringify(knownInstead(first.code, release));
      known.set(key, [...(known.get(key) ?? []), release]);
    }
    for (const alike of known.values()) answers.push(answerOf(alike, runtime, version, taking));
  }
  return answers;
}

/** Returns the releases that load the file. */
export function takingOf(runtime: RuntimeVerdicts): readonly Release[] {
  return PUBLISHED_RELEASES.filter((release) => runtime[release]?.verdict === 'accepts');
}

function answerOf(
  releases: readonly Release[],
  runtime: RuntimeVerdicts,
  version: number | null,
  taking: readonly Release[],
): LoadAnswer {
  const [release] = releases as [Release];
  const verdict = runtime[release] as RuntimeVerdict;
  const { reasons } = verdict;
  const [first] = reasons;
  const spans = releaseSpans(releases);
  const known = first === undefined ? null : knownInstead(first.code, release);
  const verb = isPlural(spans) ? '' : 's';
  return {
    releases,
    spans,
    verdict,
    headline: verdictText(verdict, isPlural(spans)),
    reasons,
    knows: known === null ? null : `${spans} ${known[0]}${verb} ${known[1]}`,
    remedies: first === undefined ? [] : remediesOf(first.code, release, spans, taking, version),
  };
}

/** Returns the remedy of using another release, if one loads the file. */
export function useReleaseText(taking: readonly Release[]): string | null {
  return taking.length === 0 ? null : `use release ${releaseSpans(taking)} of the runtime`;
}

/** Tool chains that wrote a container version, as far as their files are known. */
const WRITTEN_BY = ['up to 3.27', '3.29 and 3.30', '3.31', '5'] as const;

/** Returns a verb, and the values that the release accepts instead of the file's. */
function knownInstead(code: string, release: Release): readonly [verb: string, known: string] | null {
  const newest = newestContainer(release);
  switch (code) {
    case 'frame-version-unsupported':
      return ['read', newest === 0 ? 'container version 0' : `container versions 0 to ${newest}`];
    case 'extension-not-loadable':
      return ['know', `the extensions ${extensionsOf(release).join(', ')}`];
    case 'hw-arch-unknown':
      return ['know', `the devices ${architecturesOf(new ReleaseFacts(release)).join(', ')}`];
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

function remediesOf(
  code: string,
  release: Release,
  spans: string,
  taking: readonly Release[],
  version: number | null,
): string[] {
  const use = useReleaseText(taking);
  const remedies = use === null ? [] : [use];
  const newest = newestContainer(release);
  if (code === 'frame-version-unsupported') {
    // From version 1 on, words come after the message, and version 0 has no place for them.
    if (newest > 0 && (version ?? 0) > newest) {
      remedies.push(
        `protomdl convert --framing ${newest}, and check again: the message may need further changes`,
      );
    }
    remedies.push(`compile it with a tool chain of ${spans}: ${WRITTEN_BY[newest]}`);
  } else if (code === 'frame-length-mismatch' || code === 'frame-truncated-header') {
    remedies.push('get the file again: its length does not match its header');
  } else if (code === 'frame-checksum-mismatch') {
    remedies.push('get the file again; if it was changed on purpose, protomdl convert writes a new checksum');
  } else if (code.startsWith('wire-') || code === 'string-not-utf8') {
    remedies.push('get the file again: it is damaged, or no program for this format wrote it');
  } else if (code === 'extension-not-loadable' || code === 'hw-arch-unknown' || code === 'newer-layout') {
    remedies.push(`compile it with a tool chain of ${spans}, without features that it does not support`);
  }
  return [...remedies, `protomdl explain ${code}`];
}
