/** What is answered to a request of the conformance runner. */
import { create, type Message, toBinary, toJsonString } from '@bufbuild/protobuf';
import { reflect } from '@bufbuild/protobuf/reflect';
import { readAll } from './reading.js';
import { type Schema, SUBJECTS } from './subjects.js';

/** conformance.WireFormat */
export const PROTOBUF = 1;
export const JSON_FORMAT = 2;

/** A conformance.ConformanceRequest, as far as it matters here; the shape that protobuf-es gives it. */
export interface Request extends Message {
  readonly payload: { readonly case?: string; readonly value?: unknown };
  readonly requestedOutputFormat: number;
  readonly messageType: string;
}

/** Which member of conformance.ConformanceResponse.result is set, and to what. */
export type Result =
  | { readonly case: 'protobufPayload'; readonly value: Uint8Array }
  | {
      readonly case: 'jsonPayload' | 'parseError' | 'serializeError' | 'runtimeError' | 'skipped';
      readonly value: string;
    };

export interface Answer {
  readonly result: Result;
  /** The code of the error that a refused message has. */
  readonly code?: string;
  readonly scans: number;
  readonly views: number;
}

/** Answers one request. Never throws: whatever goes wrong is a `runtimeError`, which no test expects. */
export async function answer(schema: Schema, request: Request): Promise<Answer> {
  try {
    return await answerOrThrow(schema, request);
  } catch (error) {
    return without({
      case: 'runtimeError',
      value: error instanceof Error ? String(error.stack) : String(error),
    });
  }
}

async function answerOrThrow(schema: Schema, request: Request): Promise<Answer> {
  const { payload, messageType, requestedOutputFormat: format } = request;
  if (messageType === schema.failureSet.typeName) {
    // Asked first, so that a testee may list what it is known to fail. The runner has a file for that.
    return without({
      case: 'protobufPayload',
      value: toBinary(schema.failureSet, create(schema.failureSet)),
    });
  }
  const reason = whySkipped(request);
  if (reason !== undefined) return without({ case: 'skipped', value: reason });
  const subject = schema.subject(messageType);
  const { message, refusal, scans, views } = await readAll(subject, payload.value as Uint8Array);
  if (message === undefined) {
    const { code, offset, path } = refusal!;
    return { result: { case: 'parseError', value: `${code} at ${offset} in "${path}"` }, code, scans, views };
  }
  if (format === PROTOBUF) {
    return { result: { case: 'protobufPayload', value: toBinary(subject.desc, message) }, scans, views };
  }
  return { result: asJson(schema, message), scans, views };
}

/** Some messages have no JSON, such as a timestamp after the year 9999; the runner expects this to be said. */
function asJson({ registry }: Schema, message: Message): Result {
  const desc = registry.getMessage(message.$typeName)!;
  try {
    return { case: 'jsonPayload', value: toJsonString(desc, message, { registry }) };
  } catch (error) {
    return { case: 'serializeError', value: String(error) };
  }
}

/** Why a request has nothing to ask our readers, or undefined. The reasons are in README.md. */
function whySkipped({ payload, messageType, requestedOutputFormat: format }: Request): string | undefined {
  if (payload.case === 'jsonPayload') return 'JSON input';
  if (payload.case === 'textPayload') return 'text input';
  if (payload.case !== 'protobufPayload') return 'JSPB input';
  if (!SUBJECTS.includes(messageType)) return 'a schema that is not proto3';
  if (format !== PROTOBUF && format !== JSON_FORMAT) return 'text output';
  return undefined;
}

function without(result: Result): Answer {
  return { result, scans: 0, views: 0 };
}

/** The response with this result, encoded. */
export function encodeResponse({ response }: Schema, result: Result): Uint8Array {
  const message = reflect(response);
  const member = response.oneofs[0]!.fields.find(({ localName }) => localName === result.case)!;
  message.set(member, result.value as never);
  return toBinary(response, message.message);
}
