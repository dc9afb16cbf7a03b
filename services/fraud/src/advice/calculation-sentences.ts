/** Sentences for the results of calculations, in the languages of the advice. */

import { CATEGORIES, type Category } from './categories.js';

export type SentenceLanguage = 'en' | 'de' | 'fr' | 'es';

interface Sentences {
  order(rates: readonly number[]): string;
  yearly(rate: number, interest: number): string;
  free(): string;
  payoff(
    balance: number,
    rate: number,
    payment: number,
    result: { months: number; interest: number },
  ): string;
  never(balance: number, rate: number, payment: number): string;
  instalment(loan: number, rate: number, months: number, payment: number): string;
  putAside(goal: number, saved: number, months: number, rate: number, monthly: number): string;
  reached(goal: number, saved: number, monthly: number, rate: number, months: number): string;
  grown(saved: number, monthly: number, rate: number, months: number, sum: number): string;
  rent(income: number, share: number): string;
  mortgage(
    income: number,
    share: number,
    loan: { rate: number; months: number; loan: number } | undefined,
  ): string;
  cushion(spending: number, months: readonly [number, number], own: boolean): string;
  month(
    name: string,
    sum: number,
    kinds: readonly Category[],
    largest: readonly (readonly [Category, number])[],
  ): string;
}

function format(locale: string) {
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0, useGrouping: 'always' });
  const exact = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    useGrouping: 'always',
  });
  const share = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  return {
    money: (value: number) => (Math.abs(value - Math.round(value)) < 0.005 ? whole : exact).format(value),
    number: (value: number) => share.format(value),
  };
}

const en = format('en-US');
const de = format('de-DE');
const fr = format('fr-FR');
const es = format('es-ES');

const left = (goal: number, saved: number) => goal - saved;

export const SENTENCES: Readonly<Record<SentenceLanguage, Sentences>> = {
  en: {
    order: (rates) =>
      `Pay the least amount on all of them, and put everything extra on the one at ${en.number(rates[0] as number)} %. Then follow ${rates
        .slice(1)
        .map((rate) => `${en.number(rate)} %`)
        .join(', then ')}. The highest rate first costs the least interest in total.`,
    yearly: (rate, interest) =>
      `The one at ${en.number(rate)} % alone costs about ${en.money(interest)} of interest in a year.`,
    free: () =>
      'The one at 0 % costs nothing now: find out when that offer ends, and pay it off before then.',
    payoff: (balance, rate, payment, { months, interest }) =>
      `${en.money(balance)} at ${en.number(rate)} % a year with ${en.money(payment)} a month is paid off in ${span(months, 'en')}. The interest is about ${en.money(interest)}. (Each month: debt × ${en.number(rate)} % ÷ 12 is added, then ${en.money(payment)} is taken off.)`,
    never: (balance, rate, payment) =>
      `With ${en.money(payment)} a month this debt never shrinks: ${en.money(balance)} × ${en.number(rate)} % ÷ 12 = ${en.money((balance * rate) / 1200)} of interest comes on top each month. Pay more than that, or ask the lender for a lower rate.`,
    instalment: (loan, rate, months, payment) =>
      `To pay off ${en.money(loan)} at ${en.number(rate)} % a year in ${span(months, 'en')}, pay about ${en.money(payment)} a month. Together that is ${en.money(payment * months)}, of which ${en.money(payment * months - loan)} is interest.`,
    putAside: (goal, saved, months, rate, monthly) =>
      `Put aside about ${en.money(monthly)} a month: (${en.money(goal)} − ${en.money(saved)}) ÷ ${months} months${rate > 0 ? `, less interest at ${en.number(rate)} % a year` : ` = ${en.money(left(goal, saved) / months)}`}.`,
    reached: (goal, saved, monthly, rate, months) =>
      `With ${en.money(monthly)} a month you reach ${en.money(goal)} in ${span(months, 'en')}: (${en.money(goal)} − ${en.money(saved)}) ÷ ${en.money(monthly)}${rate > 0 ? `, with interest at ${en.number(rate)} % a year` : ` = ${en.number(left(goal, saved) / monthly)} months`}.`,
    grown: (saved, monthly, rate, months, sum) =>
      `${saved > 0 ? `${en.money(saved)} and ` : ''}${en.money(monthly)} a month come to about ${en.money(sum)} in ${span(months, 'en')}: ${saved > 0 ? `${en.money(saved)} + ` : ''}${months} × ${en.money(monthly)} = ${en.money(saved + monthly * months)} put aside${rate > 0 ? `, and ${en.money(sum - saved - monthly * months)} of interest at ${en.number(rate)} % a year. The rate is an assumption` : ''}.`,
    rent: (income, share) =>
      `A rule of thumb: rent should be at most ${en.number(share * 100)} % of the income before tax. ${en.money(income)} × ${en.number(share * 100)} % = ${en.money(income * share)} a month. In expensive cities many people pay more; then other costs must be lower.`,
    mortgage: (income, share, loan) =>
      `A rule of thumb: the payment for a home should be at most ${en.number(share * 100)} % of the income before tax. ${en.money(income)} × ${en.number(share * 100)} % = ${en.money(income * share)} a month.${loan ? ` At ${en.number(loan.rate)} % over ${span(loan.months, 'en')}, that pays off a loan of about ${en.money(Math.round(loan.loan / 100) * 100)}.` : ' The loan that this pays off depends on the rate and the years: give me both and I work it out.'} Taxes, insurance and repairs come on top.`,
    cushion: (spending, [least, most], own) =>
      `${own ? `Your accounts show spending of about ${en.money(spending)} a month. ` : ''}An emergency fund holds ${least} to ${most} months of spending: ${least} × ${en.money(spending)} = ${en.money(least * spending)} to ${most} × ${en.money(spending)} = ${en.money(most * spending)}.`,
    month: (name, sum, kinds, largest) =>
      `In ${name} you spent ${en.money(sum)}${kinds.length > 0 ? ` on ${kinds.join(' and ')}` : ''}.${largest.length > 0 ? ` The largest kinds: ${largest.map(([kind, part]) => `${kind} ${en.money(part)}`).join(', ')}.` : ''}`,
  },
  de: {
    order: (rates) =>
      `Zahlen Sie bei allen den Mindestbetrag und alles darüber hinaus auf die Schuld mit ${de.number(rates[0] as number)} %. Danach ${rates
        .slice(1)
        .map((rate) => `${de.number(rate)} %`)
        .join(', dann ')}. Der höchste Zinssatz zuerst kostet insgesamt am wenigsten Zinsen.`,
    yearly: (rate, interest) =>
      `Allein die Schuld mit ${de.number(rate)} % kostet im Jahr etwa ${de.money(interest)} Zinsen.`,
    free: () =>
      'Die Schuld mit 0 % kostet jetzt nichts: Klären Sie, wann das Angebot endet, und tilgen Sie sie vorher.',
    payoff: (balance, rate, payment, { months, interest }) =>
      `${de.money(balance)} zu ${de.number(rate)} % im Jahr sind mit ${de.money(payment)} im Monat in ${span(months, 'de')} abbezahlt. Die Zinsen betragen etwa ${de.money(interest)}. (Jeden Monat kommen Schuld × ${de.number(rate)} % ÷ 12 dazu, dann gehen ${de.money(payment)} ab.)`,
    never: (balance, rate, payment) =>
      `Mit ${de.money(payment)} im Monat wird diese Schuld nie kleiner: Jeden Monat kommen ${de.money(balance)} × ${de.number(rate)} % ÷ 12 = ${de.money((balance * rate) / 1200)} Zinsen dazu. Zahlen Sie mehr, oder fragen Sie nach einem niedrigeren Zinssatz.`,
    instalment: (loan, rate, months, payment) =>
      `Um ${de.money(loan)} zu ${de.number(rate)} % im Jahr in ${span(months, 'de')} abzuzahlen, brauchen Sie etwa ${de.money(payment)} im Monat. Zusammen sind das ${de.money(payment * months)}, davon ${de.money(payment * months - loan)} Zinsen.`,
    putAside: (goal, saved, months, rate, monthly) =>
      `Legen Sie etwa ${de.money(monthly)} im Monat zurück: (${de.money(goal)} − ${de.money(saved)}) ÷ ${months} Monate${rate > 0 ? `, abzüglich Zinsen von ${de.number(rate)} % im Jahr` : ` = ${de.money(left(goal, saved) / months)}`}.`,
    reached: (goal, saved, monthly, rate, months) =>
      `Mit ${de.money(monthly)} im Monat erreichen Sie ${de.money(goal)} in ${span(months, 'de')}: (${de.money(goal)} − ${de.money(saved)}) ÷ ${de.money(monthly)}${rate > 0 ? `, mit Zinsen von ${de.number(rate)} % im Jahr` : ` = ${de.number(left(goal, saved) / monthly)} Monate`}.`,
    grown: (saved, monthly, rate, months, sum) =>
      `${saved > 0 ? `${de.money(saved)} und ` : ''}${de.money(monthly)} im Monat ergeben in ${span(months, 'de')} etwa ${de.money(sum)}: ${saved > 0 ? `${de.money(saved)} + ` : ''}${months} × ${de.money(monthly)} = ${de.money(saved + monthly * months)} zurückgelegt${rate > 0 ? ` und ${de.money(sum - saved - monthly * months)} Zinsen zu ${de.number(rate)} % im Jahr. Der Zinssatz ist eine Annahme` : ''}.`,
    rent: (income, share) =>
      `Eine Faustregel: Die Miete sollte höchstens ${de.number(share * 100)} % des Einkommens vor Steuern betragen. ${de.money(income)} × ${de.number(share * 100)} % = ${de.money(income * share)} im Monat. In teuren Städten zahlen viele mehr; dann müssen andere Ausgaben kleiner sein.`,
    mortgage: (income, share, loan) =>
      `Eine Faustregel: Die Rate sollte höchstens ${de.number(share * 100)} % des Einkommens vor Steuern betragen. ${de.money(income)} × ${de.number(share * 100)} % = ${de.money(income * share)} im Monat.${loan ? ` Bei ${de.number(loan.rate)} % und ${span(loan.months, 'de')} reicht das für ein Darlehen von etwa ${de.money(Math.round(loan.loan / 100) * 100)}.` : ' Für welches Darlehen das reicht, hängt von Zinssatz und Jahren ab: Nennen Sie beides, dann rechne ich.'} Steuern, Versicherung und Reparaturen kommen dazu.`,
    cushion: (spending, [least, most], own) =>
      `${own ? `Ihre Konten zeigen Ausgaben von etwa ${de.money(spending)} im Monat. ` : ''}Ein Notgroschen reicht für ${least} bis ${most} Monate: ${least} × ${de.money(spending)} = ${de.money(least * spending)} bis ${most} × ${de.money(spending)} = ${de.money(most * spending)}.`,
    month: (name, sum, kinds, largest) =>
      `Im ${name} haben Sie ${de.money(sum)}${kinds.length > 0 ? ` für ${kindsIn('de', kinds)}` : ''} ausgegeben.${largest.length > 0 ? ` Am meisten für ${parts('de', largest, de.money)}.` : ''}`,
  },
  fr: {
    order: (rates) =>
      `Payez le minimum partout et versez tout le reste sur la dette à ${fr.number(rates[0] as number)} %. Ensuite ${rates
        .slice(1)
        .map((rate) => `${fr.number(rate)} %`)
        .join(', puis ')}. Commencer par le taux le plus élevé coûte le moins d’intérêts au total.`,
    yearly: (rate, interest) =>
      `À elle seule, la dette à ${fr.number(rate)} % coûte environ ${fr.money(interest)} d’intérêts par an.`,
    free: () =>
      'La dette à 0 % ne coûte rien pour l’instant : vérifiez quand l’offre se termine et remboursez-la avant.',
    payoff: (balance, rate, payment, { months, interest }) =>
      `${fr.money(balance)} à ${fr.number(rate)} % par an, avec ${fr.money(payment)} par mois, sont remboursés en ${span(months, 'fr')}. Les intérêts sont d’environ ${fr.money(interest)}. (Chaque mois, dette × ${fr.number(rate)} % ÷ 12 s’ajoute, puis ${fr.money(payment)} sont retirés.)`,
    never: (balance, rate, payment) =>
      `Avec ${fr.money(payment)} par mois, cette dette ne diminue jamais : ${fr.money(balance)} × ${fr.number(rate)} % ÷ 12 = ${fr.money((balance * rate) / 1200)} d’intérêts s’ajoutent chaque mois. Payez davantage ou demandez un taux plus bas.`,
    instalment: (loan, rate, months, payment) =>
      `Pour rembourser ${fr.money(loan)} à ${fr.number(rate)} % par an en ${span(months, 'fr')}, il faut environ ${fr.money(payment)} par mois. Au total ${fr.money(payment * months)}, dont ${fr.money(payment * months - loan)} d’intérêts.`,
    putAside: (goal, saved, months, rate, monthly) =>
      `Mettez de côté environ ${fr.money(monthly)} par mois : (${fr.money(goal)} − ${fr.money(saved)}) ÷ ${months} mois${rate > 0 ? `, moins les intérêts à ${fr.number(rate)} % par an` : ` = ${fr.money(left(goal, saved) / months)}`}.`,
    reached: (goal, saved, monthly, rate, months) =>
      `Avec ${fr.money(monthly)} par mois, vous atteignez ${fr.money(goal)} en ${span(months, 'fr')} : (${fr.money(goal)} − ${fr.money(saved)}) ÷ ${fr.money(monthly)}${rate > 0 ? `, avec des intérêts à ${fr.number(rate)} % par an` : ` = ${fr.number(left(goal, saved) / monthly)} mois`}.`,
    grown: (saved, monthly, rate, months, sum) =>
      `${saved > 0 ? `${fr.money(saved)} et ` : ''}${fr.money(monthly)} par mois donnent environ ${fr.money(sum)} en ${span(months, 'fr')} : ${saved > 0 ? `${fr.money(saved)} + ` : ''}${months} × ${fr.money(monthly)} = ${fr.money(saved + monthly * months)} mis de côté${rate > 0 ? `, et ${fr.money(sum - saved - monthly * months)} d’intérêts à ${fr.number(rate)} % par an. Le taux est une hypothèse` : ''}.`,
    rent: (income, share) =>
      `Une règle courante : le loyer ne devrait pas dépasser ${fr.number(share * 100)} % du revenu avant impôt. ${fr.money(income)} × ${fr.number(share * 100)} % = ${fr.money(income * share)} par mois. Dans les villes chères, beaucoup paient plus ; les autres dépenses doivent alors baisser.`,
    mortgage: (income, share, loan) =>
      `Une règle courante : la mensualité ne devrait pas dépasser ${fr.number(share * 100)} % du revenu avant impôt. ${fr.money(income)} × ${fr.number(share * 100)} % = ${fr.money(income * share)} par mois.${loan ? ` À ${fr.number(loan.rate)} % sur ${span(loan.months, 'fr')}, cela rembourse un prêt d’environ ${fr.money(Math.round(loan.loan / 100) * 100)}.` : ' Le prêt correspondant dépend du taux et de la durée : donnez-moi les deux et je le calcule.'} Taxes, assurance et réparations s’ajoutent.`,
    cushion: (spending, [least, most], own) =>
      `${own ? `Vos comptes montrent des dépenses d’environ ${fr.money(spending)} par mois. ` : ''}Une épargne de précaution couvre ${least} à ${most} mois de dépenses : ${least} × ${fr.money(spending)} = ${fr.money(least * spending)} à ${most} × ${fr.money(spending)} = ${fr.money(most * spending)}.`,
    month: (name, sum, kinds, largest) =>
      `En ${name}, vous avez dépensé ${fr.money(sum)}${kinds.length > 0 ? ` pour ${kindsIn('fr', kinds)}` : ''}.${largest.length > 0 ? ` Surtout : ${parts('fr', largest, fr.money)}.` : ''}`,
  },
  es: {
    order: (rates) =>
      `Pague el mínimo en todas y ponga todo lo demás en la deuda al ${es.number(rates[0] as number)} %. Después ${rates
        .slice(1)
        .map((rate) => `${es.number(rate)} %`)
        .join(', luego ')}. Empezar por el tipo más alto cuesta menos intereses en total.`,
    yearly: (rate, interest) =>
      `Solo la deuda al ${es.number(rate)} % cuesta unos ${es.money(interest)} de intereses al año.`,
    free: () => 'La deuda al 0 % no cuesta nada ahora: averigüe cuándo termina la oferta y páguela antes.',
    payoff: (balance, rate, payment, { months, interest }) =>
      `${es.money(balance)} al ${es.number(rate)} % anual con ${es.money(payment)} al mes se pagan en ${span(months, 'es')}. Los intereses son unos ${es.money(interest)}. (Cada mes se suma deuda × ${es.number(rate)} % ÷ 12 y se restan ${es.money(payment)}.)`,
    never: (balance, rate, payment) =>
      `Con ${es.money(payment)} al mes esta deuda no baja nunca: cada mes se suman ${es.money(balance)} × ${es.number(rate)} % ÷ 12 = ${es.money((balance * rate) / 1200)} de intereses. Pague más o pida un tipo más bajo.`,
    instalment: (loan, rate, months, payment) =>
      `Para pagar ${es.money(loan)} al ${es.number(rate)} % anual en ${span(months, 'es')} hacen falta unos ${es.money(payment)} al mes. En total ${es.money(payment * months)}, de los que ${es.money(payment * months - loan)} son intereses.`,
    putAside: (goal, saved, months, rate, monthly) =>
      `Aparte unos ${es.money(monthly)} al mes: (${es.money(goal)} − ${es.money(saved)}) ÷ ${months} meses${rate > 0 ? `, menos los intereses al ${es.number(rate)} % anual` : ` = ${es.money(left(goal, saved) / months)}`}.`,
    reached: (goal, saved, monthly, rate, months) =>
      `Con ${es.money(monthly)} al mes llega a ${es.money(goal)} en ${span(months, 'es')}: (${es.money(goal)} − ${es.money(saved)}) ÷ ${es.money(monthly)}${rate > 0 ? `, con intereses al ${es.number(rate)} % anual` : ` = ${es.number(left(goal, saved) / monthly)} meses`}.`,
    grown: (saved, monthly, rate, months, sum) =>
      `${saved > 0 ? `${es.money(saved)} y ` : ''}${es.money(monthly)} al mes suman unos ${es.money(sum)} en ${span(months, 'es')}: ${saved > 0 ? `${es.money(saved)} + ` : ''}${months} × ${es.money(monthly)} = ${es.money(saved + monthly * months)} ahorrados${rate > 0 ? ` y ${es.money(sum - saved - monthly * months)} de intereses al ${es.number(rate)} % anual. El tipo es una suposición` : ''}.`,
    rent: (income, share) =>
      `Una regla común: el alquiler no debería pasar del ${es.number(share * 100)} % de los ingresos antes de impuestos. ${es.money(income)} × ${es.number(share * 100)} % = ${es.money(income * share)} al mes. En ciudades caras muchos pagan más; entonces otros gastos tienen que bajar.`,
    mortgage: (income, share, loan) =>
      `Una regla común: la cuota no debería pasar del ${es.number(share * 100)} % de los ingresos antes de impuestos. ${es.money(income)} × ${es.number(share * 100)} % = ${es.money(income * share)} al mes.${loan ? ` Al ${es.number(loan.rate)} % en ${span(loan.months, 'es')}, eso paga un préstamo de unos ${es.money(Math.round(loan.loan / 100) * 100)}.` : ' El préstamo que eso paga depende del tipo y de los años: deme ambos y lo calculo.'} Impuestos, seguro y reparaciones van aparte.`,
    cushion: (spending, [least, most], own) =>
      `${own ? `Sus cuentas muestran gastos de unos ${es.money(spending)} al mes. ` : ''}Un fondo de emergencia cubre de ${least} a ${most} meses de gastos: ${least} × ${es.money(spending)} = ${es.money(least * spending)} a ${most} × ${es.money(spending)} = ${es.money(most * spending)}.`,
    month: (name, sum, kinds, largest) =>
      `En ${name} gastó ${es.money(sum)}${kinds.length > 0 ? ` en ${kindsIn('es', kinds)}` : ''}.${largest.length > 0 ? ` Sobre todo: ${parts('es', largest, es.money)}.` : ''}`,
  },
};

/** Names of the categories of spending, in the order of `CATEGORIES`. */
const KINDS = {
  de: 'Sparen und Anlegen|Versicherungen|Schulden|Gesundheit|Bildung und Kinder|Wohnen|Strom, Wasser und Telefon|Abos und Medien|Essen gehen|Lebensmittel|Verkehr|Freizeit und Reisen|Bargeld|Gebühren|Geschenke und Spenden|Einkäufe|Sonstiges',
  fr: 'épargne et placements|assurances|dettes|santé|éducation et enfants|logement|énergie et téléphone|abonnements et médias|restaurants|courses|transports|loisirs et voyages|espèces|frais|cadeaux et dons|achats|autres',
  es: 'ahorro e inversión|seguros|deudas|salud|educación e hijos|vivienda|luz, agua y teléfono|suscripciones y medios|restaurantes|comida|transporte|ocio y viajes|efectivo|comisiones|regalos y donaciones|compras|otros',
} as const;

const kindIn = (language: keyof typeof KINDS, kind: Category) =>
  KINDS[language].split('|')[CATEGORIES.indexOf(kind)] as string;

const kindsIn = (language: keyof typeof KINDS, kinds: readonly Category[]) =>
  kinds.map((kind) => kindIn(language, kind)).join(` ${SPANS[language][4]} `);

const parts = (
  language: keyof typeof KINDS,
  largest: readonly (readonly [Category, number])[],
  money: (value: number) => string,
) => largest.map(([kind, part]) => `${kindIn(language, kind)} ${money(part)}`).join('; ');

const SPANS: Readonly<
  Record<SentenceLanguage, readonly [month: string, months: string, year: string, years: string, and: string]>
> = {
  en: ['month', 'months', 'year', 'years', 'and'],
  de: ['Monat', 'Monaten', 'Jahr', 'Jahren', 'und'],
  fr: ['mois', 'mois', 'an', 'ans', 'et'],
  es: ['mes', 'meses', 'año', 'años', 'y'],
};

/** Formats months: "14 months (1 year and 2 months)". */
function span(months: number, language: SentenceLanguage): string {
  const [month, plural, year, years, and] = SPANS[language];
  const counted = `${months} ${months === 1 ? month : plural}`;
  if (months < 12) return counted;
  const whole = Math.floor(months / 12);
  const rest = months % 12;
  const parts = [`${whole} ${whole === 1 ? year : years}`];
  if (rest > 0) parts.push(`${rest} ${rest === 1 ? month : plural}`);
  return `${counted} (${parts.join(` ${and} `)})`;
}
