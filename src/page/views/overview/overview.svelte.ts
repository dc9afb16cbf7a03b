import type { ModelGlance, ModelSummary } from '../../../read/model/summary.js';
import type { Shortened } from '../../engine/summaries.js';
import { type Failure, failureOf } from '../../state/failure.js';
import type { OpenFile } from '../../state/session.svelte.js';

/** Contents of a file, filled in as they become known. */
class Overview {
  /** Quick summary; null until it is known. */
  glance = $state.raw<Shortened<ModelGlance> | null>(null);
  /** Full summary, which needs the whole file; null until it is known. */
  summary = $state.raw<Shortened<ModelSummary> | null>(null);
  failure = $state.raw<Failure | null>(null);
  #started = false;

  constructor(private readonly file: OpenFile) {}

  /** Starts once an engine exists; further calls do nothing. */
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

/** Overview of a file; it is kept because reading the file again would take as long each time. */
export function overviewOf(file: OpenFile): Overview {
  let overview = overviews.get(file);
  if (overview === undefined) {
    overview = new Overview(file);
    overviews.set(file, overview);
  }
  return overview;
}
