/**
 * Messages of many countries and scripts, one on each line. They were written by hand for this check, from public
 * reports of 2022 to 2026. No template of the training generator was made from them. Messages that only start a
 * conversation ("Hi Linda, the house on Maple is back on the market") are left out, because they do not request
 * anything yet.
 */
export const FAR_FRAUDULENT: readonly string[] = `
Vietcombank thong bao: Tai khoan cua quy khach dang dang nhap tren thiet bi la. Vui long truy cap https://vcb-xacnhan.vip de xac nhan, neu khong tai khoan se bi khoa
[Techcombank] Ung dung cua ban duoc phat hien kich hoat tren thiet bi la. Neu khong phai ban vui long bam vao vn-tcbank.cc de doi thiet bi hoac huy
VNeID: Quy khach chua dinh danh muc 2. Lien he can bo Nguyen Van Hung 0901234567 de cap nhat truoc 17h hom nay tranh bi phat
ธนาคารกสิกรไทย: บัญชีของคุณถูกระงับชั่วคราว กรุณายืนยันตัวตนที่ https://kbank-secure.cc/th ภายใน 24 ชม.
การไฟฟ้าส่วนภูมิภาค: ท่านได้รับเงินคืนค่าประกันมิเตอร์ แอดไลน์เพื่อรับเงิน https://lin.ee/aB3xQ9z
【ヤマト運輸】お荷物のお届けにあがりましたが不在の為持ち帰りました。ご確認ください。 http://yamato-re.duckdns.org
三井住友銀行】お客様の口座が一時的に制限されました。下記より本人確認をお願いします https://smbc-card.login-kq.cn
[국민건강보험] 건강검진 결과 통보서 확인 바랍니다 https://nhis-go.kr-check.xyz/a1
엄마 나 폰 액정 깨져서 수리 맡겼어. 이 번호로 카톡 추가하고 답장 줘
【菜鸟驿站】您的包裹因地址不详无法派送，请点击 t.cn/a6xQzz 补充地址信息，逾期退回
【ETC】您的ETC已失效，请登录 https://etc-renz.top 重新认证，否则将影响通行
Почта России: посылка задержана на таможне, оплатите пошлину 149 руб: pochta-post.ru.com/pay
Здравствуйте, это служба безопасности банка. По вашей карте подозрительный перевод 14 800 руб. Срочно перезвоните 8 495 123 45 67
ΕΛΤΑ: Το δέμα σας κρατείται στο τελωνείο. Πληρώστε 1,99€: https://elta-track.top/pay
ELTA: To dema sas den paradothike logo elleipous diefthinsis. Enimeroste edo: elta-gr.click
البريد السعودي: لم نتمكن من توصيل شحنتك، يرجى دفع رسوم 9.50 ريال: https://splonline-sa.top
عميلنا العزيز تم ايقاف بطاقتك البنكية لعدم تحديث البيانات للتحديث اتصل على 0551234567
דואר ישראל: החבילה שלך ממתינה לתשלום מכס 12.90 ש"ח. לתשלום: https://israelpost-il.shop/pay
MKB Bank: szamlajat biztonsagi okbol zaroltuk. Azonositas: https://mkb-netbank.hu-auth.com
Magyar Posta: csomagja visszatartva, fizesse be a 590 Ft vamdijat itt: posta-csomag.xyz
BCR: Contul dvs George a fost restrictionat. Reactivati accesul acum: https://bcr-george.net-auth.info
Privat24: vash rahunok zablokovano. Pidtverdit dani: privat24-bonus.site
eCitizen: your SHA registration is incomplete. Pay KES 300 to 0711222333 (Jane M) before Friday or lose cover
Habari, tuma ile pesa kwa namba hii 0755123456 jina litokee Juma Hamisi, ile simu nyingine imeharibika
GCash: Your account is subject to suspension. Verify your PIN and MPIN here: gcash-verify.ph-support.com
SSS: May unclaimed pension kang P25,000. I-claim bago mag expire: bit.ly/sss-claim24
Unpaid congestion charge: the vehicle registered to you entered the zone on 3 May. Settle 15 pounds at tfl-zonepay.co within 48h to avoid 180 pounds
BIDV: Tai khoan Smart Banking cua quy khach se ngung hoat dong vao ngay mai do chua cap nhat sinh trac hoc. Cap nhat tai: bidv-smart.top
Nguoi nha chi dang cap cuu tai benh vien Cho Ray, can chuyen gap 15 trieu tien vien phi vao stk 0123456789 Agribank
Shopee tuyen nhan vien chot don tai nha, luong 300k-500k/ngay, tra luong ngay. Ib Zalo 0987654321
กรมที่ดิน: ท่านมีสิทธิ์ขอคืนภาษีที่ดิน ติดต่อเจ้าหน้าที่เพื่อดำเนินการ คลิก https://dol-go.th-land.cc
ด่วน! คุณได้รับสินเชื่อ 50,000 บาท ไม่เช็คเครดิตบูโร สมัคร https://loan-th.icu
国税庁からのお知らせ：未払いの所得税があります。本日中にお支払いください https://nta-go.jp-pay.cyou
【えきねっと】アカウントの自動退会処理について、ログインして継続手続きをお願いします https://eki-net.vip-jp.top
社保局通知：您的社保卡将于今日停用，请速点击 https://sb-gov.ink 办理年审
妈，我手机掉水里了，这是同学的手机，学校要交培训费 8600，你加这个老师QQ 2839471
【한국전력】전기요금 미납으로 금일 단전 예정입니다. 확인: https://kepco-pay.cc
[Web발신] 해외결제 892,000원 승인완료. 본인이 아닐 경우 고객센터 문의 070-1234-5678
Банк: ваша карта будет заблокирована через 2 часа. Для отмены операции позвоните 8-800-555-01-99
Мам привет это я с чужого телефона, мой разбился. Скинь 5000 на карту 4276 1234 5678 9012 потом объясню
Госуслуги: начислена выплата 10 000 руб., заявку подтвердите до конца дня gosuslugi-vyplata.site
Alpha Bank: Ο λογαριασμός σας έχει περιοριστεί. Παρακαλούμε επιβεβαιώστε τα στοιχεία σας: alpha-web.click/gr
مرحبا، لقد فزت بمبلغ 50,000 درهم من سحب كارفور. لاستلام الجائزة تواصل واتساب +971501234567
بنك الراجحي: تم تقييد حسابك، الرجاء تحديث بيانات أبشر عبر الرابط https://absher-update.online
כביש 6: יש לך חוב פתוח על סך 21.40 שח. למניעת קנס שלם כאן https://kvish6-pay.info
OTP Bank: uj eszkozt regisztraltak a fiokjaban. Ha nem On volt, tiltsa le itt: otp-biztonsag.com
Kedves Anya, leejtettem a telefonom, ez az uj szamom. Irj ram WhatsAppon kerlek
BRD: Cardul dvs. va fi dezactivat azi. Actualizati datele: brd-mybrd.online
Ditt Swish har tillfälligt stängts av. Verifiera dig med BankID här: swish-verifiering.se-id.com
Skatteetaten: Du har kr 3 420 til gode pa skatten. Registrer kontonummer: skatt-refusjon.net
Hej mor, min telefon er gået i stykker. Det her er mit nye nummer, skriv til mig på WhatsApp
Mpendwa mteja, umeshinda shilingi 100,000 kutoka Safaricom. Piga 0722000111 kupokea zawadi yako
Standard Bank: A new device was linked to your profile. Not you? Report at standard-secure.co.za-auth.com
FNB: Your eBucks R4,500 expire tonight, redeem now at ebucks-fnb.rewards-za.online
Dear Customer, your UPI autopay of Rs 4,999 for JioHotstar will be deducted today. To stop call 8918123456
USPS: the delivery of your item 9400111 has been suspended for lack of house number. Reply Y, then reopen this SMS and open the link https://usps.postalgkz.top
Agribank: quy khach co 1 giao dich bat thuong 5,000,000d. Neu khong thuc hien, huy tai agribank-huy.info
Thong bao phat nguoi: xe 51F-12345 vi pham ngay 02/05, nop phat truoc 48h tai csgt-phatnguoi.cc
ไปรษณีย์ไทย: พัสดุของท่านที่อยู่ไม่ครบถ้วน กรุณาแก้ไขและชำระ 35 บาท https://thpost-co.top
お荷物の住所が不完全なため配達できません。12時間以内に更新してください https://jppost.wk-track.vip
【交管12123】您有一条违章未处理，逾期将吊销驾照，请登录 http://12123-gov.xyz 处理
[부고] 아버님께서 별세하셨기에 알려드립니다. 장례식장 안내: https://bugo-info.cc/3k
아빠 나 휴대폰 물에 빠져서 친구 폰이야 급하게 30만원만 보내줘 계좌 국민 1234567890
Ваш Telegram аккаунт будет удален. Подтвердите вход: telegram-verify.site
Здравствуйте! Предлагаем удаленную работу, от 5000 руб в день, пишите менеджеру @anna_job_hr
Банка ДСК: Вашият профил е блокиран. Потвърдете данните си: dsk-potvardi.com
HP Posta: vas paket je zadrzan zbog nepotpune adrese. Azurirajte: posta-hr.delivery-info.top
Posti: pakettisi odottaa tullimaksua 2,95 e. Maksa tasta: posti-tulli.com
DanskeBank: Dit MitID udlober i dag. Forny her: https://mitid-forny.net
Norges Bank: din konto er sperret etter mistenkelig innlogging, bekreft med BankID https://bankid-bekreft.no-id.site
Pakistan Post: your parcel cannot be delivered, update address within 24h pakpost.pk-gov.top
প্রিয় গ্রাহক আপনার বিকাশ একাউন্ট বন্ধ হয়ে যাবে, ভেরিফাই করতে কল করুন 01712345678
প্রিয় আপনি ৫০ হাজার টাকা জিতেছেন, পিন দিন
عزيزي العميل، لديك مخالفة مرورية غير مدفوعة، ادفع الآن لتجنب المضاعفة: https://evg-gov.ae-pay.top
ابي انا غيرت رقمي، جوالي القديم ضاع، احتاج تحول لي 2000 ضروري
بانک ملت: حساب شما مسدود شد. برای رفع مسدودی وارد شوید: mellat-bank.xyz
לאומי קארד: הכרטיס שלך נחסם עקב פעילות חריגה. לשחרור: leumi-card.site
Banorte: Se detecto un cargo de $8,450 en tu tarjeta. Si no lo reconoces llama al 55 4123 9876
DIAN: usted tiene una deuda pendiente. Evite embargo, pague aqui https://dian-pagos.co-gov.site
Orange Money: Vous avez recu 150 000 FCFA par erreur de Awa D. Merci de renvoyer au 77 123 45 67 sinon votre compte sera bloque
MTN MoMo: Votre compte sera desactive. Envoyez votre code secret au 0701020304 pour confirmer
Olá pai, mudei de número, esse é o novo. Estou sem acesso ao app do banco, faz um pix de 980 pra mim? te devolvo amanhã
Finanzamt: Letzte Mahnung! Zahlen Sie 139,20 EUR bis heute 18 Uhr sonst Kontopfändung: zahlung-bzst.com
Evri: sorry we missed you. Rebook for £1.45 at evri-rebook.parcel-uk.net
Your Robinhood code is 882913. Didn't request it? Speak to fraud dept now: +1 (877) 555-0199
`
  .trim()
  .split('\n');

export const FAR_LEGITIMATE: readonly string[] = `
Vietcombank: TK 0071xxxx345 -500,000 VND luc 14:02 12/05. So du 2,310,000 VND. ND: chuyen tien an trua
Ma OTP cua quy khach la 482913, hieu luc 2 phut. Tuyet doi KHONG cung cap OTP cho bat ky ai.
GHTK: Don hang Shopee cua ban se duoc giao hom nay. Shipper: 0912345678
KBANK: เงินเข้า 1,500.00 บ. บ/ช X1234 วันที่ 12 พ.ค. 14:02 คงเหลือ 8,230.55 บ.
รหัส OTP ของคุณคือ 482913 (Ref: ABCD) ห้ามบอกรหัสนี้กับผู้อื่น
แม่ พรุ่งนี้หนูกลับบ้านนะ ซื้อของกินอะไรดี
【LINE】認証番号「482913」を入力してください。この番号は他人に教えないでください。
ヤマト運輸: 本日14-16時にお荷物をお届け予定です。
ごめん、10分遅れる！先に入ってて
[국민은행] 홍*동님 05/12 14:02 체크카드 23,400원 GS25 승인 잔액 310,220원
[Web발신] 인증번호 [482913]를 입력해 주세요. 타인에게 알려주지 마세요
엄마 나 오늘 야근이야 먼저 저녁 먹어
【招商银行】您账户*1234于05月12日14:02支出人民币56.00元，余额3,204.10元。
【顺丰速运】您的快件已由前台代收，取件码 8-2-4419，感谢使用。
Сбербанк: покупка 1 240р PYATEROCHKA. Баланс: 8 310р
Ваш код подтверждения: 482913. Никому его не сообщайте.
Привет, я уже выехал, буду через полчаса. Купить хлеба?
ACS Courier: Το δέμα σας θα παραδοθεί σήμερα 10:00-14:00.
رمز التحقق الخاص بك هو 482913. لا تشاركه مع أحد.
الراجحي: شراء بقيمة 45.00 ريال من بنده بطاقة *1234 الرصيد 2,310.20
OTP Bank: vasarlas 5.490 Ft, TESCO, kartya *1234, egyenleg: 84.220 Ft
Foxpost: csomagod megerkezett, nyitokod: 482913. 3 napig veheted at.
BCR: Plata 54,20 RON la LIDL cu cardul *1234. Sold 1.204,10 RON
Nova Poshta: vasha posylka pribula u viddilennia 14. Kod 4829
PJ12XYZ Confirmed. Ksh1,200.00 sent to JANE MWANGI 0711222333 on 12/5/25 at 2:02 PM. New M-PESA balance is Ksh3,410.50. Transaction cost, Ksh23.00.
GCash: You have sent PHP 500.00 to JU** D. on 05-12-2025. Ref. No. 4829130012. Your new balance is PHP 1,204.10
Reminder from HMRC: your Self Assessment payment is due on 31 January. To find out how to pay, search 'pay self assessment' on GOV.UK.
Hi Sarah, it's Tom from next door. Your parcel got left with us, pop round any time after 6
Zalando Lounge: 48h only, up to 70% off autumn jackets. Shop in the app. Unsubscribe in your account settings.
Dear patient, this is Dr Wilson's clinic. Your appointment on Friday 10:30 is confirmed. Reply C to cancel.
BIDV: TK 123xxx789 +2,000,000VND luc 09:15 03/06. SD: 12,450,000VND. ND: Luong thang 5
Viettel: Quy khach da su dung het 80% data goi ST90. Soan KT ST90 gui 191 de kiem tra.
Con ve toi noi roi me nhe, toi nay con goi
ธ.ไทยพาณิชย์: ใช้จ่ายผ่านบัตร x1234 จำนวน 350.00 บาท ที่ 7-ELEVEN 03/06 09:15
Flash Express: พัสดุของคุณกำลังนำส่งวันนี้ โดยพนักงาน 081-234-5678
Amazonの確認コードは482913です。コードを誰とも共有しないでください。
三井住友カード: ご利用のお知らせ 03/06 09:15 コンビニ 1,240円
明日の会議、10時からに変更になりました。よろしく
【工商银行】您尾号1234卡6月3日09:15消费56.00元，余额2,310.44元。
【美团】您的外卖已由骑手取餐，预计12:30送达，祝您用餐愉快。
晚上一起吃火锅吗？我下班过去接你
[CJ대한통운] 고객님의 상품이 금일 14~16시 배송 예정입니다.
신한카드 승인 김*수 45,000원 일시불 06/03 09:15 스타벅스
오늘 회식 있어서 늦을 것 같아 먼저 자
Тинькофф: Пополнение 5 000 ₽. Доступно 12 310 ₽
Ваш заказ в Ozon готов к выдаче: ул. Ленина 14. Код получения 4829
Напоминаем о записи к стоматологу 03.06 в 10:30. Для отмены ответьте НЕТ
Eurobank: Αγορά 23,40€ ΣΚΛΑΒΕΝΙΤΗΣ με κάρτα *1234 στις 03/06 09:15
بنك الإمارات: تم خصم 120.00 درهم من حسابك 1234 في لولو. الرصيد المتاح 4,310.20
أهلا، وصلت المطار، أكلمك لما أخرج
לאומי: בוצעה עסקה בסך 89.90 שח בכרטיס 1234 בשופרסל
התור שלך למכבי נקבע ליום ג 03.06 בשעה 10:30. לביטול השב 2
GLS: Csomagja ma erkezik 10:00-13:00 kozott. Futar telefonszama: +36301234567
Swish: Du har fått 250 kr från Anna Svensson. Meddelande: Middag
Din pakke fra Zalando er klar til afhentning i Netto. Hentekode 482913
MPESA: Umepokea Ksh500 kutoka kwa JANE WANJIKU 0711222333 tarehe 3/6/25 saa 9:15. Salio lako ni Ksh1,240
FNB :-) R450.00 paid from Cheque a/c ..123456 @ Online. Avail R3,204. 3Jun 09:15
Your JioHotstar subscription renews on 3 June for Rs 149. Manage it in the app under My Account.
USPS: package 9400111 was delivered at the front door on June 3 at 2:14pm. Visit usps.com for details
Hi Linda, it's the vet. Milo's blood results are fine, call us when you get a minute, no rush
Agribank: 09h12 05/06 TK 1500xxx678: -350,000VND. SD: 4,120,300VND. ND: TT tien dien
Cua hang Pharmacity: don hang 88213 cua ban da san sang, vui long den nhan truoc 20h
ธ.กรุงเทพ: ฝากเงิน 2,000 บาท เข้าบัญชี x4567 วันที่ 05/06 คงเหลือ 9,120.50 บาท
พรุ่งนี้ประชุม 9 โมง อย่าลืมเอกสารนะ
佐川急便: お荷物は6月5日に配達完了しました。
お母さん、今日は夕飯いらないよ。友達と食べてくる
【12306】您已购6月5日G103次5车12A号，北京南09:15开。
您的验证码是482913，5分钟内有效，请勿泄露给他人。
토스: 482913 인증번호를 입력하세요. 절대 타인에게 공유하지 마세요
내일 몇 시에 만날까? 나는 7시 이후 괜찮아
Мама, мы доехали, все хорошо, завтра позвоню
СДЭК: ваш заказ 1234567 прибыл в пункт выдачи Ленина 5. Срок хранения 7 дней.
ОББ: Покупка 23,40 лв BILLA с карта *1234. Наличност 812,10 лв
HPB: Kupnja 12,40 EUR KONZUM karticom *1234 05.06. Raspolozivo 812,33 EUR
Posti: Pakettisi on noudettavissa, Prisma. Noutokoodi 4829. Sailytysaika 7 pv
Hej skat, jeg henter børn i dag, ses kl 17
BankID: Du har logget inn hos Skatteetaten 05.06 kl 09:15.
বিকাশ: আপনি ৫০০ টাকা পেয়েছেন 01712345678 থেকে। ব্যালেন্স ১২৪০ টাকা
رمز الدخول لمرة واحدة 482913 لمنصة أبشر. لا تطلع أحدا عليه
تم إيداع راتبك 8,500 ريال في حسابك **1234
בנק הפועלים: קוד חד פעמי 482913. אין למסור לאיש
Banorte: Compra por $450.00 en OXXO con tarjeta *1234 05/JUN 09:15. Dudas 800 226 6783
Orange Money: Vous avez envoye 5 000 FCFA a Awa Diop 77 123 45 67. Nouveau solde: 12 300 FCFA. Ref CI250605.0915
Pai, cheguei bem, o hotel é ótimo. Te ligo mais tarde
Ihre Bestellung bei Rossmann liegt in der Filiale Hauptstr. 5 zur Abholung bereit.
Evri: Your parcel from ASOS will be delivered today between 12:10 and 14:10. No need to wait in.
Hi Grace, it's Amanda, new phone! Yoga is at 6 tonight, see you there?
Your Robinhood verification code is 882913. We will never call you for this code.
Dr Patel surgery: your blood test results are normal, no further action is needed.
Council tax bill 2025/26 is ready to view in your MyAccount. Payment by direct debit on 1 April.
`
  .trim()
  .split('\n');
