/** Properties that the tests add to the page, or expect never to be there. */
interface Window {
  /** Set by code that must never run: markup in names. */
  canary?: unknown;
  /** Milliseconds of each task of the main thread that took more than 50. */
  blocked: number[];
  /** Tells the test of a violation of the policy. */
  complain(text: string): void;
}
