import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { afterAll } from 'vitest';
import { ProtoMDLMdlSchema } from '../../../src/generated/mdl_pb.js';
import { concat, prefixed, tag } from '../../arbitrary/wire-writer.js';

export const CORPUS = fileURLToPath(new URL('../../../corpus', import.meta.url));

/** A folder for the files of one test file, removed at its end. */
export function scratch(): (name: string, bytes: Uint8Array) => string {
  const folder = mkdtempSync(join(tmpdir(), 'protomdl-page-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return (name, bytes) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  };
}

/** A valid model in which every text ends with `text`. */
export function withTexts(text: string): Uint8Array {
  const model = fromBinary(ProtoMDLMdlSchema, readFileSync(join(CORPUS, 'valid/two-networks.mdl')));
  appendToTexts(model, text);
  return toBinary(ProtoMDLMdlSchema, model);
}

export function withName(name: string): Uint8Array {
  const model = fromBinary(ProtoMDLMdlSchema, readFileSync(join(CORPUS, 'valid/two-networks.mdl')));
  const metadata = model.networkGroups[0]?.networkGroupMetadata;
  if (metadata === undefined) throw new Error('the model has no group');
  metadata.networkGroupName = name;
  return toBinary(ProtoMDLMdlSchema, model);
}

function appendToTexts(value: unknown, text: string): void {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
  const holder = value as Record<string, unknown>;
  for (const [key, inner] of Object.entries(holder)) {
    if (key.startsWith('$') || key === 'case') continue;
    if (typeof inner === 'string') holder[key] = inner + text;
    else appendToTexts(inner, text);
  }
}

/** Nested messages: groups of unknown fields, because no known message goes this deep. */
export function deep(levels: number): Uint8Array {
  const starts = Array.from({ length: levels }, () => tag(99, 3));
  const ends = Array.from({ length: levels }, () => tag(99, 4));
  return concat(...starts, ...ends);
}

/** Bytes without structure, always the same. */
export function noise(length: number, seed = 1): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 24;
  });
}

/** A model with `count` empty actions, each an error: `action-unset`. */
export function withFindings(count: number): Uint8Array {
  const action = concat(tag(2, 2), prefixed(new Uint8Array()));
  const actions = new Uint8Array(action.length * count);
  for (let index = 0; index < count; index++) actions.set(action, index * action.length);
  const field = (number: number, payload: Uint8Array) => concat(tag(number, 2), prefixed(payload));
  return field(2, field(3, field(2, actions)));
}

/** A model with an unknown field of `length` bytes at its end. */
export function paddedBehind(length: number): Uint8Array {
  const model = readFileSync(join(CORPUS, 'valid/one-context.mdl'));
  return concat(model, tag(1000, 2), prefixed(new Uint8Array(length)));
}
