import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';

/** The message as protobuf's own codec writes what it has read, fields that it does not know included. */
export function decodeAndEncode(bytes: Uint8Array): Uint8Array {
  return toBinary(ProtoMDLMdlSchema, fromBinary(ProtoMDLMdlSchema, bytes));
}
