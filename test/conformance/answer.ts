/** Answers to requests of the conformance runner. */
import { create, type Message, toBinary, toJsonString } from '@bufbuild/protobuf';
import { reflect } from '@bufbuild/protobuf/reflect';
import { readAll } from './reading.js';
import { type Schema, SUBJECTS, type Subject } from './subjects.js';
import { assembled, dumped, mentions } from './text.js';

/** Values of the enum `conformance.WireFormat`. */
export const PROTOBUF = 1;
export const JSON_FORMAT = 2;
export const TEXT_FORMAT = 4;

/** Value of conformance.TestCategory for tests in which unknown names are ignored. */
const JSON_IGNORE_UNKNOWN = 3;

/** A conformance.ConformanceRequest, with the fields that are used here, in protobuf-es' form. */
export interface Request extends Message {
  readonly payload: { readonly case?: string; readonly value?: unknown };
  readonly requestedOutputFormat: number;
  readonly messageType: string;
  readonly testCategory: number;
  readonly printUnknownFields: boolean;
}

/** The result in a conformance.ConformanceResponse: the name of its member, and the value. */
export type Result =
  | { readonly case: 'protobufPayload'; readonly value: Uint8Array }
  | {
      readonly case:
        | 'jsonPayload'
        | 'textPayload'
        | 'parseError'
        | 'serializeError'
        | 'runtimeError'
        | 'skipped';
      readonly value: string;
    };

export interface Answer {
  readonly result: Result;
  /** Error code of a refused message. */
  readonly code?: string | undefined;
  readonly scans: number;
  readonly views: number;
}

/** Answers one request. Never throws: every failure is a `runtimeError`, which no test expects. */
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
    // The runner first requests the failures that the testee knows. The list is empty, because the runner
    // reads the known failures from a file.
    return without({
      case: 'protobufPayload',
      value: toBinary(schema.failureSet, create(schema.failureSet)),
    });
  }
  const reason = whySkipped(schema, request);
  if (reason !== undefined) return without({ case: 'skipped', value: reason });
  const subject = schema.subject(messageType);
  if (payload.case !== 'protobufPayload') {
    const form = payload.case === 'jsonPayload' ? 'json' : 'textproto';
    const made = await assembled(subject.textTables, payload.value as string, form);
    if ('code' in made) return without({ case: 'parseError', value: made.reason }, made.code);
    if (format === PROTOBUF) return without({ case: 'protobufPayload', value: made.message });
    return written(schema, subject, request, made.message);
  }
  return written(schema, subject, request, payload.value as Uint8Array);
}

/** Reads a message with all readers, and writes it in the requested form. */
async function written(
  schema: Schema,
  subject: Subject,
  request: Request,
  bytes: Uint8Array,
): Promise<Answer> {
  const { message, refusal, scans, views } = await readAll(subject, bytes);
  if (message === undefined) {
    const { code, offset, path } = refusal!;
    return { result: { case: 'parseError', value: `${code} at ${offset} in "${path}"` }, code, scans, views };
  }
  switch (request.requestedOutputFormat) {
    case PROTOBUF:
      return { result: { case: 'protobufPayload', value: toBinary(subject.desc, message) }, scans, views };
    case TEXT_FORMAT: {
      const text = await dumped(subject.textTables, bytes, 'textproto');
      if (!request.printUnknownFields && NUMBERED.test(text))
        return without({ case: 'skipped', value: 'text without unknown fields' });
      return { result: { case: 'textPayload', value: text }, scans, views };
    }
    default: {
      // `dump` keeps unknown fields under a reserved name.
      const json = await dumped(subject.textTables, bytes, 'json');
      const isOrdinary = !json.includes('"$unknown"') && !mentions(json, subject.specialJson);
      return {
        result: isOrdinary ? { case: 'jsonPayload', value: json } : asJson(schema, message),
        scans,
        views,
      };
    }
  }
}

/** A field that `dump` names by its number, as text format writes unknown fields. */
const NUMBERED = /^\s*\d+[:{ ]/m;

/**
 * Some messages cannot be written as JSON, such as a timestamp after the year 9999. The runner expects an
 * error.
 */
function asJson({ registry }: Schema, message: Message): Result {
  const desc = registry.getMessage(message.$typeName)!;
  try {
    return { case: 'jsonPayload', value: toJsonString(desc, message, { registry }) };
  } catch (error) {
    return { case: 'serializeError', value: String(error) };
  }
}

/**
 * Returns the reason why a request does not apply to our readers and writers; undefined if it applies. The
 * reasons are in README.md.
 */
function whySkipped(schema: Schema, request: Request): string | undefined {
  const { payload, messageType, requestedOutputFormat: format } = request;
  if (payload.case === 'jspbPayload' || format > TEXT_FORMAT) return 'JSPB';
  if (!SUBJECTS.includes(messageType)) return 'a schema that is not proto3';
  if (payload.case === 'jsonPayload') {
    if (request.testCategory === JSON_IGNORE_UNKNOWN) return 'JSON with names to be passed over';
    if (mentions(payload.value as string, schema.subject(messageType).specialJson))
      return 'JSON of maps and well-known types';
  }
  if (payload.case === 'textPayload') {
    if (/\breserved_field\b/.test(payload.value as string)) return 'text with reserved names';
    if (/\[type\.googleapis\.com/.test(payload.value as string)) return 'text of Any';
  }
  return undefined;
}

function without(result: Result, code?: string): Answer {
  return { result, code, scans: 0, views: 0 };
}

export function encodeResponse({ response }: Schema, result: Result): Uint8Array {
  const message = reflect(response);
  const member = response.oneofs[0]!.fields.find(({ localName }) => localName === result.case)!;
  message.set(member, result.value as never);
  return toBinary(response, message.message);
}
