import {
  newestContainer,
  PUBLISHED_RELEASES,
  type Release,
  releaseSpans,
} from '../../base/diagnostics/releases.js';
import { architectureName } from '../../base/schema/architecture.js';
import { takesExtension } from '../../base/schema/extension-support.js';
import { enumByName } from '../../base/schema/lookup.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import { ReleaseFacts } from '../../check/runtime/release.js';
import type { Reason, RuntimeVerdict, RuntimeVerdicts } from '../../check/runtime/verdict.js';
import { alikeVerdicts, verdictText } from './runtime-text.js';

/** What releases that answer alike do with a file: why they do not take it, what they know instead, and what to do. */
export interface LoadAnswer {
  /** Oldest first; never empty. */
  readonly releases: readonly Release[];
  /** The same for people: `4.18 to 4.20`. */
  readonly spans: string;
  /** Of the first of them; the others answer the same. */
  readonly verdict: RuntimeVerdict;
  /** `rejects at load: INVALID_HEF (26)`. */
  readonly headline: string;
  /** Which bytes, and what is there; the one that ends it first. Empty where the file is taken. */
  readonly reasons: readonly Reason[];
  /** What the releases take there; null where there is nothing to say but the reason. */
  readonly knows: string | null;
  /** What to do, the simplest first. */
  readonly remedies: readonly string[];
}

/**
 * The answers to "why does it not load?", one for releases that do the same and know the same. Both a terminal and a
 * page show them.
 * @param version of the container; null where the message is bare or its header cannot be read
 * @param taking releases that load the file, where others than those in `runtime` were tried
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

/** Releases that take the file. */
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
  const verb = releases.length === 1 ? 's' : '';
  return {
    releases,
    spans,
    verdict,
    headline: verdictText(verdict, releases.length),
    reasons,
    knows: known === null ? null : `${spans} ${known[0]}${verb} ${known[1]}`,
    remedies: first === undefined ? [] : remediesOf(first.code, release, spans, taking, version),
  };
}

/** What to do where other releases take a file. */
export function useReleaseText(taking: readonly Release[]): string | null {
  return taking.length === 0 ? null : `use release ${releaseSpans(taking)} of the runtime`;
}

/** Which tool chains wrote a container version, as far as their files were seen. */
const WRITTEN_BY = ['up to 3.27', '3.29 and 3.30', '3.31', '5'] as const;

/** A verb, and what the release takes in the place of what a file has. */
function knownInstead(code: string, release: Release): readonly [verb: string, known: string] | null {
  const newest = newestContainer(release);
  switch (code) {
    case 'frame-version-unsupported':
      return ['read', newest === 0 ? 'container version 0' : `container versions 0 to ${newest}`];
    case 'extension-not-loadable':
      return ['take', `the extensions ${extensionsOf(release).join(', ')}`];
    case 'hw-arch-unknown':
      return ['know', `the architectures ${architecturesOf(new ReleaseFacts(release)).join(', ')}`];
    case 'newer-layout':
      return ['read', 'contexts that lie in their network group'];
    default:
      return null;
  }
}

function architecturesOf(facts: ReleaseFacts): string[] {
  const all = (enumByName(MDL, 'ProtoMDLHwArch')?.values ?? []).map(({ number }) => number);
  const known = all.filter((number) => facts.knowsValue('ProtoMDLHwArch', number, all));
  return known.map((number) => architectureName(number) ?? '');
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
    // Words lie after the message from version 1 on, and version 0 has no place for them.
    if (newest > 0 && (version ?? 0) > newest) {
      remedies.push(`protomdl convert --framing ${newest}, and ask again: the message may need more, too`);
    }
    remedies.push(`compile it with a tool chain of ${spans}: ${WRITTEN_BY[newest]}`);
  } else if (code === 'frame-length-mismatch' || code === 'frame-truncated-header') {
    remedies.push('get the file again: it is not as long as its header says');
  } else if (code === 'frame-checksum-mismatch') {
    remedies.push(
      'get the file again; where it was changed on purpose, protomdl convert writes a new checksum',
    );
  } else if (code.startsWith('wire-') || code === 'string-not-utf8') {
    remedies.push('get the file again: it is damaged, or no program for this format wrote it');
  } else if (code === 'extension-not-loadable' || code === 'hw-arch-unknown' || code === 'newer-layout') {
    remedies.push(`compile it with a tool chain of ${spans}, without what that does not know`);
  }
  return [...remedies, `protomdl explain ${code}`];
}
