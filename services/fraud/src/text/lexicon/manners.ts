/**
 * Words for the manner of a message: warnings about scams, notices without a request, advertising, and talk among
 * acquaintances.
 */
export const MANNERS = {
  never: `never do_not don't dont will_not won't wont no_one beware avoid without_sharing nunca niemals nao jamais mai nooit
    no_employee cannot`,
  warning: `scam scams scammer scammers phishing fraudster fraudsters fraud_alert be_aware beware stay_safe stay_alert
    never_share never_ask never_asks do_not_share don't_share dont_share do_not_disclose don't_disclose will_never_ask
    we_will_never won't_ask never_call never_disclose report_suspicious ignore_this ignore_if protect_yourself tips_to
    not_share_your don't_give do_not_give don't_reply_to don't_click do_not_click awareness`,
  notice: `is_your your_code_is your_otp_is otp_is is_the_otp use_code valid_for expires_in was_debited has_been_debited debited
    credited was_credited available_balance avail_bal avl_bal bal txn trxn transaction_of acct_ending ending_in ending
    your_order_has your_order receipt your_receipt thank_you_for_your_payment thank_you_for_your_order payment_received we_received
    out_for_delivery has_shipped has_been_delivered was_delivered arriving your_driver appointment reminder your_booking
    booking_reference confirmed no_action_needed no_action_is_required no_further_action_is no_action_required reference_no ref
    pickup collected withdrew spent dispatched scheduled invited_you meeting agenda boarding gate pnr prescription
    has_arrived see_you_then order_number estimated_delivery`,
  promo: `sale discount discounts off offer offers deal deals promo promotion bundle bundles data airtime recharge caller_tune
    callertune hello_tunes ringtone ringtones ringtone's tariff plan plans save shop_now enjoy unlimited exclusive latest
    launch new_arrivals special_offer buy_one stock cheap lowest price prices weekly monthly_plan validity dial mins
    minutes polyphonic logo logos wallpaper mobile camcorder camera handset nokia bet betting odds jackpot_games naira_bonus
    4g 3g gb mb data_plan tones bonus_airtime terms_apply conditions_apply rabatt angebot desconto oferta promocao descuento
    offerte sconto aanbieding subscribers`,
  unsubscribe: `unsubscribe unsub opt-out opt_out optout stop_to_end text_stop txt_stop reply_stop send_stop to_stop stop2 stop_2
    to_unsubscribe abbestellen desinscrever darse_de_baja se_desinscrire manage_preferences email_preferences
    update_your_preferences update_preferences why_did_i_get privacy_policy view_in_browser view_online`,
  chat: `haha hahaha hahahaha hehe lol lmao lolz yeah yup yep nope ok okay okie oh ah eh hmm hmmm lah lor leh la meh wat wan
    cos coz gonna wanna gotta ya ur u r im i'm ill i'll ive i've dun dunno tmr tml tomorrow tonite tonight later
    sorry miss luv love babe dude bro sis hey hi hello morning mornin night thanks thx thanx tks pls plz wen wer wif den
    lunch dinner movie sleep sleeping home class lecture bus gym abeg wetin oga una dey na sha sef how_far jare wahala
    bhai yaar kya hai nahi kal acha smth sth btw omg cya gd nite leaving reached reach coming waiting_for_you mate cheers`,
  first_person: `i i'm im i'll ill i've ive i'd me my mine myself we're our us we`,
  second_person: `you your you're ur u yours yourself`,
  payee: `name_will_show name_will_appear name_will_come_up name_that_appears name_that_comes_up`,
  agent: `my_husband my_wife my_boss my_manager my_agent my_lawyer my_accountant my_treasurer`,
} as const;
