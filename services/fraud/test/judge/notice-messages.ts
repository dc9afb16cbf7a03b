/**
 * Notices from banks, mobile money, shops, surgeries and offices of many countries, in their usual forms and with
 * invented names and numbers, one a line. Like fraud, they contain phone numbers, codes to dial and opt-outs.
 */
export const NOTICES: readonly string[] = `
Rs.85.50 Dr. from A/C XXXXXX4417 and Cr. to ravi.tea@naviaxis. Ref:701182264410. AvlBal:Rs1240.15(2025:03:02 09:41:07). Not you? Call 18005700/5000-BOB
Rs.640.00 debited from A/c XX8105 on 03-02-25 to VPA greens@ybl (UPI Ref No 503441992817). Not you? Call 1800111109 -SBI
Your GTBank account XXXXXX7730 has been credited with NGN42,500.00. Balance: NGN61,018.40. Date: 11-Feb-2025. Not you? Call 07300000000.
SB71QKX2M Confirmed. Ksh650.00 sent to MERCY WANJA 0720111222 on 11/2/25 at 8:05 PM. New M-PESA balance is Ksh2,310.00. Transaction cost, Ksh13.00.
Safaricom: You have received Ksh1,400.00 from JOYCE ADHIAMBO 0722000333 on 5/5/25 at 7:44 AM. New M-PESA balance is Ksh2,018.40.
MTN: You have received NGN300 airtime from 08030000021. Your new balance is NGN344.10.
SB74TTR9P Confirmed. You have received Ksh3,000 from PETER OTIENO 254720333444 on 9/2/25 at 6:12 AM New M-PESA balance is Ksh3,114
SB79LMN3C Confirmed. You have withdrawn Ksh1,500.00 from agent 402211 - BLUE GATE SHOP on 12/2/25 at 1:30 PM. New M-PESA balance is Ksh810.00. Transaction cost, Ksh29.00.
Your A/c XXXXX9034 is debited by INR 649.00 on 05-02-25. Info: BROADBAND. Avl Bal INR 11,205.10 - IDFC FIRST Bank
Rs.4000.00 withdrawn from A/c XX2216 at ATM on 08-02-25 19:02. Avl Bal Rs.9120.00. Txn No 503912004417 -Punjab National Bank
Update! INR 61,400.00 deposited in HDFC Bank A/c XX5571 on 31-JAN-25 for SALARY CREDIT.Avl bal INR 70,233.15. Cheque deposits in A/C are subject to clearing
IMPS INR 2,200.00 sent from HDFC Bank A/c XX5571 on 06-02-25 To A/c xxxxxxxxxxx8832 Ref-503718225104 Not you?Call 18002586161/SMS BLOCK OB to 7308080808
ICICI Bank Acct XX904 debited for Rs 310.00 on 07-Feb-25; METRO CARD credited. UPI:503812669001. Call 18002662 for dispute. SMS BLOCK 904 to 9215676766.
Debit Amount: NGN2,800.00 Acc:044******218 Desc:REF402/FUEL STATION Date:07/02/2025 Avail Bal:NGN19,450.75
Acct: 0123***789 DR: N5,000.00 Desc: POS/WEB PMT SHOPRITE LAGOS Date: 12-Jun-2023 14:22 Bal: N12,430.55. Dial *901# to transfer
730155 is the OTP for your HDFC Bank transaction of Rs 1,499. Valid for 5 mins. Do not share this OTP with anyone.
Dear Customer, your MTN data balance is 1.2GB and expires on 24/06/2023. Dial *131# to buy more data.
Yello! You have successfully recharged N500. Your new balance is N512.35. Dial *556# to check your bonus.
Dear customer, your loan repayment of Ksh 1,250 is due on 15/03/2025. Pay via M-PESA Paybill 220388, account your phone number. Thank you for using Tala.
You have a dental appointment on Thursday 14 March at 10:40 with Dr O'Neill. To cancel or change please ring 028 9049 6612. Fee may apply for missed appointments.
Hi Sarah, this is a reminder of your hair appointment at Toni & Guy on Sat 12 Apr 2pm. Reply C to confirm or call 020 7946 0112.
Your Uber code is 4471. Never share this code. Reply STOP ALL to unsubscribe
AIB: A payment of EUR 45.00 was made from your account ending 4421 to LIDL. Didn't make this? Call us on the number on the back of your card.
Monzo: You spent £12.40 at Pret A Manger. Balance £211.05
Santander: A new payee, MR J SMITH, was set up on your account. If this wasn't you call us immediately on 0800 9 123 123.
Your Royal Mail parcel from ASOS will be delivered today between 11:12 and 13:12. Track: royalmail.com/track/AB123456789GB
DPD: Your parcel from John Lewis is out for delivery with Mike, 12:05-13:05. Not in? Change delivery at dpd.co.uk/my
Amazon: Your package was left at the front door. See photo: amazon.co.uk/trk/8ah2
FedEx: Your pkg is scheduled for delivery Tue 04/15 before 8pm. Track fedex.com/track?n=772312341234 Reply STOP to opt out
Verizon Msg: Your bill is ready. $84.12 is due 05/12. View at vzw.com/mybill. No need to reply if you have Auto Pay.
Duke Energy: Power is out in your area. Est. restoration 6:30 PM. For updates visit duke-energy.com/outages or reply STAT
Your prescription is ready for pickup at CVS Pharmacy, 1200 Main St. Reply HELP for help, STOP to end.
CVS Pharmacy: Jane, your Rx is due for refill. Reply YES to refill. Text STOP to opt out.
UnitedHealthcare: It's time for your annual wellness visit. Call 1-844-208-1299 TTY 711 to schedule. Reply STOP to opt out
Your verification code for Binance is 338201. Beware: staff will never ask for this code.
Vodafone: You've used 80% of your data allowance. To add a Data Extra reply DATA or use the My Vodafone app.
Telstra: Your recharge of $35 was successful. Expiry 28 May. Thanks for being a loyal customer!
Commbank NetCode is 482811 for a transfer of $950.00 to J Smith. Never share it. If this wasn't you, call 13 2221.
myGov: There is a new message in your Inbox. Sign in to myGov to view it.
Service NSW: Your vehicle registration ABC12D expires on 03/06/2025. Renew in the Service NSW app or at service.nsw.gov.au
Your GrabFood order from Nasi Lemak Wanjo is on the way. Rider: Azhar, 012-3456789.
DBS: SGD 52.30 was charged to your card ending 1122 at NTUC FP on 14 Mar 18:22 (SGT). If unauthorised, call 1800 339 6963.
Singtel: Your bill of $68.40 is due 28 Mar. Pay via My Singtel app. Ignore if paid.
LTA: Your season parking for SBA1234X expires on 31 Mar. Renew via Parking.sg app.
BDO: You have transferred PHP 2,500.00 to GCash 09XX XXX 1234 on Mar 14. Ref 88213. If not you, call (02) 8631-8000.
GCash: You have received PHP 500.00 of GCash from MA*** S. 0917****123. Your new balance is PHP 732.11. Ref. No. 9012381231.
Meralco: Your bill for Mar 2025 is P2,341.22 due on Apr 8. Pay thru Meralco Online. Disregard if paid.
Emirates NBD: AED 152.00 spent on card ending 3312 at CARREFOUR DUBAI. Avl Cr Limit is AED 9,120.50
Dear customer your ENBD loan instalment of AED 1,200 will be debited on 05/04. Please keep sufficient balance.
Salik: Your account balance is AED 18.00. Please recharge to avoid fines. Dial *140# or use the Smart Salik app.
FNB:-) R450.00 paid from cheq a/c..421312 @ Smartapp. Avail R2,114. Ref.Rent. 14Mar 09:02
Standard Bank: Your UCount points expire 31 Mar. T&Cs apply. To opt out SMS STOP to 31100.
Vodacom: You bought 1GB valid 30 days. Bal R12.50. Dial *135# for more.
ECG: Your token is 1234 5678 9012 3456 7890. Amount GHS 50.00, 32.1 kWh. Thank you.
Dear Parent, term 2 begins on Monday 6th May. Fees balance KES 12,400. Pay via Paybill 522522 acc 1123. Principal, Moi Girls.
Your child Tom was absent from school today with no reason given. Please call the office on 01392 496 001.
Your table for 4 at Dishoom Kings Cross is confirmed for 19:30 Sat. Running late? Call 020 7420 9321
Hi, it's Tesco. Your order will arrive between 6pm and 7pm. We've made 1 substitution. See app for details.
You have been charged £1.50 for the M6 toll? No: thanks for paying. Your Dart Charge account was topped up with £10 and your balance is £14.50.
Your council tax instalment of £142 is due on 1 April. Leeds City Council. Pay online at leeds.gov.uk/pay or by phone 0113 222 4404
NHS: Your appointment at Leeds General Infirmary is on 12/05 at 09:20. Reply CANCEL to cancel. Missed appointments cost the NHS £160.
Blood donors needed in your area this week. Book at blood.co.uk or call 0300 123 23 23. To opt out text STOP to 60006
თქვენი ერთჯერადი კოდია 482913. არავის გაუზიაროთ. TBC
SBI: உங்கள் கணக்கு XX4821 இல் ரூ.1,500 பற்று வைக்கப்பட்டது 12-03-25. நீங்கள் செய்யவில்லை எனில் 1800111109 அழைக்கவும்
عزیز صارف آپ کا ماہانہ بل 2,340 روپے ہے، آخری تاریخ 18 اپریل ہے۔ ادائیگی کے لیے K-Electric ایپ استعمال کریں۔
Kaspi.kz: Аударым 12 000 ₸ жіберілді. Қалдық: 45 310 ₸
Vaš paket bo dostavljen danes med 10. in 13. uro. Kurir DPD, tel. 01 513 2300. Spremembe: www.dpd.com/si
Teie tellimus on saabunud Omniva pakiautomaati Kristiine Keskus. Avamiskood 338210. Kehtib kuni 14.03
Latvenergo: Rekins par februari 48,12 EUR, apmaksas termins 20.03. Apskatit: www.elektrum.lv
Síminn: Reikningur að upphæð 8.990 kr. er á eindaga 2. apríl. Hann birtist í heimabankanum þínum.
Capitec: R250.00 Purchase at CHECKERS SEA POINT; Avail R3,104.22; 14Mar 18:22. Not you? Call 0860 10 20 43
Payment made for GHS 35.00 to MTN BUNDLE. Current Balance: GHS 112.40. Transaction ID: 31284412213. Fee charged: GHS 0.00
Your EBT balance as of 05/01 is $212.44 SNAP. For questions call the number on the back of your card. Reply STOP to end.
Chase Fraud: Did you attempt a $218.40 purchase at BEST BUY on card ending 4417? Reply YES or NO. We'll never ask for your password. STOP to opt out
Hi Priya, your Grab booking with driver Azman (VKD 2211, white Myvi) is arriving in 3 min. Share PIN 7713 with driver to start.
NHS: You are invited to book your cervical screening. Call Dr Patel's Surgery on 0161 496 0022 or use the NHS App. To opt out reply STOP
mum can u transfer 40 for the school trip when u get a sec, deadline is friday x
`
  .trim()
  .split('\n');

/** Frauds of countries and kinds that no earlier set covers; written with these notices, one a line. */
export const BESIDE_NOTICES: readonly string[] = `
თიბისი ბანკი: თქვენი ანგარიში დროებით დაიბლოკა. აღსადგენად შედით: https://tbc-verify.top/ge
HayPost: Dzer chanaparhe dardzrel e. Vcharek 250 dram araqman hamar https://haypost-am.click
அன்பான வாடிக்கையாளரே, உங்கள் SBI கணக்கு இன்று முடக்கப்படும். PAN எண்ணை புதுப்பிக்க http://sbi-pan-kyc.in.net கிளிக் செய்யவும்
محترم صارف، بے نظیر انکم سپورٹ پروگرام سے آپ کے 25000 روپے نکلے ہیں۔ رقم لینے کے لیے اس نمبر پر رابطہ کریں 03451234567
प्रिय ग्राहक, तपाईंको eSewa खाता बन्द हुन लागेको छ। तुरुन्त यो लिंकमा गई PIN अपडेट गर्नुहोस् esewa-np.kyc-help.com
Құрметті клиент, Kaspi шотыңыз бұғатталды. Қайта қосу үшін сілтемеге өтіп картаңызды растаңыз: kaspi-gold.site
Posta Shqiptare: Pakoja juaj eshte ndalur ne dogane. Paguani 190 leke ketu: https://posta-al.info/pay
Pošta Slovenije: vaš paket čaka na plačilo carine 2,36 EUR. Plačajte v 24 urah: posta-si.net-dostava.com
Swedbank: Teie konto on ajutiselt piiratud. Kinnitage oma andmed Smart-ID abil https://swed-ee.login-id.info
Jūsu Luminor konts ir bloķēts aizdomīgas darbības dēļ. Atjaunojiet piekļuvi: luminor-lv.web-auth.cc
Pósturinn: Pakkinn þinn bíður. Greiða þarf 349 kr. í tollgjöld innan 24 klst: posturinn-is.top/greida
Hörmətli müştəri, sizə 800 AZN sosial yardım ayrılıb. Almaq üçün kart məlumatlarınızı daxil edin: sosial-az.online
SASSA: Your SRD R370 has been declined due to failed biometric. Re-verify ID and bank pin on https://srd-sassa-gov.co.za.web.app
You hv received Cash In of GHS 450.00 from KWAME MENSAH by mistake. pls kindly send it bk to 0241234567, am begging u its for my mother drugs
Your EBT card has been deactivated. To restore benefits call 1 (803) 555-0147 now and have your 16 digit card number and PIN ready.
ApplePay: pre-authorized charge of $143.95 at Apple Store Fresno CA. If you did not make this order call 888-555-0162 immediately to cancel
Hi, I'm Grace from Indeed HR. We reviewed your resume and offer a remote job, 60-90 min a day, $150-$400 daily paid same day. Age 23+. Message me on WhatsApp +1 645 555 0133
IRAS: You have an outstanding tax refund of S$512.40 for YA2024. Submit your payee card details before 30 Jun at iras.sg-refund.help
`
  .trim()
  .split('\n');
