/** Words of fraudulent calls by language, for texts in normal form, and for other scripts in lower case. */

/** A language's words for callers, alleged events, and demands. */
interface CallWords {
  callers: RegExp;
  events: RegExp;
  wants: RegExp;
}

const all = (source: string) => new RegExp(source, 'gu');

/** Languages in Latin letters, without accents. */
export const CALL_WORDS: readonly CallWords[] = [
  {
    callers: all(
      String.raw`\b(?:department of [a-z]{3,20}|inspector|fema|garda|sergeant|technician|border patrol|consulate|charity|robo ?call|robo voice|record(?:ed|ing)|(?:my|a|the) boss|sheriff.s deputy|police|officers?|detective|sheriff|fbi|irs|hmrc|interpol|customs|immigration|prosecutor|tax (?:office|department|agency)|social security|medicare|council|microsoft|windows|apple|amazon|google|paypal|geek squad|norton|visa|mastercard|tech(?:nical)? support|fraud (?:department|team|squad|unit|prevention)|security (?:department|team)|(?:my|the|your|our|from) bank|bank (?:manager|employee|officer)|(?:electric(?:ity)?|power|utility|phone|internet) (?:company|provider)|lawyer|attorney|solicitor|broker|(?:investment|financial|trading) (?:advisor|adviser|manager|expert)|embassy|rbi|trai|cbi|kyc)\b`,
    ),
    events: all(
      String.raw`\b(?:cloned|compensation|rebate|late (?:aunt|uncle|husband|father)|trading group|redelivery|drug trafficking|mistakenly|linked to|disaster aid|stationed overseas|talked for months|online (?:girlfriend|boyfriend)|scam people|drained|card (?:was )?declined|broke my (?:nose|leg|arm)|dating (?:site|app)|job in|screen went (?:black|blank)|money was gone|under investigation|(?:power|electricity) off|in a (?:wreck|crash)|(?:wire|transfer|charge) of [$£€\d]|sobbing|demand(?:s|ed)|timeshare|(?:package|parcel)[^.]{0,15} my name|officers? (?:are|is|would be) (?:coming|on)|to receive (?:the |my )?(?:money|payment|refund)|guaranteed \d|(?:bond|crypto|bitcoin|share) investment|investment (?:opportunity|plan)|bonus|(?:lost|missed) (?:court|jury)|undelivered|winner|(?:my|your|the) (?:computer|pc|laptop|router)|error messages|case against|(?:will be|be|been|are|is) (?:blocked|cancelled|deactivated)|shut off|interest rate|loan forgiveness|student loan|clearing house|(?:she|he|i|you|they)(?:.d| had|.ve| have)? won|remote job|work from home|screaming|crying|caught (?:in|with)|customs fee|arrest(?:ed)?|warrant|jail|bail|lawsuit|legal action|suspended|compromised|hacked|hackers?|virus(?:es)?|malware|infected|identity (?:theft|was stolen|has been stolen)|stolen|(?:suspicious|unusual|fraudulent|unauthori[sz]ed) (?:activity|transactions?|payments?|charges?|purchases?|transfers?)|money laundering|drugs|narcotics|illegal|refund(?:ed)?|overpaid|too much money|by mistake|owed? (?:taxes|tax|money)|unpaid (?:tax(?:es)?|fine|bill|duty)|back taxes|deport(?:ed|ation)?|(?:cancel|stop|reverse) (?:the|a|an|my) (?:payment|transaction|transfer|order|purchase)|received (?:my|your) (?:cv|resume)|kidnap(?:ped)?|ransom|cut off|cut (?:my|your|our|the) (?:power|electricity|service)|disconnect(?:ed)?|lottery|sweepstakes|jackpot|(?:won|win) (?:a|the|some|\d)|prize|inheritance|grant|guaranteed (?:return|profit)s?|double my money|auto.?renew(?:al|ed)?|(?:accident|trouble|hospital|crash)[^.]{0,80}(?:money|pay|cash|bail|lawyer|send)|(?:son|grandson|daughter|granddaughter|nephew|niece|grandchild|husband|wife|mother|father)[^.]{0,60}(?:accident|arrest|jail|trouble|hospital|kidnap|crash|emergency))`,
    ),
    wants: all(
      String.raw`\b(?:(?:wants?|wanted|asked (?:me )?for|needs?|needed|demanded|took|gave) (?:\w+ ){0,2}(?:bank|credit|debit) card|(?:fee|deposit|payment|tax|gst|money) (?:first|upfront|up front|in advance|before)|pay [^.]{0,20}(?:first|upfront|in advance)|by wire|scan (?:a |the |it|my|to )|qr code|online banking|send (?:\w+ )?\d|asks? for (?:my |the |a )?card|ssn|social security number|take out [^.]{0,6}\d|withdraw\b[^.]{0,20}(?:cash|savings|money|£|\$)|top up [^.]{0,20}(?:account|before)|prepaid task|deposit (?:of )?(?:rs |rupees |inr )?\d|(?:type|enter) [^.]{0,20}(?:log ?in|password|pin|code)|transfer (?:\w+ )?to |wants? (?:it|the money) back|plus the code|(?:all )?my savings|let (?:him|her|them) (?:on|in)to|dial \*\d|type (?:in )?(?:some |a |the )?code|read (?:him|her|them) (?:a|the) [^.]{0,12}(?:number|code)|long number|bitcoin|vouchers?|picture of my|pay [^.]{0,20}processing|empty (?:my|the|your) account|username|asked (?:me )?for [$£€]?\d|unless i (?:go|pay|send)|(?:3|three|16|sixteen|last (?:4|four)) digits|passcode|(?:needs?|wants?|wanted|needed) (?:\w+ ){0,2}(?:access|into)|approve (?:the|a) (?:notification|payment|login)|release fee|pay (?:a |the |an )?(?:\w+ )?(?:fee|insurance|bond|bail|tax|deposit)\b|zelle|venmo|cash ?app|ransom|verification (?:number|code)|(?:came|sent|texted) to (?:my|your|his|her) (?:phone|mobile)|(?:number|code|digits) (?:that |which )?i (?:received|got)|com(?:e|ing) (?:for|to (?:get|collect|pick up)) (?:the|my) (?:cash|money|card)|(?:send|pay)[^.]{0,20} back|pay (?:for|upfront)[^.]{0,20}(?:equipment|training|uniform)|card (?:number|details)|cvv|paid? by card|promised [^.]{0,20}%|validate|approve (?:a|the) any ?desk|team ?viewer|quick ?support|ultra ?viewer|remote(?:ly)? (?:access|control|connect|desktop|into)|(?:access|control|take over|log (?:in|on) ?to|connect to) (?:to |of )?(?:my|the|your) (?:computer|pc|laptop|phone|screen|device)|(?:install|download)(?:ed|ing)? (?:an? |some |the |this )?(?:app|program|programme|software|tool|application)|(?:gift|prepaid|pre-paid|voucher) ?cards?|(?:itunes|steam|google play|amazon|target|apple|vanilla) (?:gift )?cards?|(?:safe|secure|new|holding|government) account|bitcoins?|crypto(?:currency)?|usdt|wire (?:the |a |some )?(?:money|transfer|funds|tax\w*|fees?|\$|£|€|\d)|western union|money ?gram|(?:transfer|send|move|wire|pay|deposit|withdraw)(?:ing|red)? (?:all |some |the |my |him |her |them |over |out )*(?:money|cash|savings|funds|\$|£|€|rs|\d)|withdraw[^.]{0,30}(?:cash|savings|money)|cash (?:to|for) (?:a |the )?(?:courier|driver|man|officer|someone)|courier|(?:read|tell|give|send|share|forward|repeat|confirm|provide)[^.]{0,30}(?:code|otp|pin\b|password|passcode|card (?:number|details)|cvv|account (?:number|details)|social security number|ssn|bank details|sort code|login|date of birth)|(?:wants?|wanted|ask(?:s|ed)?(?: me)? for|needs?|needed|demanded) (?:my|the) (?:\w+ ){0,2}(?:code|otp|pin|password|card (?:number|details)|account (?:number|details)|bank (?:details|account|login)|social security|ssn|cvv|date of birth|login|debit|credit)[^.]{0,20}|seed phrase|(?:pay|send) (?:a|the|an) (?:fee|fine|deposit|bail|tax)|bail money|(?:not (?:to )?|never |don.?t )tell(?:ing)? (?:any|my|the|no|your|mom|mum|dad)|keep (?:it|this) (?:a )?(?:secret|confidential|quiet|between)|(?:cv|resume|job|vacancy)[^.]{0,60}(?:whatsapp|telegram)|stay on the (?:line|phone|call)|(?:don.?t|not to|do not) hang up|press (?:1|one)\b)`,
    ),
  },
  {
    callers: all(
      String.raw`\b(?:bankberater|bankmitarbeiter|polizei|polizist|kripo|kommissar|staatsanwalt(?:schaft)?|europol|interpol|finanzamt|zoll|microsoft|apple|amazon|paypal|(?:meine|die|ihre|von der) bank|sparkasse|volksbank|verbraucherzentrale|anwalt|notar|krankenkasse)`,
    ),
    events: all(
      String.raw`\b(?:abbuch\p{L}{0,4}|eingebrochen|rate mal|fehlermeldung\p{L}{0,12}|notarkosten|(?:mein|der|ihr) (?:pc|computer|rechner)|betrug|unfall|haftbefehl|verhaftet|festgenommen|kaution|einbrecher|einbruch|uberfall|virus|gehackt|trojaner|gewonnen|gewinn|erstattung|pfandung|mahnung|missbrauch|verdachtig\p{L}{0,12}|falschgeld|abgebucht|enkel|gesperrt|identitat|totgefahren|geldwasche|lebenslauf|bewerbung)`,
    ),
    wants: all(
      String.raw`(?:any ?desk|team ?viewer|fernzugriff|fernwartung|(?:programm|app|software)[^.]{0,20}(?:installier|herunterlad|laden)|\biban\b|google.?play|braucht? [^.]{0,14}(?:geld|\d)|holt (?:es|das geld|die)[^.]{0,12}ab|(?:uberweisung|zahlung)[^.]{0,20}freigeb|gutschein(?:karten?|codes?)?|uberweis\p{L}{0,12}|bargeld|geld[^.]{0,30}(?:schicken|geben|abheben|ubergeben|holen|uberweisen)|abheben|bote\b|wertsachen|schmuck|goldbarren|kaution[^.]{0,20}(?:zahlen|bringen)|(?:lebenslauf|bewerbung|nebenjob)[^.]{0,60}(?:whatsapp|telegram)|(?:die|taste) (?:eins|1)(?: drucken)?|\btan\b|\bpin\b|passwort|kontodaten|kartennummer|bitcoin|niemandem|nicht auflegen)`,
    ),
  },
  {
    callers: all(
      String.raw`\b(?:polici?er?|gendarmerie|gendarme|commissaire|impots|microsoft|amazon|paypal|(?:ma|la|votre|de la) banque|conseiller|service (?:des )?fraudes?|caf\b|cpf\b|assurance maladie|ameli|notaire|avocat|huissier)`,
    ),
    events: all(
      String.raw`(?:colis bloque|blanchiment|renverse|infecte|(?:mon|votre) ordinateur|accident|arrete|garde a vue|caution|virus|pirate|piratage|fraude|suspect\p{L}{0,12}|frauduleu\p{L}{0,12}|rembours\p{L}{0,12}|gagne|amende|impaye|petit[- ]fils|opposition|usurp\p{L}{0,12})`,
    ),
    wants: all(
      String.raw`(?:(?:chiffres|numeros?) de (?:ma|la) carte|compte securise|recuperer ma carte|carte coupee|payer [^.]{0,15}caution|valider [^.]{0,25}(?:operation|virement|paiement|notification)|any ?desk|team ?viewer|prendre la main|(?:application|logiciel|programme)[^.]{0,20}(?:install|telecharg)|install\p{L}{0,12}[^.]{0,20}(?:application|logiciel|programme)|cartes? cadeaux?|coupons?|pcs|virement|transferer|retirer[^.]{0,20}(?:argent|especes|liquide)|especes|coursier|code[^.]{0,30}(?:recu|sms|secret|donner|lire)|mot de passe|numero de (?:(?:ma |la )?carte|securite sociale)|bitcoin|ne rien dire|raccrocher)`,
    ),
  },
  {
    callers: all(
      String.raw`\b(?:compania de la luz|endesa|iberdrola|vodafone|policia|guardia civil|hacienda|microsoft|amazon|paypal|(?:mi|el|su|del|meu|o|seu|do) banco|departamento de fraudes?|central de seguranca|abogado|advogado|receita federal|inss|seguridad social|carabinieri|maresciallo|agenzia delle entrate|(?:la mia|la|della|dalla) banca|antifrode|guardia di finanza|avvocato)`,
    ),
    events: all(
      String.raw`(?:investito|incinta|perdi o telemovel|il computer|falso advogado|(?:mi|su|il mio|il suo|meu|seu) (?:ordenador|computador|computer)|nipote|si spaccia\p{L}{0,12}|tarifa|accidente?|acidente|incidente|detenid\p{L}|pres[oa]\b|arrestat\p{L}|fianza|fianca|cauzione|virus|hacke\p{L}{0,12}|fraud\p{L}{0,12}|sospechos\p{L}{0,12}|suspeit\p{L}{0,12}|sospett\p{L}{0,12}|reembolso|rimborso|premio|multa|mandado|caucao|secuestr\p{L}{0,12}|sequestr\p{L}{0,12}|clonad\p{L}|clonat\p{L}|anomal\p{L}|sotto attacco|curriculum|bloquead\p{L}|bloccat\p{L})`,
    ),
    wants: all(
      String.raw`(?:vuole accesso|(?:precisa|paga\p{L}{0,3}) [^.]{0,12}(?:custas|taxa)|claves|mb ?way|servono [^.]{0,12}\d|iban|dni\b|deposit(?:ar|e|o)\b|oxxo|any ?desk|team ?viewer|(?:instal\p{L}{0,12}|descarg\p{L}{0,12}|baix\p{L}{0,12}|scaric\p{L}{0,12})[^.]{0,20}(?:aplicacion|aplicativo|app|programa|programma)|tarjetas? (?:de )?regalo|cartao presente|carte regalo|transfer\p{L}{0,12}|pix\b|bizum|bonifico|efectivo|contanti|soldi|gioielli|(?:curriculum|trabajo|lavoro)[^.]{0,60}(?:whatsapp|telegram)|dinero|dinheiro|denaro|codigo|codice|contrasena|senha|password|clave|bitcoin|motoboy|cuenta segura|conta segura|conto sicuro|pagar [^.]{0,12}(?:caucao|fianca|multa|taxa)|no (?:le )?dig\p{L}{0,12} (?:nada )?a nadie|nao conte)`,
    ),
  },
  {
    callers: all(
      String.raw`\b(?:politie|rechercheur|europol|officier van justitie|belastingdienst|microsoft|(?:de|mijn|uw|van de) bank|bankmedewerker|fraude-?afdeling|notaris|deurwaarder|cjib|douane)`,
    ),
    events: all(
      String.raw`\b(?:ongeluk|aanrijding|gearresteerd|opgepakt|aangehouden|borgsom|borgtocht|inbrekers?|inbraak|overval|virus|gehackt|fraude|verdacht\p{L}{0,12}|witwassen|misbruikt|gewonnen|teruggave|geblokkeerd|identiteit|kleinzoon|kleindochter)`,
    ),
    wants: all(
      String.raw`(?:any ?desk|team ?viewer|meekijken|overnemen|(?:app|programma)[^.]{0,20}(?:installer|download)|cadeaukaart\p{L}{0,12}|overmaken|overboeken|(?:veilige |kluis)rekening|contant\p{L}{0,12}|geld[^.]{0,30}(?:sturen|geven|ophalen|opnemen)|sieraden|goud\b|pincode|(?:pas|pinpas|bankpas)[^.]{0,20}(?:afge|meege|meegaf|doorknip)|wachtwoord|code[^.]{0,25}(?:doorgeven|geven|voorlezen)|bitcoin|aan niemand|niet ophangen|druk op 1)`,
    ),
  },
  {
    callers: all(
      String.raw`\b(?:zus\b|policj\p{L}{0,12}|cbsp|prokurator\p{L}{0,12}|urzad skarbowy|(?:z|w imieniu|pracownik\p{L}{0,12}|konsultant\p{L}{0,12}) bank\p{L}{0,12}|nbp|interpol|microsoft|adwokat\p{L}{0,12})`,
    ),
    events: all(
      String.raw`\b(?:wypad(?:ek|ku)|areszt\p{L}{0,12}|zatrzyman\p{L}{0,12}|kaucj\p{L}{0,12}|zagrozon\p{L}{0,12}|oszu[sc]\p{L}{0,12}|wlaman\p{L}{0,12}|kredyt\p{L}{0,12}|pozyczk\p{L}{0,12}|podejrzan\p{L}{0,12}|wyciek\p{L}{0,12}|prani\p{L}{0,12} (?:brudnych )?pieniedzy|wirus\p{L}{0,12}|wnu(?:k|czk)\p{L}{0,12}|wygra\p{L}{0,12})`,
    ),
    wants: all(
      String.raw`(?:any ?desk|team ?viewer|zdaln\p{L}{0,12}|zainstal\p{L}{0,12}|zada [^.]{0,12}\d|blik|(?:bezpieczn|techniczn|rezerwow)\p{L}{0,12} (?:konto|rachunek)|(?:konto|rachunek) (?:techniczn|bezpieczn|rezerwow)|wplatomat|wyplac\p{L}{0,12}[^.]{0,20}(?:oszczedn|gotow|pieni)|przela[ncl]\p{L}{0,12}|przelew\p{L}{0,12}|gotowk\p{L}{0,12}|pieni(?:adze|edzy)|hasl\p{L}{0,12}|pesel|kod\p{L}{0,12}[^.]{0,20}(?:poda|sms)|numer\p{L}{0,12} karty|nikomu|bitcoin|kryptowalut\p{L}{0,12})`,
    ),
  },
  {
    callers: all(
      String.raw`\b(?:polis\p{L}{0,12}|savci\p{L}{0,12}|komiser\p{L}{0,12}|jandarma|emniyet\p{L}{0,12}|hakim|banka(?:dan|sindan|mdan)|icra\b|avukat\p{L}{0,12}|vergi dairesi|sgk\b|microsoft)`,
    ),
    events: all(
      String.raw`\b(?:teror\p{L}{0,12}|orgut\p{L}{0,12}|sorusturma\p{L}{0,12}|gozalti\p{L}{0,12}|tutukla\p{L}{0,12}|yakalama karari|supheli\p{L}{0,12}|dolandir\p{L}{0,12}|kara para|hacklen\p{L}{0,12}|ele gecir\p{L}{0,12}|kopyalan\p{L}{0,12}|bloke|kaza (?:yap|gecir)\p{L}{0,12}|cekilis|borc\p{L}{0,12})`,
    ),
    wants: all(
      String.raw`\b(?:any ?desk|team ?viewer|uzaktan|uygulama\p{L}{0,12}[^.]{0,20}(?:indir|yukle|kur)|altin\p{L}{0,12}|ziynet\p{L}{0,12}|para\p{L}{0,12}[^.]{0,30}(?:gonder|yatir|aktar|teslim|cek|havale)|para[^.]{0,15}iste|havale|guvenli hesa\p{L}{0,12}|sifre\p{L}{0,12}|(?:sms|onay|dogrulama) kod\p{L}{0,12}|kart (?:numara|bilgi)\p{L}{0,12}|kimseye|telefonu kapatma|teslim et\p{L}{0,12})`,
    ),
  },
  {
    callers: all(
      String.raw`\b(?:cong an|canh sat|vien kiem sat|toa an|ngan hang|can bo|buu dien|dien luc|bao hiem xa hoi|giao vien)\b`,
    ),
    events: all(
      String.raw`\b(?:rua tien|ma tuy|duong day|vu an|lenh bat|bat giam|khoi to|dieu tra|hoi vien|tai nan|cap cuu|vien phi|no cuoc|phat nguoi|bi khoa|lo thong tin|trung thuong|han muc)\b`,
    ),
    wants: all(
      String.raw`\b(?:chuyen (?:tien|khoan|ngay|gap)|chuyen [^.]{0,20}(?:trieu|tai khoan)|(?:ma )?otp|mat khau|so the|tai khoan an toan|cai (?:dat|app|ung dung)|bam (?:vao )?link|nop (?:tien|phat)|khong (?:duoc )?noi voi ai|dat coc|nap tien)\b`,
    ),
  },
  {
    callers: all(
      String.raw`\b(?:polisi|polda|polres|jaksa|bea cukai|(?:dari|pegawai|petugas) bank|kantor pajak|telkomsel|pengacara|rumah sakit|polis|mahkamah|lhdn)\b`,
    ),
    events: all(
      String.raw`\b(?:kecelakaan|ditangkap|ditahan|narkoba|kasus|pencucian uang|pengubahan wang|diblokir|disekat|undian|hadiah|mencurigakan|penipu\p{L}{0,12}|waran|tunggakan)`,
    ),
    wants: all(
      String.raw`\b(?:(?:minta|suruh|harus) transfer|transfer uang|kirim(?:kan|in)? (?:uang|pulsa)|tebusan|(?:kode )?otp|nomor kartu|kata sandi|nomor pin|(?:instal|unduh|download) aplikasi|any ?desk|jangan (?:bilang|matikan|tutup)|rekening (?:aman|penampung)|akaun selamat|pindahkan (?:wang|uang))`,
    ),
  },
  {
    callers: all(String.raw`\b(?:police|cbi|crime branch|inspector|officer|bank|bijli|kyc|trai|rbi)\b`),
    events: all(
      String.raw`\b(?:giraftar|(?:arrest|block|accident) (?:ho|hua|kar|kiya)|case (?:hua|hai|darj)|drugs (?:mil|hai)\p{L}{0,12}|band ho|kat jay?ega|lottery (?:lag|jeet)\p{L}{0,12}|inaam|kyc (?:update|pending))\b`,
    ),
    wants: all(
      String.raw`\b(?:otp (?:mang|bata|puch|de do)\p{L}{0,12}|pais[ae] (?:bhej|transfer|de do|jama|mang)\p{L}{0,12}|transfer kar\p{L}{0,12}|any ?desk|(?:download|install) kar\p{L}{0,12}|kisi ko (?:mat|na|nahi)|chhudane)`,
    ),
  },
  {
    callers: all(
      String.raw`(?<!\p{L})(?:polis(?:en|man)?|politi(?:et)?|aklagar\p{L}{0,12}|(?:fran|fra|min|din) bank(?:en)?|banken|sa(?:kerhets|kkerhets)avdelning\p{L}{0,12}|skatteverket|skatteetaten|skattestyrelsen|kronofogden|forsakringskassan|microsoft|europol|interpol)(?!\p{L})`,
    ),
    events: all(
      String.raw`(?<!\p{L})(?:pengar tillbaka|penger tilbake|penge tilbage|misbrugt|misbrukt|tomme kontoen|tomma kontot|penningtvatt|hvitvasking|hvidvask|arresteringsorder|misstankt|mistenk|mistænk|inblandad|hack(?:ad|at|et)|virus|kapa[dt]|lan(?:et)? i (?:mitt|ditt|mit|dit) na[mv]n|olycka|krock|ulykke|barnbarn|sparrat?|sperret|spærret|svindel|bedrageri|bedragare|vunnit|vunnet|vundet|forsokte? ta|prøvde|provde)`,
    ),
    wants: all(
      String.raw`(?<!\p{L})(?:any ?desk|team ?viewer|fja(?:rr|ern)styr|fjernstyr|anva[^.]{0,6} bank-?id|koderna|dosan|oplyse|fodselsnummer|(?:logga in|godkann\p{L}{0,12}|signera|godkende|logge inn|ba om|bad om|oppgi|opplyse)[^.]{0,30}(?:bank-?id|mit-?id|kod)|bankdosa\p{L}{0,12}|flytt\p{L}{0,12}[^.]{0,20}peng|peng\p{L}{0,12}[^.]{0,25}flytt|overfor\p{L}{0,12}[^.]{0,25}peng|(?:saker[t]|sikker|trygg) konto|kontanter|bud[^.]{0,20}(?:hamta|hente)|swisha|vippse|presentkort|gavekort|kortnummer|losenord|passord|adgangskode|try(?:ck|kk) (?:1|en etta)|tast 1|smycken|smykker|bitcoin)`,
    ),
  },
  {
    callers: all(
      String.raw`(?<!\p{L})(?:turvayksik\p{L}{0,12}|poliisi\p{L}{0,12}|krp\b|pank(?:in|ista|ki)(?!\p{L})|pankkivirkailija|turvaosasto\p{L}{0,12}|verottaja|verohallin\p{L}{0,12}|microsoft\p{L}{0,12}|tulli(?:sta)?|ulosot\p{L}{0,12})`,
    ),
    events: all(
      String.raw`(?<!\p{L})(?:tililt\p{L}{0,4} [^.]{0,10}laht|rahanpesu|pidatys|pidatet|lainoja|lainahakemu|hakkeroi|murtaudu|vaara(?:ssa|ntun)|vaariin kasiin|virus|onnettomuu|huija|epailyt?t|voitt|palautu|tilil\p{L}{0,12}[^.]{0,25}siir[rt]|nimissa\p{L}{0,12})`,
    ),
    wants: all(
      String.raw`(?<!\p{L})(?:turvatili|pankkitunnu|tunnistautu|tunnuslu[kv]u|siir[rt]\p{L}{0,12}[^.]{0,20}rah|rah\p{L}{0,12}[^.]{0,20}siir[rt]|kateis|any ?desk|team ?viewer|etayhtey|mobiilivarmen|pin-?koodi|lahjakort|bitcoin)`,
    ),
  },
];

/** Other scripts, in lower case. */
export const CALL_WORDS_ELSEWHERE: readonly CallWords[] = [
  {
    callers: all(
      '카드.{0,3}배송|검찰|지검|수사관|검사님|경찰청|금융감독원|금감원|수사팀|금융범죄|합동수사|사이버.?수사|법원|국세청|우체국|카드사',
    ),
    events: all(
      '고장|신청.{0,4}안|명의.{0,12}(?:도용|통장|계좌|개설|대출|카드)|대포.?통장|개인.?정보.{0,12}(?:유출|도용)|불법.{0,8}(?:통장|계좌|자금)|검거|구속|(?:사기|금융).{0,6}(?:사건|조직|범죄)|피의자|피해자|녹취|자금.?세탁|압수|동결|공범|연루|고소|고발|소환|영장|증거.?자료|대출.{0,40}(?:저금리|대환|상환|정부|보증|수수료|캐피탈|저축은행|한도|승인|금리|진행)|햇살론|대환|(?:만기|당일).{0,4}상환|신용.?등급|납치|감금|합의금',
    ),
    wants: all(
      '신분증|연결해|돈.{0,8}(?:보내|부치|달라|필요)|이체|송금|인출|입금|비밀.?번호|계좌.?번호|주민.?(?:등록)?.?번호|앱.{0,8}(?:설치|깔)|어플|기프트|상품권|(?:안전|가상|차명).?계좌|현금|비밀.{0,6}(?:유지|수사)|통장|카드.?번호|인증|상환.{0,12}(?:하시|하라|해야|자금)|보증료|수수료',
    ),
  },
  {
    callers: all(
      '警察|警視庁|府警|県警|捜査二課|捜査官|刑事|検察|検事|裁判所|市役所|区役所|年金事務所|年金機構|税務署|国税|銀行|金融庁|ntt|総務省|マイクロソフト|アマゾン|弁護士|カード会社|百貨店|息子|孫|娘|入国管理局|大使館',
    ),
    events: all(
      '犯罪に使われ|迷惑メール|止まる|止められ|逮捕|容疑|捜査対象|事件|資金洗浄|マネーロンダリング|(?:口座|カード)[^。]{0,12}(?:悪用|不正|使われ|凍結|偽造)|名義[^。]{0,12}(?:口座|携帯|カード|契約)|未納|未払い|滞納|還付金|払い戻し|過払い|当選|訴訟|差し押さえ|利用停止|使えなくな|ウイルス|示談|横領|鞄[^。]{0,8}(?:なくし|忘れ|盗)',
    ),
    wants: all(
      '警察官?に代わ|警察に(?:つなぐ|つなが|転送)|個人情報|示談金|(?:弁護士|部下|上司|知人|職員)[^。]{0,8}取りに|atm|振り?込|送金|現金|暗証番号|口座番号|カード番号|電子マネー|ギフトカード|プリペイド|ビットコイン|仮想通貨|(?:カード|通帳)[^。]{0,15}(?:取りに(?:行|伺|うかが)|預か)|遠隔|アプリ[^。]{0,10}(?:入れ|ダウンロード|インストール)|[1１一]番を?押|line[^。]{0,10}(?:取り調べ|追加|登録)|ビデオ通話|取り調べ|誰にも|内緒|口外|万円[^。]{0,6}(?:必要|用意|振|送)',
    ),
  },
  {
    callers: all(
      '银保监|公安|警察|警官|民警|刑警|警方|派出所|检察|檢察|檢警|法院|海关|海關|入境[处處]|移民局|大使馆|大使館|领事馆|領事館|社保|医保|健保|税务|稅務|通管局|银行|銀行|客服|京东|淘宝|支付宝|微信|电信|電信|戶政|老师|老師|律师|律師',
    ),
    events: all(
      '校园贷|[换換]了?(?:电话|電話|号码|號碼)|[盗盜]刷|洗钱|洗錢|洗黑[钱錢]|涉嫌|涉案|涉及|刑事|案件|通缉|通緝|逮捕|拘捕|冻结|凍結|冒用|[盗盜]用|被[盗盜]|百[万萬]保障|[每自][月动動][^。]{0,6}扣|扣[费費款]|分期|[误誤][设設]|[违違]法|非法|欠[费費]|[异異]常|[车車][祸禍]|[绑綁]架|中[奖獎]|毒品|征信|航班取消',
    ),
    wants: all(
      '[钱錢][转轉]|借[^。]{0,6}[万萬]|周[转轉]|[转轉]接|[不别別]要?[挂掛]|安全[账帐賬帳][户戶]|[监監]管[^。]{0,6}[账帐賬帳][户戶]|[转轉][账帳賬到入]|[汇匯打]款|打入|(?:提款|金融|银行)卡[^。]{0,10}交|存摺|密[码碼]|[验驗][证證][码碼]|屏幕共享|共享屏幕|螢幕|[会會][议議][软軟]|下[载載]|[远遠]程|遠端|atm|提款機|[现現]金|交(?:[钱錢款]|手[术術][费費])|保[证證]金|[虚虛][拟擬][币幣]|比特[币幣]|保密|不要告[诉訴]|[别別]挂|加(?:我)?(?:微信|line|qq)',
    ),
  },
  {
    callers: all(
      'البنك|بنك|المصرف|الشرطة|شرطة|النيابة|المحكمة|الجوازات|أبشر|ابشر|الجمارك|وزارة|مباحث|محامي|شركة الاتصالات|الداخلية',
    ),
    events: all(
      'موقوف|إيقاف|ايقاف|توقيف|محظور|القبض|اعتقال|قضية|غسي?ل أموال|مخدرات|مشبوه|اختراق|سرق[ةت]|جائزة|ربحت|فزت|حادث|كفالة|غرامة',
    ),
    wants: all(
      'رقم الهوية|كود وصل|رمز التحقق|الكود|رقم البطاقة|الرقم السري|كلمة (?:السر|المرور)|بيانات (?:البطاقة|الحساب)|أحول|احول|تحويل|فلوس|(?:دفع|سداد) مبلغ|(?:تحميل|تنزيل) (?:تطبيق|برنامج)|بطاقات|otp|حساب آمن|لا تخبر',
    ),
  },
  {
    callers: all(
      'क्रेडिट कार्ड|पुलिस|सीबीआई|ईडी|क्राइम ब्रांच|कस्टम|अधिकारी|इंस्पेक्टर|बैंक|आरबीआई|ट्राई|बिजली|केवाईसी|कोर्ट|वकील',
    ),
    events: all(
      'लिमिट|ड्रग्स|गिरफ्तार|अरेस्ट|वारंट|मनी लॉन्ड्रिंग|केस|ब्लॉक|बंद हो|कट जाएगा|काट द|एक्सीडेंट|दुर्घटना|लॉटरी|इनाम',
    ),
    wants: all(
      '(?:हजार|रुपये)[^।]{0,12}(?:जमा|भेज)|ओटीपी|otp|पैसे[^।]{0,15}(?:ट्रांसफर|भेज|जमा|मांग)|ट्रांसफर|पिन|पासवर्ड|कार्ड नंबर|एनीडेस्क|anydesk|डाउनलोड|वीडियो कॉल|किसी को (?:मत|न)|जमानत|गिफ्ट कार्ड',
    ),
  },
  {
    callers: all(
      '(?:служб[аыуе]|відділ|отдел)[а-яіїє]{0,3} (?:безопасности|безпеки)|сбер|приватбанк|монобанк|полици|поліці|мвд|фсб|фсб|следовател|слідч|прокур|центробанк|нацбанк|(?:из|от|з|від) банк|госуслуг|налогов|податков|адвокат',
    ),
    events: all(
      'мошенник|шахра|снимают|знімає|списан|списують|оформ[^.]{0,20}кредит|кредит[^.]{0,20}(?:оформ|взять|беруть)|подозрительн|підозріл|взлом|злам|авари[яюи]|аварі|дтп|сбил|збив|арест|заарешт|задерж|затрим|уголовн|кримінальн|утечк|витік|заблокир|заблок',
    ),
    wants: all(
      '(?:безопасн|резервн|защищ[её]нн|безпечн)[а-яіїє]{0,4} (?:сч[её]т|рахун)|код[^.]{0,15}(?:из|из смс|с смс|з смс|подтвержд|підтвердж)|(?:продикт|назв|назов|сказать|скажи|передать|повідом)[^.]{0,20}код|(?:перев[ео]|переказ|снять|зняти|отправ|надіслати)[^.]{0,25}(?:деньг|гроші|сбереж|рубл|грив|средств|кошти)|курьер|кур.єр|эни ?деск|any ?desk|установ[^.]{0,20}(?:прилож|програм)|встанов[^.]{0,20}(?:додат|програм)|никому не (?:говор|сообщ)|нікому не (?:каж|повідом)|номер карт|cvv|залог',
    ),
  },
];

/** Words of warnings about such calls, which tell the same story of thieves: "criminals pretend to be your bank". */
export const WARNS = all(
  String.raw`(?<!\p{L})(?:(?:criminals|fraudsters|scammers|thieves|impostors) (?:may |will |often |are |who )?(?:pretend|pos|claim|impersonat|call|ask|say|try)|pretend(?:ing)? to be|impersonating|(?:will|would|does|do) never (?:ask|call|phone|request)|geben sich|betruger (?:geb|ruf|geb)|nie(?:mals)? (?:an, um|nach|am telefon)|se font passer|haciendose pasar|se hacen pasar|se fazem? passar|nunca (?:le )?(?:pedimos|pediremos|pedira|pedem?|pede|solicita)|(?:fingono|finge|fingendosi|si spacciano)|non chied\p{L}{0,12} mai|doen zich voor|vraagt? (?:u )?nooit|podaja sie za|nigdy nie (?:prosi|pyta)|olarak tanit|asla [^.]{0,40}istemez|gia danh|tuyet doi khong|(?:waspada|penipuan)[^.]{0,80}mengaku|tidak pernah (?:meminta|menelepon)|utger sig|udgiver sig|utgir seg|(?:bedragare|svindlere) (?:ringer|kontakt)|(?:ringer|ber|beder) (?:dig |deg )?aldr?ig|ber deg aldri|huijarit|ei koskaan (?:kysy|pyyda))`,
);

export const WARNS_ELSEWHERE = all(
  '사칭하여|요구하지 않|보이스피싱입니다|都是[诈詐][骗騙]|冒充|不会通过电话|不會透過電話|なりす|名乗り[、，]|お聞きすることはありません|だまし取る|बनकर|कभी[^।]{0,30}नहीं (?:मांग|पूछ)|محتال|لا يطلب أبدا|لا تشارك',
);
