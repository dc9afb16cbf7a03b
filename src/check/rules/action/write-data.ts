import { codesOf, refusedFrom } from '../../../base/diagnostics/catalogue.js';
import type { Report } from '../../../base/diagnostics/diagnostic.js';
import { releasesFrom } from '../../../base/diagnostics/releases.js';
import { findingAt } from '../facts/fact-place.js';
import type { ElementFacts, Rule } from '../rule.js';

const MAX_ADDRESS = 0xffff_ffff;
const MAX_INDEX = 255;

/** Checks waits for a module, and writes of data other than configuration words. */
export const writeDataRules: Rule = {
  codes: codesOf('action', {
    'action-write-compressed-data': {
      ...refusedFrom('4.17.0'),
      summary: 'a write_compressed_data, which no release executes',
      why: 'The schema defines this action, but no loader supports it: the model cannot be configured.',
      runtime:
        'Rejected: at configuration up to 4.11 (NOT_IMPLEMENTED; over Ethernet INTERNAL_FAILURE), at load ' +
        'from 4.12 (INTERNAL_FAILURE).',
      wrong: 'actions { write_compressed_data { address: 4096 data: "…" } }',
      fix: 'actions { write_data_ccw { data: "…" } }  # the words as they are',
    },
    'action-write-data-legacy': {
      severity: 'info',
      summary: 'a write_data, which later releases do not execute',
      stage: 'load',
      refusedBy: releasesFrom('4.17.0'),
      why: 'The model runs with old releases and over Ethernet.',
      runtime:
        'Over PCIe executed up to 4.11 and rejected from 4.12 (INTERNAL_FAILURE); over Ethernet executed. ' +
        'The data may have any length, including 0.',
    },
    'write-data-address-range': {
      severity: 'error',
      summary: 'a write_data to an address of more than 32 bits',
      stage: 'configure',
      why: 'The write changes memory at another address of the device.',
      runtime:
        'Accepted: the address is silently cut to 32 bits, and the data is written to the shortened address.',
      wrong: 'write_data { address: 4294967296 data: "…" }',
      fix: 'write_data { address: 4294967295 data: "…" }',
    },
    'wait-module-range': {
      ...refusedFrom('4.17.0'),
      summary: 'a wait_for_module_config_done with an index above 255',
      why: 'No release accepts such a file: the runtime keeps the index in one byte.',
      runtime: 'Rejected: INVALID_HEF, at configuration up to 4.11 and at load from 4.12.',
      wrong: 'wait_for_module_config_done { index: 256 }',
      fix: 'wait_for_module_config_done { index: 9 }',
    },
  }),
  needs: {
    bounds: [
      { field: 'ProtoMDLAction.write_data', max: -1 },
      { field: 'ProtoMDLAction.write_compressed_data', max: -1 },
      { field: 'ProtoMDLActionWriteData.address', max: MAX_ADDRESS },
      { field: 'ProtoMDLActionWaitForModuleConfigDone.index', max: MAX_INDEX },
    ],
  },
  elements: {
    ProtoMDLAction: (action, report) => {
      if (action.has('write_data')) checkWrite(action, report);
      else if (action.has('write_compressed_data')) {
        const message = 'no release executes it';
        report(findingAt(action.place('write_compressed_data'), 'action-write-compressed-data', message));
      }
      const field = 'wait_for_module_config_done.index';
      const value = action.value(field);
      if (value <= MAX_INDEX) return;
      const message = `index is ${value}; the maximum is ${MAX_INDEX}`;
      report(findingAt(action.place(field), 'wait-module-range', message));
    },
  },
};

function checkWrite(action: ElementFacts, report: Report): void {
  const message = 'releases from 4.12 on reject it over PCIe';
  report(findingAt(action.place('write_data'), 'action-write-data-legacy', message));
  const field = 'write_data.address';
  const value = action.value(field);
  if (value <= MAX_ADDRESS) return;
  const cut = `address is ${value}, at most 2^32 - 1 fits`;
  report(findingAt(action.place(field), 'write-data-address-range', cut));
}

/**
 * Number of bytes before the words of a configuration write: the number of words minus one, and the address.
 */
const HEAD = 8;
const WORD = 4;

/**
 * True if the data of a configuration write has the layout that the loader over Ethernet expects: the number
 * of words minus one, the address, and the words, padded to 8 bytes. All numbers have 32 bits and are
 * little-endian.
 * @param start position of the data, of which at least the first 8 bytes are in `bytes`
 * @param length size of the data in bytes
 */
export function isWriteLayout(bytes: Uint8Array, start: number, length: number): boolean {
  if (length <= HEAD || length % HEAD !== 0) return false;
  const low = (bytes[start] as number) | ((bytes[start + 1] as number) << 8);
  const words = low + (bytes[start + 2] as number) * 2 ** 16 + (bytes[start + 3] as number) * 2 ** 24 + 1;
  return HEAD + WORD * (words + (words % 2)) === length;
}
