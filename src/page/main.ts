import './app.css';
import { mount } from 'svelte';
import { letErrorsCross } from './engine/errors.js';
import App from './shell/App.svelte';
import { servedFiles } from './shell/openables.js';
import { keptFiles } from './state/kept-files.svelte.js';
import { session } from './state/session.svelte.js';

letErrorsCross();
mount(App, { target: document.getElementById('app') as HTMLElement });
const served = servedFiles();
session.open(served);
const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
// Files are restored only after a reload, because the address of a new visit may refer to another file.
if (served.length === 0 && entry !== undefined && ['reload', 'back_forward'].includes(entry.type)) {
  // A file that the reader has opened before this moment takes precedence.
  void keptFiles.restore().then((files) => {
    if (session.files.length === 0) session.open(files);
  });
}
