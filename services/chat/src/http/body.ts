import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RawParameter, RawParameters } from './decode.js';
import { badRequest, invalidJson, tooLarge, unsupportedType } from './errors.js';
import { parseJson } from './json-text.js';
import type { IncomingFile } from './route.js';

export const MAX_URL_BYTES = 16 * 1024;
export const MAX_FORM_BYTES = 2 * 1024 * 1024;
export const MAX_PARAMETERS = 200;
const MAX_PARTS = 10;

/** A body that has been read, by content type. */
type Body =
  | { kind: 'form'; text: string }
  | { kind: 'json'; text: string }
  | { kind: 'other'; isEmpty: boolean };

/** Reads bodies as text or bytes; each route interprets its body later. */
export async function readBodies(fastify: FastifyInstance): Promise<void> {
  fastify.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  fastify.removeAllContentTypeParsers();
  const options = { parseAs: 'buffer' as const, bodyLimit: MAX_FORM_BYTES };
  fastify.addContentTypeParser(
    'application/x-www-form-urlencoded',
    options,
    async (_request: unknown, body: Buffer) => ({
      kind: 'form',
      text: body.toString('utf8'),
    }),
  );
  fastify.addContentTypeParser('application/json', options, async (_request: unknown, body: Buffer) => ({
    kind: 'json',
    text: body.toString('utf8'),
  }));
  fastify.addContentTypeParser('*', options, async (_request: unknown, body: Buffer) => ({
    kind: 'other',
    isEmpty: body.length === 0,
  }));
  await fastify.register(multipart);
}

/**
 * Merges the parameters of query and body. A body value takes precedence over a query value of the same name, and a
 * later value over an earlier value. File parts are passed to `onFile` as they arrive, or are dropped.
 */
export async function readParameters(
  request: FastifyRequest,
  onFile: ((file: IncomingFile) => Promise<void>) | undefined,
  maxFileBytes: number,
): Promise<RawParameters> {
  const raw: RawParameters = new Map();
  const question = request.raw.url?.indexOf('?') ?? -1;
  if (question >= 0) addForm(raw, request.raw.url!.slice(question + 1));
  if (request.isMultipart()) await addParts(raw, request, onFile, maxFileBytes);
  else addBody(raw, request.body as Body | undefined);
  if (raw.size > MAX_PARAMETERS) throw badRequest(`More than ${MAX_PARAMETERS} parameters`);
  return raw;
}

function addBody(raw: RawParameters, body: Body | undefined): void {
  if (body === undefined || body === null) return;
  if (body.kind === 'form') addForm(raw, body.text);
  else if (body.kind === 'json') addJson(raw, body.text);
  else if (!body.isEmpty) throw unsupportedType();
}

function addForm(raw: RawParameters, text: string): void {
  for (const [name, value] of new URLSearchParams(text)) raw.set(name, { text: value });
}

function addJson(raw: RawParameters, text: string): void {
  if (text.trim() === '') return;
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalidJson();
  for (const [name, member] of Object.entries(value)) raw.set(name, { value: member });
}

async function addParts(
  raw: RawParameters,
  request: FastifyRequest,
  onFile: ((file: IncomingFile) => Promise<void>) | undefined,
  maxFileBytes: number,
): Promise<void> {
  const parts = request.parts({
    limits: {
      parts: MAX_PARTS,
      fields: MAX_PARTS,
      files: MAX_PARTS,
      fieldSize: MAX_FORM_BYTES,
      fileSize: maxFileBytes,
    },
  });
  for await (const part of parts) {
    if (part.type === 'field') {
      if (part.valueTruncated) throw tooLarge(`Field ${part.fieldname} is too large`);
      raw.set(part.fieldname, fieldValue(part.value));
      continue;
    }
    if (onFile === undefined) {
      for await (const _chunk of part.file);
      continue;
    }
    await onFile({
      fieldName: part.fieldname,
      fileName: part.filename,
      mimeType: part.mimetype,
      stream: part.file,
    });
  }
}

/** Parts of type application/json arrive parsed. */
const fieldValue = (value: unknown): RawParameter =>
  typeof value === 'string' ? { text: value } : { value };
