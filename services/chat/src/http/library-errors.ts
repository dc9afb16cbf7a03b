import { DatabaseUnavailable } from '@services/kit/db';
import type { Logger } from '@services/kit/log';
import { KeyReused } from '@services/kit/repeats';
import {
  type ApiError,
  badRequest,
  invalidJson,
  notReady,
  outOfSpace,
  tooLarge,
  unsupportedType,
} from './errors.js';

interface LibraryError extends Error {
  code?: string;
  statusCode?: number;
}

/** Codes for a full disk and an exceeded quota. */
const NO_SPACE = new Set(['ENOSPC', 'EDQUOT']);
/** PostgreSQL: a number out of its column's range, text that the encoding cannot represent. */
const BAD_VALUE = new Set(['22003', '22021', '22P02', '22P05']);
/** The form parser (@fastify/busboy) has no class or code for malformed or truncated forms. */
const BAD_FORM =
  /terminated early due to unexpected end of multipart data$|^Unexpected end of multipart data$|^Multipart: |^The needle cannot/;

/**
 * Errors of libraries that are not faults of this service, each with the response to the client. The first entry that
 * applies is used.
 */
const TRANSLATIONS: [applies: (error: LibraryError) => boolean, answer: (error: LibraryError) => ApiError][] =
  [
    [(error) => error instanceof DatabaseUnavailable, notReady],
    [(error) => error instanceof KeyReused, ({ message }) => badRequest(message)],
    [({ code }) => NO_SPACE.has(code ?? ''), outOfSpace],
    [({ code }) => BAD_VALUE.has(code ?? ''), () => badRequest('A value is out of range')],
    [({ code }) => code === 'FST_INVALID_JSON_FIELD_ERROR', invalidJson],
    [({ statusCode }) => statusCode === 413, () => tooLarge('The request is too large')],
    [({ statusCode }) => statusCode === 415, unsupportedType],
    [
      ({ statusCode }) => statusCode !== undefined && statusCode >= 400 && statusCode < 500,
      ({ message }) => badRequest(message),
    ],
    [({ message }) => BAD_FORM.test(message), () => badRequest('Malformed multipart form')],
  ];

/** Returns the answer to a library's error; undefined if the error is a fault of this service. */
export function translated(error: unknown, log: Pick<Logger, 'error' | 'warn'>): ApiError | undefined {
  if (!(error instanceof Error)) return undefined;
  const answer = TRANSLATIONS.find(([applies]) => applies(error))?.[1](error);
  // A status of 500 or more is a shortage of the machine, which the administrator has to solve, so it is logged.
  if (answer !== undefined && answer.status >= 500) log.warn({ err: error }, answer.message);
  return answer;
}
