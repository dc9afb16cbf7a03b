/**
 * Words of western Europe and Latin America that are not in the other tables. Notation as in `asks.ts`, without
 * accents.
 */
export const WEST = {
  click: `via_ce_lien par_ce_lien sur_ce_lien utilisez_le_lien utilisez_ce_lien utiliser_le_lien lien_suivant siguiente_enlace enlace_siguiente link_seguente
    seguente_link link_a_seguir seguinte_link volgende_link klicken_sie_auf besuchen_sie besuchen gehen_sie_auf folgen_sie tippen_sie cliquez_sur visitez visiter allez_sur
    suivez_le_lien appuyez_sur anklicken oeffnen aufrufen unter_folgendem_link folgenden_link jetzt_starten cliquez-ici
    veuillez_cliquer rendez-vous_sur consultez ingrese_a ingresa_aqui haga_clic toque_aqui entra_en accedi_a visita
    clicca_qui toca_aqui acesse_o_link clica_em via_deze_link deze_link volg_de_link bezoek tik_op oppna klicka tryk_her
    trykk_her`,
  verify: `securisez securiser_vos securiser_votre bestatigen uberprufen_sie confirmer verifier mettez_a_jour verifizieren bestaetig* aktualisieren legitimier*
    identifizier* freischalt* nachweis* regulariser reactiver mettre_a_jour validez identifiez-vous confirmar confirma
    valide verifica validar reactivar reactive desbloquear confermare verificare convalid* sbloccare riattiv* aggiornare
    confirmar_dados valide_os atualize verifieer verifieren controleer activeer identificeren bekrafta bekraeft verifisere
    erneuern mettre_a_jour_vos renovar_sus rinnovare vernieuwen`,
  login: `einloggen melden_sie_sich anmeldung inicie_sesion iniciar_sessao identifiez connexion effettua_l'accesso effettuare_l'accesso
    inicia_sesion log_in_op logga_in log_ind`,
  reply: `antworten_sie antwort antworte_mit senden_sie_eine text_an sms_an per_sms simsen schreiben_sie_an repondez
    envoyez_un_sms envoyez_le_mot texto textez sms_au envoyez_par antworte schreib_mir schreib_mich schreibe_mir
    melde_dich_bei schick_mir meld_dich ecris-moi reponds-moi envoie-moi contacte-moi ecris_moi reponds_moi envoie_moi
    contacte_moi escribeme escribeme_al mandame respondeme contactame scrivimi rispondimi mandami contattami me_chama
    chama_no me_manda manda_mensagem stuur_me app_me stuur_een_bericht appje skriv_till_mig
    rispondi_qui`,
  call: `rufen_sie_an bitte_anrufen rufe_an veuillez_appeler appelez_le appelez-nous appelle_le rufen ruf_an ruft anruf
    anrufe telefonisch rufnummer telefonieren wahlen_sie kontaktieren kundendienst appeler appelle appel_au telephonez
    joindre contacter service_client service_clientele rufen_sie anrufe contactez rappelez telefoneer contate contacte
    llame_al llamar_al marque marca_al comuniquese disque componez entre_em_contato chiami contatta contattare bellen
    ring_oss
    contatti la_contatti bel_direct bel_meteen bel_nu bel_dan bel_gratis bel_snel ligue_ja ligue_agora llame_ya
    llama_ya`,
  pay: `bezahlen uberweisen payez regler_la verser versez begleichen ueberweisen uberweisung ueberweisung zahle bezahle
    reglez regler regularisez virement paie abone cancele pague_la transfiera transferir deposito bonifico versare saldare
    regolarizza pix transferencia overmaken maak_over voldoen voldaan betaalverzoek tikkie betala devolva devolver
    aquele_valor esse_valor este_valor valor_manda valor_envia manda_o_valor manda_neste manda_nesta manda_nesse manda_nessa
    manda_para_este manda_para_esta manda_pra mandar_neste mandar_nesse mandar_para_este mandar_pra envia_neste envia_nesse
    envia_para_este envia_para_esta envia_pra transfere_neste transfere_nesta transfere_nesse transfere_nessa
    transfere_para_este transferir_nesse transferir_neste transferir_para_este`,
  claim: `fordern_sie beanspruche sichere_dir hol_dir rufen_sie_jetzt_an_um demandez_votre obtenez obtenir beanspruchen
    anspruch anspruchs* abzuholen einzulosen einlosung erhalten_sie holen_sie reclamer reclamation encaisser retirer
    recuperer recevez beneficiez abholen auszahlung einfordern sichern beantragen beneficier recevoir_votre percevoir
    percevez cobrar reclame solicite solicitar riscuotere richiedi ricevere receber resgatar solicite_ja ontvangen aanvragen
    innen verzilver* levantar_o_premio`,
  give: `senden_sie schicken_sie geben_sie_ihre envoyer donnez indiquez transmettez me_lo_pasas me_la_pasas pasamelo pasame
    me_lo_mandas me_lo_reenvias me_passa me_passas me_manda_o me_lo_mandi me_le_donnes senden_sie_uns geben_sie teilen_sie hinterlegen_sie
    mitteilen ausfullen communiquez renseignez remplissez completez envieme proporcione facilite comparta complete_el
    rellene comunica comunicare compila invii informe_o preencha doorgeven vul_in invullen stuur_de
    weiterleiten transferer transmettre transmets girare girarmelo doorsturen me_pasas pasarmelo`,
  otp: `einmalcode einmalpasswort sicherheitscode bestatigungscode freigabecode code_de_securite code_de_verification
    code_recu codigo_de_verificacion codigo_de_seguridad clave_dinamica codice_di_verifica codice_di_sicurezza codice_otp
    codigo_de_verificacao codigo_de_seguranca token_itau verificatiecode beveiligingscode engangskod
    sechsstellig* 6_stellig* code_a_6 code_a_six 6_chiffres six_chiffres codigo_de_6 codigo_de_seis 6_digitos
    seis_digitos codice_a_6 codice_di_6 6_cifre 6_cijferig* zescijferig* code_van_6 6_cijfers`,
  code: `codice codigos sms-code`,
  account: `kundenkontos benutzerkonto online-konto zugang photo-tan phototan pushtan push-tan s-pushtan espace_client
    votre_espace compte_client compte_bancaire su_usuario banca_en_linea banca_online home_banking area_cliente utenza
    internetbankieren mijn_ing account_is betaalrekening`,
  card: `girocard kreditkarte bankkarte carte_bancaire carte_vitale tarjeta_de tessera_sanitaria carta_di_credito
    cartao_de_credito bankpas betaalpas pinpas bankkort`,
  credential: `bankverbindung kennwort geheimzahl kontodaten kartendaten personliche_daten coordonnees donnees_personnelles
    code_confidentiel identifiants datos_personales clave numero_de_tarjeta clave_secreta dati_personali dati_bancari
    numero_di_carta credenziali dados_pessoais dados_cadastrais numero_do_cartao cpf pincode inloggegevens
    persoonlijke_gegevens bankgegevens seu_pin teu_pin zahlungsdaten zahlungsmethode moyen_de_paiement
    donnees_bancaires datos_de_pago dati_di_pagamento betaalgegevens dados_de_pagamento`,
  parcel: `lieferadresse zustellung zustellen zollamt postsendung zustellversuch packstation colis_en_attente livre
    expedition votre_colis point_relais envios pedido despacho aduana paqueteria correspondencia spedizioni consegna
    giacenza pacchi dogana ordine encomendas objeto remessa alfandega rastreio pakketje zending pakje bezorgd bezorger
    afhaalpunt forsendelse pakke leverans utlevering postpaket`,
  fee: `zollgebuhren nachgebuhr versandkosten bearbeitungsgebuhr maut vignette frais_de_livraison frais_de_douane
    frais_de_port affranchissement peage tasa tasas gastos_de_envio gastos_de_gestion costo_de_envio peaje
    spese_di_spedizione spese_doganali oneri_doganali pedaggio taxa_de_importacao frete tributo pedagio verzendkosten
    invoerkosten invoerrechten tol porto_er gebyr avgift`,
  fine: `bussgeld bussgeldbescheid strafzettel verwarnungsgeld parkverstoss ordnungswidrigkeit amende amendes infraction
    contravention antai multa multas multa_de_trafico dgt sancion infraccion verbale contravvenzione infrazione
    multa_pendente infracao boete verkeersboete cjib parkeerboete parkeringsbot`,
  refund: `nachzahlung* steuerruckzahlung trop-percu trop_percu ruckzahlung gutschrift energiepreispauschale remboursement_de rembourse vous_etes_eligible cheque_energie
    devolucion reintegro devolucao estorno ressarcimento restituicao_do rimborsi bonus_energia indennita bonus_inps
    teruggaaf compensatie toeslag aterbaring`,
  tax: `finanzamt elster steuerbescheid steuererstattung zollforderung dgfip impots.gouv fisc ameli carte_vitale
    agencia_tributaria hacienda seguridad_social sunat afip agenzia_delle_entrate inps spid agenzia_entrate receita_federal
    inss financas seguranca_social gov.br belastingdienst digid uwv mijnoverheid skatteverket skat skatten`,
  bill: `forderung offener_betrag offene_forderung zahlungserinnerung inkasso ruckstand mahngebuhr impaye facture_impayee
    montant_du relance recibo_pendiente deuda saldo_pendiente pago_pendiente adeudo insoluto pagamento_in_sospeso debito
    debitos divida conta_em_atraso fatura_em_aberto vencida openstaande rekening_staat betalingsachterstand aanmaning
    achterstand obetald`,
  job: `heimarbeit homeoffice-job minijob stellenangebot tagesverdienst verdienen verdienst teletravail emploi recrutement
    gagner revenu_journalier offre_d'emploi oferta_de_trabajo oferta_laboral ganar gana ingresos trabajo reclutadora lavoro
    guadagna guadagnare guadagno offerta_di_lavoro reddito lavoro_da_casa trabalho renda_extra ganhe ganhar vaga_de vagas
    home_office thuiswerk vacature bijverdienen verdien personalabteilung hr-abteilung online-bewertungen online-job
    ressources_humaines travail_a_distance recursos_humanos trabajo_remoto trabajo_desde risorse_umane lavoro_online
    lavoro_da_remoto personeelszaken online_werk trabalhe_de_casa ihren_lebenslauf deinen_lebenslauf votre_cv
    su_curriculum tu_curriculum il_tuo_curriculum seu_curriculo uw_cv`,
  loan: `sofortkredit privatkredit kreditangebot pret_personnel credit_rapide credito prestamos prestamo_inmediato
    prestito_personale finanziamento emprestimo_consignado consignado leningen snel_geld`,
  invest: `anlage geldanlage kapitalanlage bitcoin-handel investissez rendement inversiones rentabilidad invierte investire
    investi rendimento guadagni_garantiti invista rentabilidade beleggen belegging`,
  prize: `preis preise preisgeld gewinne gewinn* hauptpreis auszeichnung glucklicher gagner_un recompense recompenses
    gros_lot cadeaux cheque_cadeau attribue gewonnen_haben preisausschreiben treuepunkte vous_avez_gagne tirage loterie
    has_ganado sorteo regalo premios hai_vinto estrazione concorso regali sorteio voce_ganhou ganhou presente gewonnen_prijs
    loterij winnaar vinst`,
  selected: `ausgewahlt_um wurde_ausgewahlt als_gewinner gewinner_eines haben_sie_gewonnen zum_gewinner vous_avez_remporte
    etes_le_gagnant etes_un_gagnant ausgewahlt_worden wurden_sie_ausgewahlt sie_wurden_ausgewahlt zufallig_ausgewahlt
    ausgewahlter haben_gewonnen selectionne selectionnee selectionnes avez_gagne avez_remporte vous_a_ete_attribue
    ete_attribue ete_choisi wurden_ausgewahlt sie_haben_gewonnen avez_ete_selectionne avez_ete_choisi ha_sido_seleccionado
    has_sido_seleccionado fue_seleccionado sei_stato_selezionato sei_stato_scelto foi_selecionado foi_sorteado
    bent_geselecteerd bent_uitgekozen`,
  suspended: `eingefroren deaktiviert vorubergehend_eingeschrankt zuruckgehalten angehalten lauft_ab lauft_heute lauft_morgen lauft_am lauft_in lauft_demnachst lauft_bald nur_noch_bis_zum ablaufen blockiert
    bloquee bloques suspendue suspendre desactive expire_le limite restreint retenu retenido retenida suspendida suspendido
    inhabilitad* deshabilitad* caducar caduca restringid* bloccata bloccati tilbageholdt tilbakeholdt sospesa limitat*
    scadut* in_scadenza disattivat* trattenuto retido retida bloqueada suspensa cancelada expira desativad* geblokkerd
    opgeschort verloopt verlopen beperkt tijdelijk_geblokkeerd stopgezet sparrat sparret
    expirent`,
  unusual: `operation_en_cours operation_est_en_cours ungewohnliche_anmeldung neues_gerat unbekanntes_gerat unberechtigt nicht_autorisiert connexion_inhabituelle
    nouvel_appareil connexion_suspecte tentative_de_connexion operation_suspecte acceso_no_autorizado nuevo_dispositivo
    inicio_de_sesion_sospechoso movimiento_inusual cargo_no_reconocido compra_no_reconocida accesso_anomalo accesso_sospetto
    nuovo_dispositivo anomal* operazione_sospetta novo_dispositivo acesso_nao_reconhecido compra_suspeita compra_de
    transacao_suspeita verdachte nieuw_apparaat ongebruikelijk* onbekend_apparaat`,
  failed: `zustellung_fehlgeschlagen nicht_zustellbar konnte_nicht unvollstandig* angaben_fehlen fehlende_hausnummer echec
    incomplet* n'a_pas_pu erronee impossible_de_livrer no_pudo no_hemos_podido no_se_pudo incompleta incompleto fallido
    fallida rechazad* direccion_incorrecta non_e_stato_possibile non_consegnat* mancata indirizzo_errato incompleti
    nao_foi_possivel falha endereco_incompleto niet_bezorgd mislukt onvolledig* niet_gelukt kon_niet`,
  urgent: `eilig letzter_versuch letzter_aufruf heute_noch nur_heute nur_noch_heute endet_heute urgence derniere_chance
    dernier_essai derniere_tentative immediat so_schnell_wie_moglich innerhalb_von_24 innerhalb_24 binnen_24
    letzte_erinnerung letzte_chance fristablauf dringlich unverzuglich dernier_rappel derniere_relance sous_24h sous_48h
    dans_les_24 au_plus_vite dans_les_plus_brefs ultimo_recordatorio en_24_horas hoy_mismo lo_antes_posible a_la_brevedad
    antes_de_las entro_24 entro_oggi ultimo_sollecito entro_48 al_piu_presto immediatamente em_24h ate_hoje ultimo_dia
    hoje_mesmo com_urgencia binnen_48 laatste_herinnering laatste_waarschuwing vandaag_nog zo_snel_mogelijk per_direct
    per_omgaande omedelbart snarest
    con_urgenza`,
  threat: `vollstreckung pfandung strafanzeige gerichtsvollzieher rechtliche_schritte zwangsvollstreckung huissier
    poursuites saisie majoration majoree penal demanda embargos proceso_judicial recargo denuncia azione_legale pignoramento
    sanzione maggiorazione processo_judicial penhora protesto negativado deurwaarder beslag dagvaarding incassokosten`,
  newaccount: `neue_kontoverbindung neue_iban bankverbindung_geandert geanderte_bankverbindung nouveau_rib changement_de_rib
    nouvelles_coordonnees_bancaires coordonnees_bancaires_ont nuevos_datos_bancarios cambio_de_cuenta
    nuove_coordinate_bancarie nuovo_iban cambio_iban novos_dados_bancarios alteracao_de_conta nieuw_rekeningnummer
    gewijzigd_rekeningnummer`,
  favour: `brauche_ihre_hilfe brauche_deine_hilfe brauche_einen_gefallen besoin_de_votre_aide besoin_de_ton_aide
    besoin_d'un_coup necesito_tu_ayuda necesito_su_ayuda mi_serve_il_tuo_aiuto preciso_da_sua_ajuda preciso_de_ajuda_com_uma
    bist_du_im_buro sind_sie_im_buro sind_sie_verfugbar sind_sie_am_platz kurze_aufgabe es-tu_disponible
    etes-vous_disponible etes-vous_au_bureau besoin_d'un_service estas_disponible necesito_un_favor necesito_que_me_hagas
    sei_disponibile sei_in_ufficio mi_serve_un_favore preciso_de_um_favor ben_je_beschikbaar ben_je_op_kantoor`,
  stranger: `darf_ich_fragen_wer bin_ich_hier_richtig mauvais_numero me_suis_trompe_de_numero numero_incorrecto
    me_equivoque_de numero_sbagliato ho_sbagliato_numero foi_engano verkeerd_nummer`,
  family: `pai mae papai mamae filho filha mami papi mutter vater oma opa tochter sohn maman fils hijo hija figlio figlia
    mae filho filha zoon dochter mam
    mamma babbo nonna nonno mutti`,
  newnumber: `neues_handy diese_nummer_speichern speicher_diese_nummer nummer_speichern meine_neue_nummer neue_handynummer handy_verloren handy_ist_kaputt handy_ist_defekt handy_in_der_waschmaschine
    handy_ins_wasser handy_gefallen alte_nummer_loschen nummer_einspeichern mon_nouveau_numero telephone_est_casse
    telephone_casse casse_mon_telephone casse_mon_portable portable_est_casse telephone_est_tombe perdu_mon_telephone
    change_de_numero nouveau_telephone mi_nuevo_numero mi_numero_nuevo numero_nuevo se_me_rompio_el_movil se_me_cayo_el
    movil_roto perdi_mi_telefono perdi_el_movil cambie_de_numero se_me_ha_roto numero_de_un_amigo mio_nuovo_numero
    ho_cambiato_numero cambiato_numero cambie_de_numero cambiado_de_numero change_de_numero nummer_gewechselt
    van_nummer_veranderd telefono_si_e_rotto telefono_rotto ho_perso_il_telefono cellulare_rotto caduto_il_telefono
    meu_novo_numero troquei_de_numero mudei_de_numero celular_quebrou meu_celular_caiu telemovel_avariou perdi_meu_celular
    mijn_nieuwe_nummer nieuwe_telefoon mon_nouveau_num nouveau_num tel_est_casse tel_casse perdu_mon_tel tel_est_tombe
    tel_est_mort portable_est_mort telefoon_is_in_de telefoon_in_de dit_is_tijdelijk tijdelijk_mijn_nummer tijdelijk_nummer
    telefoon_kapot telefoon_is_kapot telefoon_is_stuk telefoon_in_het_water telefoon_laten_vallen nummer_opslaan nytt_nummer
    nyt_nummer min_telefon_er
    rotto_il_telefono si_e_rotto_il cellulare_e_rotto rotto_il_cellulare telefono_in_acqua numero_provvisorio
    numero_temporaneo nummer_ist_neu mobiel_is_kapot telefone_quebrou celular_estragou perdu_mon_portable
    vole_mon_portable sur_ce_numero perdi_mi_movil perso_il_cellulare telefoon_kwijt perdi_meu_telemovel`,
  dear: `sehr_geehrte_kundin sehr_geehrte_damen lieber_nutzer lieber_kunde sehr_geehrter_nutzer cher(e)_client
    madame,_monsieur madame_monsieur cher_utilisateur cher_abonne estimado_usuario estimado_cliente estimado_contribuyente
    apreciado_cliente gentile_utente caro_utente gentile_contribuente prezado_usuario prezado_contribuinte
    estimado_beneficiario beste_gebruiker geachte_heer geachte_relatie beste_relatie kara_kund`,
  callback: `pour_l'annuler pour_annuler pour_bloquer pour_refuser um_zu_stornieren um_dies_zu_stornieren para_cancelar
    para_cancelarlo si_no_lo_reconoces si_no_lo_reconoce si_no_reconoce_el si_no_reconoces para_anular para_cancelar_ligue
    per_annullare per_bloccare om_te_annuleren falls_sie_dies_nicht wenn_sie_das_nicht si_vous_n'etes_pas
    si_ce_n'est_pas_vous si_no_fue_usted si_no_has_sido si_usted_no si_no_reconoce si_no_realizo se_non_sei_stato
    se_non_riconosci se_non_hai_autorizzato caso_nao_tenha se_nao_reconhece caso_desconheca als_u_dit_niet was_u_dit_niet
    niet_door_u
    waren_sie_das_nicht sie_das_nicht_waren falls_sie_das_nicht si_vous_n'etes_pas_a si_no_has_sido_tu
    se_non_e_stato_lei se_non_sei_stato_tu se_nao_foi_o bent_u_dit_niet`,
  notice: `ihr_code_lautet ist_ihr_code lautet votre_code_est est_votre_code su_codigo_es es_su_codigo tu_codigo_es
    es_tu_codigo il_tuo_codice_e e_il_tuo_codice seu_codigo_e e_seu_codigo o_seu_codigo is_je_code is_uw_code uw_code_is
    je_code_is termin rendez-vous cita appuntamento consulta afspraak erinnerung_an rappel_de_votre recordatorio_de
    promemoria lembrete herinnering_aan wurde_zugestellt wird_heute_zugestellt est_livre sera_livre sera_entregado
    ha_sido_entregado e_stato_consegnato sara_consegnato foi_entregue saiu_para_entrega is_bezorgd wordt_vandaag_bezorgd
    vielen_dank_fur_ihre_bestellung merci_pour_votre_commande gracias_por_su_compra grazie_per_il_tuo_ordine
    obrigado_pela_compra bedankt_voor_je_bestelling saldo_disponible saldo_disponibile saldo_disponivel verfugbarer_betrag
    abgebucht debite_de ha_gastado addebitato debitado pix_recebido transferencia_recebida pix_enviado novo_saldo teu_saldo
    efectuada_com_sucesso efectuado_com_sucesso efetuada_com_sucesso efetuado_com_sucesso com_sucesso autorizacao recebeste
    enviaste compraste depositaste levantaste transferiste`,
  warning: `betruger betrug warnung_vor geben_sie_niemals nie_weiter niemandem teilen_sie_diesen_code_nicht arnaque arnaques
    fraude escroc ne_partagez_jamais ne_communiquez_jamais ne_communiquez_a_personne estafa estafas estafadores no_compartas
    no_comparta no_lo_compartas nunca_compartas no_lo_comparta truffa truffe truffatori non_condividere
    non_comunicare_a_nessuno non_comunicarlo golpe golpes golpistas nao_compartilhe nao_informe_a nunca_compartilhe
    oplichting oplichters deel_deze_code deel_nooit geef_nooit`,
  promo: `mobiltelefon kamerahandy fotohandy freisms guthaben camescope appareil_photo forfaits recharge aktion aktionspreis
    neueste neuesten handys klingelton klingeltone minuten freiminuten unbegrenzt unbegrenzte exklusiv tarife halber_preis
    offre offres sonnerie sonneries telephone_portable illimite illimites illimitee minutes_gratuites exclusif moitie_prix
    dernier_modele derniers_modeles angebote rabatte schlussverkauf sonderangebot sparen_sie aktionscode soldes promotions
    remise reduction livraison_offerte rebajas ofertas promociones promocion envio_gratis saldi sconti offerta promozione
    spedizione_gratuita promocoes cupom descontos frete_gratis korting uitverkoop aanbiedingen actiecode tilbud rabatt
    erbjudande megas ilimitadas ilimitados chamadas_gratis todas_redes todas_as_redes`,
  unsubscribe: `stopp_senden stop_senden zum_abbestellen zum_beenden abzubestellen senden_sie_stopp pour_vous_desabonner
    desabonner desinscrire pour_arreter envoyez_arret arreter_envoyez abmelden newsletter_abmelden se_desabonner
    desabonnement stop_au envoyez_stop cancelar_suscripcion baja_responde annulla_iscrizione disiscriv* cancelar_inscricao
    descadastr* sair_envie uitschrijven afmelden avregistrera`,
  chat: `hallo moin danke bitte morgen abend heute_abend liebe_grusse lg bussi kommst tschuss salut coucou bisous merci
    demain t'es c'est ouais mdr hola gracias manana besos vale tio jaja jajaja quedamos ciao grazie domani stasera bacio
    baci ok_a_dopo oi obrigado obrigada amanha beijo beijos kkk kkkk rsrs valeu tudo_bem blz hoi doei groetjes xx
    morgenavond straks gezellig bedankt hej tack tak`,
  payee: `vem_em_nome vem_nome vem_no_nome vem_com_nome vem_o_nome nome_vem ve_nome ve_em_nome vira_em_nome sai_nome
    sai_em_nome sai_o_nome nome_sai vai_sair_o_nome aparece_o_nome vai_aparecer_o_nome confirmacao_vem`,
  first_person: `ich mir mich mein meine je j'ai moi mon yo mi io mio mia eu meu minha ik mijn`,
  second_person: `sie ihr ihre ihren dich deine dein vous votre vos usted su sus tu tus tuo tua voce seu sua u uw je jouw`,
  join: `anmelden_sie beitreten melden_sie_sich abonnieren abonniert mitmachen teilnehmen teilnahme inscrivez-vous rejoignez
    abonnez-vous adherez participez participer`,
  free: `kostenlos kostenlose kostenloses kostenloser kostenlosen gratis umsonst gebuhrenfrei kostenfrei gratuit gratuite
    gratuits gratuites gratuitement sans_frais`,
  rateline: `pro_minute pro_sms pro_nachricht pro_anruf euro_pro pence_pro festnetz agb geschaftsbedingungen abo_kosten
    anspruchscode claim-code normaltarif standardtarif par_minute par_sms par_message par_appel par_semaine ligne_fixe cgv
    conditions_generales boite_postale code_de_reclamation tarif_normal tarif_standard tarif_national kundendienst_unter`,
  giftcard: `geschenkkarten guthabenkarte* google_play_karte* play_karten steam_karte* apple_karte* amazon_karte* itunes_karte* paysafecard* paysafekarte*
    cartes_apple cartes_google cartes_itunes cartes_amazon cartes_paysafecard cartes_neosurf cartes_cadeaux cartes_cadeau cartes_pcs recharges_pcs cartes_steam neosurf transcash tarjetas_regalo tarjetas_de_regalo tarjeta_de_regalo
    tarjetas_google tarjetas_steam carte_regalo buoni_regalo carte_google cartoes_presente cartoes_google gift_cards_da cadeaukaarten
    kadokaarten`,
  occult: `curandeiro curandeira vidente amarracao macumba maçonaria`,
} as const;
