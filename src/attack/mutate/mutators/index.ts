import type { Mutator } from '../mutator.js';
import * as blobs from './blobs.js';
import * as bytes from './bytes.js';
import * as contents from './contents.js';
import * as encodings from './encodings.js';
import * as features from './features.js';
import * as frames from './frames.js';
import * as lists from './lists.js';
import * as muxes from './muxes.js';
import * as names from './names.js';
import * as numbers from './numbers.js';
import * as oneofs from './oneofs.js';

/** All mutators: first mutators of the meaning, then of the encoding, of the frame, and of bytes. */
export const MUTATORS: readonly Mutator[] = [
  numbers.boundaryValueMutator,
  numbers.redirectIndex,
  numbers.overflowShape,
  blobs.configurationHead,
  features.otherHeaderVersion,
  features.toggleExtension,
  contents.addField,
  lists.dropRecord,
  lists.duplicateRecord,
  lists.moveRecord,
  lists.swapRecords,
  lists.shrinkList,
  lists.growList,
  contents.splice,
  oneofs.unsetOneof,
  oneofs.switchOneof,
  muxes.nestMux,
  muxes.widenMux,
  features.laterLayout,
  names.stretchName,
  names.emptyName,
  names.spoilName,
  names.hostileName,
  names.copyName,
  blobs.resizeBlob,
  blobs.flipBlob,
  numbers.widenValue,
  contents.repeatField,
  contents.splitMessage,
  lists.reorderFields,
  lists.repackList,
  encodings.widerVarint,
  encodings.wrongWireType,
  contents.unknownField,
  contents.deepGroup,
  encodings.tooWideVarint,
  encodings.corruptLength,
  bytes.badTagBytes,
  bytes.overwriteBytes,
  bytes.insertBytes,
  bytes.deleteBytes,
  bytes.flipMessageBits,
  bytes.truncateMessage,
  frames.reframe,
  frames.frameSections,
  frames.framePadding,
  frames.frameVersion,
  frames.frameSize,
  frames.frameSizeWrap,
  frames.frameChecksum,
  frames.frameReserved,
  frames.frameMagic,
  bytes.truncateFile,
  bytes.appendBytes,
  bytes.flipFileBits,
];
