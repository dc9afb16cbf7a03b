import { keepPlace } from './host.js';

// This call is in a separate module, because the page reads its address when its modules are loaded.
keepPlace();
