import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';

/** Returns the message after decoding and encoding by protobuf's own codec, including unknown fields. */
export function decodeAndEncode(bytes: Uint8Array): Uint8Array {
  return toBinary(ProtoMDLMdlSchema, fromBinary(ProtoMDLMdlSchema, bytes));
}
