import { type Command, Option } from 'commander';
import type { ContainerVersion } from '../base/container/header.js';
import { convert } from '../tools/rewrite/convert.js';
import type { CommandContext } from './commands.js';
import { addExamples } from './examples.js';
import { CommandError } from './exit-code.js';
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

export function define(command: Command, context: CommandContext): void {
  addRewriteOptions(command)
    .addOption(
      new ToOption('--framing <kind>', 'target: a bare message, or a container of this version').choices([
        'bare',
        '0',
        '1',
        '2',
        '3',
      ]),
    )
    .addOption(fromOption())
    .option('--drop-words', 'drop parts that the target cannot hold: configuration words, resources')
    .option(
      '--padding <size>',
      'to version 3: bytes between message and configuration words (default: up to a multiple of 4096)',
      byteSize(0, 2 ** 32 - 1),
    )
    .option(
      '--message-checksum',
      'to version 3: with a checksum of the message alone (default: as in the input)',
    )
    .option('--no-message-checksum', 'to version 3: without that checksum')
    .option('-q, --quiet', 'do not warn of results that runtimes refuse')
    .action(async (files: string[], flags: ConvertFlags) => {
      const { to, framing, dropWords, padding, messageChecksum, quiet } = flags;
      if (to === undefined) throw new CommandError('name a target: --framing bare, 0, 1, 2 or 3');
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
  addExamples(command, {
    'protomdl convert valid/two-contexts.mdl --framing 0 -o model.hef': 'put a message into a container',
    'protomdl convert valid/small-network.hef --framing bare | protomdl validate -':
      'take the message out of a container',
  });
}

/**
 * The option `--framing` of the output. Its value is stored as `to`, because `flags.framing` is the framing
 * of the input.
 */
class ToOption extends Option {
  override attributeName(): string {
    return 'to';
  }
}
