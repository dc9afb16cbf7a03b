import type { CheckInput } from '../judge/index.js';
import type { TransactionRequest } from '../transactions/submit.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Invented messages, both fraudulent and legitimate. */
export const DEMO_MESSAGES: CheckInput[] = [
  { dataType: 'sms', content: 'Running ten minutes late, order me a coffee please.' },
  {
    dataType: 'sms',
    content:
      'Your parcel is held at the depot. Pay the 1.99 fee today or it goes back: http://parcel-fee.example.top/pay',
  },
  { dataType: 'sms', content: 'Your code is 482913. Do not share it with anyone, we will never ask for it.' },
  {
    dataType: 'sms',
    content:
      'Hi mum, my phone broke, this is my new number. Can you send 850 for the rent today? I will explain later.',
  },
  { dataType: 'sms', content: 'Dentist: your appointment is on Tuesday at 9:40. Reply C to cancel.' },
  { dataType: 'phone', content: '+1 900 555 0199 missed call, rang once at 3 am' },
  {
    dataType: 'email',
    content: [
      'From: "Example Bank Support" <security@examplebank-verify.top>',
      'Reply-To: helpdesk4471@freemail.example',
      'To: you@example.com',
      'Subject: Your account was suspended',
      'Date: Mon, 1 Jun 2026 08:00:00 +0000',
      'Message-ID: <1@examplebank-verify.top>',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p>Dear customer, we noticed unusual activity. Confirm your password and card within 24 hours or your account',
      'will be closed.</p><p><a href="http://198.51.100.7/login">https://www.examplebank.com/login</a></p>',
    ].join('\r\n'),
  },
  { dataType: 'sms', content: 'Mama says dinner is at six and you should bring the big pot.' },
];

type TimedPayment = TransactionRequest & { atMs: number };

/** Returns payments of the account "demo" in the 31 days before `now`, oldest first. */
export function demoPayments(now: number): TimedPayment[] {
  const payments: TimedPayment[] = [];
  const add = (
    day: number,
    hour: number,
    other: string,
    amount: number,
    description: string,
    comesIn = false,
  ) =>
    payments.push({
      atMs: now - (31 - day) * DAY_MS + hour * HOUR_MS,
      sender_id: comesIn ? other : 'demo',
      receiver_id: comesIn ? 'demo' : other,
      amount,
      description,
    });
  add(0, 1, 'example-employer', 3_200, 'salary', true);
  add(1, 2, 'landlord', 1_150, 'rent');
  add(2, 1, 'power-company', 84.5, 'electricity');
  add(3, 3, 'phone-company', 29.99, 'mobile phone plan');
  add(4, 1, 'stream-club', 12.99, 'streaming subscription');
  for (let week = 0; week < 4; week += 1) {
    add(5 + week * 7, 2, 'grocer', 61.2 + week * 3.1, 'groceries');
    add(6 + week * 7, 4, 'corner-cafe', 9.4 + week, 'coffee and cake, restaurant');
    add(8 + week * 7, 1, 'transit', 22.5, 'bus pass');
    add(9 + week * 7, 3, 'grocer', 34.75 + week * 1.5, 'groceries');
  }
  add(12, 2, 'savings', 300, 'transfer to savings');
  add(18, 5, 'bookshop', 27.8, 'books');
  add(22, 3, 'pharmacy', 16.35, 'pharmacy');
  add(26, 2, 'gym', 39, 'gym membership');
  add(29, 4, 'unknown-trader', 2_400, 'URGENT verify your account, pay the release fee now');
  add(30, 1, 'example-employer', 3_200, 'salary', true);
  add(30, 20, 'landlord', 1_150, 'rent');
  return payments.sort((a, b) => a.atMs - b.atMs);
}
