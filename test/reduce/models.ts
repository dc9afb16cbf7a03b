import { wasmChecksums } from '../../src/base/container/checksum.js';
import { takeApart } from '../../src/base/container/take-apart.js';
import { encodeFrame } from '../../src/base/container/write.js';
import { encodeTree } from '../../src/read/tree/encode.js';
import { ensureMessage, messageRecord, scalarRecord, setField } from '../../src/read/tree/make.js';
import type { MessageNode } from '../../src/read/tree/message.js';
import { parseTree } from '../../src/read/tree/parse.js';
import type { RecordNode } from '../../src/read/tree/record.js';
import { walkTree } from '../../src/read/tree/walk.js';

/** Size of a model to reduce. */
export interface Shape {
  readonly contexts: number;
  readonly operations: number;
  readonly actions: number;
  readonly blob: number;
}

export const SMALL: Shape = { contexts: 3, operations: 4, actions: 5, blob: 300 };

/** Makes a model whose actions enable units, each with a unique number, and write blobs in between. */
export function model({ contexts, operations, actions, blob }: Shape): MessageNode {
  const root = parseTree(new Uint8Array(0));
  setField(ensureMessage(root, 'header'), 'sdk_version', '1.2.3');
  const group = addMessage(root, 'network_groups');
  setField(ensureMessage(group, 'network_group_metadata'), 'network_group_name', 'group');
  let serial = 0;
  for (let c = 0; c < contexts; c++) {
    const context = addMessage(group, 'contexts');
    setField(context, 'context_index', c);
    for (let o = 0; o < operations; o++) {
      const operation = addMessage(context, 'operations');
      ensureMessage(operation, 'trigger', 'trigger_none');
      for (let a = 0; a < actions; a++) {
        const action = addMessage(operation, 'actions');
        serial++;
        setField(action, 'unique_id', serial);
        if (a % 2 === 0) setField(ensureMessage(action, 'enable_lcu'), 'network_index', serial);
        else setField(ensureMessage(action, 'write_data_ccw'), 'data', noise(blob, serial));
      }
    }
  }
  for (const name of ['one', 'two', 'three']) {
    const field = group.fieldTable('networks_names');
    group.append(scalarRecord(field, name));
  }
  return root;
}

export function bytesOf(shape: Shape = SMALL): Uint8Array {
  return encodeTree(model(shape));
}

/** Puts the model into a valid frame of a version. */
export function framed(
  version: 0 | 1 | 2 | 3,
  shape: Shape = SMALL,
  ccws: Uint8Array = new Uint8Array(0),
): Promise<Uint8Array> {
  return encodeFrame({ version, message: bytesOf(shape), ccws }, wasmChecksums);
}

/** True if a file, framed or not, has an action that enables a unit of this network. */
export function switchesOn(bytes: Uint8Array, network: number): boolean {
  return recordsOf(bytes).some(
    (record) =>
      record.field?.name === 'network_index' &&
      record.holder?.owner?.field?.name === 'enable_lcu' &&
      record.holder.owner.holder?.owner?.field?.name === 'actions' &&
      record.bits === BigInt(network),
  );
}

export function recordsOf(bytes: Uint8Array): RecordNode[] {
  const file = takeApart(bytes);
  return file.framing === 'unknown' ? [] : [...walkTree(parseTree(file.message))];
}

export function addMessage(to: MessageNode, name: string): MessageNode {
  const record = messageRecord(to.fieldTable(name));
  to.append(record);
  return record.message as MessageNode;
}

/** Returns bytes that do not repeat. */
export function noise(length: number, seed: number): Uint8Array {
  let state = seed >>> 0;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
}
