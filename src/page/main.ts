import './app.css';
import { mount } from 'svelte';
import { letErrorsCross } from './engine/errors.js';
import App from './shell/App.svelte';
import { servedFiles } from './state/served.js';
import { session } from './state/session.svelte.js';

letErrorsCross();
mount(App, { target: document.getElementById('app') as HTMLElement });
session.open(servedFiles());
