import type { ModelGlance, ModelSummary } from '../../../read/model/summary.js';
import type { Shortened } from '../../engine/summaries.js';
import { type Failure, failureOf } from '../../state/failure.js';
import type { OpenFile } from '../../state/session.svelte.js';

/** Summary of a file; its parts are loaded one after the other. */
class Overview {
  /** Quick summary; null until it is known. */
  glance = $state.raw<Shortened<ModelGlance> | null>(null);
  /** Full summary, which needs the whole file; null until it is known. */
  summary = $state.raw<Shortened<ModelSummary> | null>(null);
  failure = $state.raw<Failure | null>(null);
  #started = false;

  constructor(private readonly file: OpenFile) {}

  /** Starts loading after the file has an engine; later calls do nothing. */
  async start(): Promise<void> {
    const { looker } = this.file;
    if (this.#started || looker === null) return;
    this.#started = true;
    try {
      this.glance = await looker.glance();
      this.summary = await looker.summary();
    } catch (error) {
      this.failure = failureOf(error);
    }
  }
}

const overviews = new WeakMap<OpenFile, Overview>();

/**
 * Returns the overview of a file. The overview is kept, because reading the file again would take as long.
 */
export function overviewOf(file: OpenFile): Overview {
  let overview = overviews.get(file);
  if (overview === undefined) {
    overview = new Overview(file);
    overviews.set(file, overview);
  }
  return overview;
}
