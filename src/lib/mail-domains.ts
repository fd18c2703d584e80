const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Where anybody gets a mailbox: such a domain says nothing of an employer. */
export const freeMailDomains = words(`
  gmail.com googlemail.com yahoo.com yahoo.co.uk yahoo.co.in yahoo.co.jp yahoo.fr yahoo.de yahoo.es yahoo.it yahoo.ca
  yahoo.com.br yahoo.com.au ymail.com rocketmail.com hotmail.com hotmail.co.uk hotmail.fr hotmail.de hotmail.it hotmail.es
  outlook.com outlook.de outlook.fr outlook.es live.com live.co.uk live.fr msn.com aol.com icloud.com me.com mac.com
  proton.me protonmail.com pm.me gmx.de gmx.net gmx.at gmx.ch gmx.com web.de t-online.de freenet.de mail.com email.com
  zoho.com yandex.ru yandex.com ya.ru mail.ru bk.ru inbox.ru list.ru rambler.ru qq.com 163.com 126.com sina.com sohu.com
  foxmail.com naver.com daum.net hanmail.net orange.fr wanadoo.fr free.fr sfr.fr laposte.net libero.it virgilio.it
  tiscali.it alice.it wp.pl o2.pl onet.pl interia.pl seznam.cz centrum.cz ukr.net abv.bg rediffmail.com uol.com.br
  bol.com.br terra.com.br comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net btinternet.com
  sky.com virginmedia.com bigpond.com optusnet.com.au xtra.co.nz shaw.ca rogers.com sympatico.ca telus.net hey.com
  fastmail.com tutanota.com tuta.io ziggo.nl kpnmail.nl telenet.be bluewin.ch online.no telia.com
  windowslive.com hotmail.be hotmail.nl hotmail.ch hotmail.se hotmail.com.br hotmail.co.jp live.nl live.be live.de live.it
  live.ca live.com.au outlook.it outlook.jp outlook.com.br aol.de aol.co.uk gmx.fr gmx.es gmx.us posteo.de mailbox.org
  arcor.de online.de vodafone.de kabelmail.de unitybox.de hispeed.ch sunrise.ch chello.at aon.at skynet.be scarlet.be
  pandora.be xs4all.nl home.nl planet.nl hetnet.nl upcmail.nl chello.nl casema.nl neuf.fr bbox.fr numericable.fr noos.fr
  club-internet.fr aliceadsl.fr cegetel.net voila.fr tin.it inwind.it iol.it fastwebnet.it sapo.pt clix.pt netcabo.pt
  telefonica.net terra.es ono.com ig.com.br oi.com.br globo.com globomail.com r7.com zipmail.com.br prodigy.net.mx
  talktalk.net ntlworld.com blueyonder.co.uk btopenworld.com tiscali.co.uk talk21.com plus.net eircom.net earthlink.net
  mindspring.com juno.com netzero.net optonline.net roadrunner.com rr.com windstream.net centurylink.net frontiernet.net
  embarqmail.com suddenlink.net mchsi.com ameritech.net pacbell.net swbell.net snet.net videotron.ca bell.net iinet.net.au
  tpg.com.au westnet.com.au ozemail.com.au mweb.co.za telkomsa.net vodamail.co.za webmail.co.za op.pl vp.pl tlen.pl
  gazeta.pl poczta.fm email.cz post.cz volny.cz atlas.cz azet.sk centrum.sk freemail.hu citromail.hu inbox.lv mail.bg
  i.ua meta.ua bigmir.net indiatimes.com sify.com vsnl.net yeah.net tom.com 21cn.com aliyun.com 139.com 189.cn nate.com
  docomo.ne.jp ezweb.ne.jp softbank.ne.jp nifty.com biglobe.ne.jp so-net.ne.jp ocn.ne.jp netvigator.com hinet.net
  i.softbank.jp yahoo.ne.jp kakao.com internet.ru mail.ee hot.ee online.ee inbox.lt one.lt mynet.com superonline.com ttmail.com
  mail.gr otenet.gr hol.gr walla.co.il walla.com netvision.net.il bezeqint.net zahav.net.il maktoob.com emirates.net.ae eim.ae
  vip.qq.com vip.163.com vip.sina.com sina.cn pec.it legalmail.it email.it gmx.li swissonline.ch vtxmail.ch quicknet.nl
  zeelandnet.nl solcon.nl home.se spray.se bredband.net comhem.se get2net.dk mail.dk jubii.dk ofir.dk stofanet.dk
  frisurf.no c2i.net broadpark.no suomi24.fi luukku.com kolumbus.fi elisanet.fi pp.inet.fi saunalahti.fi hushmail.com runbox.com
  startmail.com mailfence.com disroot.org riseup.net posteo.net zohomail.com yandex.kz yandex.by yandex.ua yandex.com.tr mail.kz
  list.kz mail.ua email.ua gmx.co.uk lineone.net o2.co.uk virgin.net freeserve.co.uk wanadoo.es yahoo.com.mx yahoo.com.ar
  hotmail.com.ar hotmail.com.mx live.com.mx outlook.com.ar fibertel.com.ar arnet.com.ar speedy.com.ar vtr.net entelchile.net
  une.net.co cantv.net yahoo.com.vn yahoo.com.sg yahoo.com.hk yahoo.com.tw yahoo.co.id yahoo.co.th yahoo.com.ph yahoo.com.tr
  yahoo.com.co yahoo.com.pe yahoo.gr yahoo.se yahoo.no yahoo.dk yahoo.ie yahoo.co.nz yahoo.co.za yahoo.in singnet.com.sg
  starhub.net.sg pacific.net.sg streamyx.com iafrica.com lantic.net rediff.com bsnl.in airtelmail.in
  hotmail.no hotmail.dk hotmail.fi hotmail.gr hotmail.co.nz hotmail.co.th hotmail.com.tr live.se live.dk live.no live.ie live.cn
  live.jp live.in live.co.za outlook.com.au outlook.pt outlook.dk outlook.ie outlook.in outlook.kr outlook.co.th outlook.com.tr
  aol.fr aol.it googlemail.co.uk gmx.eu gmx.info protonmail.ch fastmail.fm tutamail.com mail.ch mail.de email.de
  firemail.de freenet.com telfort.nl xs4all.net tele2.nl upcmail.at upcmail.ie ntl.com usa.net lycos.com excite.com netscape.net
  onet.eu buziaczek.pl autograf.pl zoznam.sk pobox.sk mail.sk vip.onet.pl mail.pt netvisao.pt hanmir.com paran.com empas.com`)

/** Relays that hide whose mailbox is behind an address. */
export const anonymousMailDomains = words(`
  privaterelay.appleid.com duck.com mozmail.com relay.firefox.com simplelogin.com simplelogin.co simplelogin.io
  aleeas.com slmail.me slmails.com dralias.com silomails.com 8alias.com 8shield.net anonaddy.com anonaddy.me addy.io
  addymail.com passmail.net passmail.com passinbox.com passfwd.com erine.email forwardemail.net users.noreply.github.com
  spamgourmet.com 33mail.com notif.me reply.craigslist.org`)

/** Domains that people type to get past a form and that have no mailboxes. */
export const spamDomains = words(`
  example.com example.org example.net test.com test.de domain.com yourdomain.com mydomain.com spam.com nospam.com
  spam.de fake.com fakemail.com noemail.com nomail.com none.com noone.com nowhere.com null.com asdf.com asd.com
  qwerty.com abc123.com xxx.com aaa.com blah.com whatever.com invalid.com mail.mail email.email abcd.com sample.com
  company.com yourcompany.com companyname.com website.com yourwebsite.com na.com n-a.com undefined.com unknown.com
  noemail.de nomail.de keinemail.de keineemail.de keine.de sinemail.com sincorreo.com notiene.com pasdemail.fr pasdemail.com
  sansmail.fr sememail.com naotem.com naotem.com.br geenmail.nl placeholder.com missing.com`)

/** Mailboxes of a function, not of a person; without digits and tags. */
export const roleMailboxes = words(`
  abuse accounting accounts accountspayable accountsreceivable admin administration administrator admissions ads
  advertising all-staff anfrage apply ar ap billing bookings booking buchhaltung buero careers career compras contabilidad
  comptabilite compliance contact contacto contactus contato customercare customerservice customersupport datenschutz dev
  developers devnull direction donotreply editor editorial email empleo enquiries enquiry events everyone facturacion
  facturation feedback finance ftp gdpr general hallo hello help helpdesk hi hostmaster hr hola info infos information
  inquiries inquiry invest investor investors investorrelations invoice invoices ir it jobs join kontakt kundenservice
  legal licensing mail mailer-daemon mailing marketing media membership news newsletter noc no-reply noreply office
  officina operations ops order orders partner partners partnership partnerships payroll personal postmaster post
  presse press pr privacy procurement purchasing receivables reception recruiting recruitment registrar remove
  reservations returns root rrhh sales security secretary secretariat sekretariat service services shop soporte staff
  store studio subscribe suporte support sysadmin team tech technical trade training unsubscribe usenet uucp vendas
  ventas verkauf verwaltung web webmaster webadmin welcome www zentrale rechnung bewerbung personalabteilung einkauf
  vertrieb ufficio amministrazione commerciale redaction accueil atencionalcliente secretaria administracion
  all ask talent empfang bestellung bestellungen dpo rh compta recrutement commercial comercial atendimento financeiro
  segreteria vendite acquisti biuro sekretariat administracja kadry zamowienia rekrutacja sprzedaz pedidos clientes reclamos
  cobranzas ventasonline tesoreria adquisiciones direccion gerencia mantenimiento logistica prensa presupuestos reservas
  achats serviceclient juridique logistique exploitation planning devis commandes communication contactez bonjour mairie
  empleos auskunft anmeldung hausverwaltung geschaeftsleitung poststelle buchhaltungen lager logistik kundendienst
  dataprotection corporate customersuccess customercare cs ap-invoices vendor vendors supplier suppliers warehouse
  dispatch shipping logistics claims complaints concierge frontdesk guestservices estimating bids quotes rfq tenders
  kontor post.mottak postmottak firmapost kundeservice kundtjanst asiakaspalvelu myynti toimisto inkoop verkoop
  boekhouding praxis kanzlei facturas recepcion recepcao recursoshumanos contabilidade klantenservice personeelszaken administratie receptie zakaz otdelkadrov
  assistant assistants assistentin assistenz assistente asistente assistante executiveassistant officemanager ceo
  ceooffice officeofceo officeoftheceo rezeption frontoffice backoffice`)

/** What people type where they do not want to be known. */
export const junkUsernames = words(`
  test testing tester testtest test123 asdf asd asdfg asdfgh asdasd asdfasdf qwerty qwe qwer qwertz azerty zxcv zxcvb zxc
  abc abcd abcde xxx xyz aaa bbb foo bar foobar fake fakeemail none nobody noone noname nomail noemail null nil na spam
  nospam trash junk dummy blah blabla anonymous anon user username name firstname lastname yourname myname me you
  someone somebody something whatever unknown temp tmp deleted sample example email mymail youremail myemail dfg sdf
  dfgdfg fgh hjk jkl lol hahaha placeholder undefined bounced removed optout unsubscribed missing tbd nope refused declined
  withheld noemailprovided noemailaddress noemailonfile noemailgiven notprovided notavailable notgiven donotemail dontemail
  donotcontact walkin johndoe janedoe keine keinmail keinemail keineemail keinemailadresse keineangabe ohnemail unbekannt
  nichtvorhanden sinemail sincorreo nocorreo notiene notengo noaplica nodisponible desconocido desconocida ninguno pasdemail
  pasdemel sansmail sansemail aucun inconnu inconnue nonrenseigne semmail sememail naotem naoinformado naopossui
  desconhecido nessunamail nessuna sconosciuto geenmail geenemail onbekend brakmaila brakemail ingenmail ingenepost
  your firstnamelastname firstlast vornamenachname prenomnom nombreapellido nomecognome nomesobrenome voornaamachternaam
  imienazwisko maxmustermann erikamustermann testuser demo guest deleteduser gdprdeleted anonymized anonymised redacted`)
