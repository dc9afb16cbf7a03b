import { codesOf, REFUSED } from '../../../base/diagnostics/catalogue.js';
import type { Report } from '../../../base/diagnostics/diagnostic.js';
import type { CoreOpFacts } from '../facts/core-op.js';
import { factPlace, findingAt, relatedTo } from '../facts/fact-place.js';
import { type FusedFacts, layerField } from '../facts/layer.js';
import type { Rule } from '../rule.js';
import { type DefusedGroup, type DefusedLayer, type Fusion, fusionOf } from './defused.js';
import { reportFusedFaults } from './fused-layer.js';
import {
  CLASSES,
  kept,
  MAX_CLASS_GROUPS,
  MAX_OUTPUT_SIZE,
  NMS_BBOX_SIZE,
  ORIGINAL_NAME,
} from './nms-values.js';

const DEFUSED_LAYERS_NAMES = 2;
const IS_DEFUSED = 5;

/**
 * Compares the outputs that are parts of a fused layer with the fused layer, which the host combines from the
 * parts.
 */
export const fusedRules: Rule = {
  codes: codesOf('nms', {
    'fused-layer-missing': {
      ...REFUSED,
      summary: 'a part of a fused layer that does not exist',
      why: 'The host does not know how to fuse the parts.',
      runtime: 'Rejected at load by {refusing} (NOT_FOUND).',
      wrong:
        'fused_layers_metadata {\n  network_has_fused_layers: true\n  fused_layers { layer_info { name: "net/nms2" } }\n}\n# while a layer has defuse_info { original_name: "net/nms1" }',
      fix: 'fused_layers_metadata {\n  network_has_fused_layers: true\n  fused_layers { layer_info { name: "net/nms1" } }\n}',
    },
    'defused-without-fused-metadata': {
      severity: 'warning',
      summary: 'a part of a fused layer in a network without fused_layers_metadata',
      why: 'Applications get the parts instead of the fused layer.',
      runtime: 'Treated as a separate NMS output.',
    },
    'fused-buffer-indices-missing': {
      ...REFUSED,
      summary: 'a fused layer that parts refer to, without buffer_indices',
      why: 'The process that loads the file crashes, because the loader reads the first entry without a check.',
      runtime: 'Reads past the end of an empty list while loading (crash): {refusing}.',
      wrong:
        'fused_layers {\n  layer_info {\n    name: "net/nms1"\n    edge_layer_base { format: 6 data_bytes: 2 }\n  }\n}',
      fix: 'fused_layers {\n  layer_info {\n    name: "net/nms1"\n    edge_layer_base { format: 6 data_bytes: 2 buffer_indices { index: 0 } }\n  }\n}',
    },
    'fused-layer-invalid': {
      ...REFUSED,
      summary: 'a fused layer that parts refer to, with values that no edge layer may have',
      why: 'The loader reads a fused layer like an output of the device.',
      runtime:
        'Rejected at load like an edge layer: INTERNAL_FAILURE for an unknown format, INVALID_ARGUMENT for ' +
        'data_bytes, INVALID_HEF for a class_group_index.',
      wrong:
        'fused_layers {\n  layer_info {\n    name: "net/nms1"\n    edge_layer_base { format: 6 data_bytes: 4 }\n  }\n}',
      fix: 'fused_layers {\n  layer_info {\n    name: "net/nms1"\n    edge_layer_base { format: 6 data_bytes: 2 }\n  }\n}',
    },
    'defuse-class-group-index': {
      severity: 'error',
      summary: 'parts of a fused layer whose class_group_index values are not 0, 1, 2 and so on',
      stage: 'inference',
      why:
        'The host stores each part at its index in a list with one entry for each part. An index past the ' +
        'end overwrites memory; a gap causes a crash.',
      runtime:
        'Loaded. On the first frame, an index past the end writes after the list, and a gap or a duplicate ' +
        'leaves a null pointer. More than nine parts are rejected (INVALID_ARGUMENT).',
      wrong:
        'defuse_info { class_group_index: 0 original_name: "net/nms1" }\ndefuse_info { class_group_index: 2 original_name: "net/nms1" }',
      fix: 'defuse_info { class_group_index: 0 original_name: "net/nms1" }\ndefuse_info { class_group_index: 1 original_name: "net/nms1" }',
    },
    'fused-defused-names-mismatch': {
      severity: 'warning',
      summary: 'defused_layers_names that differ from the names of the parts',
      why: 'Tools that use the list see different parts from the runtime.',
      runtime: 'Never read: each part names its fused layer.',
    },
    'fused-flag-without-layers': {
      severity: 'warning',
      summary: 'network_has_fused_layers without fused layers, or without updated_sorted_output_names',
      stage: 'query',
      why: 'With the flag, updated_sorted_output_names sets the order of outputs.',
      runtime: 'Loaded; without the names, listing outputs fails (INTERNAL_FAILURE).',
    },
    'fused-layers-without-flag': {
      severity: 'warning',
      summary: 'fused layers in a network without the flag network_has_fused_layers',
      why: 'Some releases use the flag, others the layers.',
      runtime:
        'Release 4.8 fuses the parts, but orders outputs as if they were separate; later releases use the ' +
        'flag.',
    },
    'fused-nms-sum': {
      severity: 'warning',
      summary: 'a fused layer whose number of classes or boxes differs from the total of its parts',
      stage: 'inference',
      why: 'The frame of the fused layer does not have the total size of the parts.',
      runtime: 'Loaded; rejected when the host fuses frames (INVALID_ARGUMENT).',
    },
  }),
  coreOp: (coreOp, file, report) => {
    checkFlag(coreOp, file.hasMoreEntries, report);
    const fusion = fusionOf(coreOp);
    if (fusion === undefined) return;
    for (const group of fusion.groups) {
      checkGroup(group, coreOp, fusion, report);
      if (group.whole !== undefined) reportFusedFaults(group.whole, report);
    }
    if (!fusion.isComplete) return;
    const byName = new Map(fusion.groups.map((group) => [group.original, group.parts]));
    for (const layer of coreOp.fused?.layers ?? []) checkNames(layer, byName.get(layer.name) ?? [], report);
  },
};

function checkFlag({ fused, broken }: CoreOpFacts, lostNames: boolean, report: Report): void {
  if (fused === undefined || broken) return;
  const { hasFusedLayers, layerCount, updatedSortedOutputs } = fused;
  if (!hasFusedLayers && layerCount > 0) {
    const message = `there are ${layerCount} fused layers, but network_has_fused_layers is not set`;
    report(findingAt(fused, 'fused-layers-without-flag', message));
  }
  if (!hasFusedLayers) return;
  const missing = [
    ...(layerCount === 0 ? ['fused_layers'] : []),
    ...(updatedSortedOutputs.length === 0 && !lostNames ? ['updated_sorted_output_names'] : []),
  ];
  if (missing.length === 0) return;
  const message = `network_has_fused_layers is set, but there are no ${missing.join(' and no ')}`;
  report(findingAt(fused, 'fused-flag-without-layers', message));
}

function checkGroup(group: DefusedGroup, coreOp: CoreOpFacts, fusion: Fusion, report: Report): void {
  const { parts, whole, original } = group;
  if (coreOp.fused === undefined && !coreOp.broken) {
    const message = 'is_defused is set, but the network has no fused_layers_metadata';
    for (const { nms } of parts) {
      report(findingAt(layerField(nms, IS_DEFUSED), 'defused-without-fused-metadata', message));
    }
  } else if (whole === undefined && fusion.hasAllWholes) {
    const message = `there is no fused layer "${original}"`;
    for (const { nms } of parts) {
      const place = factPlace(
        layerField(nms.defuseInfo ?? nms, nms.defuseInfo === undefined ? IS_DEFUSED : ORIGINAL_NAME),
      );
      report(findingAt(place, 'fused-layer-missing', message));
    }
  }
  if (!fusion.isComplete) return;
  checkIndices(group, report);
  if (whole !== undefined) checkSums(whole, parts, report);
}

function checkIndices({ parts, original }: DefusedGroup, report: Report): void {
  const count = parts.length;
  const indices = parts.map(({ nms }) => kept(nms.defuseInfo?.classGroupIndex ?? 0n));
  const isPermutation = new Set(indices).size === count && indices.every((index) => index < count);
  const [first, ...others] = parts;
  if (first === undefined || (isPermutation && count <= MAX_CLASS_GROUPS)) return;
  const message = isPermutation
    ? `"${original}" has ${count} parts; at most ${MAX_CLASS_GROUPS} can be fused`
    : `parts of "${original}" have class_group_index ${indices.slice(0, 16).join(', ')}, not 0 to ${count - 1}`;
  const related = relatedTo(
    others.map(({ edge }) => edge),
    'another part',
  );
  report(findingAt(first.edge, 'defuse-class-group-index', message, related));
}

function checkSums(whole: FusedFacts, parts: readonly DefusedLayer[], report: Report): void {
  const nms = whole.view.nmsInfo;
  if (nms === undefined) return;
  const code = 'fused-nms-sum';
  const related = relatedTo(
    parts.map(({ edge }) => edge),
    'a part',
  );
  // Values are truncated to 32 bits, as in the loaders. Another finding reports values of more than 32 bits.
  const own = {
    classes: kept(nms.numberOfClasses),
    boxes: kept(nms.maxOutputSize),
    bytes: kept(nms.bboxSize),
  };
  const sum = parts.reduce((classes, part) => classes + kept(part.nms.numberOfClasses), 0);
  if (sum !== own.classes) {
    const message = `number_of_classes is ${own.classes}; the parts have ${sum} in total`;
    report(findingAt(layerField(nms, CLASSES), code, message, related));
  }
  if (parts.some((part) => kept(part.nms.maxOutputSize) !== own.boxes)) {
    const message = `max_output_size is ${own.boxes}, but differs in a part`;
    report(findingAt(layerField(nms, MAX_OUTPUT_SIZE), code, message, related));
  }
  if (parts.some((part) => kept(part.nms.bboxSize) !== own.bytes)) {
    const message = `bbox_size is ${own.bytes}, but differs in a part`;
    report(findingAt(layerField(nms, NMS_BBOX_SIZE), code, message, related));
  }
}

function checkNames(layer: FusedFacts, parts: readonly DefusedLayer[], report: Report): void {
  if (layer.isEmpty && parts.length === 0) return;
  const code = 'fused-defused-names-mismatch';
  const { view } = layer;
  const names = new Set(parts.map(({ name }) => name));
  const listed = new Set<string>();
  let index = 0;
  for (const name of view.defusedLayersNames) {
    listed.add(name);
    if (!names.has(name)) {
      const { offset, length } = view.fieldSpan(DEFUSED_LAYERS_NAMES, index) ?? view.span;
      const path = `${view.path}.defused_layers_names[${index}]`;
      const message = `"${name}" is not a part of "${layer.name}"`;
      report({ offset, length, path, code, message, args: [name, layer.name] });
      return;
    }
    index++;
  }
  const unlisted = parts.find(({ name }) => !listed.has(name));
  if (unlisted === undefined) return;
  const message = `defused_layers_names lacks "${unlisted.name}", a part of "${layer.name}"`;
  const related = relatedTo([unlisted.edge], 'the part');
  report(findingAt(layer, code, message, related, undefined, [unlisted.name, layer.name]));
}
