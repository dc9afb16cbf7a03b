/**
 * Words for prizes, offers, paid services and dating in German, French, Spanish, Italian, Portuguese and Dutch:
 * translations of words in the English tables. Notation as in `asks.ts`, without accents.
 */
export const OFFERS = {
  prize: `geschenk geschenke geschenkt gratulier* gratulation garantiert* auslosung ausgelost ziehung gluckliche
    gluckspilz pramie pramien bargeld bargeldpreis geldpreis sachpreis reisegutschein einkaufsgutschein
    geschenkgutschein geschenkkarte freikarten nominiert sieger lotterie traumreise gratisreise gluckwunsche garanti
    garantis gagnante gagnants gagnantes bon_d'achat bons_d'achat carte_cadeau chanceux chanceuse heureux_gagnant
    remporte remportez remporter loto jeu_concours tombola ganadora ganadores afortunado afortunada garantizado
    garantizada cheque_regalo tarjeta_regalo felicidades enhorabuena recompensa vincitore vincitrice vincere vinci
    vinta fortunato fortunata garantito garantita buono_regalo buono_sconto lotteria congratulazioni complimenti
    ricompensa omaggio vencedor vencedora sortudo sortuda garantido garantida brinde vale-presente felicitacoes
    winnaars gelukkige gegarandeerd trekking beloning cadeaubon cadeaukaart waardebon gefeliciteerd verloting
    gratisactie gagnez_un gagnez_une gagnez_des gagnez_le gagnez_la gagnez_les gagnez_jusqu'a gagner_une gagner_des
    a_gagner un_prix_d'une des_prix prix_en_argent premier_prix cheque-cadeau cheques_cadeaux cheques-cadeaux
    gana_un gana_una gane_un gane_una gana_hasta gane_hasta ganhe_um ganhe_uma concorra win_een maak_kans`,
  selected: `wurdest_ausgewahlt du_wurdest_ausgewahlt wurde_gezogen wurden_gezogen gezogen_worden hast_gewonnen
    du_hast_gewonnen sind_der_gewinner sie_sind_gewinner sind_ein_gewinner zugelost tire_au_sort tires_au_sort
    tiree_au_sort as_gagne tu_as_gagne ete_selectionne ete_selectionnee ete_tire ete_choisie a_gagne_un
    has_sido_elegido ha_resultado_ganador eres_el_ganador resultaste_ganador sei_il_vincitore e_stato_estratto
    stato_estratto hai_vinto foi_escolhido foi_premiado e_o_vencedor bent_de_winnaar heeft_gewonnen hebt_gewonnen
    je_bent_geselecteerd`,
  free: `kostenfrei* gebuhrenfrei* gratis-sms offert offerte_gratuite gratuito gratuita gratuitos gratuitas sin_coste
    sin_costo gratuiti gratuitamente de_graca sem_custo kosteloos kosteloze`,
  claim: `geltend_machen fordern reclamer_votre revendiquer revendiquez encaissez
    cobra_tu riscatta riscattare reclama_o opeisen claim_je`,
  call: `angerufen anzurufen rufe ruckruf zuruckrufen festnetztelefon telefonnummer rappeler telephoner     numero_gratuit llamada llamadas llama_al telefonea chiamare chiamata telefona ligacao telefone opbellen`,
  reply: `antwortet senden_sie_das sende_das schicke_das schicken_sie_das mit_dem_wort per_sms_an envoyez_oui
    envoyez_le envoyez_un repondez_par reponse_par texter responde_con envia_la_palabra manda_la_palabra
    invia_la_parola rispondi_con envie_a_palavra stuur_het_woord antwoord_met reponse_correcte bonne_reponse
    reponse_au en_repondant respuesta_correcta respuesta_al risposta_esatta risposta_corretta risposta_al
    resposta_certa resposta_correta resposta_para juiste_antwoord richtige_antwort`,
  give: `sende sendet schicke schickt schicken texten simse simst`,
  urgent: `eilt dringende dringender sofortige sofortiger schnellstmoglich beeilen beeil jetzt_handeln handeln_sie
    letzte_gelegenheit letzte_aufforderung lauft_heute_ab urgemment depechez-vous depechez derniers_jours
    dernier_avis dernier_appel expire_bientot agissez sans_delai sans_attendre date_limite apresurate ultimos_dias
    date_prisa fecha_limite sin_demora affrettati ultimi_giorni ultimo_avviso scade_oggi senza_indugio apresse-se
    corra sem_demora haast_je laatste_kans laatste_dagen wacht_niet`,
  promo: `sonderpreis sparen vertrag tarif farbdisplay kameratelefon speicherplatz forfait abonnement offre_speciale
    reductions economisez mise_a_niveau rabais oferta_especial descuentos rebaja ahorra ahorre tarifa movil moviles
    tono tonos offerta_speciale risparmia tariffa suoneria suonerie telefonino economize toque toques celulares
    beltegoed beltonen abonnementen bespaar`,
  romance: `einsam einsame einsamen ledige erotik* erotisch* flirten verehrer verehrerin bewunderer nackte rencontres
    celibataire celibataires coquine coquines coquin nues solitaire solitaires admirateur admiratrice erotique
    soltera solteras soltero desnuda desnudas erotico erotica encuentros admirador admiradora incontri nuda erotici
    ammiratore ammiratrice solteira solteiras nuas encontros_intimos eenzaam eenzame naakt naakte erotische aanbidder`,
  rateline: `pro_min minutenpreis agbs teilnahmebedingungen postfach_nr ab_18 nur_ab_18 uber_18 par_min
    cout_de_l'appel cout_du_sms surtaxe surtaxes appel_surtaxe conditions_du_jeu por_minuto por_mensaje por_sms
    coste_por coste_de_la_llamada bases_legales solo_mayores al_minuto per_messaggio costo_della_chiamata costo_per
    por_mensagem custo_da_chamada custo_por per_minuut per_bericht kosten_per par_texto par_envoi par_texte
    prix_du_sms prix_d'un_sms prix_d'appel hors_cout`,
  unsubscribe: `abbestellung abzumelden abmeldung stop_an stopp_an desinscription arretez_en repondez_stop envia_baja
    para_darse rispondi_stop per_disattivare para_sair stuur_stop afmelden_via`,
} as const;
