import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O }>>['values'];

/**
 * Parses the options of a script. `--help` prints the usage and exits with 0; an unknown option is reported and exits
 * with 2.
 */
export function optionsOf<const O extends Options>(usage: string, options: O): Values<O> {
  try {
    const { values } = parseArgs({ options: { ...options, help: { type: 'boolean' } } });
    if (!(values as { help?: boolean }).help) return values as Values<O>;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}`);
    process.exit(2);
  }
  process.stdout.write(usage);
  process.exit(0);
}
