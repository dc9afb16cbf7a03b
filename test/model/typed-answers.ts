import type { DescMessage, Message } from '@bufbuild/protobuf';
import { BlobHandle } from '../../src/read/model/blob.js';
import { TypedView } from '../../src/read/model/typed-view.js';

/**
 * Compares the codec's message and a typed view, by the names of their properties; returns a line for each
 * difference. Reads every property of the codec's message. Members of oneofs are read as properties of their
 * own, and through the oneof.
 */
export async function differences(
  typed: TypedView,
  oracle: Message,
  desc: DescMessage,
  at = '',
): Promise<string[]> {
  const view = typed as unknown as Record<string, unknown>;
  const truth = oracle as unknown as Record<string, unknown>;
  const found: string[] = [];
  for (const field of desc.fields) {
    const name = `${at}.${field.localName}`;
    if (field.oneof === undefined) {
      found.push(...(await compare(view[field.localName], truth[field.localName], field.message, name)));
      continue;
    }
    const set = truth[field.oneof.localName] as { case?: string; value?: unknown };
    const expected = set.case === field.localName ? set.value : undefined;
    found.push(...(await compare(view[field.localName], expected, field.message, name)));
  }
  for (const oneof of desc.oneofs) {
    const name = `${at}.${oneof.localName}`;
    const set = truth[oneof.localName] as { case?: string; value?: unknown };
    const answer = view[oneof.localName] as { case?: string; value?: unknown };
    if (answer.case !== set.case) found.push(`${name}: ${answer.case} is set, not ${set.case}`);
    if (view[`${oneof.localName}Case`] !== set.case) found.push(`${name}Case: not ${set.case}`);
    const message = oneof.fields.find(({ localName }) => localName === set.case)?.message;
    found.push(...(await compare(answer.value, set.value, message, name)));
  }
  return found;
}

async function compare(
  answer: unknown,
  truth: unknown,
  desc: DescMessage | undefined,
  name: string,
): Promise<string[]> {
  if (answer instanceof TypedView && truth !== undefined)
    return differences(answer, truth as Message, desc!, name);
  if (Array.isArray(truth)) {
    const answers = [...(answer as Iterable<unknown>)];
    if (answers.length !== truth.length) return [`${name}: ${answers.length} elements, not ${truth.length}`];
    const each = answers.map((one, i) => compare(one, truth[i], desc, `${name}[${i}]`));
    return (await Promise.all(each)).flat();
  }
  if (answer instanceof BlobHandle) {
    const bytes = await answer.read();
    const same = Buffer.compare(bytes, truth as Uint8Array) === 0 && answer.length === bytes.length;
    return same ? [] : [`${name}: other bytes`];
  }
  return Object.is(answer, truth) ? [] : [`${name}: ${String(answer)}, not ${String(truth)}`];
}
