/**
 * Words for the requests of messages, and for the requested things. Entries are words after normalisation; a trailing
 * `*` is a stem, `_` joins the words of a phrase. Each list begins with English, followed by German, Portuguese,
 * Spanish, French, Italian and Dutch.
 */
export const ASKS = {
  click: `click clicking tap press open visit the_following_link follow_the_link follow_this_link go_to use_the_link via_the_link link below_link
    klick* klicken_sie clique clicando clic cliquez cliquer haz_clic pulse pinche cliccare clicca klik* abra acesse acessar
    accede acceda acceder accedi hier_klicken`,
  verify: `verify verifying verif* confirm confirming validate validat* authenticate authenticat* reactivat* re-activate restore
    re-confirm revalidat* unlock rectif* upgrade update updating bestatig* verifizier* aktualisier* entsperr* confirme confirmar
    verifique atualiz* regulariz* desbloque* actualic* actualiz* verifiez confirmez actualisez aggiorn* conferm* bevestig* kyc
    e-kyc re-kyc revalidate reverify re-verify`,
  login: `login log_in logon log_on log_into signin sign_in sign_into anmelden einloggen entrar fazer_login iniciar_sesion
    connectez-vous se_connecter accedere inloggen`,
  reply: `reply replying respond responding text txt sms whatsapp telegram get_back_to_me write_back antworten responda responder
    repondre rispondi message_me msg_me text_me whatsapp_me add_me email_me e-mail_me mail_me email_to_me e-mail_to_me write_me write_to_me
    let_me_know_when_we let_me_know_if_interested if_interested any_interest are_you_interested
    schreib_mir schreiben_sie_mir escribeme escribame contacteme contactez-moi mi_contatti contate-me escreva-me ecrivez-moi scrivimi`,
  call: `call calling ring dial phone contact contacting speak_to call_us call_now toll-free tollfree helpline anrufen ligue ligar
    llame llamar appelez chiama bel_ons`,
  pay: `pay paying paid settle transfer transfers deposit wire remit make_a_payment make_payment top_up bezahl* zahlen zahlung
    uberweis* pague pagar pagamento pago paiement payer paga pagare betaal* betaling`,
  claim: `claim claiming collect redeem redeemed receive get_yours cash_out withdraw withdrawal einlosen sichern_sie resgat*
    resgate reclam* canje* recuperez reclamez ritira riscuoti claimen ophalen`,
  download: `download install apk app_below anydesk teamviewer quicksupport screen_share screen_sharing remote_access`,
  remote: `anydesk any_desk teamviewer quicksupport quick_support rustdesk ultraviewer alpemix airdroid screen_share screen_sharing
    share_your_screen share_screen remote_access remote_control`,
  give: `send provide give share tell supply submit enter input forward fill fill_in fill_out complete reveal furnish senden angeben
    eingeben informe enviar envie envia envoyez fournir saisir inserisci invia`,
  buy: `buy purchase order shop kaufen bestellen comprar compre acheter acquista kopen`,
  join: `join register registering registration subscribe sign_up signup apply enrol enroll activate activating opt_in start_now
    get_started registrier* cadastr* inscri* iscriv*`,
  secrecy: `keep_this_secret keep_it_secret strictly_confidential confidential dont_tell do_not_tell between_us discreet
    discretion in_confidence strictest_confidence utmost_confidence confidentiality utmost_secrecy top_secret confidencial confidencialidad discrecion vertraulich vertraulichkeit diskretion confidentiel confidentialite riservato
    riservatezza discrezione sigilo discricao vertrouwelijk discretie poufne poufnosc`,
} as const;

export const OBJECTS = {
  account: `account accounts acct acc a/c profile mailbox inbox membership subscription netbanking net_banking online_banking
    internet_banking mobile_banking apple_id icloud_id upi konto kontos kundenkonto conta cuenta compte conto rekening mail_box
    webmail e-mail_account email_account domain`,
  card: `card cards debit_card credit_card atm_card atm visa mastercard karte cartao tarjeta carte carta`,
  wallet: `wallet wallets metamask ledger trezor seed_phrase recovery_phrase private_key private_keys secret_phrase billetera carteira`,
  bank: `bank banks banking bank's banco banca banque sparkasse volksbank cooperativa`,
  credential: `password passwords passwort senha contrasena mot_de_passe wachtwoord pin pin_number pins passcode cvv cvc ssn
    social_security_number card_details card_number bank_details account_details account_number bvn nin aadhaar aadhar pan_card
    pan_number seed_phrase recovery_phrase secret_phrase private_key mother's_maiden_name date_of_birth login_details
    personal_details personal_information credentials username_and_password user_id zugangsdaten dados_bancarios datos_bancarios
    coordonnees_bancaires billing_information payment_details billing_details passport_number id_number sort_code upi_pin mpin
    t-pin tpin token_device contact_details full_name_and_address`,
  otp: `otp otps one-time_password one_time_password one-time_code one_time_code one-time_passcode one_time_passcode
    verification_code security_code login_code confirmation_code access_code auth_code authentication_code passcode 2fa
    6-digit_code six-digit_code 6_digit_code 6_digits 6-digit_pin 6-digit_number 4-digit_code sent_a_code sent_you_a_code verification_pin
    code_you_received code_you_just code_that_you code_sent_to_you sim_swap port-out porting_code puk activation_code whatsapp_code sms_code pin_code google_code`,
  code: `code codes tac kode codigo`,
  parcel: `parcel parcels package packages delivery deliver delivered deliveries shipment shipping courier postal redeliver*
    consignment order tracking warehouse paket sendung lieferung encomenda entrega pacote paquete envio colis
    livraison pacco spedizione pakket bezorging depot`,
  fee: `fee fees charge charges postage duty duties customs customs_fee shipping_fee toll tolls unpaid_toll handling_charge
    clearance_fee processing_fee release_fee surcharge underpaid gebuhr gebuhren zollgebuhr* taxa tarifa frais spese kosten
    douane registration_fee activation_fee`,
  refund: `refund refunds refunded rebate reimbursement overpaid overpayment compensation compensated repayment ruckerstattung
    erstattung reembolso restituicao remboursement rimborso terugbetaling teruggave cashback`,
  tax: `tax taxes hmrc irs stimulus tax_return tax_refund council_tax vat inland_revenue grant benefit benefits pension steuer
    imposto impuesto impots economic_impact_payment subsidy cost_of_living rebate_payment palliative n-power empowerment`,
  bill: `bill bills invoice invoices overdue unpaid outstanding_balance past_due amount_due statement rechnung mahnung fatura
    boleto factura facture fattura factuur remittance purchase_order payment_advice proforma debt debts arrears`,
  document: `document documents attached attachment attachments file files pdf fax voicemail voice_message shared_document
    shared_file docusign e-signature documento anhang dokument piece_jointe allegato shared_a_file scanned`,
  mailbox: `mailbox mail_box mailboxes webmail web_mail inbox e-mail_account email_account mail_account email_storage e-mail_storage
    mail_storage mail_quota email_quota mail_server email_server mail_system outlook_web_app owa email_administrator mail_administrator
    email_verification email_password unreceived incoming_mails incoming_emails incoming_messages pending_mails pending_emails
    pending_messages undelivered_mails undelivered_messages undelivered_emails held_messages messages_on_hold unread_pending
    delayed_messages postfach postfachs mailkonto e-mail-konto mailspeicher posteingang boite_mail boite_e-mail boite_de_reception
    messagerie compte_de_messagerie buzon buzon_de_correo bandeja_de_entrada cuenta_de_correo caixa_postal caixa_de_entrada
    conta_de_e-mail webmail casella_di_posta casella_postale casella_e-mail postvak e-mailaccount mailaccount skrzynka_pocztowa
    skrzynki skrzynke skrzynka_e-mail postovni_schranka schranka casuta_postala posta_kutusu posta_kutunuz e-posta_hesabiniz kotak_masuk
    kotak_surat postafiok hom_thu brevlada e-postkonto postkasse sahkopostilaatikko
    почтовый_ящик почтового_ящика почтовая_учетная поштова_скринька поштову_скриньку γραμματοκιβωτιο صندوق_البريد بريدك_الإلكتروني
    البريد_الإلكتروني תיבת_הדואר 우편함* 메일함* 사서함* 이메일* मेलबॉक्स`,
  shared: `shared_with_you shared_a_file shared_a_document shared_file shared_files shared_document shared_documents shared_folder
    sent_you_a_file sent_you_files sent_you_some_files sent_you_a_document sent_you_a_secure sent_you_an_encrypted file_has_been_sent
    files_sent_to files_sent_via files_have_been_sent received_a_file received_a_document received_a_new_file received_new_files
    received_files received_a_new_document received_a_secure received_an_encrypted view_document view_file view_files open_document
    open_shared preview_document download_document download_file download_files download_your_files get_your_files view_attachment
    review_document review_the_document review_and_sign document_for_review document_to_sign documents_to_sign sign_the_document
    secure_document secured_document secure_message encrypted_message protected_message new_voicemail new_voice_message voice_message
    voicemail_message missed_voice play_voice listen_to_voice new_fax fax_message incoming_fax received_a_fax scanned_document
    scanned_file transfer_expires will_be_deleted_on dokument_freigegeben datei_freigegeben dokument_ansehen dateien_herunterladen
    document_partage fichier_partage voir_le_document telecharger_le_document documento_compartido ver_documento ver_archivo
    descargar_archivos documento_compartilhado visualizar_documento baixar_arquivo documento_condiviso visualizza_documento
    scarica_file gedeeld_document document_bekijken bestand_downloaden udostepnil_plik udostepniony_dokument zobacz_dokument
    paylasilan_belge belgeyi_goruntule`,
  fund: `fund funds inheritance inherit next_of_kin beneficiary barrister diplomat diplomatic consignment_box deceased late_husband
    trunk_box compensation_fund fund_release unclaimed million_dollars million_usd millions billion investor_fund foundation donation
    donate donated philanthrop* project_funding herencia heranca erbschaft heritage united_nations trunk estate_of payment_file
    erbin verstorbene* heritier* defunt defunte decede decedee heredero* fallecid* difunt* albacea eredita eredi
    defunto defunta deceduto herdeir* falecid* erfenis erfgena* spadek spadkobierc* zmarlego zmarlej miras`,
  qr: `qr qr_code qr-code qrcode scan_the_code scan_code scan_this_code scan_below scan_the_qr scan_the_barcode scan_with_your
    using_your_smartphone smartphone_camera phone_camera phone's_camera codigo_qr codice_qr code_qr karekod kod_qr kode_qr qr_kod qr-kod
    scannen_sie scannez escanee escanea scansiona escaneie scan_de_code zeskanuj okutun okutunuz imbas pindai`,
  crypto: `crypto cryptocurrency bitcoin bitcoins btc eth ethereum usdt xrp bnb doge solana airdrop staking stake token tokens nft
    nfts defi blockchain mining_pool coin coins binance coinbase ripple busd uniswap kryptowahrung* bitcoin_address btc_address`,
  invest: `invest investing investment investments investor investors trading trader forex profit profits returns roi
    guaranteed_return double_your passive_income signals portfolio dividends stocks stock_tips ipo investition* rendite
    investimento* inversion* investissement*`,
  giftcard: `play_card play_cards steam_gift apple_cards amazon_cards visa_gift vanilla_card vanilla_cards sephora_card sephora_cards gift_card gift_cards giftcard giftcards itunes_card itunes_cards steam_card steam_cards google_play_card
    google_play_cards amazon_card apple_card scratch scratch_off voucher_codes razer_gold`,
  job: `app_optimization optimization_task product_boosting hotel_reviews like_youtube liking_videos rate_hotels google_maps_reviews
    part-time_job online_assistant your_resume your_cv through_your_resume recruitment_agency training_period paid_training
    usdt_daily usdt_per_day flexible_hours flexible_schedule base_salary job jobs hiring vacancy vacancies recruit* part-time part_time full-time work_from_home working_from_home work_at_home working_at_home
    home_based_business home-based_business residual_income network_marketing financial_freedom be_your_own_boss salary remote_job
    remote_work hr_manager hr_department per_day daily_pay daily_income online_job interns position earn earning earnings
    artwork_project use_one_of_your car_wrap wrap_your_car wrap_on_your interviewed freelance typing_job
    easy_task easy_tasks commission nebenjob emprego vaga empleo trabajo_desde_casa`,
  loan: `loan loans lender lending borrow credit_facility credit_limit pre-approved preapproved pre_approved no_credit_check
    collateral interest_rate debt_relief mortgage refinance financing business_funding working_capital
    line_of_credit overdraft soft_loan quick_cash kredit darlehen emprestimo prestamo
    pret prestito lening`,
  airtime: `airtime recharge_card recharge_cards recharge_pin recharge_pins phone_credit`,
} as const;
