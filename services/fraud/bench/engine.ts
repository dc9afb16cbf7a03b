import { type CheckInput, judge, loadModels } from '../src/judge/index.js';

const WORDS =
  'the order of your team was sent on monday with a note about lunch and the plan for next week'.split(' ');

/** Returns an ordinary e-mail of about 10 KB, whose words depend on the number. */
function email(n: number): CheckInput {
  const words = Array.from(
    { length: 1_900 },
    (_, i) => WORDS[(i * 7 + n * 13 + ((i * i) % 11)) % WORDS.length],
  );
  const content = [
    `From: "Team ${n}" <team${n}@example.com>`,
    'To: you@example.org',
    `Subject: notes of week ${n % 52}`,
    'Date: Mon, 1 Jun 2026 08:00:00 +0000',
    `Message-ID: <${n}@example.com>`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    words.join(' ').replace(/(.{70}) /g, '$1\r\n'),
    `See https://example.com/notes/${n}`,
  ];
  return { dataType: 'email', content: content.join('\r\n') };
}

const phone = (n: number): CheckInput => ({
  dataType: 'phone',
  content: `+1 202 555 ${String(n % 10_000).padStart(4, '0')}`,
});

/** Returns verdicts per second on one core, without HTTP and database. */
export async function engineRates(seconds: number): Promise<{ email: number; phone: number }> {
  const models = await loadModels();
  const rate = async (make: (n: number) => CheckInput) => {
    const inputs = Array.from({ length: 200 }, (_, n) => make(n));
    for (const input of inputs) await judge(input, models);
    const started = process.cpuUsage();
    const end = performance.now() + seconds * 1_000;
    let count = 0;
    while (performance.now() < end) {
      for (const input of inputs.slice(0, 50)) await judge(input, models);
      count += 50;
    }
    const { user, system } = process.cpuUsage(started);
    return count / ((user + system) / 1e6);
  };
  return { email: await rate(email), phone: await rate(phone) };
}
