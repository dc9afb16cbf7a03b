/** Mail hosts at which anyone can get an address within minutes. */
const FREE_MAIL = new Set(
  (
    'gmail.com googlemail.com yahoo.com yahoo.co.uk yahoo.co.in yahoo.fr yahoo.co.jp yahoo.com.br ymail.com rocketmail.com hotmail.com ' +
    'hotmail.co.uk hotmail.fr outlook.com outlook.fr outlook.de live.com live.co.uk msn.com aol.com aim.com icloud.com me.com gmx.com ' +
    'gmx.de gmx.net gmx.at web.de mail.com email.com mail.ru yandex.com yandex.ru bk.ru inbox.ru list.ru rambler.ru proton.me ' +
    'protonmail.com pm.me tutanota.com tuta.io zoho.com zohomail.com fastmail.com hushmail.com excite.com lycos.com freenet.de ' +
    't-online.de orange.fr wanadoo.fr laposte.net free.fr libero.it virgilio.it tiscali.it uol.com.br bol.com.br terra.com.br ' +
    'qq.com 163.com 126.com sina.com naver.com daum.net rediffmail.com btinternet.com consultant.com usa.com post.com engineer.com ' +
    'dr.com europe.com asia.com juno.com netzero.net cox.net comcast.net verizon.net att.net bellsouth.net sbcglobal.net netscape.net ' +
    'accountant.com financier.com myself.com writeme.com iname.com inbox.com duck.com mailfence.com onmail.com cock.li tutamail.com ' +
    'keemail.me rogers.com shaw.ca sympatico.ca charter.net earthlink.net optonline.net optusnet.com.au bigpond.com xtra.co.nz ' +
    'ntlworld.com virginmedia.com sky.com talktalk.net blueyonder.co.uk telenet.be skynet.be ziggo.nl planet.nl hetnet.nl bluewin.ch ' +
    'sfr.fr neuf.fr bbox.fr alice.it tin.it email.it inwind.it telia.com sapo.pt ig.com.br globo.com r7.com seznam.cz centrum.cz ' +
    'wp.pl o2.pl onet.pl interia.pl op.pl azet.sk freemail.hu citromail.hu abv.bg mail.bg ukr.net inbox.lv mynet.com hanmail.net ' +
    'nate.com sina.cn foxmail.com yeah.net 139.com aliyun.com sohu.com docomo.ne.jp ezweb.ne.jp'
  ).split(' '),
);

// The same hosts with suffixes of countries.
const FREE_MAIL_ABROAD =
  /^(?:yahoo|ymail|hotmail|outlook|live|windowslive|aol|gmx|yandex|zoho)\.(?:[a-z]{2}|com?\.[a-z]{2})$/;

export function isFreeMail(domain: string): boolean {
  return FREE_MAIL.has(domain) || FREE_MAIL_ABROAD.test(domain);
}
