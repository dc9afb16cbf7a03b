import type { FramingMode } from '../../src/base/container/detect.js';
import { memorySource } from '../../src/base/source/memory.js';
import { validate } from '../../src/check/validate/validate.js';
import { gapIn, type KeptRow, problemsIn, rowsOf, streamOf } from '../../test/objdump/rows.js';
import { NO_RULES } from '../reports.js';
import { agree, type Target } from '../target.js';

const FRAMINGS: readonly FramingMode[] = ['auto', 'auto', 'bare', 'framed'];

/**
 * Codes that both rows and reports have. Other codes are about the meaning of records, or require reading
 * every byte.
 */
const SHARED =
  /^(wire-(truncated|varint-overflow|invalid-tag|invalid-type)|message-nesting-too-deep|string-not-utf8|frame-(bad-magic|truncated-header|version-unsupported|length-mismatch|size-wrap|proto-too-large|padding-exceeds-ccws|padding-nonzero|zero-point-misaligned))$/;

export const objdumpRows: Target = {
  name: 'objdump-rows',
  about:
    'rows have every byte of a file exactly once, also for windows and streams, and the same problems as reports',
  shape: 'file',
  prefix: 1,
  covers: /\/src\/\w+\/(objdump|container|wire)\//,
  async open() {
    return {
      async run(input) {
        const choice = input[0] ?? 0;
        const file = input.slice(1);
        const framing = FRAMINGS[choice & 3]!;
        const raw = (choice & 4) !== 0;
        const windowSize = 64 + (choice >> 3) * 5;
        const rows = await rowsOf(file, { framing, raw });
        agree('gap', gapIn(rows, file.length), undefined);
        agree('window', await rowsOf(file, { framing, raw, windowSize }), rows);
        const stream = streamOf(file, 1 + (choice >> 3));
        // With a given block size, a stream is not held in memory.
        const streamed = await rowsOf(stream, { framing, raw, windowSize });
        agree('gap of a stream', gapIn(streamed, file.length), undefined);
        agree('stream', ofMessage(streamed), ofMessage(rows));
        // Without a schema, rows also enter payloads that only look like messages, and report no problems
        // inside these payloads.
        if (!raw) agree('problems', problemsIn(rows), await reported(file, framing));
        return rows.map(({ kind, wireType, marks, name, problems }) =>
          [kind, wireType, marks, name, ...problems.map(({ code }) => code)].join(' '),
        );
      },
    };
  },
};

async function reported(file: Uint8Array, framing: FramingMode): Promise<string[]> {
  const options = { maxPerCode: file.length + 1, checksum: false, framing, rules: NO_RULES };
  const { diagnostics } = await validate(memorySource(file), options);
  const shared = diagnostics.filter(({ code, severity }) => severity === 'error' && SHARED.test(code));
  // Two messages that end early at the same offset are reported once or twice, so duplicates are removed.
  return [...new Set(shared.map(({ code, offset }) => `${code}@${offset}`))].sort();
}

/** Drops the rows about the frame, which a stream cannot complete before it writes them. */
function ofMessage(rows: readonly KeptRow[]): KeptRow[] {
  return rows.filter(({ kind }) => kind !== 'header' && kind !== 'section');
}
