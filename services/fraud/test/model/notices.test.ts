import { expect, test } from 'vitest';
import { hasShortCode } from '../../src/model/channels.js';
import {
  accountEntry,
  answersQuestions,
  asksRating,
  isAppointed,
  isCodeNotice,
  isOwnBooking,
  knowsCard,
  leadsHome,
  letsPaidOff,
  namesMobile,
  namesOffice,
  offersWayOut,
  opensMenu,
  tellsMinute,
} from '../../src/model/notices.js';
import { readText } from '../../src/text/reading.js';

test.each([
  ['Rs 85 debited from A/C XX4417. Avl Bal Rs 1240. Ref 70118226', 'full'],
  ['Money out -R1 250.00 (EFT rent). Available R4 018.33. Suspicious? Call 0860 10 20 43', 'likely'],
  ['FNB: R40 paid from card ending 4417 @ Spar. Avail R210', 'full'],
  ['You have recharged N500. Your new balance is N512', 'likely'],
  ['Your account is blocked, pay R40 now', 'none'],
  ['Rs 85 debited from A/C XX4417. Avl Bal Rs 1240. Verify now', 'none'],
  ['Card ending 4417 charged $40, balance $12. Sent by mistake, return it', 'none'],
  ['Transferência de 640,00 MZN efectuada com sucesso. Saldo 12,00 MZN', 'likely'],
  ['Enviaste 1,200.00MT para 847120933. O teu novo saldo e de 88.10MT', 'likely'],
  ['Transfer Rp250.000 ke 8830xxxx97 berhasil, saldo Rp1.120.500', 'full'],
  ['Umetuma Tsh25,000 kwa ASHA 0754220118. Salio lako ni Tsh8,140', 'likely'],
  ['Salio lako la Tsh25,000 lipo tayari, tuma namba ya akaunti', 'none'],
  ['O teu saldo de 640 MT vai ser bloqueado', 'none'],
])('%s: a booking, %s', (text, entry) => {
  expect(accountEntry(readText(text))).toBe(entry);
});

test.each([
  ['Your appointment is on Thursday at 10:40. To change it ring 028 9049 6612', true],
  ['We meet at 7pm by the station', true],
  ['We meet by the station', false],
  ['Power will be off 10.30pm, call 8240556677', false],
  ['Your bill was not paid, cut at 10:30 on Monday, call 8240556677', false],
  ['Your account is suspended at 10:40', false],
  ['Pay 40 pounds before 5pm', false],
  ['Write to +44 7700 900123 before 5pm', false],
  ['You have 1 missed call from 08052214410 at 14:22. To call back, dial 08052214410', true],
  ['2 missed calls from 08031234567 at 9:10', true],
  ['Tienes 1 llamada perdida de 612345678 a las 9:10', true],
  ['You have 1 missed call at 14:22. Call 08052214410', false],
  ['1 missed call from 08052214410 at 14:22. Call 08031234567', false],
  ['1 missed call from 09061743811 at 14:22. Call back 09061743811', false],
  ['Cleaning on Mon 6/9 at 8:30am. Reply C to confirm or call 503-555-0182', true],
  ['Mon 6/9 at 8:30am: confirm your account or call 503-555-0182', false],
])('%s: gives an hour and requests nothing, %s', (text, expected) => {
  expect(isAppointed(readText(text))).toBe(expected);
});

test.each([
  ['call 0800 123 4567', true],
  ['call 1300 123 456', true],
  ['call 020 7946 0112', true],
  ['call 0344 209 0754', true],
  ['call 0391 209 0754', false],
  ['call 1-844-208-1299', true],
  ['call 07700 900123', false],
  ['call +234 803 123 4567', false],
  ['call 020 7946 0112 or 07700 900123', false],
  ['llame al 900 102 112', true],
  ['call 9001021123', false],
  ['no number', false],
])('%s: only numbers of offices, %s', (text, expected) => {
  expect(namesOffice(readText(text))).toBe(expected);
});

test.each([
  ['retiro $200 14/ENE 12:03 tarjeta **8812. Llama al 81 8156 9600', true],
  ['addebito carta *7712 di 39,00 EUR il 07/06', true],
  ['4421 ile biten kartla 845 TL, 12.03 09:14', true],
  ['cartão final 2204: R$ 89,90 às 10:33', true],
  ['addebito di 39,00 EUR il 07/06', false],
  ['card ending 4417: we declined $40. Was it you? Reply YES or NO', true],
  ['card ending 4417 charged $40, call 0161 496 0000', false],
  ['card ending 4417 charged $40 at 10:40, verify now', false],
  ['$40 at 10:40 by mistake to card ending 4417, balance $12', false],
])('%s: a booking of the reader, %s', (text, expected) => {
  expect(isOwnBooking(readText(text))).toBe(expected);
});

test.each([
  ['Pay in the Example app', true],
  ['blocca la carta dall’app', true],
  ['pay the driver before delivery', true],
  ['pay at the front desk or call (512) 555-0142', true],
  ['pay at the desk or call (512) 555-0142', false],
  ['dial *131*1# to renew', true],
  ['dial *600*08031234567*1000# to renew', false],
  ['dial *131# or call 07700 900123', false],
  ['in the app or call 0800 123 4567', true],
  ['in the app or call 07700 900123', false],
  ['download it and pay in the app', false],
  ['in the app or call 03-5891 4744', true],
  ['I have a new number, meu app bloqueou, no app', false],
  ['Our app pays well', false],
  ['teach me apps', false],
])('%s: refers to a channel that the reader uses anyway, %s', (text, expected) => {
  expect(leadsHome(readText(text))).toBe(expected);
});

test('an opt-out does not count as an invitation to a conversation', () => {
  const wayOut = readText('Reply STOP to end');
  expect(offersWayOut(wayOut)).toBe(true);
  expect(wayOut.concepts.has('reply')).toBe(false);
  expect(readText('Reply YES to start').concepts.has('reply')).toBe(true);
});

test.each([
  ['Ihre Karte XXXX 2204 wurde gesperrt. PIN in der App oder unter 0848 888 700', true],
  ['your card ending 4417 is blocked, call 0161 496 0000', true],
  ['your card ending 4417 is blocked, call 07700 900123', false],
  ['your card ending 4417 is blocked, verify it now', false],
  ['your card is blocked', false],
  ['xx 2204', false],
])('%s: a card whose digits only its bank knows, %s', (text, expected) => {
  expect(knowsCard(readText(text))).toBe(expected);
});

test.each([
  ['new device on 12 May 09:41. If unauthorised, call 1800 339 6963', true],
  ['accesso il 04/03 alle 21:10', true],
  ['If this was not you: transfer of 80.00 on 12 Jun 20:11', true],
  ["a login from a new phone on 21/08 at 6:12pm. If this wasn't you call us on 0800 269 296", true],
  ['new device on 12 May 09:41, call 07700 900123', false],
  ['pay by 12 May 09:41', false],
  ['new device today', false],
])('%s: gives the exact minute, %s', (text, expected) => {
  expect(tellsMinute(readText(text))).toBe(expected);
});

test.each([
  ['07700 900123', true],
  ['+234 803 123 4567', true],
  ['919951860002', true],
  ['0151 23456789', true],
  ['614-555-0147', true],
  ['0848 888 700', false],
  ['03-5891 4744', false],
  ['1-800-869-3557', false],
])('%s may be a mobile number: %s', (text, expected) => {
  expect(namesMobile(readText(`call ${text}`))).toBe(expected);
});

test.each([
  ['*131#', true],
  ['*323*4#', true],
  ['*600*08031234567*1000*1234#', false],
  ['*21*9876501234#', false],
  ['*131# and *737*50*0123456789#', false],
  ['nothing', false],
])('dial %s: it opens a menu, %s', (code, expected) => {
  expect(opensMenu(readText(`Dial ${code} for more`))).toBe(expected);
});

test('a code to dial does not count as an account with hidden digits', () => {
  expect(knowsCard(readText('Your plan expires today. Dial *131*1# to renew'))).toBe(false);
  expect(knowsCard(readText('Your card *131 is locked'))).toBe(true);
});

test.each([
  ['Your statement is ready. Questions? Call 415-555-0132', true],
  ['Su recibo está listo. ¿Dudas? Llame al 55 4123 9876', true],
  ['Your account is blocked. Questions? Call 415-555-0132', false],
  ['Answer all questions. Then call 415-555-0132', false],
  ['Questions?', false],
])('%s: a number for questions, %s', (text, expected) => {
  expect(answersQuestions(readText(text))).toBe(expected);
});

test.each([
  ['Bill due on 18/03. Kindly ignore if already paid.', true],
  ['If you have already paid, please disregard', true],
  ['Falls bereits bezahlt, betrachten Sie diese Nachricht als gegenstandslos', true],
  ['Si ya pagó, haga caso omiso', true],
  ['Ödendiyse dikkate almayınız', true],
  ['Do not ignore this, pay now', false],
  ['You have already paid twice, claim your refund', false],
  ['Ya pagó dos veces', false],
])('%s: excuses readers who have paid, %s', (text, expected) => {
  expect(letsPaidOff(readText(text))).toBe(expected);
});

test.each([
  ['Tu código para firmar la transferencia de 320,00 EUR a J. RUIZ es 771203', true],
  ['Give the code to me. We meet at the shop in the street with the number 771203', false],
])('%s: a requested code, %s', (text, expected) => {
  expect(isCodeNotice(readText(text))).toBe(expected);
});

test.each([
  ['Score our service from 1 (poor) to 5 (good), send SMS to 1166', true],
  ['Seberapa puas anda? Balas angka 1 (tidak puas) s.d 5 (puas)', true],
  ['Avalie o atendimento com uma nota de 0 a 10', true],
  ['The score was 1 to 5 in the end, see https://example.com', false],
  ['Win 1 of 5 cars, send WIN to 11666', false],
])('%s: requests a rating, %s', (text, expected) => {
  expect(asksRating(readText(text))).toBe(expected);
});

test.each([
  ['Send WIN to 15150', true],
  ['Envie GANHAR para 15150', true],
  ['GEWINN an 15150 senden', true],
  ['STOP an 15150 senden', false],
  ['Wir gingen an 15150 Häusern vorbei. Senden Sie Bilder', false],
  ['Das waren 15150 Bilder, die wir senden', false],
  ['Ketik MENANG kirim ke 15150', true],
  ['Send STOP to 15150', false],
  ['Para cancelar envie SAIR para 15150', false],
  ['Ketik UNREG FILM kirim ke 15150', false],
  ["SMS iptal icin RET yazip 15150'e gonderebilirsiniz", false],
  ["SMS icin KAZAN yazip 15150'e gonderin", true],
  ['Kujitoa tuma ONDOA kwenda 15150', false],
  ['Mais info contacte 95247', false],
  ['Texte RALLY, prix a gagner, au 15150', true],
  ['On se voit au 15150 Main Street', false],
  ['Texte A, B ou C à 15150', true],
  ['Texte A à 15150', false],
  ["SMS almak istemiyorsaniz IZINSIZ yazip 15150'e gonderin", false],
  ['Ketik TUKAR kirim ke 777', false],
])('%s: a short number to write to, %s', (text, expected) => {
  expect(hasShortCode(readText(text))).toBe(expected);
});
