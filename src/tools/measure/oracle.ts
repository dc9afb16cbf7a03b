import { fromBinary } from '@bufbuild/protobuf';
import { ProtoMDLMdlSchema } from '../../generated/mdl_pb.js';

/**
 * Decodes a whole message with the generated codec: what a reader is measured against. Loaded when it is
 * asked for: nothing else needs the codec.
 * @throws Error of the codec's when it refuses the message
 */
export function decodeWhole(message: Uint8Array): unknown {
  return fromBinary(ProtoMDLMdlSchema, message);
}
