import { DatabaseUnavailable } from '@services/kit/db';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.js';
import { ContentError } from '../judge/index.js';
import { ApiError, errorBody } from './api-error.js';
import { validationError } from './validation.js';

/** Handles every error: the response has the common form of errors. */
export function answerErrors(app: App, server: FastifyInstance): void {
  server.setErrorHandler((error: FastifyError, request, reply) => {
    const answer = toApiError(error);
    if (answer.status === 500) request.log.error({ err: withoutMessage(error) }, 'a request failed');
    if (error instanceof DatabaseUnavailable) app.log.warn({ err: error }, 'the database is not available');
    return sendError(reply, answer);
  });
  const allowed = rememberMethods(server);
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    const methods = allowed(request);
    if (methods.length === 0) return sendError(reply, new ApiError('NOT_FOUND', 'There is no such path.'));
    const allow = methods.join(', ');
    const error = new ApiError('METHOD_NOT_ALLOWED', `This path answers to ${allow}.`, {
      headers: { allow },
    });
    return sendError(reply, error);
  };
  // Runs before a body is read, because no route takes the request, whatever its body is.
  server.addHook('onRequest', async (request, reply) => {
    if (request.is404) return refuse(request, reply);
  });
  server.setNotFoundHandler(refuse);
}

export function sendError(reply: FastifyReply, error: ApiError): FastifyReply {
  return (
    reply
      .code(error.status)
      // A path that cannot be decoded arrives here without running any hook.
      .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...error.extra.headers })
      .type('application/json; charset=utf-8')
      .send(errorBody(error))
  );
}

export function toApiError(error: FastifyError): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof ContentError) return new ApiError('INVALID_CONTENT', error.message);
  if (error instanceof DatabaseUnavailable) {
    return new ApiError('UNAVAILABLE', 'The service cannot reach its database; try again later.', {
      headers: { 'retry-after': '5' },
    });
  }
  if (error.validation) return validationError(error.validation, error.validationContext ?? '');
  const known = KNOWN.find(
    ([codes]) => codes.includes(error.code) || codes.includes(error.statusCode ?? 500),
  );
  if (known) return new ApiError(...known[1]);
  if ((error.statusCode ?? 500) >= 500)
    return new ApiError('INTERNAL_ERROR', 'Something went wrong on our side.');
  const details = [{ path: '', message: 'is not valid' }];
  return new ApiError('INVALID_REQUEST', 'The request is not valid.', { details });
}

/** Errors of Fastify and its parsers by their codes and statuses. */
const KNOWN: readonly [readonly (string | number)[], ConstructorParameters<typeof ApiError>][] = [
  [['FST_ERR_BAD_URL'], ['NOT_FOUND', 'There is no such path.']],
  [
    ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'FST_ERR_CTP_INVALID_TYPE'],
    ['UNSUPPORTED_MEDIA_TYPE', 'The Content-Type must be application/json.'],
  ],
  [
    ['FST_ERR_CTP_EMPTY_JSON_BODY', 'FST_ERR_CTP_INVALID_JSON_BODY'],
    ['INVALID_REQUEST', 'The body is not valid JSON.', { details: [{ path: '', message: 'must be JSON' }] }],
  ],
  [[413], ['PAYLOAD_TOO_LARGE', 'The body is larger than this path takes.']],
  [[415], ['UNSUPPORTED_MEDIA_TYPE', 'The media type is not supported.']],
];

/**
 * Returns the error without its message, because a library may quote the input in a message. The stack still shows
 * where the error occurred.
 */
function withoutMessage(error: Error): Error {
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  const silent = new Error('');
  silent.name = error.name;
  silent.stack = [error.name, ...frames].join('\n');
  return silent;
}

/** Collects the methods of each path, which the response to a wrong method lists. */
function rememberMethods(server: FastifyInstance): (request: FastifyRequest) => string[] {
  const methodsOf = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  server.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    const pattern = new RegExp(`^${url.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+')}$`);
    const known = methodsOf.get(url) ?? { pattern, methods: new Set() };
    for (const one of [method].flat()) known.methods.add(one);
    methodsOf.set(url, known);
  });
  return ({ url }) => {
    const path = url.split('?', 1)[0] ?? '';
    const found = [...methodsOf.values()].filter(({ pattern }) => pattern.test(path));
    return [...new Set(found.flatMap(({ methods }) => [...methods]))].sort();
  };
}
