/**
 * Texts of both classes from Tanzania, Indonesia and Mozambique, where people send money by phone, in our own words.
 */
export const MOBILE_MONEY_FRAUD: readonly string[] = `
[Hiyo|Ile] [pesa|hela] [tuma|utanitumia|nitumie] [kwa|kwenye] [namba|laini] hii {tznumber}, [jina litakuja|jina ni|jina litaonekana] {fullname}
[Usitumie ile namba|Laini yangu ina tatizo|Nimeazima simu], [itume|uitume] kwenye {tznumber} jina [litatoka|lije] {fullname}
[Mama|Mwanangu|Kaka], [simu yangu imeharibika|nimebadili namba], hii ni namba yangu mpya {tznumber}. [Nitumie|Naomba] {shilling} [haraka|leo]
[Mimi ni|Ni mimi] mwenye nyumba wako, [nimebadili laini|hii namba yangu mpya]. [Kodi|Pango] [mbona kimya|utalipa lini]?
[Hongera|Habari], [namba yako imeshinda|umejishindia] {shilling} [za bonasi|kwenye droo]. Piga {tznumber} [kupokea|upewe] [zawadi|pesa] yako
[Karibu ujiunge|Jiunge] na [freemason|chama cha matajiri] upate [utajiri|mali] bila [kafara|sadaka]. [Piga|Wasiliana] {tznumber}
[Mganga|Mtaalamu wa tiba asili] [anarudisha mpenzi|anatibu biashara|anatoa pete ya bahati], [piga|mpigie] {tznumber}
Mkopo wako wa {shilling} [umekubaliwa|uko tayari]. [Lipa ada ya|Tuma] {shilling} kwa {tznumber} [kwanza|ili upokee]
[Bapak|Ibu], uang [itu|sewanya] [transfer|kirim] saja ke [BRI|BCA|Mandiri|BNI] {rekening} a/n {fullname}, [sms kalau sudah|terima kasih]
[Ini|Berikut] nomor rekening [saya|kantor] [BRI|BCA|BNI] {rekening} atas nama {fullname}
[Mama|Papa|Bu], [tolong belikan|isikan|kirimi] pulsa {rupiah} ke [nomor baru|no] ini {idnumber}, [penting|jangan telpon dulu|nanti diganti]
[Soal|Mengenai] [angsuran|cicilan|sewa rumah], [pembayaran|bayarnya] [lewat|hubungi dulu] [atasan saya|bendahara saya] [Bpk|Ibu] {name} di {idnumber}
[Tanah|Rumah|Motor] yang dijual [saya minat|saya cocok], [harga|urusan harga] hubungi [suami saya|istri saya] di no {idnumber}
Selamat, [kartu SIM|nomor] anda [dapat hadiah|mendapat] {rupiah} dari undian. [Hub|Hubungi] {idnumber} [kode {otp}|]
[Pinjaman|Dana cepat] {rupiah} tanpa jaminan, [hub|wa] {idnumber}
Parabéns, o seu número ganhou {metical} [no sorteio|na promoção]. Ligue {mznumber} [para receber|e levante o prémio]
[Mãe|Pai|Tia], [perdi o telefone|este é o meu novo número]. [Envia|Manda] {metical} para {mznumber} [é urgente|depois explico]
`
  .trim()
  .split('\n');

export const MOBILE_MONEY_LEGIT: readonly string[] = `
{tracking} Imethibitishwa. [Umetuma|Umelipa] {shilling} kwa {fullname} {tznumber} tarehe {date}. Salio lako [jipya|] ni {shilling}
Umepokea {shilling} kutoka kwa {fullname} [{tznumber}|]. Salio [jipya|] {shilling}. Kumbukumbu {tracking}
[Piga|Bonyeza] *149*{number}# [kupata|kununua] [GB {number}|dakika {number}] kwa {shilling}, [kwa siku {number}|mwezi mzima]
[Kifurushi|Bando] lako [kimeisha|linaisha leo]. Piga *149*{number}# [kujiunga tena|kuongeza]
[Kujitoa|Kusitisha huduma] tuma [ONDOA|STOP] kwenda {shortcode}. [Gharama {shilling} kwa siku|]
[Mama|Dada|Rafiki], [nitakupigia jioni|nimefika nyumbani salama|tutaonana kesho]. [Asante|Msalimie baba]
[Nimetuma|Nimepokea] [ile pesa|hela ya ada] [jana|leo asubuhi], [asante sana|nijulishe ikifika]
[Naomba nitumie|Tafadhali nitumie] [picha|ripoti|orodha] [kesho|ukipata muda]
[Kikao|Mkutano] [ni kesho|kimeahirishwa] saa [tatu|nane], [usichelewe|mjulishe Juma]
[Paket internet|Kuota] {number}GB [cuma|hanya] {rupiah}, aktifkan di *123*{number}# [S&K berlaku|sampai {date}]
[Sisa kuota|Masa aktif] anda [{number}GB|s.d {date}]. [Beli paket|Cek] di *363# [atau di aplikasi|]
[Nikmati|Dapatkan] [bonus|diskon] {percent} untuk [isi ulang|paket] hari ini. [Promo|Penawaran] sampai {date}. [Info {ownlink}|Cek bit.ly/{name}|]
[Transaksi|Pembelian pulsa|Transfer] {rupiah} [ke {idnumber}|] berhasil. [Ref|Kode transaksi] {tracking}. [Saldo|Sisa saldo] {rupiah}
[Ketik|Balas dgn] [YA|INFO|UNREG] [kirim ke|ke] {shortcode} [untuk berhenti|jika setuju|utk info]. [Gratis|Tarif {rupiah}]
[Beri nilai|Nilai layanan kami] dari 1 sampai 5, balas sms ini [gratis|tanpa biaya]
[Bu|Pak|Kak], [besok saya ijin|rapatnya jam {number}|tugasnya sudah saya kirim], [makasih|maaf mengganggu]
[Uang arisan|Iurannya] {rupiah} [dititip|sudah saya transfer] [ke bu RT|kemarin], [tolong dicatat|terima kasih ya]
Confirmado {tracking}. [Enviaste|Recebeste|Levantaste] {metical} [para|de] {mznumber} {fullname} aos {date}. O teu [novo|] saldo e de {metical}
[Pagamento|Transferencia] de {metical} [para conta|a] {mznumber} efectuad[o|a] com sucesso em {date} {time}
[Para confirmar|Para autorizar] a [transaccao|compra] de {metical} use o codigo {otp}. [Em caso de duvida ligue {mznumber}|Nao partilhe]
[Digita|Marque] *{last4}# e [activa|compra] {number}GB por {metical}. [Valido {number} dias|Sem parar]
[Subscreveu|Registou] o servico com sucesso, {metical} por dia. Para cancelar envie [SAIR|OFF] para {shortcode}
[Mano|Tia|Boss], [peço|podes mandar] [aquele valor|{metical}] [na minha conta|no meu M-Pesa], [pago amanhã|obrigado]
`
  .trim()
  .split('\n');
