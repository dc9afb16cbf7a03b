/** Long enough for a browser to begin the download. */
const KEPT_MS = 60_000;

/** Downloads some content as a file. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

/** Name of a file that is derived from another; a served file is named by its path. */
export function nameBeside(name: string, ending: string): string {
  return `${name.replace(/^.*[\\/]/, '')}${ending}`;
}
