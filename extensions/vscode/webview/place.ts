import { keepPlace } from './host.js';

// A module of its own, because the page reads its address when its modules are loaded.
keepPlace();
