/** Mails written by hand for this check in the manner of 2018 to 2026; none is a template of the training generator. */
interface Draft {
  from: string;
  subject: string;
  html?: string;
  text?: string;
  auth?: string;
  headers?: string;
}

const PASS = 'mx.example.org; spf=pass; dkim=pass; dmarc=pass';

export function rawMail({ from, subject, html, text, auth = PASS, headers = '' }: Draft): string {
  return `${auth === '' ? '' : `Received: from mail by mx.example.org with ESMTPS id 7; Tue, 5 Mar 2024 09:12:46 +0000\r\nAuthentication-Results: ${auth}\r\n`}From: ${from}\r\nTo: Sam Carter <sam.carter@example.org>\r\nSubject: ${subject}\r\nDate: Tue, 5 Mar 2024 09:12:44 +0000\r\nMessage-ID: <4f1c9a7e@${/@([^>]+)/.exec(from)?.[1]}>\r\n${headers}MIME-Version: 1.0\r\nContent-Type: text/${html ? 'html' : 'plain'}; charset=utf-8\r\n\r\n${html ? `<html><body>${html}</body></html>` : text}\r\n`;
}

const unsubscribe = 'List-Unsubscribe: <https://news.example.com/u/1>\r\n';

export const LEGITIMATE_MAILS: readonly string[] = (
  [
    {
      from: 'Google <no-reply@accounts.google.com>',
      subject: 'Security alert',
      html: '<p>A new sign-in on Windows</p><p>sam.carter@gmail.com</p><p>We noticed a new sign-in to your Google Account on a Windows device. If this was you, you don’t need to do anything. If not, we’ll help you secure your account.</p><a href="https://accounts.google.com/AccountChooser?Email=sam.carter@gmail.com">Check activity</a><p>You received this email to let you know about important changes to your Google Account and services.</p>',
    },
    {
      from: 'GitHub <noreply@github.com>',
      subject: '[GitHub] A new public key was added to your account',
      text: 'Hey sam!\n\nA new public SSH key was added to your account. If you believe this key was added in error, remove the key and disable access at https://github.com/settings/keys\n\nThanks,\nThe GitHub Team',
    },
    {
      from: '"Amazon.co.uk" <shipment-tracking@amazon.co.uk>',
      subject: 'Your Amazon.co.uk order of "Kettle descaler" has been dispatched!',
      html: '<p>Hello Sam,</p><p>Thank you for shopping with us. Your item has been dispatched and arrives Thursday.</p><a href="https://www.amazon.co.uk/progress-tracker/package">Track your package</a><p>Order #202-1234567-1234567. Total: £8.99</p>',
    },
    {
      from: '"service@paypal.com" <service@paypal.com>',
      subject: 'Receipt for your payment to Etsy',
      html: '<p>Hello Sam Carter,</p><p>You sent a payment of $32.40 USD to Etsy. It may take a few moments for this transaction to appear in your account.</p><a href="https://www.paypal.com/activity">View details</a><p>Help & Contact | Security | PayPal will never ask for your password by email.</p>',
    },
    {
      from: 'The Weekly Loaf <theweeklyloaf@substack.com>',
      subject: 'Why your sourdough fails 🍞',
      headers: unsubscribe,
      html: '<div style="display:none">The answer is patience&nbsp;&zwnj;&nbsp;&zwnj;</div><h1>Why your sourdough fails</h1><p>Most of us rush. This week I tried three starters and kept notes on each. Here is what happened on the first day, when the dough was still slack.</p><p>The second was better.</p><a href="https://substack.com/redirect/2/abc">Read in app</a> <a href="https://substack.com/redirect/2/def">Unsubscribe</a>',
    },
    {
      from: 'Nike <nike@official.nike.com>',
      subject: 'Just dropped: 30% off for members',
      headers: unsubscribe,
      html: '<a href="https://click.official.nike.com/?qs=11"><img src="https://image.nike.com/a.jpg" alt="Members get 30% off"></a><p>Use code SPRING30 at checkout. Ends Sunday. Exclusions apply.</p><a href="https://click.official.nike.com/?qs=12">Shop now</a><a href="https://click.official.nike.com/?qs=13">Unsubscribe</a>',
    },
    {
      from: 'Slack <feedback@slack.com>',
      subject: 'Reset your password on Slack',
      html: '<p>Hello,</p><p>A password reset was requested for your account. If you made this request, choose a new password below. If not, you can ignore this message.</p><a href="https://slack.com/reset/x-abc">Choose a new password</a>',
    },
    {
      from: 'Monzo <hello@monzo.com>',
      subject: 'Your February statement is ready',
      html: '<p>Hi Sam,</p><p>Your statement is ready to view in the app: tap Account, then Statements. We’ll never email you a link to log in.</p>',
    },
    {
      from: 'Dr. Lee Dental <office@leedental.net>',
      subject: 'Appointment reminder',
      text: 'Dear Sam,\n\nThis is a reminder of your cleaning on Thursday, March 14 at 2:30 PM. Please call 555-0139 if you need to reschedule.\n\nThank you,\nDr. Lee’s office',
      auth: '',
    },
    {
      from: 'Priya Nair <priya.nair84@gmail.com>',
      subject: 'Re: Saturday',
      headers: 'In-Reply-To: <1@example.org>\r\n',
      text: 'Sounds great, see you at 7. Shall I bring the wine? Ravi says he will pay me back for the tickets lol\n\nP',
    },
    {
      from: 'Karen Whitfield <karen@whitfieldplumbing.co.uk>',
      subject: 'Invoice 2231',
      text: 'Hi Sam,\n\nPlease find attached the invoice for the boiler repair, £180 as discussed. Bank transfer is fine, details are on the invoice, or pay by card over the phone.\n\nMany thanks,\nKaren',
      auth: '',
    },
    {
      from: 'Calendly <notifications@calendly.com>',
      subject: 'New Event: Jo Park - 10:00am Fri, 8 Mar 2024',
      html: '<p>Hi Sam,</p><p>A new event has been scheduled: 30 Minute Meeting. Invitee: Jo Park, jo@park-studio.com.</p><a href="https://calendly.com/events/1">View event in Calendly</a>',
    },
    {
      from: 'LinkedIn <messages-noreply@linkedin.com>',
      subject: 'Sam, you have 3 new notifications',
      headers: unsubscribe,
      html: '<p>You appeared in 12 searches this week</p><a href="https://www.linkedin.com/comm/notifications">See all notifications</a><a href="https://www.linkedin.com/comm/psettings/email-unsubscribe">Unsubscribe</a>',
    },
    {
      from: 'DocuSign NA3 System <dse_na3@docusign.net>',
      subject: 'Please DocuSign: Lease agreement',
      html: '<p>Maria Lopez sent you a document to review and sign.</p><a href="https://na3.docusign.net/Signing/EmailStart.aspx?a=1">REVIEW DOCUMENT</a><p>Do not share this email. This email contains a secure link to DocuSign.</p>',
    },
    {
      from: 'British Airways <BA@email.ba.com>',
      subject: 'Your e-ticket receipt XK8P2Q',
      html: '<p>Dear Mr Carter,</p><p>Thank you for booking with us. Booking reference XK8P2Q. London Heathrow to Lisbon, 12 Apr 2024 07:20. Total paid GBP 142.33.</p><a href="https://www.britishairways.com/travel/managebooking">Manage my booking</a>',
    },
    {
      from: 'Oakwood Primary <admin@oakwood.sch.uk>',
      subject: 'Trip to the museum',
      text: 'Dear parents,\n\nThe year 4 trip is on 21 March. Please return the form and pay the £6 fee through the school app by Friday.\n\nKind regards,\nSchool office',
      auth: '',
    },
    {
      from: 'Tom Becker <t.becker@northwind.co>',
      subject: 'Q3 numbers',
      text: 'Hi Sam,\n\ncould you check the numbers in the attached sheet before the call at 3? The bank total looks off to me.\n\nThanks\nTom',
    },
    {
      from: 'Spotify <no-reply@spotify.com>',
      subject: 'Your payment didn’t go through',
      html: '<p>Hi Sam, we couldn’t process your last payment for Premium. We’ll try again on 9 March. To keep Premium, please update your payment details.</p><a href="https://www.spotify.com/account/subscription/">Update payment</a>',
    },
    {
      from: 'Stripe <receipts+acct_1@stripe.com>',
      subject: 'Your receipt from Fernhill Software #1482-3301',
      html: '<p>Receipt from Fernhill Software</p><p>Amount paid $24.00. Date paid Mar 5, 2024. Payment method Visa - 4242</p><a href="https://pay.stripe.com/receipts/x">View in browser</a>',
    },
    {
      from: '"Notion Team" <team@mail.notion.so>',
      subject: 'What’s new in Notion',
      headers: unsubscribe,
      html: '<img src="https://www.notion.so/i.png"><h2>Calendar, forms and more</h2><p>See what we shipped this month.</p><a href="https://link.mail.notion.so/ls/click?upn=1">Try it</a><a href="https://link.mail.notion.so/ls/click?upn=2">Unsubscribe</a>',
    },
  ] satisfies Draft[]
).map(rawMail);

export const FRAUDULENT_MAILS: readonly string[] = (
  [
    {
      from: '"Netflix" <billing@streaming-care.co>',
      subject: 'Update required: payment information on hold',
      html: '<p>Hi,</p><p>We’re having some trouble with your current billing information. Your membership will be suspended within 48 hours.</p><a href="https://streaming-care.co/nflx/login">UPDATE ACCOUNT NOW</a>',
      auth: 'mx.example.org; spf=pass; dkim=none; dmarc=none',
    },
    {
      from: 'Microsoft 365 <admin@kinderhort-nord.de>',
      subject: 'Password expiration for sam.carter@example.org',
      html: '<p>Hello sam.carter,</p><p>Your password for sam.carter@example.org expires today. Use the button below to continue with the same password.</p><a href="https://firebasestorage-39a.web.app/#sam.carter@example.org">Keep current password</a>',
    },
    {
      from: 'DHL Express <noreply@ptmjaya.co.id>',
      subject: 'Shipment notification 8823-1190: customs payment',
      html: '<p>Dear customer,</p><p>Your parcel is awaiting delivery. Please settle customs duties of 2.99 EUR to release it.</p><a href="https://dhl-parcel-release.top/pay">Pay and schedule delivery</a>',
      auth: 'mx.example.org; spf=softfail; dkim=none; dmarc=fail',
    },
    {
      from: 'Mrs. Esther Cole <esthercole.foundation@gmail.com>',
      subject: 'FROM MRS ESTHER COLE',
      text: 'Dearest one,\n\nI am a widow diagnosed with cancer and I have decided to donate the sum of $8.5 Million inherited from my late husband. Kindly reply with your full name and phone number so that my lawyer can proceed. Please keep this confidential.',
      headers: 'Reply-To: <estherc.legal@yandex.com>\r\n',
    },
    {
      from: 'PayPal Service <quickbooks@notification.intuit.com>',
      subject: 'Invoice 88321 for $599.99 (Bitcoin purchase)',
      html: '<p>Your PayPal account has been charged $599.99 for a Bitcoin purchase. If you did not authorize this transaction, please contact our fraud department at +1 (808) 555-0144 immediately to cancel.</p>',
    },
    {
      from: 'Richard Boyd <ceo.desk.mail@outlook.com>',
      subject: 'Quick task',
      text: 'Sam, are you available? I am tied up in a meeting. I need you to purchase 6 Apple gift cards at $100 each, scratch them and send me photos of the codes. I will reimburse you today.',
    },
    {
      from: 'MetaMask <support@metamask-verify.io>',
      subject: 'Action required: wallet verification',
      html: '<p>Due to new regulation all wallets must be verified before March 8. Unverified wallets will be restricted.</p><a href="https://metamask-verify.io/restore">Verify wallet</a>',
      auth: '',
    },
    {
      from: 'Anonymous <q7@hrtk-mail.ru>',
      subject: 'You have been recorded',
      text: 'I installed malware on your device and recorded a video of you while you watched adult sites. Transfer $1,450 in bitcoin to bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh within 48 hours or I will send the video to all your contacts.',
      auth: 'mx.example.org; spf=fail; dmarc=fail',
    },
    {
      from: 'Costco Rewards <winner@brightlamp.shop>',
      subject: 'Congratulations! You have been selected 🎁',
      html: '<a href="https://brightlamp.shop/cl/1">Answer a short survey to claim your $100 Costco gift card. Only 3 left!</a><img src="https://brightlamp.shop/i.png">',
    },
    {
      from: 'HR Department <hr-payroll@qmxnet.info>',
      subject: 'Salary increment 2024 - sign now',
      html: '<p>All staff must review and sign the attached salary document today. Sign in with your email and password to view.</p><a href="https://docs-share.pages.dev/salary">Open document</a>',
    },
    {
      from: 'Bank of America <alert@boa-secure-center.com>',
      subject: 'We have limited your account',
      html: '<p>Dear customer, unusual activity was detected and your online access is restricted.</p><a href="http://boa-secure-center.com/verify">https://www.bankofamerica.com/verify</a>',
    },
    {
      from: 'Sparkasse <info@vqkrt.net>',
      subject: 'Wichtig: Ihr pushTAN läuft ab',
      html: '<p>Sehr geehrter Kunde,</p><p>Ihr Zugang wird in 24 Stunden gesperrt. Bitte bestätigen Sie Ihre Daten.</p><a href="https://sparkasse-pushtan.online/">Jetzt bestätigen</a>',
    },
  ] satisfies Draft[]
).map(rawMail);
