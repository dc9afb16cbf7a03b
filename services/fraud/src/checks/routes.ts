import type { FastifyInstance } from 'fastify';
import * as Type from 'typebox/type';
import type { App } from '../app.js';
import { commentOf } from '../feedback/routes.js';
import { errorAnswers } from '../http/answers.js';
import { notFound } from '../http/api-error.js';
import type { Decision } from '../judge/index.js';
import { performCheck } from './perform.js';
import { type CheckRequest, checkBodySize, toCheckInput } from './rules.js';
import { findCheck, listChecks, type StoredCheck } from './store.js';

export const CheckRequestSchema = Type.Object(
  {
    data_type: Type.Enum(['email', 'sms', 'phone']),
    content: Type.String({ description: 'A whole e-mail, the text of a message, or a phone number' }),
    metadata: Type.Optional(
      Type.Object(
        {
          sender: Type.Optional(Type.String({ maxLength: 320 })),
          receiver: Type.Optional(Type.String({ maxLength: 320 })),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);

const Score = Type.Number({ minimum: 0, maximum: 1, description: 'Probability of fraud' });
export const StoredResult = Type.Object({
  request_id: Type.String(),
  timestamp: Type.String({ format: 'date-time' }),
  data_type: Type.Enum(['email', 'sms', 'phone']),
  is_fraud: Type.Boolean(),
  confidence_score: Score,
  fraud_indicators: Type.Array(Type.String()),
  decision: Type.Enum(['allow', 'review', 'block']),
  feedback: Type.Optional(
    Type.Enum(['fraud', 'legitimate'], { description: 'What the caller said of the result' }),
  ),
});
const Result = Type.Object({
  is_fraud: Type.Boolean(),
  confidence_score: Score,
  fraud_indicators: Type.Array(Type.String()),
  explanation: Type.String(),
  severity: Type.Enum(['low', 'medium', 'high', 'critical']),
  decision: Type.Enum(['allow', 'review', 'block'], { description: 'review: a person should look' }),
  reasons: Type.Array(
    Type.Object({ code: Type.String(), contribution: Type.Number(), evidence: Type.Optional(Type.String()) }),
    { description: 'Parts of the log odds of the score, strongest first; their sum is the log odds' },
  ),
  evidence: Type.Optional(
    Type.Array(
      Type.Object({
        code: Type.String(),
        spans: Type.Array(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 })),
      }),
      { description: 'Only with ?evidence=true: half-open places in content, in UTF-16 units' },
    ),
  ),
});

const Listing = Type.Object(
  {
    cursor: Type.Optional(Type.String({ maxLength: 40, description: 'next_cursor of the page before' })),
    decision: Type.Optional(Type.Enum(['allow', 'review', 'block'])),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  },
  { additionalProperties: false },
);

export function storedResult(check: StoredCheck) {
  return {
    request_id: check.requestId,
    timestamp: new Date(check.createdAt).toISOString(),
    data_type: check.dataType,
    is_fraud: check.isFraud,
    confidence_score: check.confidenceScore,
    fraud_indicators: check.indicators,
    decision: check.decision,
    ...(check.feedback === undefined ? {} : { feedback: check.feedback }),
  };
}

/** JSON may escape one character as six, so the body may be 50 % larger than its e-mail. */
const bodyLimit = (emailBytes: number, bodyBytes: number) => Math.max(bodyBytes, Math.ceil(emailBytes * 1.5));

export function checkRoutes(app: App, server: FastifyInstance): void {
  const { limits } = app.config;

  server.post<{ Body: CheckRequest; Querystring: { evidence?: boolean } }>('/api/fraud-check', {
    config: { access: 'check' },
    bodyLimit: bodyLimit(limits.emailBytes, limits.bodyBytes),
    schema: {
      tags: ['checks'],
      summary: 'Judge a message or a phone number',
      body: CheckRequestSchema,
      querystring: Type.Object({ evidence: Type.Optional(Type.Boolean()) }, { additionalProperties: false }),
      response: {
        200: Type.Object({
          status: Type.Literal('success'),
          result: Result,
          request_id: Type.String({ pattern: '^fc_[0-9A-HJKMNP-TV-Z]{26}$' }),
        }),
        ...errorAnswers(400, 401, 403, 413, 415, 429),
      },
    },
    async handler(request, reply) {
      const { body, caller } = request;
      checkBodySize(body.data_type, request.rawBody?.length ?? 0, limits);
      const performed = await performCheck(app, caller.user, toCheckInput(body, limits));
      await app.recorder.record(performed);
      const { requestId, verdict } = performed;
      reply.header('x-request-id', requestId).header('x-model-version', verdict.modelVersion);
      return {
        status: 'success',
        result: {
          is_fraud: verdict.isFraud,
          confidence_score: verdict.confidenceScore,
          fraud_indicators: verdict.indicators.map(({ code }) => code),
          explanation: verdict.explanation,
          severity: verdict.severity,
          decision: verdict.decision,
          reasons: verdict.reasons,
          ...(request.query.evidence ? { evidence: verdict.indicators } : {}),
        },
        request_id: requestId,
      };
    },
  });

  server.get<{ Querystring: { cursor?: string; limit: number; decision?: Decision } }>('/api/fraud-check', {
    config: { access: 'check' },
    schema: {
      tags: ['checks'],
      summary: "List the caller's results, newest first",
      querystring: Listing,
      response: {
        200: Type.Object({
          status: Type.Literal('success'),
          results: Type.Array(StoredResult),
          next_cursor: Type.Optional(Type.String()),
        }),
        ...errorAnswers(400, 401, 403, 429),
      },
    },
    async handler({ query, caller }) {
      const { cursor, limit, decision } = query;
      const checks = await listChecks(app.db, caller.user.id, { cursor, decision, limit: limit + 1 });
      const page = checks.slice(0, limit);
      return {
        status: 'success',
        results: page.map(storedResult),
        ...(checks.length > limit ? { next_cursor: page.at(-1)?.requestId } : {}),
      };
    },
  });

  server.get<{ Params: { request_id: string } }>('/api/fraud-check/:request_id', {
    config: { access: 'check' },
    schema: {
      tags: ['checks'],
      summary: 'A stored result',
      params: Type.Object({ request_id: Type.String() }),
      response: {
        200: Type.Object({
          status: Type.Literal('success'),
          result: Type.Object({
            ...StoredResult.properties,
            feedback_comment: Type.Optional(Type.String()),
          }),
        }),
        ...errorAnswers(401, 403, 404, 429),
      },
    },
    async handler({ params, caller }) {
      const check = await findCheck(app.db, caller.user.id, params.request_id);
      if (!check) throw notFound('result');
      const comment = await commentOf(app, caller.user.id, params.request_id);
      const result = { ...storedResult(check), ...(comment ? { feedback_comment: comment } : {}) };
      return { status: 'success', result };
    },
  });
}
