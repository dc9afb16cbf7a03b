import { RELEASES, type Release } from '../../base/diagnostics/catalogue.js';
import { architectureName } from '../../base/schema/architecture.js';
import { enumByName } from '../../base/schema/lookup.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import { takesExtension } from '../../check/runtime/extension-load.js';
import { ReleaseFacts } from '../../check/runtime/release.js';
import type { Reason, RuntimeVerdict, RuntimeVerdicts } from '../../check/runtime/verdict.js';
import { verdictText } from './runtime-text.js';

/** Why a release does not take a file, what it knows instead, and what to do. */
export interface LoadAnswer {
  readonly release: Release;
  readonly verdict: RuntimeVerdict['verdict'];
  /** `rejects at load: INVALID_HEF (26)`. */
  readonly headline: string;
  /** Which bytes, and what is there; the one that ends it first. Empty where the file is taken. */
  readonly reasons: readonly Reason[];
  /** What the release takes there; null where there is nothing to say but the reason. */
  readonly knows: string | null;
  /** What to do, the simplest first. */
  readonly remedies: readonly string[];
}

/**
 * The answer to "why does it not load?" for each release that was asked about. The same for a terminal and for a page.
 * @param version of the container; null where the message is bare or its header cannot be read
 */
export function loadAnswers(runtime: RuntimeVerdicts, version: number | null): LoadAnswer[] {
  const asked = RELEASES.filter((release) => runtime[release] !== undefined);
  const taking = asked.filter((release) => runtime[release]?.verdict === 'accepts');
  return asked.map((release) => {
    const verdict = runtime[release] as RuntimeVerdict;
    const { reasons } = verdict;
    const [first] = reasons;
    const facts = new ReleaseFacts(release);
    return {
      release,
      verdict: verdict.verdict,
      headline: verdictText(verdict),
      reasons,
      knows: first === undefined ? null : knownInstead(first.code, facts),
      remedies: first === undefined ? [] : remediesOf(first.code, facts, taking, version),
    };
  });
}

/** Which tool chains wrote a container version, as far as their files were seen. */
const WRITTEN_BY = ['up to 3.27', '3.29 and 3.30', '3.31', '5'] as const;

function knownInstead(code: string, facts: ReleaseFacts): string | null {
  const { release, newestContainer } = facts;
  switch (code) {
    case 'frame-version-unsupported': {
      const versions =
        newestContainer === 0 ? 'container version 0' : `container versions 0 to ${newestContainer}`;
      return `${release} reads ${versions}`;
    }
    case 'extension-not-loadable': {
      return `${release} takes the extensions ${extensionsOf(facts).join(', ')}`;
    }
    case 'hw-arch-unknown':
      return `${release} knows the architectures ${architecturesOf(facts).join(', ')}`;
    case 'newer-layout':
      return `${release} reads contexts that lie in their network group`;
    default:
      return null;
  }
}

function architecturesOf(facts: ReleaseFacts): string[] {
  const all = (enumByName(MDL, 'ProtoMDLHwArch')?.values ?? []).map(({ number }) => number);
  const known = all.filter((number) => facts.knowsValue('ProtoMDLHwArch', number, all));
  return known.map((number) => architectureName(number) ?? '');
}

function extensionsOf(facts: ReleaseFacts): string[] {
  const values = enumByName(MDL, 'ProtoMDLExtensionType')?.values ?? [];
  return values.filter(({ number }) => takesExtension(facts, number)).map(({ name }) => name);
}

function remediesOf(
  code: string,
  { release, newestContainer }: ReleaseFacts,
  taking: readonly Release[],
  version: number | null,
): string[] {
  const remedies = taking.length === 0 ? [] : [`use release ${taking.join(' or ')} of the runtime`];
  if (code === 'frame-version-unsupported') {
    // Words lie after the message from version 1 on, and version 0 has no place for them.
    if (newestContainer > 0 && (version ?? 0) > newestContainer) {
      remedies.push(
        `protomdl convert --framing ${newestContainer}, and ask again: the message may need more, too`,
      );
    }
    remedies.push(`compile it with a tool chain of ${release}: ${WRITTEN_BY[newestContainer]}`);
  } else if (code === 'frame-length-mismatch' || code === 'frame-truncated-header') {
    remedies.push('get the file again: it is not as long as its header says');
  } else if (code === 'frame-checksum-mismatch') {
    remedies.push(
      'get the file again; where it was changed on purpose, protomdl convert writes a new checksum',
    );
  } else if (code.startsWith('wire-') || code === 'string-not-utf8') {
    remedies.push('get the file again: it is damaged, or no program for this format wrote it');
  } else if (code === 'extension-not-loadable' || code === 'hw-arch-unknown' || code === 'newer-layout') {
    remedies.push(`compile it with a tool chain of ${release}, without what that does not know`);
  }
  return [...remedies, `protomdl explain ${code}`];
}
