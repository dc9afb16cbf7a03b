/** `protomdl explain`. */
export { defineExplain as define } from './rules.js';
