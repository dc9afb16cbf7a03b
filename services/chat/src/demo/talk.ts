/** One message of the demonstration: sender, destination, minutes after the start, text. */
export interface DemoLine {
  from: string;
  /** A channel and topic, or the people of a direct conversation except the sender. */
  to: { channel: string; topic: string } | { people: string[] };
  minute: number;
  text: string;
}

export const DEMO_PASSWORD = 'demo-password-1';

export const DEMO_PEOPLE = [
  { key: 'iris', name: 'Iris Berg', role: 'owner' },
  { key: 'sam', name: 'Sam Okafor', role: 'administrator' },
  { key: 'mei', name: 'Mei Tanaka', role: 'moderator' },
  { key: 'leo', name: 'Leo Alvarez', role: 'member' },
  { key: 'nina', name: 'Nina Kowalska', role: 'member' },
  { key: 'paul', name: 'Paul Guest', role: 'guest' },
] as const;

export const DEMO_CHANNELS = [
  { name: 'general', description: 'For everyone and everything', isDefault: true, inviteOnly: false },
  { name: 'design', description: 'How it looks, and why', isDefault: true, inviteOnly: false },
  { name: 'engineering', description: 'Building, releasing, repairing', isDefault: false, inviteOnly: false },
  { name: 'leads', description: 'Plans and people', isDefault: false, inviteOnly: true },
] as const;

/** Members of each channel; only general includes everyone. */
export const DEMO_MEMBERS: Record<string, readonly string[]> = {
  general: ['iris', 'sam', 'mei', 'leo', 'nina', 'paul'],
  design: ['iris', 'mei', 'nina', 'leo'],
  engineering: ['sam', 'leo', 'mei', 'nina', 'iris'],
  leads: ['iris', 'sam', 'mei'],
};

const at = (channel: string, topic: string) => ({ channel, topic });
const DAY = 1_440;

export const DEMO_TALK: readonly DemoLine[] = [
  {
    from: 'iris',
    to: at('general', 'welcome'),
    minute: 5,
    text: 'Welcome, everyone! Say hello in this topic. :wave:',
  },
  { from: 'leo', to: at('general', 'welcome'), minute: 9, text: 'Hello! Leo here, I build the mobile app.' },
  { from: 'nina', to: at('general', 'welcome'), minute: 14, text: 'Nina, design. Happy to be here.' },
  { from: 'paul', to: at('general', 'welcome'), minute: 22, text: 'Paul from the print shop, as a guest.' },
  {
    from: 'mei',
    to: at('design', 'new logo'),
    minute: 48,
    text: 'Two candidates are left. **A** is calmer, **B** reads better at 16 px.',
  },
  {
    from: 'nina',
    to: at('design', 'new logo'),
    minute: 53,
    text: 'B, because of the small sizes:\n\n| size | A | B |\n|---|---|---|\n| 16 | blurred | clear |\n| 32 | fine | clear |',
  },
  {
    from: 'iris',
    to: at('design', 'new logo'),
    minute: 61,
    text: '@**Nina Kowalska** can you show both on a dark background?',
  },
  {
    from: 'nina',
    to: at('design', 'new logo'),
    minute: 95,
    text: 'Done. In the dark the difference is even larger.',
  },
  {
    from: 'sam',
    to: at('engineering', 'release 2.4'),
    minute: 120,
    text: 'Plan for the release:\n\n1. freeze on <time:2026-03-02T10:00:00Z>\n2. test for two days\n3. ship',
  },
  {
    from: 'leo',
    to: at('engineering', 'release 2.4'),
    minute: 126,
    text: 'Two things are open:\n\n- [ ] crash on rotate\n- [x] slow start',
  },
  {
    from: 'mei',
    to: at('engineering', 'release 2.4'),
    minute: 131,
    text: 'The crash is a race. Here is the fix:\n\n```ts\nif (view.isGone) return;\nview.rotate();\n```',
  },
  { from: 'leo', to: at('engineering', 'release 2.4'), minute: 140, text: 'Confirmed, thank you! :tada:' },
  { from: 'sam', to: { people: ['leo'] }, minute: 150, text: 'Could you take the support shift tomorrow?' },
  { from: 'leo', to: { people: ['sam'] }, minute: 152, text: 'Sure.' },
  {
    from: 'iris',
    to: at('leads', 'hiring'),
    minute: 200,
    text: 'We can hire one more engineer this quarter.',
  },
  { from: 'sam', to: at('leads', 'hiring'), minute: 214, text: 'Then someone for the server side, please.' },
  {
    from: 'nina',
    to: at('general', 'lunch'),
    minute: 230,
    text: 'The new place on the corner has good soup. :smile:',
  },
  { from: 'mei', to: at('general', 'lunch'), minute: 233, text: '/me is on the way' },
  {
    from: 'leo',
    to: at('engineering', 'flaky test'),
    minute: DAY + 20,
    text: '`sync.test` failed again, one run of fifty.',
  },
  {
    from: 'sam',
    to: at('engineering', 'flaky test'),
    minute: DAY + 31,
    text: 'It waits 100 ms and hopes. It should wait for the event instead.',
  },
  {
    from: 'leo',
    to: at('engineering', 'flaky test'),
    minute: DAY + 58,
    text: '> It should wait for the event instead.\n\nThat was it: 500 runs without a failure.',
  },
  {
    from: 'mei',
    to: at('engineering', 'release 2.4'),
    minute: DAY + 90,
    text: 'Tests are green. Ready when you are, @**Sam Okafor**.',
  },
  {
    from: 'sam',
    to: at('engineering', 'release 2.4'),
    minute: DAY + 97,
    text: 'Shipped! See #**general>welcome** for the announcement to come.',
  },
  {
    from: 'iris',
    to: at('general', 'release 2.4 is out'),
    minute: DAY + 120,
    text: 'Release 2.4 is out. Thank you all! :rocket:',
  },
  {
    from: 'nina',
    to: { people: ['iris', 'mei'] },
    minute: DAY + 150,
    text: 'Shall the three of us look at the numbers of the logo test on Friday?',
  },
  { from: 'iris', to: { people: ['nina', 'mei'] }, minute: DAY + 155, text: 'Friday at ten works for me.' },
];
