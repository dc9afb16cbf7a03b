/** Counts of a process since its start. */
export class Counted {
  /** Stored results that are valid, invalid, unreadable. */
  readonly results: [number, number, number] = [0, 0, 0];
  bytesRead = 0;
  batches = 0;
  /** Objects that could not be read, and were queued again. */
  retries = 0;

  store(results: readonly { readonly verdict: number; readonly bytesRead: number }[]): void {
    for (const { verdict, bytesRead } of results) {
      this.results[verdict as 0 | 1 | 2]++;
      this.bytesRead += bytesRead;
    }
  }
}
