export { encodePieces, encodeRecord, encodeTree } from './encode.js';
export {
  bitsOf,
  bitsRecord,
  bytesRecord,
  ensureMessage,
  fieldOfType,
  groupRecord,
  messageRecord,
  placeFor,
  rawRecord,
  type Scalar,
  scalarRecord,
  setField,
} from './make.js';
export { MessageNode } from './message.js';
export { packedBytes, packedValues, setPackedValues } from './packed.js';
export { parseTree } from './parse.js';
export { offsetOf, type Place, pathOf, placeOf, startOf } from './place.js';
export { type Payload, RecordNode, type Style } from './record.js';
export { putVarint, varintSize } from './varint.js';
export { messagesAt, recordsAt, walkOffsets, walkTree } from './walk.js';
