/**
 * Messages of countries where people send money by phone (Tanzania, Kenya, Indonesia, Mozambique), written by hand for
 * this check from public reports and with invented names and numbers, one a line. No template of the training
 * generator was made from them.
 */
export const MOBILE_MONEY_FRAUDULENT: readonly string[] = `
Ile hela nirushie kwenye line hii ya Halotel 0622114907 jina litatokea REHEMA SALUM MUSSA
Usitume tena kwenye ile namba, ina deni la songesha. Weka kwenye 0719330082 jina ni Baraka Mwita
Mambo, ule mzigo wa pesa utume kwa namba hii 0744018826, itakuja jina la ESTER K LYIMO
Basi hiyo pesa niwekee Tigopesa 0653904417 jina Hamisi Juma, simu yangu imezima chaji
Nimepoteza simu, naazima ya jirani. Tuma hela kwenye namba hii 0768220195 jina litakuja Neema John
Mwanangu nirushie vocha ya 5000 kwenye namba hii mpya 0788431906, nipo kituo cha polisi usinipigie
Habari, mimi ni mwenye nyumba wako. Nimebadili laini, hii ndiyo namba yangu mpya. Kodi ya nyumba vipi?
Unataka utajiri wa haraka bila kafara? Jiunge na freemason Tanzania, piga simu 0627719034
Mganga bingwa kutoka Sumbawanga: hurudisha mpenzi, nyota ya biashara na pete ya bahati. Mpigie 0754902211
Hongera! Laini yako imeshinda Tsh 3,000,000 za promosheni ya mwaka mpya. Piga 0693117420 upewe zawadi yako
Ndugu mteja umejishindia pikipiki kupitia droo ya Vodacom, wasiliana na meneja 0762008319 upate maelekezo
Tumekukubalia mkopo wa milioni 2, lipa kwanza bima ya tsh 15000 kwa 0678120945
Akaunti yako ya benki imesitishwa, tuma namba ya siri na kitambulisho sasa kuifungua
Malipo yako yameshindikana, tuma tena tsh 40000 kwenye 0713998201 ndani ya saa moja
Pak, uangnya tolong ditransfer ke rekening BRI 0341-01-022871-50-3 a/n Siti Rohmah ya, rekening yg lama sdh tdk dipakai
Ini nomer rekeningnya Mandiri 137-00-0981227-4 atas nama DEDI KURNIAWAN, kalau sudah ditransfer tolong sms
Bunda tolong isiin pulsa 50rb ke nomor temen ayah 081392207741, ayah kena tilang jangan telpon dulu
Mah beliin pulsa 100rb di nomer baru ini 085733910284 penting nanti mama saya telpon
Ini ayah pake hp teman, hp ayah disita polisi. Transfer dulu 2jt ke BNI 0481220937 a/n Rudi Hartono
Soal mobil yang dijual saya jadi ambil, harga nego sama istri saya aja bu Ratna 0813-8820-4417
Mengenai cicilan motor, pembayarannya lewat atasan saya pak Hendra, hubungi 082144907712
Mohon maaf uang sewa rukonya jangan ditransfer dulu, hub bendahara saya bpk Joko di no 081266350918
Rekening kantor lama sudah ditutup, pembayaran mulai bulan ini ke BCA 8830124497 an. Lina Marlina, konfirmasi ke 081277003914
Bom dia, aquele valor transfere neste nr 847120033 de Mpesa, vem em nome de Celina Armando Tivane
Minha conta tem problema, o valor manda nesse numero 861904477 sai nome de RUI MACHAVA
Selamat! SIM card anda m'dapat hadiah 1 unit mobil dari PT TELKOMSEL, PIN pemenang 77KD21, info hub 082190447123
Plgn yth nomor anda terpilih sbg pemenang undian poin, cek tunai Rp75jt. Utk pencairan hub 081355209917
Dana gaib tanpa tumbal langsung cair, pesugihan putih Ki Joko hub 085228104476
Butuh dana cepat? Pinjaman 5jt-500jt tanpa jaminan bunga 2%, proses 1 jam hub Bu Dewi 087812093345
Nasabah yth, kartu ATM anda terblokir. Untuk mengaktifkan hub call center 081290338471
Parabéns, o seu número ganhou 50.000 MT no sorteio da Vodacom. Ligue 848120937 para levantar o prémio
Caro cliente M-Pesa, a sua conta vai ser bloqueada. Envie o seu PIN para 853219004 para actualizar
Enviei 3.500MT para o seu número por engano, por favor devolva para 847710293, é dinheiro do hospital
Fique rico em 7 dias, entre na Illuminati sem sacrifício. WhatsApp 866102934
`
  .trim()
  .split('\n');

export const MOBILE_MONEY_LEGITIMATE: readonly string[] = `
9K31PTX0QA Imethibitishwa. Umetuma Tsh25,000.00 kwa ASHA OMARY 0754220118 tarehe 4/6/24 saa 10:12 AM. Salio lako la M-Pesa ni Tsh8,140.00. Ada Tsh600
Umepokea Tsh 12,000 kutoka kwa 0713440982 - PETER MASSAWE. Salio jipya Tsh 31,250. Kumbukumbu: MP240604.1012.C8812
Muamala umekamilika. Umelipa Tsh 18,000 kwa DAWASA, namba ya kumbukumbu 99120345. Salio Tsh 2,300
Umenunua umeme wa Tsh 10,000. Token 4471 2290 1183 6650 9127, Units 28.1, Jina: MUSSA ALLY, Mita 24210093881
Furahia dakika 100 mitandao yote na MB 500 kwa Tsh 1,000 tu! Piga *149*01# kujiunga sasa
Ndugu mteja, kifurushi chako cha GB 2 kinaisha leo. Piga *149*60# kununua kingine
Umepata pointi 45 za Tuzo wiki hii. Piga *149*00# kuona zawadi zako
Umejiunga na huduma ya Habari za Michezo kwa Tsh 150 kwa siku. Kujitoa tuma ONDOA kwenda 15590
Namba yako ya uthibitisho ni 482913. Usimpe mtu yeyote
Kumbuka miadi yako kliniki kesho saa 3 asubuhi. Fika na kadi
Jihadhari na matapeli wanaojifanya wafanyakazi wetu. Usitoe namba ya siri kwa mtu yeyote
Mama nimefika salama, watoto wanakusalimu. Nitakupigia jioni
Kaka ile pesa nimeituma kwa mama jana, asante kwa kukumbusha
Naomba nitumie picha za harusi ukipata muda
Shikamoo mjomba, kikao cha familia ni Jumapili saa nane nyumbani kwa bibi
Nimeweka ile hela benki, tutaongea kesho kazini
Hujambo, kitabu cha hesabu kiko kwa Juma, mpigie akuletee shuleni
Leo kuna mechi ya Simba na Yanga, unakuja kuangalia kwetu?
Transaksi berhasil. Transfer Rp250.000 ke BCA 8830xxxx97 a/n LINA MARLINA, ref 882190034, saldo Rp1.120.500
Pembelian pulsa 25rb ke 081390027741 BERHASIL. SN 8812003499120. Sisa saldo Rp 74.200
Tagihan PLN Anda bulan Juni Rp 312.450, jatuh tempo 20/06. Abaikan jika sudah bayar
Isi ulang pulsa Rp20.000 berhasil, masa aktif s.d 14/08/24. Cek kuota di *123#
Paket internet 15GB/30hr cuma Rp50rb, aktifkan di *363*46# atau lewat aplikasi
Nikmati bonus 2GB tiap isi ulang min Rp 25rb sampai 30 Juni. S&K berlaku
Tukar 200 poin dgn voucher makan, ketik TUKAR kirim ke 777. Info lengkap hub 188
Utk berhenti berlangganan ketik UNREG FILM kirim ke 99123
Seberapa puas Anda dgn layanan kami? Balas dgn angka 1 (tidak puas) s.d 5 (puas), gratis
Promo gajian di Alfamart, minyak goreng 2L hanya 29.900 sampai Minggu. Kunjungi toko terdekat
Kode OTP anda 771203. Jangan berikan ke siapapun termasuk petugas bank
Bu, besok saya titip Dimas ya, jemput jam 4. Makasih
Eh norek kamu yang BCA kan? aku transfer nanti malam abis kerja
Pak RT minta iuran sampah 20rb, kata ibu titip di warung aja
Rapat pindah jam 2 di ruang atas, laporan keuangannya jangan lupa dibawa
Hp ku lowbat, nanti aku telpon lagi kalau sudah di rumah
Pinjam buku kalkulus dong, besok aku balikin di kelas
Confirmado BC41PX90. Enviaste 1,200.00MT para 847120933 - CARLA MACIE aos 3/7/24. O teu novo saldo M-Pesa e de 88.10MT
Pagamento de 640,00 MZN a EDM efectuado com sucesso em 2024-07-03 09:12. Referencia 8812094417
Caro cliente, foi debitado 2.500,00 MZN na sua conta *4471 em 03-07-2024. Saldo disponivel 14.020,33 MZN
Use o codigo 339120 para autorizar a transferencia de 4.000,00 MZN. Nao partilhe. Duvidas ligue 21350035
Activa 5GB por 200MT, valido por 7 dias, em *162#. Internet sem parar!
A tua subscricao Noticias foi renovada, 5MT por dia. Para cancelar envia SAIR para 1515
Recarrega 100MT hoje e ganha 30 minutos para todas as redes ate domingo
Mano chego as 18h, avisa a mae para guardar comida
Tia, ja depositei o valor da escola, manda-me o recibo amanha
Boa noite chefe, amanha atraso um pouco, o chapa avariou em Boane
Peco que confirmes se recebeste o dinheiro que mandei ontem
O encontro dos pais na escola e sabado as 9h, nao te esquecas
`
  .trim()
  .split('\n');
