import type { Logger } from '@services/kit/log';
import type { FastifyReply } from 'fastify';
import { ApiError, internalError } from './errors.js';
import { translated } from './library-errors.js';
import { RawAnswer } from './route.js';

const JSON_TYPE = 'application/json; charset=utf-8';

export function sendAnswer(reply: FastifyReply, answer: object | RawAnswer, ignored: string[]): FastifyReply {
  const rest = ignored.length > 0 ? `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}` : '';
  const members = answer instanceof RawAnswer ? answer.text : JSON.stringify(answer).slice(1, -1);
  return sendJson(reply, 200, `{"result":"success","msg":""${members === '' ? '' : `,${members}`}${rest}}`);
}

export function sendError(reply: FastifyReply, error: ApiError): FastifyReply {
  for (const [name, value] of Object.entries(error.headers)) reply.header(name, value);
  const { code, message: msg, extra } = error;
  return sendJson(reply, error.status, JSON.stringify({ result: 'error', msg, code, ...extra }));
}

function sendJson(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).header('content-type', JSON_TYPE).header('cache-control', 'no-store').send(text);
}

/**
 * Converts any error to an error of the contract; an unexpected error is logged, and the answer reveals no internals.
 */
export function answerError(error: unknown, log: Pick<Logger, 'error' | 'warn'>): ApiError {
  if (error instanceof ApiError) return error;
  const answer = translated(error, log);
  if (answer !== undefined) return answer;
  log.error({ err: error }, 'a request failed');
  return internalError();
}
