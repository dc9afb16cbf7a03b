/**
 * Kinds of layers in the compiler's notes. The meaning of a number was derived from the names of 3,275 layers
 * in 23 real files.
 */
const LAYER_KINDS: ReadonlyMap<number, string> = new Map([
  [0, 'conv'],
  [1, 'maxpool'],
  [2, 'fc'],
  [3, 'input_to_cluster'],
  [4, 'output_from_cluster'],
  [5, 'activation'],
  [12, 'concat'],
  [13, 'shortcut'],
  [15, 'dw'],
  [17, 'avgpool'],
  [22, 'resize'],
  [25, 'input'],
  [26, 'output'],
  [27, 'input_to_prepost'],
  [28, 'output_from_prepost'],
  [29, 'reshape'],
  [31, 'normalization'],
  [36, 'softmax'],
  [39, 'ew_add'],
  [40, 'feature_splitter'],
  [46, 'ew_mult'],
  [51, 'external_pad'],
  [53, 'reduce_sum'],
  [55, 'square'],
  [59, 'ew_sub'],
]);

/** Kinds of layers that only move data between clusters, contexts and the host's side of the device. */
const PLUMBING = new Set([3, 4, 13, 27, 28, 51]);

export function isPlumbing(kind: number): boolean {
  return PLUMBING.has(kind);
}

/**
 * Returns the name of a kind. For an unknown number, returns the beginning of the layer's name, up to its
 * first digit.
 */
export function layerKindOf(kind: number, name: string): string {
  const known = LAYER_KINDS.get(kind);
  if (known !== undefined) return known;
  const [word] = /^[a-z_]*[a-z]/i.exec(name.slice(name.lastIndexOf('/') + 1)) ?? [];
  return word === undefined ? `kind ${kind}` : word.slice(0, 64);
}

/**
 * Activations by number. The number 1 is on layers whose original nodes end in Relu, 12 on layers whose
 * original nodes end in Sigmoid and Mul, which is SiLU. The numbers 4 and 24 also occur, but names of layers
 * do not reveal their meaning.
 */
const ACTIVATIONS: ReadonlyMap<number, string> = new Map([
  [1, 'relu'],
  [12, 'silu'],
]);

export function activationOf(number: number): string | null {
  return number === 0 ? null : (ACTIVATIONS.get(number) ?? `activation ${number}`);
}

/**
 * Kinds of hardware elements. The numbers of elements of the kinds 3, 4 and 5 match the figures of each layer
 * (in 826 of 826 layers). The names of kinds come from the operations that enable them.
 */
const ELEMENT_KINDS: ReadonlyMap<number, string> = new Map([
  [3, 'subcluster'],
  [4, 'input aligner'],
  [5, 'activation unit'],
  [6, 'cluster input'],
  [7, 'cluster output'],
]);

export function elementKindOf(kind: number): string {
  return ELEMENT_KINDS.get(kind) ?? `kind ${kind}`;
}

/**
 * Location of elements inside of a cluster. Other locations are elsewhere on the device, or on its host's
 * side.
 */
export const IN_CLUSTER = 1;
