import { hasShortCode } from '../../src/model/channels.js';
import * as notices from '../../src/model/notices.js';
import { type Reading, readText } from '../../src/text/reading.js';
import { testFacts } from '../text/facts.js';

const FACTS: Record<string, (reading: Reading) => unknown> = {
  booking: notices.accountEntry,
  ownBooking: notices.isOwnBooking,
  appointment: notices.isAppointed,
  office: notices.namesOffice,
  mobile: notices.namesMobile,
  knownChannel: notices.leadsHome,
  menu: notices.opensMenu,
  wayOut: notices.offersWayOut,
  card: notices.knowsCard,
  minute: notices.tellsMinute,
  questions: notices.answersQuestions,
  paidOff: notices.letsPaidOff,
  code: notices.isCodeNotice,
  rating: notices.asksRating,
  shortCode: hasShortCode,
  invitation: ({ concepts }) => concepts.has('reply'),
};

testFacts(
  (name, text) => FACTS[name]!(readText(text)),
  `
  booking | full | Rs 85 debited from A/C XX4417. Avl Bal Rs 1240. Ref 70118226
  booking | likely | You have recharged N500. Your new balance is N512
  booking | none | Your account is blocked, pay R40 now
  booking | none | Rs 85 debited from A/C XX4417. Avl Bal Rs 1240. Verify now
  booking | none | Card ending 4417 charged $40, balance $12. Sent by mistake, return it
  booking | none | Salio lako la Tsh25,000 lipo tayari, tuma namba ya akaunti
  ownBooking | yes | retiro $200 14/ENE 12:03 tarjeta **8812. Llama al 81 8156 9600
  ownBooking | no | addebito di 39,00 EUR il 07/06
  ownBooking | yes | card ending 4417: we declined $40. Was it you? Reply YES or NO
  ownBooking | no | card ending 4417 charged $40, call 0161 496 0000
  ownBooking | no | card ending 4417 charged $40 at 10:40, verify now
  ownBooking | no | $40 at 10:40 by mistake to card ending 4417, balance $12
  appointment | yes | Your appointment is on Thursday at 10:40. To change it ring 028 9049 6612
  appointment | no | Power will be off 10.30pm, call 8240556677
  appointment | no | Your bill was not paid, cut at 10:30 on Monday, call 8240556677
  appointment | no | Your account is suspended at 10:40
  appointment | no | Write to +44 7700 900123 before 5pm
  appointment | yes | You have 1 missed call from 08052214410 at 14:22. To call back, dial 08052214410
  appointment | no | You have 1 missed call at 14:22. Call 08052214410
  appointment | no | 1 missed call from 08052214410 at 14:22. Call 08031234567
  appointment | no | 1 missed call from 09061743811 at 14:22. Call back 09061743811
  appointment | yes | Cleaning on Mon 6/9 at 8:30am. Reply C to confirm or call 503-555-0182
  appointment | no | Mon 6/9 at 8:30am: confirm your account or call 503-555-0182
  office | yes | call 0800 123 4567
  office | yes | call 020 7946 0112
  office | no | call 0391 209 0754
  office | no | call 07700 900123
  office | no | call 020 7946 0112 or 07700 900123
  office | yes | llame al 900 102 112
  office | no | call 9001021123
  mobile | yes | call 07700 900123
  mobile | yes | call 614-555-0147
  mobile | no | call 03-5891 4744
  mobile | no | call 1-800-869-3557
  knownChannel | yes | Pay in the Example app
  knownChannel | yes | pay at the front desk or call (512) 555-0142
  knownChannel | no | pay at the desk or call (512) 555-0142
  knownChannel | yes | dial *131*1# to renew
  knownChannel | no | dial *600*08031234567*1000# to renew
  knownChannel | no | dial *131# or call 07700 900123
  knownChannel | no | in the app or call 07700 900123
  knownChannel | no | download it and pay in the app
  knownChannel | no | I have a new number, meu app bloqueou, no app
  menu | yes | Dial *323*4# for more
  menu | no | Dial *600*08031234567*1000*1234# for more
  menu | no | Dial *131# and *737*50*0123456789# for more
  wayOut | yes | Reply STOP to end
  invitation | no | Reply STOP to end
  invitation | yes | Reply YES to start
  card | yes | Ihre Karte XXXX 2204 wurde gesperrt. PIN in der App oder unter 0848 888 700
  card | yes | your card ending 4417 is blocked, call 0161 496 0000
  card | no | your card ending 4417 is blocked, call 07700 900123
  card | no | your card ending 4417 is blocked, verify it now
  card | no | Your plan expires today. Dial *131*1# to renew
  card | yes | Your card *131 is locked
  minute | yes | new device on 12 May 09:41. If unauthorised, call 1800 339 6963
  minute | yes | a login from a new phone on 21/08 at 6:12pm. If this wasn't you call us on 0800 269 296
  minute | no | new device on 12 May 09:41, call 07700 900123
  minute | no | pay by 12 May 09:41
  questions | yes | Su recibo está listo. ¿Dudas? Llame al 55 4123 9876
  questions | no | Your account is blocked. Questions? Call 415-555-0132
  questions | no | Answer all questions. Then call 415-555-0132
  paidOff | yes | Bill due on 18/03. Kindly ignore if already paid.
  paidOff | no | Do not ignore this, pay now
  paidOff | no | You have already paid twice, claim your refund
  code | yes | Tu código para firmar la transferencia de 320,00 EUR a J. RUIZ es 771203
  code | no | Give the code to me. We meet at the shop in the street with the number 771203
  rating | yes | Score our service from 1 (poor) to 5 (good), send SMS to 1166
  rating | no | The score was 1 to 5 in the end, see https://example.com
  rating | no | Win 1 of 5 cars, send WIN to 11666
  shortCode | yes | Send WIN to 15150
  shortCode | yes | GEWINN an 15150 senden
  shortCode | no | STOP an 15150 senden
  shortCode | no | Wir gingen an 15150 Häusern vorbei. Senden Sie Bilder
  shortCode | no | SMS iptal icin RET yazip 15150'e gonderebilirsiniz
  shortCode | yes | Texte RALLY, prix a gagner, au 15150
  shortCode | no | On se voit au 15150 Main Street
  shortCode | no | Texte A à 15150
  shortCode | yes | Texte A, B ou C à 15150
  shortCode | no | Ketik TUKAR kirim ke 777
`,
);
