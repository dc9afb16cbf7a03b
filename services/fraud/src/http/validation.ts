import type { FastifySchemaValidationError as Finding } from 'fastify';
import { ApiError, type ErrorDetail } from './api-error.js';

/** Maximum number of details in an error; with more, the response would be longer than the request. */
const MOST_DETAILS = 20;

/** If the value of one of these members is not a listed value, the error has a code of its own. */
const TYPE_MEMBERS = new Set(['/data_type', '/type']);

/** Converts Ajv's findings to one error. The messages quote values of the schema only, never values of the client. */
export function validationError(findings: Finding[], context: string): ApiError {
  const prefix = context === 'body' || context === '' ? '' : `/${context}`;
  const details = findings.map((finding) => detailOf(finding, prefix));
  if (context === 'body' && details.length > 0 && findings.every(isUnlistedType)) {
    const [first] = details;
    return new ApiError('UNSUPPORTED_DATA_TYPE', `The value of ${first?.path} ${first?.message}.`, {
      details,
    });
  }
  const unique = [...new Map(details.map((detail) => [`${detail.path} ${detail.message}`, detail])).values()];
  const [first] = unique;
  const where = first?.path || 'the body';
  return new ApiError('INVALID_REQUEST', `The request is not valid: ${where} ${first?.message ?? ''}.`, {
    details: unique.slice(0, MOST_DETAILS),
  });
}

function isUnlistedType({ keyword, instancePath }: Finding): boolean {
  return keyword === 'enum' && TYPE_MEMBERS.has(instancePath);
}

function detailOf({ keyword, instancePath, params, message }: Finding, prefix: string): ErrorDetail {
  const path = prefix + instancePath;
  const member = params.missingProperty ?? params.additionalProperty;
  if (member !== undefined)
    return {
      path: `${path}/${pointerPart(member)}`,
      message: keyword === 'required' ? 'is missing' : 'is not a known member',
    };
  return { path, message: MESSAGES[keyword]?.(params) ?? message ?? 'is not valid' };
}

/** Messages by the keyword of the schema that a value breaks. */
const MESSAGES: Readonly<Record<string, (params: Finding['params']) => string>> = {
  enum: ({ allowedValues }) => `must be one of ${(allowedValues as string[]).join(', ')}`,
  minLength: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`),
  maxLength: ({ limit }) => `must have at most ${limit} characters`,
  type: ({ type }) => `must be ${/^[aeiou]/.test(type as string) ? 'an' : 'a'} ${type}`,
};

/**
 * Escapes a member's name as in RFC 6901. A name that is longer than the API's names is cut, because a client may use
 * content as a name.
 */
function pointerPart(name: unknown): string {
  const text = String(name).replaceAll('~', '~0').replaceAll('/', '~1');
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
