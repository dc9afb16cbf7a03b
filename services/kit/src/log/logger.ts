import { createRequire } from 'node:module';
import pino from 'pino';
import type PinoPretty from 'pino-pretty';

export type Logger = pino.Logger;

export interface LoggerOptions {
  /** `trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`; Lowest level to log; by default `info`. */
  level?: string;
  /** Lines for people instead of JSON; by default on a terminal. */
  pretty?: boolean;
  /** Target of the log; by default standard output. */
  destination?: pino.DestinationStream;
  /** Paths of further members with secrets, in pino's notation. */
  redact?: string[];
}

/** Names of members with secrets, which are masked on the first two levels of a logged object. */
const SECRETS = `
  authorization cookie password passwordHash secret token apiKey api_key key set-cookie x-csrf-token`
  .trim()
  .split(/\s+/);

const REDACTED = '[redacted]';

export function createLogger(options: LoggerOptions = {}): Logger {
  const { level = 'info', destination, redact = [] } = options;
  const pretty = options.pretty ?? (destination === undefined && process.stdout.isTTY === true);
  const settings: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: [...SECRETS.flatMap((name) => [path('', name), path('*', name)]), ...redact],
      censor: REDACTED,
    },
    serializers: { err: describeError, error: describeError },
  };
  if (!pretty) return pino(settings, destination ?? pino.destination({ dest: 1, sync: true }));
  // Loaded for terminals only: loading pino-pretty takes longer than loading the rest of the logger.
  const pinoPretty = createRequire(import.meta.url)('pino-pretty') as typeof PinoPretty;
  const stream = pinoPretty({ sync: true, ...(destination === undefined ? {} : { destination }) });
  return pino(settings, stream);
}

function path(parent: string, name: string): string {
  const member = /^\w+$/.test(name) ? name : `["${name}"]`;
  if (parent === '') return member;
  return member.startsWith('[') ? parent + member : `${parent}.${member}`;
}

/** Maximum number of nested causes of an error to log. */
const MAX_CAUSES = 5;

/**
 * Returns the loggable part of an error: its kind, text, stack and codes. Other members are left out, because errors
 * of the driver contain values of rows in `detail` and `where`, and HTTP errors contain the request.
 */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'object' ? '[not an error]' : error;
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(code === undefined ? {} : { code }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(table === undefined ? {} : { table }),
    ...(error.cause === undefined || depth === MAX_CAUSES
      ? {}
      : { cause: describeError(error.cause, depth + 1) }),
  };
}
