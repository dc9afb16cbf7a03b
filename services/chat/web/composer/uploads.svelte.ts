import { csrf, whoAmI } from '../api/call.js';
import { session } from '../session.svelte.js';

export interface Upload {
  id: number;
  name: string;
  /** Sent part of the file, from 0 to 1. */
  progress: number;
  problem: string;
  cancel(): void;
}

const RETRIES_MS = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000];

/** Files that are being uploaded. An interrupted upload resumes where it stopped, also after a reload. */
export class Uploads {
  all = $state.raw<readonly Upload[]>([]);
  #made = 0;

  get isBusy(): boolean {
    return this.all.some(({ problem }) => problem === '');
  }

  /** @param done is called with the Markdown that refers to the file */
  async add(file: File, done: (markdown: string) => void): Promise<void> {
    const id = ++this.#made;
    const limit = session.team.organization.limits.uploadMib;
    let abort = () => {};
    const cancel = () => {
      this.#drop(id);
      abort();
    };
    this.all = [...this.all, { id, name: file.name, progress: 0, problem: '', cancel }];
    if (file.size > limit * 1024 * 1024) {
      this.#change(id, { problem: `larger than ${limit} MiB` });
      return;
    }
    // The upload client is loaded on first use, because only uploads need it.
    const { Upload: TusUpload } = await import('tus-js-client');
    const upload = new TusUpload(file, {
      endpoint: '/api/v1/tus',
      retryDelays: RETRIES_MS,
      metadata: { filename: file.name || 'pasted-picture.png', filetype: file.type },
      uploadDataDuringCreation: file.size < 1024 * 1024,
      removeFingerprintOnSuccess: true,
      onBeforeRequest: async (request) => {
        if (csrf() === '') await whoAmI();
        request.setHeader('X-CSRF-Token', csrf());
      },
      onProgress: (sent, total) => this.#change(id, { progress: total === 0 ? 1 : sent / total }),
      onError: (error) => this.#change(id, { problem: problemIn(error) }),
      onSuccess: ({ lastResponse }) => {
        this.#drop(id);
        const { url, filename } = JSON.parse(lastResponse.getBody()) as { url: string; filename: string };
        done(`[${filename.replaceAll(/[[\]]/g, '')}](${url})`);
      },
    });
    abort = () => void upload.abort(true).catch(() => {});
    const [earlier] = await upload.findPreviousUploads().catch(() => []);
    if (earlier !== undefined) upload.resumeFromPreviousUpload(earlier);
    upload.start();
  }

  #change(id: number, fields: Partial<Upload>): void {
    this.all = this.all.map((one) => (one.id === id ? { ...one, ...fields } : one));
  }

  #drop(id: number): void {
    this.all = this.all.filter((one) => one.id !== id);
  }
}

/** Returns the server's message about an error, if any. */
function problemIn(error: Error): string {
  const body = (error as { originalResponse?: { getBody(): string } | null }).originalResponse?.getBody();
  try {
    return String((JSON.parse(body ?? '') as { msg: string }).msg);
  } catch {
    return 'the server cannot be reached';
  }
}
