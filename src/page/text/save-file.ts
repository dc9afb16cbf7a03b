/** Long enough for a browser to begin a download. */
const KEPT_MS = 60_000;

/** Offers something as a file. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

/** What a file is called that is made of another: what is served goes by the path that it was named by. */
export function nameBeside(name: string, ending: string): string {
  return `${name.replace(/^.*[\\/]/, '')}${ending}`;
}
