/** protobuf-es: full decode into objects. */
import { fromBinary } from '@bufbuild/protobuf';
import { ProtoMDLMdlSchema } from '../../src/generated/mdl_pb.js';
import { answerFor } from './driver.js';
import { fileBytes } from './file-bytes.js';

let bytes: Uint8Array = new Uint8Array();

answerFor({
  load: (path) => {
    bytes = fileBytes(path);
  },
  run: () => fromBinary(ProtoMDLMdlSchema, bytes).networkGroups.length,
});
