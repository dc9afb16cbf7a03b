import type { Mutator } from '../mutator.js';
import { addField } from './add-field.js';
import { appendBytes } from './append-bytes.js';
import { badTag } from './bad-tag.js';
import { boundaryValueMutator } from './boundary-value.js';
import { configurationHead } from './configuration-head.js';
import { copyName } from './copy-name.js';
import { corruptLength } from './corrupt-length.js';
import { deepGroup } from './deep-group.js';
import { deleteBytes } from './delete-bytes.js';
import { dropRecord } from './drop-record.js';
import { duplicateRecord } from './duplicate-record.js';
import { emptyName } from './empty-name.js';
import { flipFileBits, flipMessageBits } from './flip-bits.js';
import { flipBlob } from './flip-blob.js';
import { frameChecksum, frameMagic, frameReserved, frameSize, frameVersion } from './frame-header.js';
import { framePadding, frameSections } from './frame-sections.js';
import { frameSizeWrap } from './frame-size-wrap.js';
import { growList } from './grow-list.js';
import { headerVersion } from './header-version.js';
import { hostileName } from './hostile-name.js';
import { insertBytes } from './insert-bytes.js';
import { laterLayout } from './later-layout.js';
import { moveRecord } from './move-record.js';
import { nestMux } from './nest-mux.js';
import { overflowShape } from './overflow-shape.js';
import { overwriteBytes } from './overwrite-bytes.js';
import { redirectIndex } from './redirect-index.js';
import { reframe } from './reframe.js';
import { reorderFields } from './reorder-fields.js';
import { repackList } from './repack-list.js';
import { repeatField } from './repeat-field.js';
import { resizeBlob } from './resize-blob.js';
import { shrinkList } from './shrink-list.js';
import { splice } from './splice.js';
import { splitMessage } from './split-message.js';
import { spoilName } from './spoil-name.js';
import { stretchName } from './stretch-name.js';
import { swapRecords } from './swap-records.js';
import { switchOneof } from './switch-oneof.js';
import { toggleExtension } from './toggle-extension.js';
import { truncateFile, truncateMessage } from './truncate.js';
import { unknownField } from './unknown-field.js';
import { unsetOneof } from './unset-oneof.js';
import { widenMux } from './widen-mux.js';
import { widenValue } from './widen-value.js';
import { tooWideVarint, widerVarint } from './wider-varint.js';
import { wrongWireType } from './wrong-wire-type.js';

/** Every mutator: those of meaning first, then those of encoding, of the frame, and of bytes. */
export const MUTATORS: readonly Mutator[] = [
  boundaryValueMutator,
  redirectIndex,
  overflowShape,
  configurationHead,
  headerVersion,
  toggleExtension,
  addField,
  dropRecord,
  duplicateRecord,
  moveRecord,
  swapRecords,
  shrinkList,
  growList,
  splice,
  unsetOneof,
  switchOneof,
  nestMux,
  widenMux,
  laterLayout,
  stretchName,
  emptyName,
  spoilName,
  hostileName,
  copyName,
  resizeBlob,
  flipBlob,
  widenValue,
  repeatField,
  splitMessage,
  reorderFields,
  repackList,
  widerVarint,
  wrongWireType,
  unknownField,
  deepGroup,
  tooWideVarint,
  corruptLength,
  badTag,
  overwriteBytes,
  insertBytes,
  deleteBytes,
  flipMessageBits,
  truncateMessage,
  reframe,
  frameSections,
  framePadding,
  frameVersion,
  frameSize,
  frameSizeWrap,
  frameChecksum,
  frameReserved,
  frameMagic,
  truncateFile,
  appendBytes,
  flipFileBits,
];
