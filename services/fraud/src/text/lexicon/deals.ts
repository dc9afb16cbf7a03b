/**
 * Words for four frauds whose messages are alike in all languages. Notation as in `asks.ts`; words of scripts without
 * spaces are in `gapless.ts`.
 */
export const DEALS = {
  safeaccount: `safe_account safe_bank_account secure_account safety_account secured_account protected_account verification_account
    government_account secret_account sicheres_konto sichere_konto sicheren_konto sicherheitskonto schutzkonto compte_securise compte_sur
    compte_de_securite compte_protege cuenta_segura cuenta_protegida cuenta_de_seguridad conto_sicuro conto_protetto
    conto_di_sicurezza conta_segura conta_protegida conta_de_seguranca veilige_rekening kluisrekening veilige_kluis
    bezpieczne_konto bezpieczny_rachunek bezpieczne_konta konto_techniczne rachunek_techniczny bezpecny_ucet bezpecneho_uctu
    bezpecnostni_ucet zabezpeceny_ucet zabezpeceneho_uctu cont_sigur cont_securizat contul_sigur guvenli_hesap* guvenli_bir_hesa* sakert_konto
    sakra_kontot sikker_konto sikkert_konto trygg_konto sikkerhetskonto turvatili* turvalli*_tili* rekening_aman akaun_selamat
    tai_khoan_an_toan biztonsagi_szamla* biztonsagos_szamla* akaunti_salama safe_khate surakshit_khat* безопасный_счет безопасном_счете безопасного_счета
    защищенный_счет резервный_счет безпечний_рахунок резервний_рахунок безопасна_сметка ασφαλη_λογαριασμο ασφαλη_λογαριασμους حساب_آمن حساب_امن الحساب_الآمن
    חשבון_בטוח חשבון_מאובטח 안전_계좌* 안전계좌* सुरक्षित_खात*`,
  unseen: `can't_show_you cannot_show_you can_not_show unable_to_show_you can't_do_viewings cannot_do_viewings can't_arrange_a_viewing viewing_is_not_possible keys_by_post
    keys_by_mail keys_by_courier post_you_the_keys mail_you_the_keys send_you_the_keys courier_the_keys keys_will_be_sent keys_would_be_sent bring_you_the_keys deliver_the_keys dhl_the_keys show_you_around show_it_to_you_myself
    keys_will_be_posted keys_will_be_delivered keys_will_be_mailed keys_and_contract schlussel_per_post schlussel_per_kurier schlussel_per_dhl schlussel_per_ups schlussel_werden_ihnen_zugeschickt schlussel_werden_ihnen_zugesandt schlussel_mit_der_post
    schlussel_postalisch nicht_selbst_zeigen nicht_personlich_zeigen nicht_selbst_zur nicht_personlich_zur besichtigung_nicht_moglich
    cles_par_la_poste cles_par_courrier cles_par_colis cles_vous_seront_envoyees cles_vous_seront_expediees cles_vous_seront_livrees vous_enverrai_les_cles cles_par_dhl cles_par_coursier pas_faire_la_visite pas_faire_visiter
    pas_vous_faire_visiter llaves_por_correo llaves_por_mensajeria llaves_por_courier enviare_las_llaves envio_las_llaves enviaran_las_llaves
    no_puedo_ensenar no_puedo_mostrar no_puedo_mostrarle chiavi_per_posta chiavi_tramite chiavi_via_corriere inviero_le_chiavi
    spediro_le_chiavi non_posso_mostrare non_posso_farle_vedere chaves_pelo_correio chaves_por_correio envio_as_chaves
    enviarei_as_chaves nao_posso_mostrar sleutels_per_post sleutels_worden_opgestuurd sleutels_opsturen niet_zelf_laten_zien
    klucze_kurierem klucze_poczta wysle_klucze nie_moge_pokazac klice_postou klice_kuryrem poslu_klice cheile_prin_curier
    cheile_prin_posta anahtarlar_kargo* anahtari_kargo* nycklarna_med_posten nycklarna_skickas noklene_i_posten avaimet_postitse kulcsokat_postan`,
  rent: `rent rental deposit holding_deposit security_deposit first_month's apartment flat kaution miete mietkaution
    monatsmiete wohnung caution loyer appartement fianza alquiler piso deposito deposito_cauzionale affitto appartamento cauzione caucao
    aluguel aluguer apartamento renda huur borg waarborg appartement kaucja kaucje czynsz mieszkanie kauce kauci najem byt
    chirie garantie depozito kira hyra deposition leie depositum vuokra takuuvuokra kaucio berleti_dij`,
  cardcodes: `photos_of_the_codes photo_of_the_codes pictures_of_the_codes picture_of_the_codes pics_of_the_codes pics_of_the_code picture_of_the_code
    photo_of_the_code photos_of_the_cards pictures_of_the_cards picture_of_the_card photo_of_the_card pics_of_the_cards photo_of_the_back photos_of_the_back
    pictures_of_the_back picture_of_the_back pics_of_the_back back_of_them back_of_each back_of_the_cards scratch_the scratch_off scratch_them scratched codes_once
    codes_to_me me_the_codes me_the_code me_codes me_all_the_codes me_pictures me_photos me_pics email_me_the_codes codes_on_the_back
    mir_die_codes die_codes_schicken codes_schicken codes_abfotografieren codes_fotografieren foto_der_codes fotos_der_codes rubbelfeld freirubbeln
    codes_freirubbeln moi_les_codes m'envoyer_les_codes photo_des_codes photos_des_codes les_codes_en_photo grattez_les gratter_les fotos_de_los_codigos
    foto_de_los_codigos los_codigos_por raspa_los codes_grattes codes_des_cartes numbers_off_the_back codes_off_the_back numbers_on_the_back codes_on_the_back_of pin_on_the_back mandame_los_codigos enviame_los_codigos foto_dei_codici mandami_i_codici inviami_i_codici gratta_i fotos_dos_codigos
    foto_dos_codigos manda_os_codigos envia_os_codigos me_os_codigos raspe_os foto_van_de_codes codes_doorsturen de_codes_sturen kras_de zdjecia_kodow zdjecie_kodow przeslij_kody wyslij_kody
    kody_ze_zdrapek fotky_kodu posli_kody kodlari_bana kodlarin_fotografini kodlari_at foto_kodenya kirim_kodenya bild_pa_koderna skicka_koderna kuva_koodeista`,
  dispute: `dispute wasn't_you was_this_you wasn't_me didn't_make_this cancel_at cancel_here cancel_now cancel_payment cancel_it
    cancel_transaction cancel_transfer stop_payment stop_the_payment stornieren storno stornierung waren_sie_das_nicht nicht_sie
    nicht_von_ihnen nicht_autorisiert nicht_veranlasst widersprechen pas_a_l'origine n'etes_pas_a pas_de_vous contester
    contestez annulez annuler annuler_le faire_opposition opposition no_la_reconoce no_lo_reconoce no_reconoce no_reconoces no_has_sido_tu no_fue_usted
    no_fuiste_tu anule anula anular anularla anularlo non_sei_stato_tu non_sei_tu non_riconosci non_riconosce
    non_e_stato_lei annulla annullare annullarla disconosci nao_reconhece nao_reconheces nao_foi_voce nao_foi_vc contestar conteste
    cancele_aqui cancelar_aqui was_u_dit_niet niet_door_u bent_u_dit_niet annuleer annuleren nie_rozpoznajesz to_nie_ty nie_ty anuluj
    anulowac nebyli_jste_to nejste_to_vy zruste zrusit nu_recunoasteti nu_ati_fost anulati siz_degilseniz size_ait_degilse iptal_edin
    iptal_et bukan_anda batalkan khong_phai_ban khong_phai_quy_khach huy_giao_dich de_huy inte_du avbryt_har ikke_deg ikke_dig
    annuller et_tehnyt peruuta nem_on nem_te torolje это_не_вы не_вы отменить отмените не_совершали це_не_ви не_ви скасуйте скасувати لم_تقم_بهذه
    إلغاء_العملية לא_אתה לביטול 취소* 본인이_아닐 본인_아닐시`,
} as const;
