import { orderedIdPattern } from '@services/kit/clock';
import type { FastifyInstance } from 'fastify';
import * as Type from 'typebox/type';
import type { App } from '../app.js';
import { commentOf } from '../feedback/routes.js';
import { listing, ok, type Paging, pageOf, paging, strict, Time } from '../http/answers.js';
import { notFound } from '../http/api-error.js';
import type { Decision } from '../judge/index.js';
import { performCheck, verdictMembers } from './perform.js';
import { type CheckRequest, checkBodySize, toCheckInput } from './rules.js';
import { findCheck, listChecks, type StoredCheck } from './store.js';

export const CheckRequestSchema = strict({
  data_type: Type.Enum(['email', 'sms', 'phone']),
  content: Type.String({ description: 'A whole e-mail, the text of a message, or a phone number' }),
  metadata: Type.Optional(
    strict({
      sender: Type.Optional(Type.String({ maxLength: 320 })),
      receiver: Type.Optional(Type.String({ maxLength: 320 })),
    }),
  ),
});

const Score = Type.Number({ minimum: 0, maximum: 1, description: 'Probability of fraud' });
export const StoredResult = Type.Object({
  request_id: Type.String(),
  timestamp: Time,
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

export function storedResult(check: StoredCheck) {
  return {
    request_id: check.requestId,
    timestamp: new Date(check.createdAt).toISOString(),
    data_type: check.dataType,
    is_fraud: check.isFraud,
    confidence_score: check.confidenceScore,
    fraud_indicators: check.indicators,
    decision: check.decision,
    ...(check.feedback ? { feedback: check.feedback } : {}),
  };
}

/** JSON may escape one character as six, so the body may be 50 % larger than the e-mail in it. */
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
      querystring: strict({ evidence: Type.Optional(Type.Boolean()) }),
      response: ok({ result: Result, request_id: Type.String({ pattern: orderedIdPattern('fc_') }) }),
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
          ...verdictMembers(verdict),
          explanation: verdict.explanation,
          reasons: verdict.reasons,
          ...(request.query.evidence ? { evidence: verdict.indicators } : {}),
        },
        request_id: requestId,
      };
    },
  });

  server.get<{ Querystring: Paging & { decision?: Decision } }>('/api/fraud-check', {
    config: { access: 'check' },
    schema: {
      tags: ['checks'],
      summary: "List the caller's results, newest first",
      querystring: paging({ decision: Type.Optional(Type.Enum(['allow', 'review', 'block'])) }),
      response: listing({ results: Type.Array(StoredResult) }),
    },
    async handler({ query, caller }) {
      const { page, next } = await pageOf(
        query,
        'fc_',
        (place) => listChecks(app.db, caller.user.id, { ...place, decision: query.decision }),
        ({ requestId }) => requestId,
      );
      return { status: 'success', results: page.map(storedResult), ...next };
    },
  });

  server.get<{ Params: { request_id: string } }>('/api/fraud-check/:request_id', {
    config: { access: 'check' },
    schema: {
      tags: ['checks'],
      summary: 'A stored result',
      params: Type.Object({ request_id: Type.String() }),
      response: ok({
        result: Type.Object({
          ...StoredResult.properties,
          feedback_comment: Type.Optional(Type.String()),
        }),
      }),
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
