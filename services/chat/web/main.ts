import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/message-content.css';
import { mount } from 'svelte';
import App from './App.svelte';

mount(App, { target: document.getElementById('app') as HTMLElement });
