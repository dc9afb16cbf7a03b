/** Words for the stories that fraud tells, and for its pressure on the reader. Notation as in `asks.ts`. */
export const PRETEXTS = {
  prize: `prize prizes won winner winners winning winnings award awarded lottery lotto jackpot sweepstake sweepstakes raffle draw
    lucky selected_winner congratulations congratulation congrats congratz reward rewards bonus gift gifts giveaway voucher
    vouchers free_entry shortlisted chosen guaranteed gewinn gewinner gewonnen gluckwunsch gutschein premio premiado ganador
    ganado parabens felicitaciones gagne gagnant felicitations vinto gewinnspiel belohnung pontos puntos points prijs gewonnen
    kostenlos gratis verlosung cadeau pontos_livelo`,
  selected: `your_email_was_selected your_email_was email_was_selected email_address_was_selected e-mail_was_selected you_have_been_selected you've_been_selected you_are_selected specially_selected randomly_selected been_chosen
    randomly_chosen you_have_won you_won you_are_a_winner you've_won has_won have_won u_have_won u_won lucky_winner
    you_have_been_awarded you_have_been_chosen been_awarded exclusive_reward number_won been_drawn`,
  free: `free freemsg freephone complimentary no_cost`,
  suspended: `suspend* suspension suspended block blocked blocking blocage lock locked locking restrict* limited_access limited
    disabled disable deactivat* on_hold held withheld frozen freeze terminat* closed closure shut_down shutdown deletion deleted
    revoked barred quarantin* undelivered incoming_messages pending_messages storage_full storage_is_full out_of_storage cloud_is_full
    opslag_is_vol opslag_vol speicher_voll speicher_ist_voll stockage_plein stockage_est_plein almacenamiento_lleno almacenamiento_completo
    armazenamento_cheio spazio_esaurito plats_fullt quota exceeded full expire expired expires
    expiring expiry gesperrt sperrung eingeschrankt bloquead* bloqueio bloqueamos suspens* suspendu bloque bloccato sospes*
    geblokkeerd abgelaufen venc* ablauf cancelado cancelled discontinued interrupted`,
  unusual: `unusual suspicious unauthor* unrecogni* unknown_device new_device new_payee new_login new_sign-in new_signin
    sign-in_attempt signin_attempt login_attempt sign-in_activity signin_activity unusual_activity compromised hacked breach breached
    irregular* security_alert security_notice ungewohnlich* verdachtig* suspeit* nao_autorizado sospechos* inhabituel* sospett*
    illegal_activity fraudulent_activity acesso_suspeito compra_aprovada compra_aprobada`,
  failed: `failed failure unable unsuccessful could_not cannot_be declined rejected problem issue missed attempted incomplete
    incorrect wrong_address invalid_address pending awaiting waiting not_delivered undeliverable returned fehlgeschlagen
    nicht_zugestellt pendente pendiente en_attente in_attesa nao_entregue insufficient missing_house_number zip_code
    invalid_zip_code`,
  fine: `parking_charge parking_fine parking_penalty parking_ticket parking_violation parking_invoice penalty_charge penalty_charge_notice
    pcn traffic_fine traffic_ticket traffic_violation speeding_ticket speeding_fine unpaid_fine unpaid_ticket fine_notice
    toll_violation toll_invoice unpaid_toll outstanding_toll toll_balance toll_amount toll_fee toll_charge toll_due toll_services`,
  mistake: `by_mistake by_accident accidentally mistakenly in_error sent_to_you_by put_your_number used_your_number wrong_transfer wrongly_sent
    aus_versehen versehentlich par_erreur por_error por_equivocacion per_sbaglio per_errore por_engano per_ongeluk przez_pomylke
    yanlislikla salah_kirim tersilap galti_se`,
  remedy: `weight_loss lose_weight losing_weight fat_burning burn_fat belly_fat joint_pain blood_sugar tinnitus prostate erectile
    male_enhancement enhancement gummies cbd keto ritual supplement supplements without_prescription without_the_need_for_a_prescription
    no_prescription medications pharmacy meds pills ed_pills miracle anti-aging wrinkles hair_growth neuropathy toenail_fungus
    emagrecer emagrecimento abnehmen perdre_du_poids bajar_de_peso perdere_peso schudnac zayiflama`,
  favour: `are_you_available are_you_free are_you_at_your_desk are_you_at_the_office are_you_in_the_office are_you_busy are_you_on_your_desk
    quick_task quick_favor quick_favour need_a_favor need_a_favour
    do_me_a_favor do_me_a_favour need_your_assistance need_your_help need_your_urgent run_an_errand handle_something handle_this
    discreet_task confidential_task your_cell_number your_personal_cell your_whatsapp_number your_mobile_number your_cell_phone_number
    personal_phone_number cell_number something_for_me something_discreetly send_me_your_number reconfirm_your_number let_me_know_if_you_are_available have_a_moment
    got_a_moment spare_a_moment i_need_you_to get_back_to_me_asap`,
  away: `in_a_meeting in_a_board_meeting in_a_conference in_a_conference_meeting can't_talk cant_talk cannot_talk can't_take_calls cant_take_calls
    cannot_take_calls can't_call cannot_call can't_take_phone tied_up en_reunion en_una_reunion em_reuniao em_uma_reuniao in_riunione
    in_einem_meeting in_einer_besprechung in_einer_sitzung in_een_vergadering na_spotkaniu na_zebraniu toplantidayim
    nicht_telefonieren pas_telephoner no_puedo_hablar nao_posso_falar non_posso_parlare kan_niet_bellen`,
  urgent: `urgent urgently immediately immediate asap as_soon_as_possible right_away at_once hurry act_now act_fast last_chance
    final_notice final_reminder final_warning last_warning last_notice final_attempt final_try last_attempt expires_today
    expires_soon today_only ends_today within_24_hours within_24hrs within_48_hours within_12_hours within_24_hrs in_24_hours
    24_hours 24hrs 48_hours 48hrs 12_hours 72_hours deadline before_midnight before_it_is_too_late limited_time
    valid_12_hours valid_12hrs 12_hrs_only 12hrs_only action_required immediate_action attention important_notice
    response_required 2nd_attempt 3rd_attempt second_attempt third_attempt 2nd_time dringend sofort umgehend letzte_mahnung
    urgente imediatamente inmediatamente immediatement subito onmiddellijk prazo ultima_chance ultimo_aviso tonight_only
    avoid_suspension avoid_interruption avoid_late_fees avoid_penalty to_avoid or_else without_delay ultimatum`,
  threat: `legal_action arrest arrested warrant police court lawsuit sued penalty penalties prosecut* prosecution jail prison
    enforcement bailiff bailiffs summons seized seizure subpoena fbi interpol lose_access permanently_deleted permanently_closed
    permanently_blocked deregistered disconnected disconnection cut_off will_be_cut be_cut_today be_cut_tonight license_suspension licence_suspended dmv
    leaked leak your_webcam webcam recorded_you recorded_a_video video_of_you compromising masturbat* your_contacts
    send_the_video malware_on_your hacker i_hacked rat_software consequences polizei haftbefehl policia justicia
    tribunal gerichtlich* collections collection_agency vehicle_registration deport* immigration embargo processo`,
  newaccount: `new_account new_bank new_banking_details updated_bank updated_banking new_account_details changed_our_bank change_of_bank
    changed_bank our_new_bank bank_details_have_changed new_payment_details updated_payment_details alternate_account
    different_account direct_deposit_information change_my_direct_deposit update_my_direct_deposit my_direct_deposit change_my_bank
    update_my_bank update_my_payroll change_my_account_information new_bank_information bank_info_on_file next_pay_date next_pay_cycle
    next_payroll new_remittance changed_banks ach_details bank_account_change direct_deposit payroll_information wire_transfer_today process_a_payment
    nova_conta neue_bankverbindung nueva_cuenta`,
  stranger: `got_the_wrong_number the_wrong_number my_assistant_gave saved_the_wrong added_the_wrong dialed_the_wrong texted_the_wrong
    nice_to_know_you destiny_brought fate_brought make_friends new_friend can_i_know_you may_i_know_your can_i_be_your_friend
    you_look_familiar wrong_number sorry_wrong wrong_person can_we_be_friends be_my_friend be_friends become_friends nice_to_meet_you get_to_know_you
    found_your_profile saw_your_profile found_your_contact saved_it_wrong you_seem_kind you_seem_nice you_seem_friendly meet_new_people
    get_acquainted looking_for_a_man looking_for_a_woman looking_for_a_gentleman lonely_lady lonely_woman single_lady lonesome_lady
    falsche_nummer numero_errado numero_equivocado`,
  family: `mum mummy mom mommy dad daddy grandma grandpa son daughter auntie nephew mama mutti papa`,
  newnumber: `new_number new_phone_number temporary_number changed_my_number old_number friend's_phone borrowed_phone lost_my_phone
    dropped_my_phone broke_my_phone phone_broke phone_is_broken broken_phone smashed_my_phone phone_fell screen_is_broken phone_is_smashed phone_is_dead phone_got_wet using_a_friend's friend's_phone
    phone_is_being_repaired phone_is_cracked new_sim
    save_this_number this_is_my_new neue_nummer handy_kaputt novo_numero nuevo_numero nouveau_numero nuovo_numero nieuw_nummer
    lost_my_sim my_phone_is_lost phone_got_stolen phone_was_stolen my_phone_got dropped_it_down phone_down_the phone_in_the_toilet
    phone_in_the_washing new_handset contact_number_for_now texting_from_a text_me_on_this reach_me_on_this my_temporary this_is_my_temporary
    old_phone_is number_is_no_longer
    delete_the_old damaged_my_phone phone_is_damaged temp_number temporary_phone loan_phone phone_is_being_fixed
    screen_cracked phone_is_being_mended`,
  romance: `single lonely dating singles girls sexy horny naked nude xxx adult hot flirt hookup babes milf cam_girl webcam_girl
    secret_admirer admirer fancies_you soulmate dogging hardcore intimate naughty escort penis erection viagra cialis affair
    russian_women sex sexual slut suck erotic porn bride sugar_mummy sugar_daddy partnersuche acompanhante sexting kinky
    fancy_a_chat`,
  authority: `government federal ministry customs_office tax_office social_security central_bank reserve_bank court_order revenue
    dvla department_of police_service fbi irs efcc nigeria_customs ncc fccpc post_office postal_service world_bank cbn imf
    united_nations embassy officer director secretary`,
  dear: `dear_customer dear_user dear_client dear_member dear_valued dear_sir dear_friend dear_beneficiary dear_account
    dear_winner dear_email dear_beloved dear_applicant dear_cardholder dear_card dear_subscriber dear_consumer dear_parent
    dear_good_friend dear_sir/madam dear_sir_madam dear_sir_or_madam valued_customer valued_client
    account_holder esteemed_customer attention_customer hello_user sehr_geehrter_kunde sehr_geehrte_kundin lieber_kunde
    prezado_cliente caro_cliente estimado_cliente cher_client gentile_cliente beste_klant geachte_klant hello_dear
    greetings_to_you my_dear dearest_one dear_sirs attn_beneficiary good_friend a/c_holder your_a/c dear_webmail
    dear_netizen`,
  callback: `if_this_wasn't_you if_this_was_not_you if_not_you if_it_wasn't_you not_you if_you_did_not if_you_didn't didn't_request_it did_not_request_it didn't_request_this if_not_done_by_you
    if_you_don't_recognise if_you_do_not_recognise if_you_don't_recognize if_you_do_not_recognize to_cancel to_dispute to_stop
    to_block did_not_authorize didn't_authorize did_not_make_this if_unauthorised if_unauthorized report_the_user report_user cancel_your_order
    cancel_the_order cancel_this caso_nao_reconheca se_nao_foi_voce`,
  auto_renew: `auto-renew* auto_renew* renewal renewed renew renewing subscription_has antivirus norton mcafee geek_squad
    protection_plan auto-debit auto_debited charged_today has_been_charged will_be_charged will_be_debited
    order_confirmation_alert`,
  rateline: `ppm p/min p/msg p/mt p/sms p/txt p/text p/minute gbp/sms eur/sms euro/sms per_min per_msg per_min national_rate national-rate std_rate std_rates standard_rate
    standard_rates std_txt std_chgs txt_rate rcvd t&c t&cs tcs tncs ts&cs t's&c's tscs po_box pobox p.o._box
    subscription_service 18+ 16+ txtin msgs/wk landline customer_services identifier_code claim_code your_subs`,
  occult: `freemason freemasons freemasonry illuminati money_ritual money_rituals spell_caster spell_casters love_spell love_spells
    native_doctor herbalist juju magic_ring magic_wallet lost_lover get_your_ex_back spiritual_powers without_human_sacrifice`,
} as const;
