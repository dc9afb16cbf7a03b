/** What the tests put into the page, or expect never to be there. */
interface Window {
  /** Set by what must never run: markup in names. */
  canary?: unknown;
  /** Tells the test of a violation of the policy. */
  complain(text: string): void;
}
