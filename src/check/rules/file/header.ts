import { codesOf } from '../../../base/diagnostics/catalogue.js';
import type { Finding } from '../../../base/diagnostics/diagnostic.js';
import { PUBLISHED_RELEASES } from '../../../base/diagnostics/releases.js';
import { architectureName } from '../../../base/schema/architecture.js';
import { releasesBefore, valueSince } from '../../../base/schema/since.js';
import { findingAt } from '../facts/fact-place.js';
import { isUnsure } from '../facts/file.js';
import type { Rule } from '../rule.js';

/**
 * Architectures of the specification: CONFIGURABLE are accepted by some device, NOT_CONFIGURABLE by no
 * device.
 */
const CONFIGURABLE = [1, 2, 103, 104, 105];
const NOT_CONFIGURABLE = [0, 100, 101, 102];

/** Checks the architecture and version of a file. */
export const headerRules: Rule = {
  codes: codesOf('file', {
    'header-missing': {
      severity: 'warning',
      stage: 'load',
      summary: 'a model without a header',
      why:
        'Without a header, architecture and format version are 0: no device accepts the file, and ' +
        'extensions have no effect.',
      runtime:
        'Loads. The loader reads features from included_features, and optional features are off. ' +
        'Configuring a device fails because of the architecture.',
      wrong: 'network_groups { # …\n}',
      fix: 'header { hw_arch: PROTO__HW_ARCH__ACCEL8P version: 4 }\nnetwork_groups { # …\n}',
    },
    'hw-arch-unknown': {
      severity: 'warning',
      stage: 'configure',
      summary: 'a hw_arch that is not in the specification',
      why: 'Only releases that know the architecture accept the file.',
      runtime:
        'Loads in 4.8, but configuring a device fails (INVALID_HEF). From 4.17 to 5.0.0, loading an ' +
        'architecture that the release does not know fails (INVALID_ARGUMENT): "Unknown device ' +
        'architecture!". Later releases load every architecture, and refuse to configure a device ' +
        '({incompatible}).',
      wrong: 'header { hw_arch: 77 }',
      fix: 'header { hw_arch: PROTO__HW_ARCH__ACCEL8P }',
    },
    'hw-arch-not-configurable': {
      severity: 'info',
      stage: 'configure',
      summary: 'compiled for another device, or a hw_arch that no device accepts',
      why:
        'The file was compiled for one kind of chip. Compile the model again for your device (hailo8, ' +
        'hailo8l, hailo10h, hailo15h, …); a different value in the header does not help.',
      runtime:
        'Loads, and is refused when a device is configured ({incompatible}): "HEF format is not compatible ' +
        'with device". No device accepts 0, 100, 101 or 102. Each other device accepts its own number, and ' +
        'a Hailo-8 also accepts files for the Hailo-8L.',
    },
  }),
  file: (file, report) => {
    const { header } = file;
    if (header === undefined) {
      if (!isUnsure(file)) {
        report(findingAt(file, 'header-missing', 'the model has no header'));
      }
      return;
    }
    const { value } = header.hwArch;
    // A header that could not be read completely may have a value in its unread part.
    if (CONFIGURABLE.includes(value) || (value === 0 && file.broken)) return;
    const { offset, length, path } = header.hwArch;
    if (NOT_CONFIGURABLE.includes(value)) {
      const message = `hw_arch is ${value}; devices accept ${CONFIGURABLE.join(', ')}`;
      report({ code: 'hw-arch-not-configurable', offset, length, path, message });
    } else {
      const { message, releases } = laterArchitecture(value);
      report({ code: 'hw-arch-unknown', offset, length, path, message, releases });
    }
  },
};

const HW_ARCH = 'ProtoMDLHwArch';

type Introduction = Pick<Finding, 'message' | 'releases'>;

/**
 * Introductions of the architectures in the schema, by number. They are cached, because a run may validate
 * thousands of files with later architectures.
 */
const introductions = new Map<number, Introduction>();

function laterArchitecture(value: number): Introduction {
  let known = introductions.get(value);
  if (known === undefined) {
    known = introductionOf(value);
    if (architectureName(value) !== null) introductions.set(value, known);
  }
  return known;
}

/**
 * Returns the introduction of an architecture. Later specifications have more architectures, which only older
 * releases refuse. An architecture that no release accepts gets a higher severity than a note.
 */
function introductionOf(value: number): Introduction {
  const since = valueSince(HW_ARCH, value);
  if (since === undefined) return { message: `hw_arch is ${value}, which is not in the specification` };
  const message = `hw_arch is ${value} (${architectureName(value)}), which releases know from ${since} on`;
  const releases = releasesBefore(since);
  return releases.length === PUBLISHED_RELEASES.length ? { message } : { message, releases };
}
