import { creditBegged, payeeOf, sentOn } from '../../src/text/payees.js';
import { readText } from '../../src/text/reading.js';
import { testFacts } from './facts.js';

const FACTS: Record<string, typeof payeeOf> = { payee: payeeOf, 'sent on': sentOn, credit: creditBegged };
const very = (words: number) => ' very'.repeat(words);

testFacts(
  (name, text) => FACTS[name]!(readText(text))?.map(([start, end]) => text.slice(start, end)),
  `
  payee | 0744018826, jina litatokea | Pesa hiyo nitumie 0744018826, jina litatokea REHEMA SALUM
  payee | 0341-01-022871-50-3, a/n | Kirim ke BRI 0341-01-022871-50-3 a/n Siti
  payee | 0744018826, name that comes up | Send it to 0744018826, the name that comes up is Rehema
  payee | – | Umetuma Tsh5,000 kwa 0744018826 jina REHEMA
  payee | – | Confirmado. Transferiste 500MT para 846120937, sai nome de RUI: efectuada com sucesso
  payee | – | O valor ja esta na minha conta, em nome de Celeste
  payee | – | Transfer ke BCA 8830124497 a/n Lina BERHASIL
  payee | – | Bayar ke BCA 8830124497 a/n PT Toko Maju
  payee | – | Tuma jina la mteja kwa 0744018826
  payee | 0744018826, name that comes up | Send it to 0744018826${very(14)} name that comes up Rehema
  payee | – | Send it to 0744018826${very(15)} name that comes up Rehema
  payee | 0744018826, name that comes up | Send to name that comes up${very(14)} 0744018826
  payee | – | Send to name that comes up${very(15)} 0744018826
  sent on | atasan saya, 082144907712 | Soal cicilan hubungi atasan saya di 082144907712
  sent on | – | To hear the news call my husband on 0744018826
  sent on | my husband, 0744018826 | To pay the deposit call my husband on 0744018826
  sent on | – | Suami saya nomornya 082144907712
  sent on | my husband, 0744018826 | To pay the deposit call my husband${very(14)} 0744018826
  sent on | – | To pay the deposit call my husband${very(15)} 0744018826
  sent on | my husband, 0744018826 | To pay the deposit 0744018826${very(14)} my husband
  sent on | – | To pay the deposit 0744018826${very(15)} my husband
  credit | pulsa, 081392207741 | Tolong isikan pulsa 50rb ke 081392207741
  credit | pulsa | Belikan pulsa dulu di nomor baru ini
  credit | vocha, 0788431906 | Nirushie vocha ya 5000 kwenye 0788431906
  credit | – | Isi pulsa 25rb, bonus 2GB
  credit | – | Beli pulsa 25rb ke 081392207741 berhasil
  credit | – | Kirim pulsa ke 081392207741 lewat *858#
`,
);
