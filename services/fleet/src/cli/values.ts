import { isAbsolute, resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { RELEASES, type Release } from 'protomdl';
import { MOST_PRIORITY } from '../runs/queue.js';

/** What a baseline may have: the bound of the command `protomdl`. */
export const MAX_BASELINE_BYTES = 256 * 1_024 * 1_024;

/** For options that take a whole number. */
export function whole(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text.replaceAll('_', ''));
    if (!/^[\d_]+$/.test(text) || value < least || value > most) {
      throw new InvalidArgumentError(`It takes a whole number from ${least} to ${most}.`);
    }
    return value;
  };
}

export function runId(text: string): number {
  return whole(1, 2 ** 31 - 1)(text);
}

/** The address of a server in one form, without what is secret. */
export function endpointOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new InvalidArgumentError('It takes the address of a server, such as http://127.0.0.1:9000.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new InvalidArgumentError('Keys come from the environment: an address is kept with the run.');
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

export function priority(text: string): number {
  const value = Number(text);
  if (!/^-?\d+$/.test(text) || Math.abs(value) > MOST_PRIORITY) {
    throw new InvalidArgumentError(`It takes a whole number from -${MOST_PRIORITY} to ${MOST_PRIORITY}.`);
  }
  return value;
}

/** `4.20.0,4.23.0`, `all`, `none`. */
export function releases(text: string): readonly Release[] {
  if (text === 'all') return RELEASES;
  if (text === 'none') return [];
  return text.split(',').map((name) => {
    const release = RELEASES.find((known) => known === name.trim());
    if (release === undefined)
      throw new InvalidArgumentError(`It takes all, none, or of ${RELEASES.join(', ')}.`);
    return release;
  });
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000, d: 86_400_000 };

/** `30d`, `12h`, `90s`; in milliseconds. */
export function span(text: string): number {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|min|h|d)$/.exec(text) ?? [];
  if (digits === undefined) throw new InvalidArgumentError('It takes a time such as 90s, 12h or 30d.');
  return Number(digits) * (UNITS[unit] as number);
}

/** A path of the command line, from where the command was called: npm changes the folder. */
export function pathOf(text: string): string {
  return isAbsolute(text) ? text : resolve(process.env.INIT_CWD ?? process.cwd(), text);
}
