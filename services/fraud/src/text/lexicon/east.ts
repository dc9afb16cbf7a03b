/**
 * Words in Polish, Czech, Romanian, Turkish, Azerbaijani, Indonesian and Malay, Hindi in Latin letters, Tagalog, and
 * Nigerian English. Notation as in `asks.ts`.
 */
export const EAST = {
  click: `kliknij kliknac wejdz otworz pod_linkiem link_ponizej kliknete kliknete_zde nasledujici_odkaz nasledujiciho_odkazu tento_odkaz tohoto_odkazu odkazem na_odkaz odkaz accesati apasati tiklayin tiklayiniz tikla tiklayarak
    linke baglantiya linkten adresinden klik_link klik_disini klik_di_sini buka_link tekan_pautan pautan klik par_click click_karein
    click_kare pindutin i-click`,
  verify: `potwierdz potwierdzic zweryfikuj weryfikac* zaktualizuj aktualizac* odblokuj uzupelnij overte potvrdte aktualizujte verificati
    confirmati actualizati dogrulayin dogrulama onaylayin guncelleyin guncelleme guncelleyiniz aktif_edin verifikasi konfirmasi
    perbarui perbaharui sahkan kemas_kini mengaktifkan aktifkan verify_karein update_karein update_kare kyc_karein i-verify
    i-update təsdiqləyin təsdiq_edin`,
  login: `zaloguj zalogowac logowanie prihlaste autentificati giris_yapin giris_yapiniz giris_yap masuk_ke log_masuk login_karein`,
  reply: `odpisz napisz_do_mnie napisz_na napis_mi scrie-mi yaz_bana bana_yazin mesaj_at balas hubungi_wa chat_wa wa_me whatsapp_karo
    message_karo message_kare inbox_me dm_me_on drop_your`,
  call: `zadzwon zadzwonic kontakt_z zavolejte sunati arayin arayiniz araniyor hubungi telepon sila_hubungi call_karein
    call_kare sampark_kare sampark_karein tumawag hub m-hub telp tlp tlpn tlp_dulu telpon_dulu telepon_dulu hubungin
    menghubungi_nomor melapor volejte volajte zavolajte sunati_la rabta_karein rabta_karen`,
  pay: `zaplac zaplacic uhradte uhradit dokonaj_platnosci doplac doplata doplaty oplac oplacic uregul* przelej przelew
    zaplatte doplatek platba platiti odeyin odeme odemeniz odeyiniz havale bayar pembayaran transfer_ke transfer_dulu jelaskan
    jumlah bayaran payment_karein bhejo paise_bhejo magbayad bayaran_ang wire_me credit_me send_me_money send_money transfer_aja
    ditransfer di_transfer transferin transferkan transfer_uang bayarkan dibayar di_bayar pembayarannya pembayaran_harus setoran
    penyetoran kirim_uang kirim_ke_bank kirim_ke_rekening uangnya_ditransfer krm_uang lunasi pelunasan
    ödəniş_edin ödəyin
    zrobic_przelew para_gonder* para_yatir* para_atar_misin pozyczyc_mi
    oderseniz odeyerek`,
  claim: `odbierz odebrac wyplac vyzvednete ridicati alin basvurun basvurunuz basvuru hemen_al klaim ambil tuntut cairkan
    tebus claim_karein claim_kare kunin i-claim pencairan cair mencairkan klaim_hadiah ambil_hadiah`,
  download: `aplikasi zainstaluj pobierz_aplikacje uygulamayi_indirin indirin install_karein apk_file undangan_pernikahan`,
  give: `podaj wyslij przeslij zadejte zaslete trimiteti gonderin gonderiniz paylasin girin kirim kirimkan masukkan hantar
    isi_formulir bhejein share_karein bata_do ibigay ipadala kirimi kirimin krm krim kirimkan_dulu kirim_ke kirimin_dulu kirimkn
    kirimkanlah isi_data sebutkan daxil_edin göndərin
    przeslac wyslac atar_misin gonderir_misin iletir_misin iletebilir_misin bana_ilet podac_mi mi_podac preposl*
    trimite-mi`,
  otp: `kod_weryfikacyjny kod_blik blik kod_autoryzacyjny overovaci_kod codul_de_verificare dogrulama_kodu onay_kodu sms_kodu tek_kullanimlik
    kode_otp kode_verifikasi kod_tac kod_pengesahan tac_code
    6_cyfrow* szesciocyfrow* kod_sms 6_haneli alti_haneli 6_digit kode_6`,
  code: `kod kodu kodunu kodunuz kodem kode_anda`,
  account: `konta twoje_konto rachunek profil_zaufany ucet ucty contul hesabiniz hesabi hesap hesabinizin akun rekening_anda
    akaun akaun_anda khata khaata account_mein profil_anda internet_bankacilig* rekening* rekeningnya norek* no_rek no_rek.*
    no.rek* no.rekening nomor_rek rek tabungan_anda rekning atm_anda`,
  card: `karta karty platnicza kartinizi kartiniz kredi_karti banka_karti kartu kartu_atm kad kad_debit kartu_anda
    kartu_atm_anda`,
  bank: `banku bankowosc bankasi banka_hesab* mobilni_bankovnictvi`,
  credential: `haslo dane_logowania dane_karty pesel numer_karty heslo udaje_karty datele_cardului parola sifre sifreniz
    sifrenizi t.c._kimlik tc_kimlik kimlik_bilgileri kart_bilgileri kata_sandi kata_laluan nomor_rekening no_rekening
    data_pribadi data_diri maklumat_bank aadhaar_number pan_number account_pin atm_pin nomor_pin no_pin
    kart_məlumatları kart_məlumatlarınızı şifrənizi`,
  parcel: `paczka paczke paczki paczce przesylka przesylke przesylki kurier kuriera paczkomat dostawa dostawy doreczenia zasilka zasilku
    zasilky balik baliku dorucen* coletul colet livrarea kargo kargonuz kargonuzun gonderiniz teslimat teslim paket_anda kiriman
    pengiriman bungkusan penghantaran pos_malaysia parsel padala`,
  fee: `poplatek oplata oplaty oplate celne clo_za taxa_vamala ucret ucreti gumruk gumruk_vergisi kargo_ucreti biaya biaya_admin bea_cukai ongkos
    caj yuran cukai_kastam hgs ogs`,
  fine: `mandat mandatu pokuta amenda cezasi trafik_cezasi ceza hgs_cezasi e-tilang etilang tilang saman challan e-challan echallan
    challan_pending
    cezaniz cezaniz_var cezasini ihlalli_gecis* gecis_ihlali*`,
  refund: `zwrot zwrotu zwrot_podatku nadplata preplatek vraceni rambursare iade iadesi iadeniz pengembalian bayaran_balik bayar_balik
    paisa_wapas refund_milega dofinansowanie`,
  tax: `podatek podatku urzad_skarbowy zus e-urzad financni_urad vergi vergi_iadesi gelir_idaresi e-devlet edevlet sgk pajak djp lhdn
    hasil bantuan bansos bpjs sumbangan_tunai yojana pm_kisan subsidy_amount ayuda dswd sss sosial_yardım`,
  bill: `zaleglosc zaleglosci faktura faktury niedoplata niedoplate zadluzenie dluh faktury_c factura_restanta borcunuz borc
    borcu fatura tagihan tunggakan invois bil tertunggak bill_pending bijli_bill bijli utang angsuran* cicilan* kontrakan*
    jatuh_tempo uang_sewa sewa_rumah uang_kost uang_kos kreditan`,
  invest: `inwestycja inwestuj zarabiaj_na investice investitie yatirim yatirimi kazanc investasi cuan pelaburan profit_harian paisa_double`,
  crypto: `kripto kryptowaluty kryptowalut kripto_para mata_uang_kripto`,
  job: `praca praca_zdalna zarobki zarabiaj zarob dodatkowy_dochod rekrutacj* brigada prace_z_domova loc_de_munca castiga is_firsati evden_calis*
    ek_gelir gunluk_kazanc lowongan kerja_sampingan kerja_online part_time_kerja penghasilan gaji kerja_kosong
    kerja_dari_rumah pendapatan ghar_baithe ghar_se kamaye kamao kamaiye trabaho kikitain work_and_earn
    gunluk_gelir begeni_yap* dzial_hr gunde_kazan kazanmak_ister* evden_para telefondan_kazan* prace_na_doma munca_la_domiciliu lajkowan*`,
  loan: `pozyczka pozyczke kredyt chwilowka pujcka uver imprumut kredi krediniz kredisi nakit_ihtiyac* pinjaman pinjol
    dana_cepat dana_tunai pembiayaan_peribadi loan_chahiye utangan tanpa_jaminan tanpa_agunan butuh_dana dana_pinjaman kta
    bunga_ringan`,
  prize: `wygrales wygrana nagroda nagrode nagrody loteria vyhrali vyhra vyhry castigat premiul kazandiniz odul odulunuz
    cekilis hediye hediyeniz ikramiye hadiah pemenang undian menang memenangkan poin jeetein jeeta inaam lottery_lagi nanalo
    premyo gana_ng hadiahnya cek_tunai undiannya pemenang_undian tabungan_haji kejutan gebyar vyhral* vyherce
    gratulujeme ati_castigat felicitari jeeti jeete`,
  selected: `zostales_wybrany zostala_pani byl_jste_vybran ati_fost_selectat secildiniz kazanmaya_hak anda_terpilih
    telah_terpilih selamat_anda tahniah_anda aapka_number aap_jeet nanalo_ka your_number_won anda_mendapat
    anda_mendapatkan_hadiah mndptkan m-dpt m_dpt men-dpt men_dptkn m-dptkan mendpt men_dpt no_anda_terpilih nomor_anda_terpilih
    slmt_anda anda_dapat_cek vyhral_jste vyhrali_jste ati_castigat`,
  suspended: `zablokowan* zawieszon* wstrzyman* zatrzyman* wygasa wygasn* ograniczon* blokada odlaczen* zablokovan*
    pozastaven* zadrzen* vyprsi vyprsela vyprsel vyprsenim bude_zrusen* skonci_platnost pozbude_platnosti zruseno zrusen omezen* blocat suspendat askiya kapatilac* kapatilmis* bloke_edil* engellen* kisitlan* dondurul* iptal_edil*
    durdurul* beklemede diblokir terblokir dibekukan ditangguhkan dinonaktifkan kadaluarsa disekat digantung dihentikan
    tergantung band_ho band_kar block_ho block_kar band_hone rok_diya pending_hai na-block kartu_terblokir di_blokir
    bloklanıb məhdudlaşdırılıb`,
  unusual: `podejrzan* nieautoryzowan* nietypow* nowe_urzadzenie proba_logowania podezrel* neobvykl* nezname_zarizeni noveho_zarizeni neopravnen* suspicios supheli bilginiz_disinda
    sizin_disinizda yeni_cihaz olagandisi mencurigakan tidak_dikenal tidak_wajar perangkat_baru meragukan`,
  failed: `nie_moglismy nie_udalo nieudan* niekompletn* bledny_adres brak_numeru niedoreczon* ceka_na nepodarilo neuplny nedorucen* nu_a_putut
    teslim_edilemedi basarisiz eksik hatali adresiniz gagal tidak_dapat tidak_lengkap gagal_dihantar alamat_tidak nahi_hua fail_ho`,
  urgent: `pilne pilnie natychmiast niezwlocznie w_ciagu_24 w_ciagu_48 ostatnie_wezwanie ostateczne dzisiaj_do unikniecia ihned
    neprodlene posledni_upozorneni urgenta acil acilen hemen son_gun son_uyari 24_saat 24_saat_icinde bugun_son derhal ivedi segera
    secepatnya dalam_24_jam hari_ini_juga 24_jam terakhir_hari turant jaldi jaldi_karein aaj_hi aaj_raat agad asap_abeg sharp_sharp
    now_now təcili`,
  threat: `komornik komornika egzekuc* windykac* sadowe policja wezwanie_do_zaplaty exekuce exekutor icra icraya haciz yasal_islem
    mahkeme savcilik polis hukum pengadilan polisi surat_tilang tindakan_undang mahkamah waran_tangkap kanooni arrest_ho`,
  newaccount: `nowy_numer_konta zmiana_rachunku novy_ucet yeni_hesap yeni_iban rekening_baru no_rekening_baru
    nomor_rekening_baru perubahan_no_rekening perubahan_rekening ganti_rekening rekening_lama rekening_yg_lama
    perubahan_pembayaran pindah_rekening`,
  favour: `jestes_dostepny jestes_przy_biurku potrzebuje_przyslugi musait_misin musait_misiniz apakah_anda_ada bisa_bantu i_need_you_to_help_me
    abeg_help_me help_me_with`,
  stranger: `pomylka zly_numer spatne_cislo yanlis_numara salah_nomor salah_sambung nomor_salah`,
  family: `mamo mamusiu tato tatusiu corka syn mami tati anne annecigim baba babacim oglum kizim ibu bapak bunda ayah anak
    mamah beta beti mummy papa_ji nanay tatay bpk_ini ini_bpk mamahmu
    babciu dziadku`,
  newnumber: `nowy_numer moj_nowy_numer telefon_zepsul zepsul_mi_sie zepsuty_telefon rozbil_mi_sie telefon_mi_upadl
    zgubilem_telefon nove_cislo rozbil_se_mi rozbity_mobil noul_meu_numar numarul_meu_nou yeni_numaram yeni_numara
    telefonum_bozuldu telefonum_kirildi telefonum_dustu nomor_baru nomor_baruku no_baru hp_rusak hp_hilang telefon_rosak
    hp_aku_rusak naya_number mera_naya phone_kharab phone_toot bagong_number no_barunya nomor_barunya
    nomer_baru nomer_barunya nmr_baru no_hp_baru no_baru_saya nomor_baru_saya no_ini nmr_ini nomor_ini nomer_ini pinjam_hp
    pinjem_hp pake_hp pakai_hp hp_teman hp_orang hp_saya_rusak hp_disita hp_saya_hilang
    telefon_wpadl wpadl_mi_do_wody nowego_numeru rozbilam_telefon rozbilem_telefon`,
  dear: `szanowny_kliencie szanowna_klientko szanowni_panstwo drogi_kliencie vazeny_zakazniku stimate_client sayin_musterimiz degerli_musterimiz
    sayin_kullanici pelanggan_yth yth_pelanggan nasabah_yth nasabah_terhormat pelanggan_yang pelanggan_kami yth_bapak tuan/puan
    priya_grahak dear_grahak mahal_na dear_esteemed hörmətli_müştəri`,
  notice: `twoj_kod kod_to to_twoj_kod vas_kod codul_tau kodunuz dogrulama_kodunuz onay_kodunuz kode_anda adalah_kode
    kode_verifikasi_anda wizyta wizycie przypomnienie_o zostala_dostarczona zostanie_dostarczona w_drodze doruczena
    teslim_edildi dagitima_cikarildi randevunuz randevu siparisiniz telah_dikirim sudah_dikirim telah_diterima pesanan_anda
    janji_temu saldo_anda bakiyeniz harcama dekont kode_transaksi transaksi_berhasil isi_ulang_berhasil pembelian_berhasil
    sisa_saldo sisa_kuota masa_aktif`,
  warning: `oszustwo oszusci oszustami nie_podawaj nikomu_nie nie_udostepniaj podvod nesdelujte dolandirici dolandiricilik
    kimseyle_paylasmayin paylasmayiniz kimseye_vermeyin penipuan penipu jangan_berikan jangan_bagikan rahasiakan jangan_kongsi
    jangan_dedahkan dhokhadhadi kisi_ke_saath share_na_karein share_na_kare na_batayein scam_alert huwag_ibigay
    jangan_berikan_ke`,
  promo: `promocja promocje rabat rabatu znizka znizki wyprzedaz kupon sleva slevy akce reduceri indirim* kampanya* ucretsiz hediye* magaza* koleksiyon* alisveris*
    firsat firsati taksit diskon potongan_harga promo_spesial kuota paket_data gratis_ongkir diskaun jualan_murah dhamaka muft
    offer_sirf sulit paket_internet bebas_pulsa isi_ulang cek_kuota internetan nelpon`,
  unsubscribe: `sms_iptal sms_iptali smsiptal iptal_yazip almak_istemiyorsaniz listemizden_cikmak cikis_icin mersis mersis_no mersisno wypisz rezygnacja odhlasit dezabonare ret_yaz iptal_icin sms_ret berhenti_langganan berhenti_berlangganan
    unreg`,
  chat: `czesc hej hejka dzieki jutro wieczorem dobranoc kocham buziaki ahoj dik zitra multumesc salut_ce selam merhaba tesekkurler yarin
    aksam canim abi kanka iyi_geceler tamam halo makasih besok nanti_malam aku kamu gue lu lagi_dimana iya udah gak nggak terima_kasih
    esok sudah_makan jom arey accha theek ghar_aa khana kab_aa raha_hu rahi_hu kuya salamat bukas wey don_reach how_body dey_come
    i_don comot chop pikin`,
  first_person: `ja moj moja mnie mi_sie benim saya_ini mera meri mujhe`,
  second_person: `twoj twoja twoje panstwa panstwu siz sizin anda kamu_dapat aap aapka aapki aapke`,
  buy: `belikan beliin bliin belikn beliken pangmeserkeun isiin isikan isi_dl isi_dulu isi_pulsa berminat minat_beli dijual
    di_jual harga_nego masalah_harga masalah_hrg soal_harga`,
  airtime: `pulsa* plsa isi_pulsa`,
  occult: `dukun pesugihan penglaris uang_gaib uang_ghaib dana_gaib dana_ghaib pelet jimat togel angka_jitu nomor_jitu
    angka_togel tuyul bank_gaib penggandaan_uang`,
  payee: `a/n a/n.* atas_nama`,
  agent: `atasan_saya atasan_sy bos_saya suami_saya suami_sy istri_saya istri_sy bendahara_saya dikuasakan kuasakan
    di_kuasakan hubungi_pak hubungi_bpk hubungi_bapak hubungi_bu hub_pak hub_bpk hub_pk hub_bu tlp_bpk telp_bpk ke_bpk ke_bapak
    ke_pak lewat_pak melalui_bpk melalui_ke_bpk`,
  away: `jangan_telepon jangan_telpon jangan_tlp jgn_tlp jgn_telp jgn_telpon jgn_telepon jangan_dulu_tlp jangan_dulu_telpon
    jangan_ditelpon jangan_sms_dulu jgn_sms tong_nelpon lagi_rapat lg_rapat lagi_meeting`,
  callback: `size_ait_degilse siz_yapmadiysaniz bilginiz_disinda_ise islem_size_ait
    jesli_to_nie_ty jezeli_to_nie jika_bukan_anda bukan_anda size_ait_degil siz_degilseniz nie_ty nebyli_jste_to
    nu_esti_tu nu_ati_fost_dvs`,
  giftcard: `karty_podarunkowe kart_podarunkowych karty_prezentowe karty_google karty_steam darkove_karty darkovych_karet hediye_kart* google_play_kart* steam_kart* kartu_google kartu_hadiah`,
  mistake: `omylem din_greseala`,
} as const;
