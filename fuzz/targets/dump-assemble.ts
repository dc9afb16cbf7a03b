import { takeApart } from '../../src/base/container/take-apart.js';
import { isProtomdlError } from '../../src/base/diagnostics/error.js';
import { memorySource } from '../../src/base/source/memory.js';
import { nodeChecksums } from '../../src/check/validate/node-checksums.js';
import { canonicalize } from '../../src/tools/rewrite/canonicalize.js';
import { bytesOf } from '../../src/tools/rewrite/rewriting.js';
import { assemble } from '../../src/tools/text/assemble.js';
import type { BlobStore } from '../../src/tools/text/blobs.js';
import type { DumpOptions } from '../../src/tools/text/dump.js';
import type { TextForm } from '../../src/tools/text/text-form.js';
import { concat } from '../../test/arbitrary/wire-writer.js';
import { streamOf } from '../../test/objdump/rows.js';
import { dumped } from '../../test/text/dumped.js';
import { ofShape } from '../beginnings.js';
import { canBeAsked, canonicalOf } from '../canonical.js';
import { agree, Disagreement, type Target } from '../target.js';

type CompleteForm = DumpOptions & { readonly format: TextForm };

/**
 * One input in six is tested as YAML, because YAML's library takes ten times as long as the other formats.
 */
const FORMS: readonly CompleteForm[] = [
  { format: 'json', bytes: 'base64' },
  { format: 'json', bytes: 'hex', protoNames: true },
  { format: 'json', bytes: 'file' },
  { format: 'textproto', bytes: 'base64' },
  { format: 'textproto', bytes: 'file' },
  { format: 'yaml', bytes: 'hex' },
];

/** Larger files, whose YAML takes longer than a tenth of a second, are dumped as JSON instead. */
const MAX_YAML = 1500;

export const dumpAssemble: Target = {
  name: 'dump-assemble',
  about:
    'a complete dump of a readable file assembles to a file with the same meaning, and to the same bytes if the file is canonical',
  shape: 'file',
  prefix: 1,
  covers: /\/src\/\w+\/(text|outline|container|wire)\//,
  // The first byte of each seed selects its form, so that all forms occur from the start.
  seeds: () => ofShape('file').map((bytes, i) => concat(Uint8Array.of((i * 37) & 255), bytes)),
  async open() {
    return {
      async run(input) {
        const [choice = 0] = input;
        const file = input.slice(1);
        const wanted = FORMS[(choice & 31) % FORMS.length]!;
        const form = wanted.format === 'yaml' && file.length > MAX_YAML ? FORMS[1]! : wanted;
        const blobs = new Map<string, Uint8Array>();
        const one = await dumpedOrError(file, { ...form, store: storeIn(blobs) });
        if (one instanceof Error) return [one.code];
        if (one.problems.length > 0) return one.problems.map(({ code }) => code);
        // Only intact files are compared: for a broken file, a dump in pieces contains more than a whole
        // dump.
        if ((choice & 32) !== 0) {
          const options = { ...form, ...OPTIONS, store: storeIn(new Map()), heldBytes: 0 };
          agree(`${form.format} in pieces`, (await dumped(file, options)).text, one.text);
        }
        const { format } = form;
        const made = await assembled(one.text, format, blobs, (choice & 64) === 0 ? undefined : 16 + choice);
        const after = concatenated(made.pieces);
        let before = one.text;
        let again = await redumped(after, form);
        if ((format === 'textproto' || /\bclaim"?:/.test(before)) && again.text !== before) {
          // Later texts are compared with the second text: the first textproto turned an empty group into an
          // empty payload, and a message that is encoded anew may have the checksum that its file claimed.
          before = again.text;
          const next = await assembled(before, format, again.blobs, undefined);
          again = await redumped(concatenated(next.pieces), form);
        }
        agree(`${format} of what was made`, again.text, before);
        await checkMeaning(file, after, format);
        return [`${format} ${made.framing}`];
      },
    };
  },
};

const OPTIONS = { checksums: nodeChecksums };

async function dumpedOrError(file: Uint8Array, form: CompleteForm) {
  try {
    return await dumped(file, { ...form, ...OPTIONS });
  } catch (error) {
    if (!isProtomdlError(error)) throw error;
    return error;
  }
}

async function redumped(file: Uint8Array, form: CompleteForm) {
  const blobs = new Map<string, Uint8Array>();
  const { text } = await dumped(file, { ...form, ...OPTIONS, store: storeIn(blobs) });
  return { text, blobs };
}

async function assembled(
  text: string,
  format: TextForm,
  files: ReadonlyMap<string, Uint8Array>,
  chunk: number | undefined,
) {
  const options = { format, blobs: (name: string) => files.get(name), ...OPTIONS };
  const made = await assemble(text, options);
  if (chunk === undefined) return made;
  const streamed = await assemble(streamOf(Buffer.from(text), chunk), options);
  agree(`${format} as a stream`, concatenated(streamed.pieces), concatenated(made.pieces));
  return made;
}

function concatenated(pieces: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(pieces));
}

/** Checks that a dump keeps at least as much of a message as the codec does. */
async function checkMeaning(before: Uint8Array, after: Uint8Array, format: TextForm): Promise<void> {
  const [a, b] = [takeApart(before), takeApart(after)];
  if (a.framing !== b.framing || a.framing === 'unknown' || b.framing === 'unknown')
    throw new Disagreement('framing', `${a.framing}, made ${b.framing}`);
  const message = a.message.slice();
  // Text format does not distinguish groups from messages, nor long varints from short ones in a payload.
  const due = await canonicalForm(message);
  if (due === undefined) return;
  const isAsked = canBeAsked(message);
  const oracle = isAsked ? canonicalOf(message) : undefined;
  if (oracle !== undefined && !(oracle.hasUnknown && format === 'textproto'))
    agree(`${format} means`, canonicalOf(b.message.slice()).bytes, oracle.bytes);
  // In text, all bit patterns of NaN are the same word, so unusual patterns are not compared by bytes.
  if (oracle?.isExact !== true || (oracle.hasUnknown && format === 'textproto')) return;
  agree(`${format} canonical`, b.message, due);
  if (Buffer.compare(due, message) === 0) agree(`${format} same file`, after, before);
}

async function canonicalForm(message: Uint8Array): Promise<Uint8Array | undefined> {
  try {
    return await bytesOf(await canonicalize(memorySource(message), { framing: 'bare' }));
  } catch (error) {
    if (!isProtomdlError(error)) throw error;
    return undefined;
  }
}

/** Returns a store that keeps blobs in a map, with numbered names. */
function storeIn(files: Map<string, Uint8Array>): BlobStore {
  const put = (bytes: Uint8Array): string => {
    const name = `${files.size}.bin`;
    files.set(name, bytes.slice());
    return name;
  };
  return {
    put,
    begin() {
      const pieces: Uint8Array[] = [];
      return {
        write: (chunk: Uint8Array) => void pieces.push(chunk.slice()),
        end: () => put(concatenated(pieces)),
      };
    },
  };
}
