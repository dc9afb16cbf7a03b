import { compileLinkifier } from '../../src/linkifiers/match.js';
import type { RenderContext } from '../../src/markdown/context.js';

/** People, groups and channels whose names contain syntax, so that hostile text also finds them. */
export const CONTEXT: RenderContext = {
  users: new Map([
    ['ann o', [{ id: 5, fullName: 'Ann O', isActive: true }]],
    [
      'twin',
      [
        { id: 8, fullName: 'Twin', isActive: false },
        { id: 9, fullName: 'Twin', isActive: true },
        { id: 12, fullName: 'Twin', isActive: true },
      ],
    ],
    ['gone', [{ id: 7, fullName: 'Gone', isActive: false }]],
    ['<img src=x onerror=alert(1)>', [{ id: 6, fullName: '<img src=x onerror=alert(1)>', isActive: true }]],
  ]),
  groups: new Map([['devs', { id: 9, name: 'devs' }]]),
  channels: new Map([
    ['a b', { id: 3, name: 'A b' }],
    ['x>y', { id: 4, name: 'x>y' }],
    ['"><script>', { id: 5, name: '"><script>' }],
  ]),
  emoji: new Map([['party', { id: 1, name: 'party', url: '/user_avatars/2/emoji/party.png' }]]),
  linkifiers: [
    compileLinkifier({ id: 1, pattern: '#(?P<id>[0-9]+)', url_template: 'https://issues.test/{id}' }),
    compileLinkifier({ id: 2, pattern: 'raw:(?P<all>.+)', url_template: '{+all}' }),
  ],
  translateEmoticons: true,
};
