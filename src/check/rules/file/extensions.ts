import type { Release } from '../../../base/diagnostics/catalogue.js';
import { codesOf } from '../../../base/diagnostics/catalogue.js';
import type { Related, Report } from '../../../base/diagnostics/diagnostic.js';
import { PUBLISHED_RELEASES } from '../../../base/diagnostics/releases.js';
import {
  extensionSupportText,
  extensionTakenSince,
  takesExtension,
} from '../../../base/schema/extension-support.js';
import { enumByName, enumValueName } from '../../../base/schema/lookup.js';
import { MDL } from '../../../base/schema/mdl.gen.js';
import { releasesBefore, valueSince } from '../../../base/schema/since.js';
import { duplicatesOf } from '../facts/duplicates.js';
import { findingAt, relatedTo } from '../facts/fact-place.js';
import { isVersioned } from '../facts/features.js';
import { type ExtensionFacts, isUnsure } from '../facts/file.js';
import type { Rule } from '../rule.js';

const EXTENSION_TYPE = 'ProtoMDLExtensionType';
const TEST_ONE = 7;
const UNUSED = 0xffff;
const RESERVED = [TEST_ONE, UNUSED];

/** Checks the lists of features that a loader must know. */
export const extensionRules: Rule = {
  codes: codesOf('file', {
    'extension-not-loadable': {
      severity: 'warning',
      stage: 'load',
      refusedBy: PUBLISHED_RELEASES,
      summary:
        'a mandatory extension that not every release accepts, or a missing one that later releases require',
      why: 'Releases that do not know a mandatory extension refuse the file.',
      runtime:
        `Rejected by releases that do not accept it ({unsupported}): ${extensionSupportText()}. From 4.21 on, a file ` +
        'without extension 26 or with header.version 0 is rejected as outdated.',
      wrong: 'extensions { type_index: 8 }',
      fix: 'optional_extensions { type_index: 8 }',
    },
    'extension-type-unknown': {
      severity: 'info',
      stage: 'load',
      summary: 'an extension of an unknown type',
      why: 'protomdl does not know what this extension requires of a loader.',
      runtime: 'Rejected in the mandatory list, ignored in the optional list.',
      wrong: 'optional_extensions { type_index: 500 }',
      fix: '# without the entry',
    },
    'extension-reserved': {
      severity: 'warning',
      stage: 'load',
      refusedBy: PUBLISHED_RELEASES,
      implies: ['extension-not-loadable'],
      summary: 'a mandatory extension that is reserved for tests or unused',
      why: 'No release accepts this extension.',
      runtime: 'Rejected by {refusing} ({unsupported}).',
      wrong: 'extensions { type_index: 7 }  # TEST_ONE',
      fix: '# without the entry',
    },
    'extension-duplicate': {
      severity: 'info',
      stage: 'load',
      summary: 'an extension that is listed twice',
      why: 'The second entry has no effect; perhaps the compiler meant a different extension.',
      runtime: 'Counted once.',
      wrong: 'extensions { type_index: 3 }\nextensions { type_index: 3 }',
      fix: 'extensions { type_index: 3 }',
    },
    'extensions-need-header-version': {
      severity: 'warning',
      stage: 'load',
      summary: 'extensions in a model whose header.version is 0',
      why:
        'With version 0, the loader reads features from included_features. For example, support of several ' +
        'networks is off.',
      runtime:
        'With version 0 the lists have no effect on features, but the loader still refuses a file with an ' +
        'unknown entry.',
      wrong: 'header { hw_arch: PROTO__HW_ARCH__ACCEL8P }\nextensions { type_index: 3 }',
      fix: 'header { hw_arch: PROTO__HW_ARCH__ACCEL8P version: 4 }\nextensions { type_index: 3 }',
    },
  }),
  file: (file, report) => {
    const { extensions, optionalExtensions, header } = file;
    for (const entry of extensions) checkMandatory(entry, report);
    for (const entry of optionalExtensions) checkKnown(entry, report);
    checkDuplicates(extensions, report);
    checkDuplicates(optionalExtensions, report);
    const unread = header === undefined ? isUnsure(file) : file.broken;
    if (isVersioned(file) || unread) return;
    const [first] = [...extensions.slice(0, 1), ...optionalExtensions.slice(0, 1)].sort(
      (a, b) => a.offset - b.offset,
    );
    if (first === undefined) return;
    const cause = header === undefined ? file : header.version;
    const said = header === undefined ? 'there is no header' : 'header.version is 0';
    report(
      findingAt(
        first,
        'extensions-need-header-version',
        `${said}, so extensions have no effect`,
        relatedTo([cause], 'the version'),
      ),
    );
  },
};

const NO_RELATED: readonly Related[] = [];

function checkMandatory(entry: ExtensionFacts, report: Report): void {
  const { typeIndex, typePlace } = entry;
  if (takesExtension(PUBLISHED_RELEASES[0], typeIndex)) return;
  let related = NO_RELATED;
  if (RESERVED.includes(typeIndex)) {
    const message = `extension ${typeIndex} is ${typeIndex === TEST_ONE ? 'for tests' : 'reserved'}`;
    report(findingAt(typePlace, 'extension-reserved', message));
    related = [{ ...typePlace, message: 'reserved' }];
  }
  checkKnown(entry, report);
  const { message, releases } = introductionOf(typeIndex);
  const { offset, length, path } = typePlace;
  report({ code: 'extension-not-loadable', offset, length, path, message, related, releases });
}

function checkKnown({ typeIndex, typePlace }: ExtensionFacts, report: Report): void {
  if (typeName(typeIndex) !== undefined) return;
  report(findingAt(typePlace, 'extension-type-unknown', `there is no extension ${typeIndex} in the schema`));
}

function checkDuplicates(list: readonly ExtensionFacts[], report: Report): void {
  for (const { key, first, others } of duplicatesOf(list, ({ typeIndex }) => typeIndex)) {
    report(
      findingAt(
        first,
        'extension-duplicate',
        () => `extension ${printType(key)} is in the list ${others.length + 1} times`,
        () => relatedTo(others, 'again'),
        undefined,
        [String(key)],
      ),
    );
  }
}

function printType(type: number): string {
  const name = typeName(type);
  return name === undefined ? `${type}` : `${type} (${name})`;
}

/**
 * Parts of a finding for an extension type: `message` names the first release that knows the type, and
 * `releases` lists the releases that refuse the type.
 */
interface Introduction {
  readonly message: string;
  readonly releases: readonly Release[] | undefined;
}

/**
 * Introductions of the types in the schema, by number. They are cached, because most files have an extension,
 * and a lookup takes as long as all other rules.
 */
const introductions = new Map<number, Introduction>();

function introductionOf(type: number): Introduction {
  let known = introductions.get(type);
  if (known === undefined) {
    const since = valueSince(EXTENSION_TYPE, type);
    const taken = extensionTakenSince(type);
    const said = since === undefined ? 'not accepted here by loaders' : `known from ${since} on`;
    known = {
      message: `extension ${printType(type)} is ${said}`,
      releases: taken === undefined ? undefined : releasesBefore(taken),
    };
    if (typeName(type) !== undefined) introductions.set(type, known);
  }
  return known;
}

/**
 * Cached names of types, because every entry of a file needs a name, and a lookup takes as long as most
 * rules.
 */
const typeNames = new Map<number, string>();

function typeName(type: number): string | undefined {
  const known = typeNames.get(type);
  if (known !== undefined) return known;
  const table = enumByName(MDL, EXTENSION_TYPE);
  const name = table && enumValueName(table, type);
  if (name !== undefined) typeNames.set(type, name);
  return name;
}
