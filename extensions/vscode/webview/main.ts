import './place.js';
import '../../../src/page/app.css';
import './webview.css';
import { flushSync, mount } from 'svelte';
import { letErrorsCross } from '../../../src/page/engine/errors.js';
import App from '../../../src/page/shell/App.svelte';
import { session } from '../../../src/page/state/session.svelte.js';
import { followLinks, followTheme, hostedModel } from './host.js';

letErrorsCross();
followLinks();
mount(App, { target: document.getElementById('app') as HTMLElement });
flushSync();
followTheme();
session.open([hostedModel()]);
