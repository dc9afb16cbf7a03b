/** Numbers of results, bytes and batches of a process since its start. */
export class Counted {
  /** Numbers of stored results: valid, invalid, unreadable. */
  readonly results: [number, number, number] = [0, 0, 0];
  bytesRead = 0;
  batches = 0;
  /** Number of objects that could not be read and were queued again. */
  retries = 0;

  store(results: readonly { readonly verdict: number; readonly bytesRead: number }[]): void {
    for (const { verdict, bytesRead } of results) {
      this.results[verdict as 0 | 1 | 2]++;
      this.bytesRead += bytesRead;
    }
  }
}
