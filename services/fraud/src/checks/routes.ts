import { orderedIdPattern } from '@services/kit/clock';
import type { FastifyInstance } from 'fastify';
import * as Type from 'typebox/type';
import type { App } from '../app.js';
import { commentOf } from '../feedback/store.js';
import { iso, strict, Time } from '../http/answers.js';
import { found } from '../http/api-error.js';
import { Routes } from '../http/route.js';
import { performCheck, verdictMembers } from './perform.js';
import { checkBodySize, toCheckInput } from './rules.js';
import { findCheck, listChecks, type StoredCheck } from './store.js';

const Kind = Type.Enum(['email', 'sms', 'phone']);
const Decided = Type.Enum(['allow', 'review', 'block']);

export const CheckRequestSchema = strict({
  data_type: Kind,
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
  data_type: Kind,
  is_fraud: Type.Boolean(),
  confidence_score: Score,
  fraud_indicators: Type.Array(Type.String()),
  decision: Decided,
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

export const storedResult = (check: StoredCheck) => ({
  request_id: check.requestId,
  timestamp: iso(check.createdAt),
  data_type: check.dataType,
  is_fraud: check.isFraud,
  confidence_score: check.confidenceScore,
  fraud_indicators: check.indicators,
  decision: check.decision,
  ...(check.feedback ? { feedback: check.feedback } : {}),
});

/** JSON may escape one character as six, so the body may be 50 % larger than the e-mail in it. */
export const emailBodyLimit = ({ emailBytes, bodyBytes }: App['config']['limits']) =>
  Math.max(bodyBytes, Math.ceil(emailBytes * 1.5));

export function checkRoutes(app: App, server: FastifyInstance): void {
  const { limits } = app.config;
  const routes = new Routes(server, 'checks', { access: 'check' });

  routes.post('/api/fraud-check', {
    bodyLimit: emailBodyLimit(limits),
    summary: 'Judge a message or a phone number',
    body: CheckRequestSchema.properties,
    query: { evidence: Type.Optional(Type.Boolean()) },
    answer: { result: Result, request_id: Type.String({ pattern: orderedIdPattern('fc_') }) },
    async handler(request, reply) {
      const { body, caller } = request;
      checkBodySize(body.data_type, request.rawBody?.length ?? 0, limits);
      const performed = await performCheck(app, caller.user, toCheckInput(body, limits));
      await app.recorder.record(performed);
      const { requestId, verdict } = performed;
      reply.header('x-request-id', requestId).header('x-model-version', verdict.modelVersion);
      return {
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

  routes.list('/api/fraud-check', {
    summary: "List the caller's results, newest first",
    query: { decision: Type.Optional(Decided) },
    member: 'results',
    row: StoredResult,
    id: 'request_id',
    prefix: 'fc_',
    read: ({ query, caller }, place) =>
      listChecks(app.db, caller.user.id, { ...place, decision: query.decision }),
    show: storedResult,
  });

  routes.get('/api/fraud-check/:request_id', {
    summary: 'A stored result',
    answer: {
      result: Type.Object({ ...StoredResult.properties, feedback_comment: Type.Optional(Type.String()) }),
    },
    async handler({ params: { request_id: id }, caller: { user } }) {
      const check = found(await findCheck(app.db, user.id, id), 'result');
      const comment = await commentOf(app, user.id, id);
      return { result: { ...storedResult(check), ...(comment ? { feedback_comment: comment } : {}) } };
    },
  });
}
