/** @typedef {{ title: string, type: 'sms' | 'email' | 'phone', content: string }} Example */

/**
 * Examples that were invented for this page. Their hosts end in .example, or are known to belong to no one. @type
 * {Example[]}
 */
export const EXAMPLES = [
  {
    title: 'Parcel fee',
    type: 'sms',
    content:
      'RoyalMail: your parcel is held at our depot because of an unpaid customs fee of 1.99. Pay within 24 hours or it will be returned: https://royalmail-redelivery.parcel-fee.example/pay',
  },
  {
    title: 'Hi mum',
    type: 'sms',
    content:
      'Hi mum, my phone broke and this is my new number, please delete the old one. I need to pay a bill urgently today, can you transfer 1,450 for me? I will pay you back tomorrow x',
  },
  {
    title: 'Genuine code',
    type: 'sms',
    content:
      '482913 is your verification code. Never share this code with anyone; our staff will not ask for it.',
  },
  {
    title: 'Friend',
    type: 'sms',
    content: 'Running ten minutes late, can you get us a table? See you at the cafe!',
  },
  {
    title: 'Bank e-mail',
    type: 'email',
    content: `From: "Example Bank Security" <alerts@secure-examplebank-login.example>
Reply-To: examplebank.desk@gmail.com
To: customer@mail.example
Subject: Your account has been suspended
Date: Tue, 19 May 2026 09:12:00 +0000
Message-ID: <a1@secure-examplebank-login.example>
MIME-Version: 1.0
Content-Type: text/html; charset=utf-8

<p>Dear customer,</p>
<p>We noticed unusual activity and your account has been <b>suspended</b>. You must verify your password and card number within 12 hours, otherwise it will be closed permanently.</p>
<p><a href="http://203.0.113.9/login.php">https://www.examplebank.com/verify</a></p>
`,
  },
  {
    title: 'Receipt e-mail',
    type: 'email',
    content: `From: "Corner Bookshop" <orders@bookshop.example>
To: reader@mail.example
Subject: Your order 10482 has been sent
Date: Mon, 18 May 2026 16:40:00 +0000
Message-ID: <o10482@bookshop.example>
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8

Hello Sam,

thank you for your order. We sent "A Field Guide to Mosses" today; it should arrive on Thursday.
Total paid: 24.90.

Corner Bookshop
`,
  },
  {
    title: 'Missed call',
    type: 'phone',
    content: '+252 61 234 5678 rang once at night, then hung up. Should I call back?',
  },
];
