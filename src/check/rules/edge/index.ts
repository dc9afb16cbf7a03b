import type { Rule } from '../rule.js';
import { edgeBufferRules } from './buffers.js';
import { edgeFormatRules } from './format.js';
import { edgeKindRules } from './kind.js';
import { laterEdgeRules } from './later-values.js';
import { edgeNameRules } from './name.js';
import { edgeQuantizationRules } from './quantization.js';
import { edgeShapeRules } from './shape.js';
import { edgeTransferRules } from './transfer.js';

export const EDGE_RULES: readonly Rule[] = [
  edgeKindRules,
  edgeNameRules,
  edgeFormatRules,
  edgeTransferRules,
  edgeBufferRules,
  edgeShapeRules,
  edgeQuantizationRules,
  laterEdgeRules,
];
