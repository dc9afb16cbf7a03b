/**
 * Messages written by hand for this check in the manner of 2018 to 2026, one a line. No template of the training
 * generator was made from them.
 */
export const FRAUDULENT: readonly string[] = `
The USPS package has arrived at the warehouse and cannot be delivered due to incomplete address information. Please confirm your address in the link within 12 hours. https://uspsbxz.com/us
Royal Mail: Your parcel has a £1.99 unpaid shipping fee. To pay visit royalmail-depot.info. If not paid it will be returned to sender.
E-ZPass final reminder: you have an outstanding toll of $6.99. To avoid a late fee of $50, settle your balance now: https://ezpass.com-tlbx.vip/us
FasTrak Lane tolls: we've noticed an outstanding toll amount of $12.51 on your record. Visit https://thetollroads-paytollhmj.world to settle
Hi mum, dropped my phone down the toilet, this is my new number, can you message me on whatsapp when you get this x +447911123456
Hey Dad it's me, my phone is smashed. I'm using a friend's until I get sorted. Can you do me a favour and pay a bill for me today? I'll pay you back friday
HSBC ALERT: A new payee was added to your account on 12/03. If this was NOT you, visit https://hsbc-cancel-payee.co to stop it
Dear SBI user, your YONO account will be blocked today. Please update your PAN card by clicking http://tinyurl.com/sbi-pan-kyc
Dear customer your electricity power will be disconnected tonight at 9.30 pm from electricity office because your previous month bill was not updated. Please immediately contact our electricity officer 9876501234
Congratulations! Your number has been selected as winner of KBC lottery Rs 25,00,000. Call manager Rana Pratap Singh on WhatsApp +91 70000 12345 to claim
Dear customer, your BVN has been deactivated by CBN. Call 08012345678 now to reactivate and avoid your account being blocked
MTN: You have won N500,000 in the Yello promo. To claim your prize send your ATM card number and pin to 08098765432
Your apple id has been locked due to suspicious sign in. Verify your info at apple-id-lockdown.support or it will be permanently deactivated
Netflix: we were unable to process your last payment. Update your details at nflx-billing-update.com to keep watching
Amazon: we have placed a hold on your order of MacBook Pro $1,849.00. If you did not make this purchase call 1-888-555-0142 immediately
HMRC: you are eligible for a tax refund of 277.41 GBP. Claim here: gov-uk.taxrebate-online.com
ATO: you have an outstanding refund of $1,230. Lodge your claim before midnight https://mygov-refund.top
IRS: Your third stimulus payment of $1400 is pending. Please verify your identity at irs-gov.cc/claim
Hello, I'm Anna from Indeed recruiting. We offer a remote part-time position, $150-$500 a day for 60-90 minutes of work. Interested? Message me on WhatsApp
Hi, we received your resume. Online job, rate hotels on Google, earn 3000-8000 INR per day. Reply YES or add Telegram @hrpriya
Make $5,000 weekly trading bitcoin with zero risk. Invest $200 and get $2000 in 24 hours. Text Mr Brian +1 646 555 0199
Your Coinbase withdrawal code is 492817. If you did not request this please call support at 1-833-555-0177
Binance: your account was logged in from Russia. If it wasn't you call +44 20 3936 1234 to secure your wallet
[Trust Wallet] your wallet will be suspended. Complete verification by entering your recovery phrase at trustwallet-kyc.app
Hi it's Google support. We just sent you a 6 digit code, please reply with the code so that we can stop the hacker
Hey can you send me the code I just sent you by mistake? it's for my instagram
Boss here. I'm in a meeting and can't talk. I need you to buy 5 Apple gift cards of $100 each for a client, scratch them and text me the codes
You have been approved for a loan of $15,000 with no credit check. Reply YES to get the funds today
URGENT personal loan at 1% interest, no documents needed, apply now call 9810012345
This is the police department. There is a warrant for your arrest for missing jury duty. Call 305-555-0123 now to pay the fine or you will be jailed
Final notice from the DMV: you have an unpaid traffic ticket. Your license will be suspended if not paid by tomorrow: ca.gov-dmvbil.win/pay
Hi Jenny, are we still on for the horse riding club on Sunday? Oh sorry wrong number, you seem kind, can we be friends? I'm Lily on Telegram
AU Post: your package is held at our depot because there is no street number. Update: auspost-redeliver.click
DHL: Ihr Paket konnte nicht zugestellt werden. Bitte bestaetigen Sie die Zollgebuehr von 2,99 EUR: dhl-zoll-info.com
Correios: seu pacote foi taxado. Pague a taxa de R$ 38,90 para liberar a entrega: correios-taxa.shop/pagar
Chronopost: votre colis est en attente, reglez les frais de 1,95 EUR sur chronopost-suivi.fr-colis.com
BBVA: su cuenta ha sido bloqueada por seguridad. Verifique sus datos en https://bbva-acceso.xyz
OCBC Bank: Your account has been suspended due to unusual activity. Please login to verify at http://ocbc-sg.net/login
[Jio] Your SIM KYC has expired, your number will be deactivated within 24 hrs. Call 8877665544
Your Venmo account was charged $399.99 for Geek Squad auto renewal. To cancel and get a refund call +1 (802) 555-0146
You have an unclaimed cash app deposit of $750. Tap to accept: cashapp-drop.net/a8d2
Walmart: Congratulations James, your name came up for a $1000 gift card, go to http://wlmrt-bonus.club/x7 to claim before it expires
Your phone came 3rd in our monthly Samsung draw! Grab your reward: l.zgt7.info/qZ8
FRM: chase-alerts MSG: did you attempt a zelle payment of $850.00? reply YES or NO or 1 to decline
Medicare: your new card is ready. To avoid losing coverage confirm your SSN and date of birth by replying to this text
Instagram: your account violates copyright and will be deleted in 48 hours. Appeal: instagram-helpcenter.ml
Final try: your package no 8823 pays $3 customs. Confirm now bit.ly/3xPk9
Sexy single girls near you want to meet tonight, join free hot-local-dates.club
Dear beneficiary, the sum of $4.5 million was left in your name. Contact barrister John on barr.john@gmail.com with your full name and address
M-PESA: You have received Ksh 3,500 wrongly sent by 0712345678. Please send back to avoid your line being blocked
`
  .trim()
  .split('\n');

export const LEGITIMATE: readonly string[] = `
Your Uber code is 4821. Never share this code.
G-482913 is your Google verification code.
Use 739201 to verify your Instagram account. Don't share it with anyone.
Your OTP for the transaction of INR 2,499.00 at AMAZON on card ending 4412 is 559102. Valid for 10 minutes. Do not share it with anyone. - HDFC Bank
Dear Customer, Rs.500.00 has been debited from A/c XX1234 on 12-03-24 to VPA grocer@upi. If not done by you call 18002586161 - ICICI Bank
Acct: **4521 Amt: NGN15,000.00 CR Desc: TRF FROM ADEBAYO Avail Bal: NGN42,310.55 Date: 03-May-2023
Chase: You sent $45.00 to Maria G with Zelle on Mar 4. Questions? Call the number on your card.
Your Amazon package with "USB cable" was delivered. Track at https://www.amazon.com/progress-tracker
DPD: Your parcel will be delivered today between 14:12 and 15:12 by driver Paul. Track it at https://track.dpd.co.uk/p/155029
USPS: 9400100000000000000000 out for delivery, expected by 9:00pm today. Reply STOP to end.
Royal Mail: we delivered your parcel at 11:04 today. Thank you.
Reminder: you have an appointment with Dr Shah at Mill Lane Surgery on Tue 14 May at 09:40. Reply CANCEL to cancel.
Hi Sarah, your table for 4 at Luigi's is confirmed for Saturday 7pm. Reply C to cancel. See you then!
Your prescription is ready for pickup at CVS, 120 Main St. Reply HELP for help
Delta: flight DL402 to Boston now departs at 6:25pm from gate B12. Have a good trip.
O2: Your bill for May is £23.00 and will be taken by direct debit on 21 May. View it in My O2.
You've used 80% of your 10GB data. It renews on 1 June. Check your balance on the EE app.
Dear Airtel customer, your pack of Rs 299 has been recharged successfully. Validity 28 days. Enjoy unlimited calls.
Hey mum can you pick me up at 5? training finishes early x
Dad, I'm at the station, train delayed again. be home by 8
Can you send me the address for tonight? and what's the door code again lol
I'll transfer you the 40 for dinner later, what's your account number?
Got your parcel from next door, it's in the hall. Also the bill came, we can split it
Happy birthday bro!! hope you win big today haha, beers on me friday
Abeg send me your account number make I transfer the money wey I owe you
Oga I don reach the park, which side you dey?
Bhai kal meeting hai kya? call me when free
lah you going for lunch anot, I wait at the mrt
Just landed, will call you when I get through customs. love you
Can u call me asap?? urgent, locked myself out again :(
Did you win the raffle at school? Kids are so excited about the prizes
Please verify the figures in the spreadsheet before the meeting tomorrow, client is strict
The bank was closed when I got there, will go again tomorrow to unlock my card
Meeting moved to 3pm, conference room B. Bring the updated invoice please.
New phone who dis? lol
Thanks for your order! Your receipt from Blue Bottle: $6.50. View at https://squareup.com/r/ab12
Your Deliveroo order is on its way! Your rider is Ahmed.
Ocado: your shop arrives between 10am and 11am tomorrow. Edit until 8pm tonight.
City of Oakland: street sweeping on your block Thursday 8-10am. Please move your car.
School: early closure today at 1pm due to snow. Please collect your child from the main gate.
Your verification code is 882301. It expires in 5 minutes. If you didn't request this, ignore this message.
Barclays: we will never ask you to move money or share your PIN. Learn about scams at barclays.co.uk/scams
Fraud alert from Police: criminals are sending texts about missed parcels. Do not click links in them.
Beware: scammers pretend to be HMRC offering refunds. Never give card details. Forward to 7726.
Your Vodafone contract ends on 3 June. You can upgrade in store or at vodafone.co.uk any time.
Sale now on at Boots: 20% off skincare this weekend in store and online. Text STOP to opt out
Domino's: 2 for Tuesday! Any size pizza, buy one get one free today only. Order at dominos.co.uk. Opt out STOP to 87070
Interac e-Transfer: Tom sent you $60.00 and the money has been automatically deposited.
Your Netflix membership: your plan price changes to $17.99 on Aug 1. See netflix.com/account
PayPal: you received $25.00 USD from Kate Moss. Log in to see the details.
Your order #10923 from Etsy has shipped with FedEx. Estimated delivery Fri 7 June.
HDFC Bank: EMI of Rs 4,200 for loan a/c XX221 is due on 05/06. Please keep sufficient balance.
Booking.com: your stay at Hotel Roma is confirmed. Check-in from 15:00. Show this text at the desk.
Hello, this is Anna from Dr Miller's office, please call us back at 555-0134 to reschedule your cleaning. Thanks
Is the couch still available? I can pay cash and pick it up tonight
we won!!! 3-1, best game of the season, come celebrate
Dear parent, exam fees for term 2 are due by Friday. Please pay at the bursary. Thank you. Principal
The code for the garage is 4482, don't forget to lock up
Ihr Termin beim Friseur Meyer ist am 12.06. um 10 Uhr. Bis dann!
XJ20PLM77 Confirmed. You have received KES2,750.00 from AKINYI ODERA 0733 000 222 on 4/6/24 at 7:45 PM. New balance is KES3,002.10. Transaction cost KES0.00.
Axis Bank: INR 640.00 debited from a/c **7714 on 19-08-24 to VPA mangoes@ybl. UPI Ref 423118812. Not you? Call 18005550011 or SMS BLOCK to 919000
Your WhatsApp code: 118-420. You can also tap this link to verify: v.whatsapp.com/118420
Your van service is finished, the bill is £180. Please collect it before 5:30pm. Mill Garage
Sua consulta foi confirmada para 12/05 as 10h. Ate la!
`
  .trim()
  .split('\n');
