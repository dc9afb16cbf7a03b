/**
 * Words in Swedish, Norwegian, Danish and Finnish; Croatian, Serbian and Slovene in Latin letters. Notation as in
 * `asks.ts`.
 */
export const NORTH = {
  click: `klicka_har klicka_pa lanken via_lanken folj_lanken trykk_pa lenken klikk_her klik_her via_linket avaa_linkki linkki linkista klikkaa kliknite na_poveznicu poveznica
    na_linku povezavo`,
  verify: `forny fornya fornye verifiera verifiera_dig bekrafta_din uppdatera aktivera legitimera bekreft bekrefte oppdater bekræft bekræfte opdater opdatere verificer aktiver vahvista paivita tunnistaudu aktivoi
    potvrdite_identitet provjerite verificirajte azurirajte aktivirajte registrer_kontonummer
    fullfor bekræft_med bekreft_med bekrafta_med`,
  login: `logga_in_med logga_in_har logg_inn log_ind_her kirjaudu prijavite_se prijava_na`,
  reply: `svara_pa skriv_till skriv_til_meg skriv_til_mig sms:a_mig send_meg_en send_mig_en smsa vastaa laita_viesti laita_whatsapp javi_mi_se javi_se_na pisi_mi posalji_poruku
    skicka_ett_sms skicka_sms skicka_ett_meddelande skicka_mig skriv_har skriv_her skriv_nar_du send_en_melding send_meg
    laita_viestia laita_mulle kirjoita_minulle`,
  call: `ring_oss_pa ring_genast ring_nu ring_tilbake ring_til kontakta kontakt_os soita soittakaa nazovite pozovite nazovi poklicite`,
  pay: `betala_har betala_nu swisha betal betale betal_her vipps overfor overfør maksa maksakaa suorita_maksu siirra platite uplatite uplatu placanje plačajte uplata
    swish vippse betala_en betale_en betala_rakning* betale_regning* lana_mig lane_meg lane_mig fora_over mobilepay
    lægge_ud legge_ut voitko_maksaa maksaa_yhden maksaa_laskun siirtaa_rahaa lahettaa_rahaa lahettaisitko_rahaa
    tarvitsen_rahaa tarvitsen_nopeasti_rahaa lainata_rahaa`,
  claim: `hamta_ut krav_tilbake til_gode hent_din fa_utbetalt lunasta preuzmite podignite zatrazite`,
  give: `ange_dina fyll_i uppge oppgi indtast anna_tiedot syota tayta unesite upisite dostavite posaljite_kod
    skicka_den skicka_koden sende_den sende_koden send_den send_koden lahettaa_sen`,
  account: `ditt_konto kontot din_konto kontoen tilin tilisi tili pankkitili racun vas_racun racuna nalog vas_nalog`,
  card: `ditt_kort kortet bankkortet kortti korttisi pankkikortti kartica karticu vasa_kartica kreditna_kartica`,
  bank: `banken bankid bank-id mitid mit-id pankki pankkitunnus* banka banke`,
  credential: `bankopplysning* bankoplysning* kontoopplysning* kontooplysning* bankuppgift* kontouppgift* losenord kortuppgifter personnummer passord kortopplysninger fødselsnummer adgangskode kortoplysninger cpr-nummer salasana pankkitunnukset henkilotunnus lozinka lozinku oib
    broj_kartice`,
  otp: `engangskode kode_pa_sms vahvistuskoodi verifikacijski_kod jednokratna_lozinka bekraftelsekod verifieringskod bekreftelseskode
    6_siffrig* sexsiffrig* 6_sifret* sekssifret* 6_cifret* sekscifret* 6_numeroi* kuusinumeroi*`,
  code: `koodi koden`,
  parcel: `paketet ditt_paket forsandelse pakken pakken_din sendingen postnord posten paketti pakettisi lahetys lahetyksesi posti paket posiljka posiljku
    posiljke vasa_posiljka hastebrev ekspressbrev rekommanderat`,
  fee: `avgiften tull tullavgift moms frakt gebyret afgift told lisamaksu tullimaksu toimitusmaksu postarina carina carinu naknada pristojba`,
  fine: `parkeringsbot bøter fartsbot trangselskatt bompenger kontrolavgift sakko pysakointivirhemaksu ylinopeussakko kazna prometni_prekrsaj`,
  refund: `utbetalning* utbetaling* udbetaling* aterbetalning skatteaterbaring tilbakebetaling skatten_til_gode tilbagebetaling refusjon overskydende_skat palautus veronpalautus hyvitys povrat povrat_poreza naknada_stete`,
  tax: `skatteetaten skattestyrelsen forsakringskassan nav_no skat.dk verohallinto kela porezna porezna_uprava`,
  bill: `faktura obetald_faktura inkasso kronofogden regning ubetalt rykker maksamaton lasku perinta eraantynyt neplaceni_racun dugovanje ovrha`,
  job: `extrajobb jobba_hemifran tjana_pengar tjen_penger arbejde_hjemmefra tjen_penge etatyo ansaitse posao zarada zaraditi`,
  loan: `smslan lan_utan forbrukslan lan_penger lan_penge laina pikavippi kredit_odmah pozajmica`,
  invest: `investera avkastning investering sijoita sijoitus tuotto ulaganje ulozite`,
  prize: `vunnit du_har_vunnit vinnare vinst vunnet gevinst vant præmie voittanut olet_voittanut palkinto arvonta lahjakortti onneksi_olkoon osvojili nagrada nagradu cestitamo dobitnik`,
  suspended: `udlober utloper udløber utløper gar_ut sparrats spärrat sparrad avstangt stangts tillfalligt_stangts blokkert sperret stengt spærret lukket suljettu lukittu jaadytetty keskeytetty vanhentunut blokiran* suspendiran* zakljucan*
    ogranicen* zadrzan* istjece`,
  unusual: `misstankt ovanlig obehorig ny_enhet mistenkelig uvanlig ny_enhed mistænkelig epailyttava uusi_laite tunnistamaton sumnjiv* neovlasten* novi_uredaj`,
  failed: `misslyckades kunde_inte ofullstandig felaktig kunne_ikke mislyktes mangler ufuldstændig epaonnistui ei_voitu puutteellin* virheellin* nije_uspjel* neuspjel* nepotpun* netocn*`,
  urgent: `omedelbart snarast genast inom_24 innan_midnatt umiddelbart straks innen_24 omgaende øyeblikkelig heti valittomasti viimeistaan 24_tunnin kiireellin* hitno odmah u_roku_od posljednja_opomena`,
  threat: `polisen rattegang kronofogde utmatning politiet fogeden poliisi karajat ulosotto policija ovrha kazneni`,
  favour: `har_du_tid kan_du_hjalpa kan_du_hjelpe kan_du_hjælpe ehditko auttaa voitko_auttaa mozes_mi_pomoci
    kan_du_hjalpa_mig kan_du_hjælpe_mig kan_du_hjelpe_meg voitko_auttaa_minua`,
  family: `mor moren pappa morsan farsan aiti iska majko
    mamma mormor farmor morfar farfar bestemor bestefar mommo mummo vaari hej_far hei_far moi_isa hei_isa isa_puhelin`,
  newnumber: `nytt_nummer mitt_nya mitt_nye nyt_nummer mit_nye nye_nummer det_har_ar_mitt_nya telefonen_gick_sonder mobilen_ar_trasig tappade_mobilen gatt_i_stykker
    gaet_i_stykker ødelagt_telefon uusi_numero uusi_numeroni puhelin_hajosi puhelimeni_hajosi novi_broj moj_novi_broj pokvario_mi_se_mobitel razbio_mobitel
    bytt_nummer nytt_nr nytt_tlf nytt_telefonnummer nytt_mobilnummer mobil_ar_trasig telefon_ar_trasig
    telefonen_ar_trasig telefon_har_gatt telefonen_har_gatt mobilen_har_gatt mobil_har_gatt telefon_gick_sonder
    mobilen_gick_sonder telefonen_er_odelagt mobilen_er_odelagt telefon_er_odelagt mobilen_min_er_odelagt telefon_gik_i
    mobil_gik_i tappade_telefonen tappade_min_telefon tappat_mobilen tappat_telefonen mistet_mobilen mistet_telefonen
    spara_numret puhelimeni_putosi puhelin_putosi puhelimeni_on_rikki puhelin_on_rikki puhelin_meni_rikki uuden_numeron
    numeroni_vaihtui vaihdoin_numeroa`,
  stranger: `fel_nummer feil_nummer forkert_nummer vaara_numero pogresan_broj krivi_broj`,
  dear: `kara_kund basta_kund kjære_kunde kære_kunde hyva_asiakas arvoisa_asiakas postovani_korisnice postovani`,
  notice: `du_har_fatt hentekode hamta_hos klar_til_afhentning klar_for_henting pasminnelse paminnelse leveras saldo disponibelt kop_pa noudettavissa noutokoodi saapunut muistutus varattu_aika ajanvaraus
    dostavljena stanje_racuna podsjetnik`,
  warning: `bedrageri bluff dela_aldrig dela_inte svindel del_aldri del_aldrig huijaus huijarit ala_luovuta ala_jaa prijevara prijevare ne_dijelite`,
  promo: `rabatt erbjudande kampanj tilbud rabat tarjous alennus popust akcija rasprodaja`,
  unsubscribe: `avregistrera avmeld afmeld peru_tilaus odjava`,
  chat: `hejsan tjena kram puss imorgon ikvall alskar hilsen klem i_morgen glad_i_deg knus elsker moi moikka kiitos huomenna illalla nahdaan rakas cao hvala veceras volim`,
  first_person: `jag mig mitt jeg meg mit mine mina_olen minun ja_sam moj_mobitel`,
  second_person: `ditt dina dig deres sinun teidan tilisi vasa vasu`,
  document: `hastebrev turvaposti turvapostia turvapostin digipost`,
  giftcard: `presentkort gavekort google_play-kort lahjakort*`,
  mistake: `av_misstag rakade_skicka ved_en_feil ved_en_fejl ved_et_uheld kom_til_at_sende vahingossa`,
  callback: `var_det_inte_du var_det_ikke_deg var_det_ikke_dig om_det_inte_var_du hvis_det_ikke_var_deg hvis_det_ikke_var_dig
    jos_et_tehnyt`,
} as const;
