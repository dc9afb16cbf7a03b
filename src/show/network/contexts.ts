import { elementKindOf, IN_CLUSTER } from './kinds.js';
import type { RawLayer } from './layers.js';
import { MAX_ELEMENTS, MAX_LAYERS, MAX_NAME } from './limits.js';
import type { NetworkContext, NetworkElement } from './network.js';
import type { CompilerNotesView, NotedContextNameView } from './notes.gen.js';

/** Maximum number of contexts; hardware supports a few dozen. */
const MAX_CONTEXTS = 4096;

interface AssignedContexts {
  readonly contexts: readonly NetworkContext[];
  /** Index of each layer's context, by the layer's index. */
  readonly contextOf: readonly (number | undefined)[];
}

/** Reads the contexts, and assigns the layers to them. */
export function notedContexts(
  notes: CompilerNotesView,
  layers: readonly RawLayer[],
  remarks: string[],
): AssignedContexts {
  const positions = new Map(layers.map(({ id }, at) => [id, at]));
  const contexts: NetworkContext[] = [];
  const contextOf: (number | undefined)[] = layers.map(() => undefined);
  let strangers = 0;
  let seen = 0;
  for (const context of notes.contexts?.contexts ?? []) {
    if (contexts.length === MAX_CONTEXTS) break;
    const at = contexts.length;
    contexts.push(contextNamed(context.name, at));
    context.network?.layers.forEach((layer) => {
      // Each layer is in one context, so the rest of a longer list is invalid and ignored.
      if (++seen > 2 * MAX_LAYERS) return;
      const position = positions.get(layer.id);
      if (position === undefined) strangers++;
      else contextOf[position] ??= at;
    });
  }
  if (strangers > 0) remarks.push(`contexts hold ${strangers} layers that are not in the network`);
  const homeless = contextOf.filter((at) => at === undefined).length;
  if (homeless > 0) remarks.push(`${homeless} layers are in no context`);
  return { contexts, contextOf };
}

function contextNamed(name: NotedContextNameView | undefined, at: number): NetworkContext {
  const index = name?.index ?? at;
  const text = (name?.name ?? '').slice(0, MAX_NAME);
  return {
    name: text === '' ? `context_${index}` : text,
    group: (name?.group ?? '').slice(0, MAX_NAME),
    index,
    path: null,
    configurationBytes: null,
    writtenBytes: null,
  };
}

export function elementsOf(
  notes: CompilerNotesView,
  layers: readonly RawLayer[],
  contexts: readonly NetworkContext[],
  remarks: string[],
): NetworkElement[] {
  const positions = new Map(layers.map(({ id }, at) => [id, at]));
  const contextAt = new Map(contexts.map(({ index, group }, at) => [`${index} ${group}`, at]));
  const elements: NetworkElement[] = [];
  let strangers = 0;
  for (const view of notes.placement?.elements ?? []) {
    if (elements.length === MAX_ELEMENTS) {
      remarks.push(`only the first ${MAX_ELEMENTS} pieces of hardware are listed`);
      break;
    }
    const layer = positions.get(view.layer);
    if (layer === undefined) {
      strangers++;
      continue;
    }
    const { location, context } = view;
    elements.push({
      layer,
      kind: elementKindOf(view.kind),
      number: view.number,
      cluster: location?.kind === IN_CLUSTER ? location.number : null,
      context: context === undefined ? null : (contextAt.get(`${context.index} ${context.group}`) ?? null),
    });
  }
  if (strangers > 0) remarks.push(`${strangers} pieces of hardware belong to missing layers`);
  return elements;
}
