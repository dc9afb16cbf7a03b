/** Properties that the tests add to the page, or expect never to be there. */
interface Window {
  /** Set by code that must never run: markup in names. */
  canary?: unknown;
  /** Milliseconds of each task of the main thread that took more than 50. */
  blocked: number[];
  /** Reports a violation of the policy to the test. */
  complain(text: string): void;
}
