import type { FramingMode } from '../../base/container/detect.js';
import { isProtomdlError } from '../../base/diagnostics/error.js';
import type { Source } from '../../base/source/source.js';
import type { BlobHandle } from '../../read/model/blob.js';
import { type Model, openModel } from '../../read/model/open.js';
import { viewOf } from '../../read/model/typed-view.js';
import { elementsOf, notedContexts } from './contexts.js';
import { notedEdges } from './edges.js';
import { figuresOf } from './figures.js';
import { layersOf } from './layers.js';
import { MAX_NAME, MAX_NOTES_BYTES } from './limits.js';
import { type Network, type NetworkProblem, NotesMistake } from './network.js';
import { CompilerNotesView } from './notes.gen.js';

type NotedPart = Omit<Network, 'source' | 'problem'>;

/**
 * Clock rate in cycles per second for notes without a clock rate, which tool chains before 3.25 wrote. All
 * notes with a clock rate have this value.
 */
const USUAL_CLOCK = 400_000_000;

/**
 * Returns the network from the compiler's notes alone, without reading the rest of the file; null if the
 * notes are missing or inconsistent. The source is closed only if the file is not a model.
 * @param hasElements false to leave out pieces of hardware, and with them the clusters of layers
 * @throws ProtomdlError `frame-…`, and the codes of the source
 */
export async function readNotedNetwork(
  source: Source,
  framing: FramingMode = 'auto',
  hasElements = true,
): Promise<Network | null> {
  const { noted } = await notedOrProblem(source, framing, hasElements);
  return 'layers' in noted ? noted : null;
}

/** Returns the open model, with its network or the reason why the notes contain no network. */
export async function notedOrProblem(
  source: Source,
  framing: FramingMode,
  hasElements = true,
): Promise<{ readonly model: Model; readonly noted: Network | NetworkProblem }> {
  const model = await openModel(source, { framing });
  return { model, noted: await notesOf(model, hasElements) };
}

async function notesOf({ root }: Model, hasElements: boolean): Promise<Network | NetworkProblem> {
  try {
    const { mapping } = root;
    const notes = await openNotes(mapping);
    const span = { offset: mapping.offset, bytes: mapping.length };
    return { source: 'notes', problem: null, ...readNotes(notes, span, hasElements) };
  } catch (error) {
    return notesProblem(error);
  }
}

/**
 * Opens the notes of a file.
 * @throws NotesMistake if the file has no notes, or the notes cannot be valid; ProtomdlError with the codes
 * of the source
 */
export async function openNotes(mapping: BlobHandle): Promise<CompilerNotesView> {
  if (mapping.length === 0) {
    throw new NotesMistake('notes-absent', 'the file has no notes of the compiler (mapping is empty)');
  }
  if (mapping.length > MAX_NOTES_BYTES) {
    const text = `the notes have ${mapping.length} bytes; the maximum is ${MAX_NOTES_BYTES}`;
    throw new NotesMistake('notes-too-large', text, mapping.offset);
  }
  const bytes = await bytesOf(mapping);
  return viewOf(CompilerNotesView, bytes, 0, bytes.length, mapping.offset, undefined, 'mapping');
}

/**
 * Reads the bytes of the notes. In a stream, the notes may no longer be available; the rest of the stream can
 * still be read.
 */
async function bytesOf(mapping: BlobHandle): Promise<Uint8Array> {
  try {
    return await mapping.read();
  } catch (error) {
    if (!isProtomdlError(error) || error.code !== 'source-not-seekable') throw error;
    throw new NotesMistake('notes-unreadable', error.message, mapping.offset);
  }
}

/** Converts an error to a problem. A wire-level error means that the notes are not a valid message. */
export function notesProblem(error: unknown): NetworkProblem {
  if (error instanceof NotesMistake) {
    const { code, message, offset } = error;
    return { code, message, offset };
  }
  if (!isProtomdlError(error) || error.code.startsWith('source-')) throw error;
  return {
    code: 'notes-unreadable',
    message: `the notes cannot be read: ${error.message}`,
    offset: error.offset,
  };
}

/**
 * Reads the network of the notes.
 * @param span span of the notes
 * @throws NotesMistake, ProtomdlError
 */
function readNotes(
  notes: CompilerNotesView,
  span: { readonly offset: number; readonly bytes: number },
  hasElements: boolean,
): NotedPart {
  const remarks: string[] = [];
  const { network } = notes;
  if (network === undefined)
    throw new NotesMistake('notes-unreadable', 'the notes hold no network', span.offset);
  const rawLayers = layersOf(network);
  const { contexts, contextOf } = notedContexts(notes, rawLayers, remarks);
  const elements = hasElements ? elementsOf(notes, rawLayers, contexts, remarks) : [];
  const figures = figuresOf(network, rawLayers, remarks);
  const edges = notedEdges(network, rawLayers);
  const clusters = rawLayers.map(() => new Set<number>());
  for (const { layer, cluster } of elements) if (cluster !== null) clusters[layer]?.add(cluster);
  const layers = rawLayers.map(({ predecessors: _, ...layer }, at) => ({
    ...layer,
    context: contextOf[at] ?? null,
    clusters: [...(clusters[at] as Set<number>)].sort((a, b) => a - b),
    figures: figures.of[at] ?? null,
    configurationBytes: null,
  }));
  const rate = notes.framesPerSecond;
  return {
    remarks,
    names: namesOf(network.names?.networks ?? []),
    compiler: (notes.compiler?.version ?? '').slice(0, MAX_NAME),
    framesPerSecond: rate > 0 && Number.isFinite(rate) ? rate : null,
    clock: figures.clock ?? (figures.slowest === null ? null : USUAL_CLOCK),
    layers,
    edges,
    contexts,
    configurationBytes: null,
    elements,
    slowest: figures.slowest,
    notes: span,
  };
}

function namesOf(names: Iterable<string>): string[] {
  const taken: string[] = [];
  for (const name of names) {
    if (taken.length === 1024) break;
    taken.push(name.slice(0, MAX_NAME));
  }
  return taken;
}
