import { expect, test } from 'vitest';
import { creditBegged, payeeOf, sentOn } from '../../src/text/payees.js';
import { readText } from '../../src/text/reading.js';

function said(text: string, find: typeof payeeOf): string[] | undefined {
  return find(readText(text))?.map(([start, end]) => text.slice(start, end));
}

test.each([
  ['Pesa hiyo nitumie 0744018826, jina litatokea REHEMA SALUM', ['0744018826', 'jina litatokea']],
  ['Kirim ke BRI 0341-01-022871-50-3 a/n Siti', ['0341-01-022871-50-3', 'a/n']],
  ['Ini rekening BNI.A/n.Siti no.rek.0481220937', ['0481220937', 'A/n.Siti']],
  ['Send it to 0744018826, the name that comes up is Rehema', ['0744018826', 'name that comes up']],
  ['Esse valor manda neste numero 846120937, vem em nome de Celeste', ['846120937', 'vem em nome']],
  ['Transfere para este nr 846120937 sai nome de Rui', ['846120937', 'sai nome']],
  ['Umetuma Tsh5,000 kwa 0744018826 jina REHEMA', undefined],
  ['Confirmado. Transferiste 500MT para 846120937, sai nome de RUI: efectuada com sucesso', undefined],
  ['O valor ja esta na minha conta, em nome de Celeste', undefined],
  ['Transfer ke BCA 8830124497 a/n Lina BERHASIL', undefined],
  ['Bayar ke BCA 8830124497 a/n PT Toko Maju', undefined],
  ['Tuma jina la mteja kwa 0744018826', undefined],
  ['Tuma jina lako kwa 0744018826', undefined],
  ['Nitumie jina la kitabu', undefined],
])('%s: explains the name that the phone will show, %j', (text, expected) => {
  expect(said(text, payeeOf)).toEqual(expected);
});

test.each([
  ['Soal cicilan hubungi atasan saya di 082144907712', ['atasan saya', '082144907712']],
  ['Rumah yang dijual, harga nego sama istri saya 0813-8820-4417', ['istri saya', '0813-8820-4417']],
  ['To hear the news call my husband on 0744018826', undefined],
  ['To pay the deposit call my husband on 0744018826', ['my husband', '0744018826']],
  [
    'To pay the deposit call my husband who is at home all day today and every other day of this week on 0744018826',
    undefined,
  ],
  ['Suami saya nomornya 082144907712', undefined],
  ['Soal cicilan sudah dibayar atasan saya', undefined],
])('%s: refers to a third person about the money, %j', (text, expected) => {
  expect(said(text, sentOn)).toEqual(expected);
});

test.each([
  ['Tolong isikan pulsa 50rb ke 081392207741', ['pulsa', '081392207741']],
  ['Belikan pulsa dulu di nomor baru ini', ['pulsa']],
  ['Nirushie vocha ya 5000 kwenye 0788431906', ['vocha', '0788431906']],
  ['Isi pulsa 25rb, bonus 2GB', undefined],
  ['Beli pulsa 25rb ke 081392207741 berhasil', undefined],
  ['Kirim pulsa ke 081392207741 lewat *858#', undefined],
])('%s: asks for credit for a number, %j', (text, expected) => {
  expect(said(text, creditBegged)).toEqual(expected);
});

test.each([
  [14, true],
  [15, false],
])('a number %i words from the name or the person belongs to it: %s', (words, expected) => {
  const gap = ' very'.repeat(words);
  for (const [text, find] of [
    [`Send it to 0744018826${gap} name that comes up Rehema`, payeeOf],
    [`Send to name that comes up${gap} 0744018826`, payeeOf],
    [`To pay the deposit call my husband${gap} 0744018826`, sentOn],
    [`To pay the deposit 0744018826${gap} my husband`, sentOn],
  ] as const)
    expect(said(text, find) !== undefined).toBe(expected);
});
