import { type Command, Option } from 'commander';
import type { ContainerVersion } from '../base/container/header.js';
import { convert } from '../tools/rewrite/convert.js';
import { CommandError } from './command-error.js';
import type { CommandContext } from './commands.js';
import { addExamples } from './examples.js';
import { fromOption } from './option-values.js';
import { byteSize } from './quantities.js';
import { addRewriteOptions, type RewriteFlags, rewriteFiles } from './rewritten-files.js';

interface ConvertFlags extends RewriteFlags {
  readonly to?: 'bare' | '0' | '1' | '2' | '3';
  readonly dropWords?: boolean;
  readonly padding?: number;
  readonly messageChecksum?: boolean;
  readonly quiet?: boolean;
}

/** `protomdl convert`. */
export function define(command: Command, context: CommandContext): void {
  addRewriteOptions(command)
    .addOption(
      new ToOption(
        '--framing <kind>',
        'what to make of it: a bare message, or a container of this version',
      ).choices(['bare', '0', '1', '2', '3']),
    )
    .addOption(fromOption())
    .option('--drop-words', 'leave out what the target has no place for: configuration words, resources')
    .option(
      '--padding <size>',
      'to 3: bytes between message and configuration words (default: up to a multiple of 4096)',
      byteSize(0, 2 ** 32 - 1),
    )
    .option('--message-checksum', 'to 3: with a checksum of the message alone (default: as the file has it)')
    .option('--no-message-checksum', 'to 3: without it')
    .option('-q, --quiet', 'do not say what runtimes will not like')
    .action(async (files: string[], flags: ConvertFlags) => {
      const { to, framing, dropWords, padding, messageChecksum, quiet } = flags;
      if (to === undefined) throw new CommandError('say what to convert to: --framing bare, 0, 1, 2 or 3');
      context.exitCode = await rewriteFiles(files, flags, context.host, async (source, remark) => {
        const conversion = await convert(source, {
          to: to === 'bare' ? to : (Number(to) as ContainerVersion),
          framing,
          ...(dropWords === undefined ? {} : { dropWords }),
          ...(padding === undefined ? {} : { padding }),
          ...(messageChecksum === undefined ? {} : { messageChecksum }),
        });
        if (quiet !== true) for (const one of conversion.remarks) remark(one);
        return conversion;
      });
    });
  addExamples(command, [
    { line: 'protomdl convert valid/two-contexts.mdl --framing 0 -o model.hef', about: 'a message, framed' },
    {
      line: 'protomdl convert valid/small-network.hef --framing bare | protomdl validate -',
      about: 'and the other way round',
    },
  ]);
}

/** `--framing` of the output, since `flags.framing` is the input's. */
class ToOption extends Option {
  override attributeName(): string {
    return 'to';
  }
}
