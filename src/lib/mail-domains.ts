const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Where anybody gets a mailbox: such a domain says nothing of an employer. */
export const FREE_MAIL_DOMAINS = words(`
  gmail.com googlemail.com yahoo.com yahoo.co.uk yahoo.co.in yahoo.co.jp yahoo.fr yahoo.de yahoo.es yahoo.it yahoo.ca
  yahoo.com.br yahoo.com.au ymail.com rocketmail.com hotmail.com hotmail.co.uk hotmail.fr hotmail.de hotmail.it hotmail.es
  outlook.com outlook.de outlook.fr outlook.es live.com live.co.uk live.fr msn.com aol.com icloud.com me.com mac.com
  proton.me protonmail.com pm.me gmx.de gmx.net gmx.at gmx.ch gmx.com web.de t-online.de freenet.de mail.com email.com
  zoho.com yandex.ru yandex.com ya.ru mail.ru bk.ru inbox.ru list.ru rambler.ru qq.com 163.com 126.com sina.com sohu.com
  foxmail.com naver.com daum.net hanmail.net orange.fr wanadoo.fr free.fr sfr.fr laposte.net libero.it virgilio.it
  tiscali.it alice.it wp.pl o2.pl onet.pl interia.pl seznam.cz centrum.cz ukr.net abv.bg rediffmail.com uol.com.br
  bol.com.br terra.com.br comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net btinternet.com
  sky.com virginmedia.com bigpond.com optusnet.com.au xtra.co.nz shaw.ca rogers.com sympatico.ca telus.net hey.com
  fastmail.com tutanota.com tuta.io ziggo.nl kpnmail.nl telenet.be bluewin.ch online.no telia.com`)

/** Relays that hide whose mailbox is behind an address. */
export const ANONYMOUS_MAIL_DOMAINS = words(`
  privaterelay.appleid.com duck.com mozmail.com relay.firefox.com simplelogin.com simplelogin.co simplelogin.io
  aleeas.com slmail.me slmails.com dralias.com silomails.com 8alias.com 8shield.net anonaddy.com anonaddy.me addy.io
  addymail.com passmail.net passmail.com passinbox.com passfwd.com erine.email forwardemail.net users.noreply.github.com
  spamgourmet.com 33mail.com notif.me reply.craigslist.org`)

/** Domains that people type to get past a form, and that nobody has a mailbox at. */
export const SPAM_DOMAINS = words(`
  example.com example.org example.net test.com test.de domain.com yourdomain.com mydomain.com spam.com nospam.com
  spam.de fake.com fakemail.com noemail.com nomail.com none.com noone.com nowhere.com null.com asdf.com asd.com
  qwerty.com abc123.com xxx.com aaa.com blah.com whatever.com invalid.com mail.mail email.email abcd.com sample.com`)

/** Mailboxes of a function, not of a person; without digits and tags. */
export const ROLE_MAILBOXES = words(`
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
  boekhouding klantenservice personeelszaken administratie receptie zakaz otdelkadrov`)

/** What people type where they do not want to be known. */
export const JUNK_USERNAMES = words(`
  test testing tester testtest test123 asdf asd asdfg asdfgh asdasd asdfasdf qwerty qwe qwer qwertz azerty zxcv zxcvb zxc
  abc abcd abcde xxx xyz aaa bbb foo bar foobar fake fakeemail none nobody noone noname nomail noemail null nil na spam
  nospam trash junk dummy blah blabla anonymous anon user username name firstname lastname yourname myname me you
  someone somebody something whatever unknown temp tmp deleted sample example email mymail youremail myemail dfg sdf
  dfgdfg fgh hjk jkl lol hahaha`)
