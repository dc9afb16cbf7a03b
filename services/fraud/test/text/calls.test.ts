import { rows } from '@services/kit/testing';
import { expect, test } from 'vitest';
import { retoldCall, warnsOfCalls } from '../../src/text/calls.js';
import { readText } from '../../src/text/reading.js';

// Retold from reports by police forces, banks and newspapers, each beside an honest call.
test.each(
  rows<[string, string]>(`
  Si è presentato come maresciallo: mio nipote ha fatto un incidente, servono soldi per la cauzione | I carabinieri hanno ritrovato la mia bicicletta, posso ritirarla in caserma
  Tự xưng cán bộ công an, nói tôi liên quan đường dây rửa tiền, bắt chuyển tiền để xác minh | Phòng khám gọi nhắc lịch hẹn ngày mai
  捜査二課を名乗る男に、私の口座が資金洗浄に使われたと言われ、LINEで取り調べをすると言う | 警察署から、落とした財布が見つかったので取りに来てくださいと言われた
  自称民警，说我的银行卡涉嫌洗钱，要把钱转到安全账户 | 派出所打來說我的錢包找到了，可以去領
  قال إنه موظف البنك وإن بطاقتي موقوفة وطلب رمز التحقق | اتصلت العيادة لتأكيد موعد الغد
  Позвонили из службы безопасности банка, на меня оформляют кредит, надо назвать код из смс | Позвонили из поликлиники, приём перенесли на пятницу
  A woman from my building society said a cashier was stealing, I should take out 3000 and post it | The building society will send me 25 pounds as an apology
  BT man got me to type some letters so he could see my screen | BT called about the new fibre plan, I said no
  Courier guy said my address is wrong and to dial star 401 | The courier called, he leaves the parcel with the neighbour
  Got the job at the airline, the recruiter said, just pay 2,500 for uniform | A recruiter rang, the interview is on Thursday at two
  Her phone fell in the sink, new number, she needs 1,450 for the rent by tonight | My daughter rang, her phone is fixed
  Nephew hit someone with the car, the lawyer needs 8000 dollars in cash | A buyer called, he will come on Saturday to look at the sofa and pay cash
  सीबीआई अधिकारी बोला, मेरे पार्सल में ड्रग्स मिले हैं, पैसे ट्रांसफर करो | डिलीवरी वाले ने पार्सल गार्ड को दे दिया
`),
)('a report of a fraudulent call is one, and of an honest call is not: %s', (fraud, honest) => {
  expect(retoldCall(readText(fraud))).toBeGreaterThanOrEqual(0.5);
  expect(retoldCall(readText(honest))).toBeLessThan(0.25);
});

test.each(
  rows<[string, string]>(`
  said he is from Sky and wanted to refund me, then asked for my bank card | Sky engineer, comes on Friday
  needs $3000 by MoneyGram, said he was my nephew in jail | my brother's lawyer, court date on Monday
  my computer licence expired and I must buy Google Play cards | laptop repair done, pick up any time
  asked for the code that Santander texted me | Santander, the branch moved to King Street
  Swedbank, ska läsa upp koderna från dosan | Swedbank om bolånet, räntan blir 3,4 procent
`),
)('a firm, a story and a demand are enough in any order: %s', (fraud, honest) => {
  expect(retoldCall(readText(fraud))).toBeGreaterThanOrEqual(0.5);
  expect(retoldCall(readText(honest))).toBeLessThan(0.25);
});

test.each(
  rows<[string, string]>(`
  my bank, they want the code they have just sent me to stop a payment of £480 | my bank, was the payment of £480 mine? I said no, so they blocked the card and a new one comes by post
  he says he is from the court and will have me arrested unless I pay the fine in gift cards | he says he is from the court and that my jury duty has moved to May, a letter follows
  someone wanted to get into my computer to refund me | someone from the shop, my computer is repaired and they will refund me the deposit
  fraud department, they asked me to read out my PIN | fraud department, they did not ask me for my PIN or for anything else
`),
)('what the caller wants tells %s from an honest call', (fraud, honest) => {
  expect(retoldCall(readText(fraud))).toBeGreaterThanOrEqual(0.5);
  expect(retoldCall(readText(honest))).toBeLessThan(0.25);
});

test('a demand counts in any part of a long transcript, and topics that are far apart do not add up', () => {
  const talk =
    'The roses did well this summer and we had a lot of plums, so she made jam for everybody. '.repeat(12);
  const demand =
    'This is the police, there is a warrant for your arrest, you must buy gift cards and stay on the line. ';
  expect(retoldCall(readText(talk + demand + talk))).toBeGreaterThanOrEqual(0.5);
  const topics = ['An officer lives next door. ', 'She paid the fee for the course. ', 'He lost his phone. '];
  expect(retoldCall(readText(topics.join(talk)))).toBeLessThan(0.25);
});

test.each([
  'Criminals pretend to be your bank and ask you to move money to a safe account. Hang up.',
  'Betrüger geben sich als Polizei aus, sprechen von einem Unfall und verlangen Bargeld.',
  'Oszuści podają się za policjanta i każą przelać pieniądze na bezpieczne konto.',
  '凡是自称公检法、要求转账到安全账户的，都是诈骗。',
])('a warning tells the same story: %s', (text) => {
  expect(warnsOfCalls(readText(text))).toBe(true);
});

test('thieves do not warn of themselves', () => {
  expect(warnsOfCalls(readText('He said my account was hacked and I must move the money today'))).toBe(false);
  expect(warnsOfCalls(readText('고객님 명의의 통장이 범죄에 이용되어 안전계좌로 이체하셔야 합니다'))).toBe(
    false,
  );
});
