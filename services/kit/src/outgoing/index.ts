export { isPublicAddress, networks } from './addresses.js';
export { type Delivered, type DeliveryFailure, deliver } from './deliver.js';
export { OutgoingFailed, OutgoingRefused } from './errors.js';
export {
  type Outgoing,
  type OutgoingAnswer,
  type OutgoingOptions,
  type OutgoingRequest,
  outgoing,
} from './outgoing.js';
export { newSecret, signedHeaders } from './signature.js';
