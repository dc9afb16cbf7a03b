/** Words in Vietnamese (without its accents), Hungarian, Swahili and Afrikaans. Notation as in `asks.ts`. */
export const SOUTH = {
  click: `truy_cap bam_vao nhan_vao click_vao bam_link duong_link vao_link link_sau kattintson kattints nyissa_meg bonyeza
    fungua klik_hier bonyeza_link bofya bofya_link`,
  verify: `xac_nhan xac_minh xac_thuc cap_nhat dinh_danh kich_hoat mo_khoa azonositas azonositsa erositse_meg frissitse megerosit* aktivalja thibitisha hakiki`,
  login: `dang_nhap jelentkezzen_be bejelentkez* ingia_kwenye`,
  reply: `ket_ban_zalo nhan_tin zalo lien_he_zalo irjon valaszoljon irj_ram jibu niandikie`,
  call: `goi_ngay goi_den lien_he goi_lai hotline tong_dai hivja hivjon telefonaljon piga_simu nipigie bel_nou piga pigia
    mpigie tupigie unipigie utupigie umpigie wasiliana mawasiliano ongea_na ongea_nasi wasiliana_na hivd`,
  pay: `chuyen_gap chuyen_tien thanh_toan chuyen_khoan nap_tien nop_phi nop_phat dong_phi fizesse fizessen fizetes befizet*
    utaljon tuma_pesa tuma_ile_pesa tuma_hela nitumie betaal_nou itume itumwe itumie zitume uitume nitume_kwenye unitumie
    utanitumia utanitumie utatuma utaituma utume kunitumia nitumieni mtumie umtumie tumia_namba_hii nirushie unirushie
    utanirushia rusha rushia niwekee uniwekee utaniwekea weka_kwenye iweke nilipie lipa lipia ulipe tuma_tsh tuma_sh tuma_kiasi
    tuma_elfu tuma_tena tuma_kwa tuma_kwenye tuma_hapa hela_tuma pesa_tuma kutuma_hiyo kulipia malipo
    chuyen_cho chuyen_giup chuyen_ho`,
  claim: `nhan_thuong nhan_qua rut_tien nhan_tien nhan_ngay vegye_at igenyelje atvetel* pokea_zawadi chukua_mkopo pata_mkopo
    kupokea_pesa kupokea_zawadi kupata_zawadi upokee kuchukua kupokea_hela upewe pokea`,
  download: `tai_ung_dung tai_app cai_dat cai_app toltse_le telepitse pakua`,
  give: `cung_cap nhap_ma gui_ma gui_thong_tin dien_thong_tin adja_meg kuldje_el toltse_ki tuma_namba weka_pin tuma tuma_jina
    tuma_taarifa tuma_id tuma_picha jaza toa_taarifa
    gui_lai doc_giup doc_ma doc_cho`,
  account: `tai_khoan tk_cua szamla szamlaja szamlajat szamlajan fiok fiokja fiokjat akaunti_yako akaunti namba_ya_akaunti`,
  card: `the_tin_dung the_ngan_hang bankkartya bankkartyaja bankkartyajat kartyaja kartyajat kadi_yako bankkaart`,
  bank: `ngan_hang netbank bankja benki`,
  credential: `mat_khau can_cuoc cccd cmnd thong_tin_ca_nhan jelszo jelszavat szemelyes_adat* bankkartya_adat* nenosiri
    namba_ya_siri pin_yako taarifa_zako taarifa_za_benki taarifa_za_kadi namba_ya_akaunti namba_ya_kitambulisho kitambulisho
    namba_za_siri`,
  otp: `ma_otp ma_xac_thuc ma_xac_nhan ma_xac_minh megerosito_kod sms-kod nyitokod namba_ya_uthibitisho
    ma_6 6_so`,
  parcel: `don_hang buu_kien buu_dien buu_pham giao_hang kien_hang csomag csomagja csomagjat csomagod kezbesit* kuldemeny* posta_csomag mzigo_wako mzigo`,
  fee: `phi_van_chuyen phi_hai_quan phi_dich_vu le_phi vamdij vamdijat dij dijat kezbesitesi_dij vamkezel* ushuru`,
  fine: `phat_nguoi vi_pham_giao_thong tien_phat birsag birsagot parkolasi_bunteto* potdij* faini verkeersboete`,
  refund: `hoan_tien hoan_thue tro_cap ho_tro_tien boi_thuong visszaterites* visszautal* tamogatas* rejesho fidia`,
  tax: `thue cuc_thue bao_hiem_xa_hoi vssid etax ado_visszaterites adohatosag kodi_ya kra belasting`,
  bill: `hoa_don tien_dien no_cuoc qua_han tartozas* szamlatartozas* elmaradas* kifizetetlen bili unadaiwa kodi_yangu
    kodi_ya_nyumba kodi_ya_chumba pango deni_lako marejesho mwenye_nyumba_wako mwenye_nyumba`,
  crypto: `tien_ao tien_dien_tu kriptovaluta*`,
  invest: `dau_tu loi_nhuan chung_khoan sinh_loi befektet* hozam* uwekezaji wekeza faida`,
  job: `viec_lam_online tuyen_ctv cong_tac_vien viec_nhe luong_cao kiem_tien lam_tai_nha thu_nhap munka otthonrol kereset*
    kazi_mtandaoni ajira pata_pesa nafasi_za_kazi nafasi_ya_kazi ajira_mpya mshahara_wa kazi_za_nyumbani`,
  loan: `vay_nhanh vay_tien vay_von giai_ngan lai_suat khoan_vay hitel kolcson gyorskolcson mkopo mikopo lening_goedgekeur
    mkopo_wako mkopo_wa kukopa ombi_lako_la_mkopo mikopo_ya_haraka`,
  prize: `duoc_tang trung_thuong giai_thuong qua_tang tri_an khuyen_mai_lon chuc_mung nyeremeny* nyert ajandek* gratulal* zawadi
    umeshinda bahati_nasibu hongera pongezi jy_het_gewen imeshinda imejishindia umejishindia ushinde kushinda ujishindie mshindi
    washindi tuzo zawadi_yako droo bahati tuzo_point tuzo_points tuzo_pointi kyauta kyautar`,
  selected: `ban_da_trung duoc_chon ban_duoc_nhan on_nyert kivalasztott* umechaguliwa umepata imeshinda umejishindia
    imejishindia umebahatika imechaguliwa umeteuliwa kupokea_msaada`,
  suspended: `bi_khoa tam_khoa se_bi_khoa bi_phong_toa tam_ngung bi_ngung het_han bi_huy khoa_tai_khoan zarolt* zaroltuk
    felfuggeszt* letilt* lejar* visszatart* korlatoz* imefungwa imezuiwa itafungwa opgeskort geblokkeer yamezuiwa imesitishwa
    imesimamishwa umefungiwa itasitishwa imefungiwa`,
  unusual: `uj_eszkoz* ha_nem_on thiet_bi_la bat_thuong dang_nhap_la giao_dich_la dang_nghi nghi_ngo khong_phai_ban gyanus* jogosulatlan* ismeretlen_eszkoz isiyo_ya_kawaida verdagte`,
  failed: `khong_thanh_cong that_bai giao_khong khong_giao_duoc sai_dia_chi chua_duoc sikertelen* hianyos* nem_sikerult
    hibas_cim imeshindwa haijakamilika yamekataa imekataa yameshindikana imeshindikana hitilafu imefeli`,
  urgent: `ngay_lap_tuc trong_vong_24h trong_24h khan_cap truoc_17h truoc_24h ngay_hom_nay tranh_bi azonnal surgos* 24_oran utolso_figyelmeztet* haraka mara_moja sasa_hivi onmiddellik dringend
    gap_nhe gap_nha`,
  threat: `cap_cuu tai_nan cong_an toa_an khoi_to bat_giam vien_kiem_sat lenh_bat bi_phat cuong_che vegrehajto* birosag* rendorseg* mahakamani polisi_wata utakamatwa`,
  family: `nguoi_nha nguoi_than anya anyu apu ba_oi bo_oi anyu mama_yangu baba_yangu
    me_oi ma_oi bo_me`,
  newnumber: `so_moi so_moi_cua dt_hong dien_thoai_hong mat_dien_thoai doi_so uj_szamom az_uj_szamom leejtettem_a_telefon*
    uj_telefonszam* eltort_a_telefonom elromlott_a_telefon* namba_mpya namba_hii simu_imeharibika simu_nyingine
    simu_yangu_imeharibika nuwe_nommer namba_yangu_mpya hii_namba_yangu hii_ni_namba_yangu hii_ndiyo_namba ndiyo_namba_yangu
    nimebadili_laini nimebadilisha_laini nimebadili_namba laini_yangu_ina laini_inamatatizo laini_ina namba_yangu_ina
    namba_yangu_inadeni ina_deni inadeni ile_namba namba_ile nimeazima_simu naazima simu_ya_rafiki simu_imekufa
    simu_yangu_imekufa simu_imepotea nimepoteza_simu simu_imeibiwa simu_imezima simu_yangu_imezima usiitumie isitumie
    usitume_kwenye usitumie
    dien_thoai_con_bi dien_thoai_con_hong dien_thoai_bi_hong so_dien_thoai_moi doi_so_moi`,
  favour: `cho_muon giup_em giup_minh tudsz_segiteni naomba_msaada niazime`,
  mistake: `chuyen_nham gui_nham tevedesbol kimakosa
    gui_nham_ma veletlenul`,
  stranger: `nham_so rossz_szam namba_isiyo_sahihi`,
  dear: `quy_khach kinh_gui_khach_hang khach_hang_than_men tisztelt_ugyfelunk kedves_ugyfelunk kedves_felhasznalo mteja_wetu ndugu_mteja geagte_klient`,
  notice: `ma_erkezik erkezik futar so_du hieu_luc se_duoc_giao da_giao_thanh_cong lich_hen ma_don_hang egyenleg vasarlas
    idopont* emlekezteto atveheto megerkezett salio salio_lako imethibitishwa umepokea miadi umetuma umelipa umenunua umetoa
    umeweka umekamilika imekamilika kumbukumbu muamala umerudishiwa umejiunga uthibitisho_ni`,
  warning: `lua_dao tuyet_doi_khong khong_cung_cap khong_chia_se canh_giac csalas* csalok ne_adja_meg senkinek utapeli usimpe
    usitoe matapeli jihadhari usimpe_mtu usitoe_namba usimpe_mtu_yeyote`,
  promo: `khuyen_mai giam_gia uu_dai ma_giam voucher_giam akcio* kedvezmeny* kupon* punguzo ofa_ya afslag furahia kifurushi
    vifurushi bando dakika mitandao_yote`,
  unsubscribe: `tu_choi_qc soan_tc leiratkoz* jiondoe kujitoa kuondoka kuacha`,
  chat: `chieu_nay ve_nha an_com nhe_me ngu_ngon cam_on mai_gap szia sziasztok koszi holnap puszi este_jovok habari_yako
    asante kesho nakupenda niko_njiani lekker dankie nimefika nitakupigia nitakuja usisahau shikamoo hujambo mambo_vipi uko_wapi
    nyumbani harusi kikao shuleni kazini jioni`,
  first_person: `cua_toi cua_con minh_dang enyem nekem yangu`,
  second_person: `cua_ban cua_quy onnek kedves wewe yako lako`,
  join: `jiunge ujiunge kujiunga jiunga jisajili kujisajili`,
  airtime: `vocha vocher muda_wa_maongezi`,
  occult: `freemasoni* freemasson* friimason* frimason* frimasoni utajiri utajili utajirike kafara kafala ndagu chuma_ulete
    tiba_asili tiba_za_asili mganga waganga dawa_ya_mapenzi dawa_za_asili pete_ya_bahati nyota_na_pete pete_na_nyota`,
  payee: `jina j'ina jina_litakuja jina_litaonyesha jina_litatokea jina_litoke jina_litokee jina_lije jina_italeta
    jina_lionekane litakuja_jina itakuja_jina`,
  agent: `wakala_wetu mume_wangu mke_wangu bosi_wangu mzee_wangu`,
  away: `usinipigie usipige siwezi_kuongea nipo_kwenye_kikao niko_kwenye_kikao`,
  callback: `khong_phai_ban neu_khong_phai ha_nem_on nem_on_volt`,
} as const;
