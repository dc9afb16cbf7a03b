import { spawn } from 'node:child_process';
import {
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Command, Option } from 'commander';
import type { FramingMode } from '../base/container/detect.js';
import type { Diagnostic } from '../base/diagnostics/diagnostic.js';
import { isProtomdlError, ProtomdlError } from '../base/diagnostics/error.js';
import { memorySource } from '../base/source/memory.js';
import { concatBytes } from '../base/wire/bytes.js';
import { nodeChecksums } from '../check/validate/node-checksums.js';
import { validate } from '../check/validate/validate.js';
import { escapeText } from '../show/report/escape.js';
import { problemText } from '../show/report/problem.js';
import { counted } from '../show/report/text.js';
import type { Assembled } from '../tools/text/assemble.js';
import { firstDifference } from '../tools/text/compare-files.js';
import { dump } from '../tools/text/dump.js';
import { TEXT_FORMS, type TextForm } from '../tools/text/text-form.js';
import { assembleInput, differenceText, refusalText } from './assemble.js';
import { BlobFolder } from './blob-folder.js';
import { collectOne } from './collect.js';
import type { CommandContext } from './commands.js';
import { complain, exitCodeOf } from './complain.js';
import { addExamples } from './examples.js';
import { CommandError, EXIT, type ExitCode } from './exit-code.js';
import { openByteOutput } from './file-output.js';
import type { Host } from './host.js';
import type { CommandInput } from './input.js';
import { fromOption } from './option-values.js';
import { printFault } from './problem.js';
import { readWholeInput, requireWholeInput } from './whole-input.js';

/** Reason for not editing a file whose text would be incomplete. */
const LOST = 'broken parts would be lost';

interface EditFlags {
  readonly output?: string;
  readonly inPlace?: boolean;
  readonly format: TextForm;
  readonly framing: FramingMode;
  readonly quiet?: boolean;
}

export function define(command: Command, context: CommandContext): void {
  command
    .argument('<file>', 'a model file')
    .option('-o, --output <file>', 'write the result to this file')
    .option('--in-place', 'overwrite the file')
    .addOption(
      new Option('--format <format>', 'format of the edited text').choices(TEXT_FORMS).default('textproto'),
    )
    .addOption(fromOption())
    .option('-q, --quiet', 'print only errors')
    .addHelpText(
      'after',
      '\nThe editor is $VISUAL, $EDITOR or vi. Blobs are files beside the text, which names them.',
    )
    .action(async (file: string, flags: EditFlags) => {
      context.exitCode = await editCommand(file, flags, context.host);
    });
  addExamples(command, {
    "EDITOR='sed -i s/3.27.0/3.28.0/' protomdl edit valid/framed-v3.hef -o edited.hef":
      'any command that changes a file can be the editor; the checksum is computed again',
    "EDITOR='sed -i s/3.27.0/3.28.0/' protomdl edit valid/one-context.mdl --format json --in-place":
      'as JSON, with the result in the file itself',
  });
}

async function editCommand(file: string, flags: EditFlags, host: Host): Promise<ExitCode> {
  const { output, inPlace = false } = flags;
  if ((output === undefined) === !inPlace) {
    throw new CommandError('name the output: -o FILE, or --in-place');
  }
  if (file === '-') throw new CommandError('edit takes a file: standard input is the editor’s');
  const input = await collectOne(file, 'edit');
  if (input.kind === 'other') await requireWholeInput(input);
  if (input.kind !== 'file') throw new CommandError(`${file}: edit takes a file`);
  const target = output ?? input.path;
  // The output is opened first, so that an error is reported before the user spends an hour on the text.
  const opened = openByteOutput(target, { inputs: [input], inPlace }, host);
  const session = new EditSession(input, flags, host);
  try {
    const edited = await session.edit();
    if (typeof edited === 'number') return edited;
    for (const piece of edited.pieces) if (piece.length > 0) await opened.write(piece);
    await opened.finish();
    return await session.check(edited, target);
  } catch (error) {
    if (!isProtomdlError(error)) throw error;
    if (!error.code.startsWith('text-')) {
      const code = await printFault(error, input, host, flags.framing);
      if (error.message.endsWith(LOST)) await complain(host, `${input.path}: not edited: ${LOST}`);
      return code;
    }
    await complain(host, refusalText(error, input));
    return exitCodeOf(error.code);
  } finally {
    opened.discard();
    session.end();
  }
}

/** One edit of a file, whose text is in a temporary folder. */
class EditSession {
  readonly #folder = mkdtempSync(join(tmpdir(), 'protomdl-edit-'));
  readonly #blobs = join(this.#folder, 'blobs');
  readonly #path: string;
  #original: Uint8Array = new Uint8Array(0);
  #kept = false;

  constructor(
    private readonly input: CommandInput,
    private readonly flags: EditFlags,
    private readonly host: Host,
  ) {
    this.#path = join(this.#folder, `${basename(input.path)}.${EXTENSIONS[flags.format]}`);
    mkdirSync(this.#blobs);
  }

  /** @returns the assembled file, or an exit code if no file is to be written */
  async edit(): Promise<Assembled | ExitCode> {
    this.#original = await readWholeInput(this.input);
    await this.#write();
    const before = readFileSync(this.#path);
    const unedited = await this.#assemble();
    for (;;) {
      await this.#openEditor();
      if (before.equals(readFileSync(this.#path))) {
        await this.#say(`${this.input.path}: nothing is changed, so nothing is written`);
        return EXIT.ok;
      }
      try {
        const edited = await this.#assemble();
        const difference = firstDifference(this.#original, concatBytes(unedited.pieces));
        if (difference !== undefined) {
          await this.#say(
            `${this.input.path}: the result is written as encoders write it; before, the file ${differenceText(difference)}`,
          );
        }
        return edited;
      } catch (error) {
        if (!isProtomdlError(error)) throw error;
        await complain(this.host, refusalText(error, { path: this.#path }));
        if (await this.#wantsAgain()) continue;
        this.#kept = true;
        await complain(this.host, `nothing is written; the text is kept: ${this.#path}`);
        return EXIT.found;
      }
    }
  }

  /** Reports findings in the edited file that the original file did not have. */
  async check(edited: Assembled, target: string): Promise<ExitCode> {
    const before = await validate(memorySource(this.#original), {
      framing: this.flags.framing,
      checksum: true,
    });
    const after = await validate(memorySource(concatBytes(edited.pieces)), {
      framing: edited.framing === 'bare' ? 'bare' : 'framed',
      checksum: true,
    });
    const known = new Map<string, number>();
    for (const finding of before.diagnostics) known.set(keyOf(finding), (known.get(keyOf(finding)) ?? 0) + 1);
    const added = after.diagnostics.filter((finding) => {
      const left = known.get(keyOf(finding)) ?? 0;
      known.set(keyOf(finding), left - 1);
      return left <= 0 && finding.severity !== 'info';
    });
    for (const { severity, code, offset, path, message } of added) {
      const problem = { file: target, severity, code, message: `${message} (new)`, offset, path };
      await complain(this.host, problemText(problem));
    }
    await this.#say(`${target}: ${counted(edited.size, 'byte')} written`);
    return added.some(({ severity }) => severity === 'error') ? EXIT.found : EXIT.ok;
  }

  end(): void {
    if (!this.#kept) rmSync(this.#folder, { recursive: true, force: true });
  }

  async #write(): Promise<void> {
    const { format, framing } = this.flags;
    writeFileSync(this.#path, '');
    const out = createWriteStream(this.#path);
    const failed = new Promise<never>((_, reject) => out.on('error', reject));
    const work = async (): Promise<void> => {
      await dump(
        memorySource(this.#original),
        {
          format,
          framing,
          bytes: 'file',
          store: new BlobFolder(this.#blobs),
          checksums: nodeChecksums,
          onProblem: ({ code, offset, path, message }) => {
            throw new ProtomdlError(code, `${message}; ${LOST}`, offset, path);
          },
        },
        (text) => new Promise<void>((resolve) => out.write(Buffer.from(text), () => resolve())),
      );
      await new Promise<void>((resolve) => out.end(resolve));
    };
    try {
      await Promise.race([work(), failed]);
    } finally {
      out.destroy();
    }
  }

  #assemble(): Promise<Assembled> {
    const input: CommandInput = { path: this.#path, kind: 'file', size: 0 };
    return assembleInput(input, { format: this.flags.format, bytesDir: this.#blobs });
  }

  /** Starts the editor by a shell, because the user's command may have options. */
  #openEditor(): Promise<void> {
    const { VISUAL, EDITOR } = this.host.env;
    const editor = [VISUAL, EDITOR].find((name) => name !== undefined && name.trim() !== '') ?? 'vi';
    const child = spawn('/bin/sh', ['-c', `${editor} "$@"`, editor, this.#path], { stdio: 'inherit' });
    return new Promise((resolve, reject) => {
      child.on('error', (error) => reject(new CommandError(`${editor}: ${error.message}`)));
      child.on('close', (code, signal) => {
        if (code === 0) resolve();
        else
          reject(new CommandError(`${editor} ended with ${signal ?? code}: nothing is written`, EXIT.found));
      });
    });
  }

  async #wantsAgain(): Promise<boolean> {
    if (!process.stdin.isTTY || !this.host.stderr.isTerminal) return false;
    await this.host.stderr.write('Edit again? [Y/n] ');
    const answer = Buffer.alloc(256);
    try {
      const length = readSync(0, answer);
      return length > 0 && !/^\s*n/i.test(answer.toString('utf8', 0, length));
    } catch {
      return false;
    }
  }

  async #say(text: string): Promise<void> {
    if (this.flags.quiet !== true) await this.host.stderr.write(`${escapeText(text)}\n`);
  }
}

const EXTENSIONS: Readonly<Record<TextForm, string>> = { json: 'json', yaml: 'yaml', textproto: 'textproto' };

/** Returns a key for a finding without its offset, because the offset depends on all earlier bytes. */
function keyOf({ code, path, severity }: Diagnostic): string {
  return `${severity} ${code} ${path}`;
}
