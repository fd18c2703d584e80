import { columnMeanings, type ColumnMeaning } from './column-meanings.ts'
import { headingsAbroad } from './heading-words-abroad.ts'

export type { ColumnMeaning } from './column-meanings.ts'

const words = (text: string): string[] => text.split('|').map((word) => word.trim())

/** What columns are called, in plain form: English, German, French, Spanish, Portuguese, Italian, Dutch, Polish, Nordic. */
const headingWords: Record<ColumnMeaning, string[]> = {
  name: words(
    'name|full name|fullname|person|person name|contact|contact name|contact person|lead|lead name|display name|attendee|candidate|' +
      'participant|vollstandiger name|ansprechpartner|ansprechperson|kontakt|kontaktperson|nom complet|nom et prenom|interlocuteur|' +
      'nombre completo|nombre y apellidos|contacto|persona de contacto|nome completo|nome e cognome|contatto|referente|contato|' +
      'volledige naam|naam|contactpersoon|imie i nazwisko|namn|fullstandigt namn|navn|nimi|nev|jmeno a prijmeni|persona|' +
      'kontaktname|nom du contact|nombre del contacto|nome do contato|nome del contatto|naam contactpersoon',
  ),
  'first name': words(
    'first name|firstname|first|given name|givenname|forename|fname|christian name|vorname|rufname|prenom|nombre|nombres|primer nombre|' +
      'nome|primeiro nome|nome proprio|voornaam|imie|fornamn|fornavn|etunimi|jmeno|keresztnev|prenume|ad',
  ),
  'last name': words(
    'last name|lastname|last|surname|family name|familyname|lname|second name|nachname|familienname|zuname|nom|nom de famille|apellido|' +
      'apellidos|primer apellido|sobrenome|apelido|ultimo nome|cognome|achternaam|familienaam|nazwisko|efternamn|efternavn|etternavn|' +
      'sukunimi|prijmeni|vezeteknev|nume|soyad',
  ),
  email: words(
    'email|e mail|mail|email address|e mail address|emailaddress|mail address|work email|business email|personal email|contact email|' +
      'email adresse|e mail adresse|mailadresse|emailadresse|adresse email|adresse e mail|adresse mail|courriel|mel|correo|' +
      'correo electronico|email id|direccion de correo|direccion de correo electronico|endereco de email|endereco de e mail|' +
      'e mail adres|emailadres|adres email|adres e mail|epost|e post|sahkoposti|indirizzo email|indirizzo e mail|' +
      'adresse de messagerie|messagerie|adresse de courriel|adresse courriel|posta elettronica|mail id|correo e|e postadress|e mailadres',
  ),
  phone: words(
    'phone|phone number|telephone|telephone number|tel|tel no|tel nr|mobile|mobile phone|mobile number|cell|cell phone|cellphone|' +
      'direct phone|direct dial|work phone|business phone|home phone|contact number|fax|fax number|telefon|cell number|mobilephone|' +
      'telefonnummer|rufnummer|handy|handynummer|mobil|mobilnummer|mobiltelefon|durchwahl|telephone portable|portable|numero de telephone|' +
      'numero de telefono|telefono|movil|celular|telemovel|telefone|cellulare|telefoonnummer|telefoon|mobiel|numer telefonu|komorka|puhelin|' +
      'faxnummer|numero de celular|numero de telefone|numero di telefono|telefax|phone no|mobile no|telefon nummer|telefonnumer|direct',
  ),
  company: words(
    'company|company name|companyname|organization|organisation|organization name|organisation name|org|employer|business|business name|' +
      'account|account name|current company|firm|vendor|customer|client|supplier|brand|firma|firmenname|unternehmen|unternehmensname|' +
      'arbeitgeber|gesellschaft|kunde|organisation|entreprise|societe|nom de l entreprise|raison sociale|employeur|client|empresa|' +
      'compania|nombre de la empresa|razon social|organizacion|nome da empresa|azienda|nome azienda|ragione sociale|ditta|societa|bedrijf|' +
      'bedrijfsnaam|werkgever|organisatie|nazwa firmy|przedsiebiorstwo|foretag|virksomhed|bedrift|yritys|spolecnost|ceg|companie|sirket|' +
      'legal name|customer name|client name|employer name|firm name|supplier name|vendor name|nom de la societe|nom de l organisation|' +
      'associated company|primary company|nombre de la organizacion|nome da organizacao|foretagsnamn|firmanavn',
  ),
  domain: words(
    'domain|domain name|company domain|email domain|website domain|web domain|root domain|domaine|nom de domaine|dominio|domein|domena|doman',
  ),
  website: words(
    'url|link|website|web site|web|homepage|home page|site|company website|company url|web address|webseite|internetseite|internetadresse|' +
      'site web|site internet|sitio web|pagina web|sito|sito web|strona|strona www|www|hjemmeside|hemsida|webbplats|verkkosivu|web page|webpage|' +
      'website url|website address|url del sitio web|url du site web|url do site|url website',
  ),
  profile: words(
    'profile|profile url|profile link|social profile|network profile|pnet url|pnet profile|pnet|person url|person profile|' +
      'profil|profil url|profillink|public profile url|member url|perfil|lien du profil',
  ),
  'company profile': words(
    'company profile|company profile url|company page|company pnet url|organization url|company network url',
  ),
  title: words(
    'title|job title|jobtitle|position|role|job|job role|job position|occupation|function|designation|seniority title|berufsbezeichnung|' +
      'stellenbezeichnung|funktion|beruf|titel|jobtitel|poste|fonction|intitule de poste|intitule du poste|titre|cargo|puesto|profesion|' +
      'titulo|funcao|posizione|ruolo|qualifica|mansione|functie|functietitel|stanowisko|befattning|stilling|tehtava|pozice|beosztas|' +
      'titre du poste|titre de poste|titulo del puesto|puesto de trabajo|current title|current position|qualifica professionale',
  ),
  country: words(
    'country|country name|country code|nation|country region|land|lander|landercode|landeskennzeichen|staat|pays|pais|paese|nazione|' +
      'kraj|maa|zeme|orszag|tara|ulke|land region|pays region|pais region|paese regione|pais o region',
  ),
  city: words(
    'city|town|locality|place|municipality|city name|stadt|ort|wohnort|ville|commune|ciudad|poblacion|localidad|cidade|citta|comune|' +
      'stad|plaats|woonplaats|miasto|miejscowosc|by|ort stad|kaupunki|mesto|varos|oras|sehir',
  ),
  state: words(
    'state|province|region|county|state province|state region|state or region|bundesland|kanton|departement|provincia|estado|' +
      'comunidad autonoma|regione|provincie|wojewodztwo|lan|bundesland kanton|estado provincia|bundesland region|etat region|estado region',
  ),
  'postal code': words(
    'zip|zip code|zipcode|postal code|postcode|post code|postalcode|plz|postleitzahl|code postal|codigo postal|cep|cap|kod pocztowy|' +
      'postnummer|postnr|postinumero|psc|iranyitoszam|postal|zip postal code|zip or postal code',
  ),
  street: words(
    'street|street address|address line|mailing address|adresse|strasse|anschrift|address street|' +
      'rue|direccion|calle|endereco|morada|rua|indirizzo|via|adres|straat|ulica|adress|gata|osoite',
  ),
  location: words(
    'address|location|full address|address formatted|formatted address|adresse complete|standort',
  ),
  date: words(
    'date|created|created at|created date|updated|updated at|modified|last modified|start date|end date|birthday|birth date|birthdate|' +
      'date of birth|dob|signup date|sign up date|registered|registered at|last contact|last contacted|last activity|datum|geburtsdatum|' +
      'geburtstag|erstellt|erstellt am|eintrittsdatum|anmeldedatum|date de naissance|date de creation|fecha|fecha de nacimiento|' +
      'fecha de alta|data|data de nascimento|data di nascita|geboortedatum|data urodzenia|fodelsedatum|dato|fodselsdato|paivamaara',
  ),
  employees: words(
    'employees|employee|number of employees|no of employees|num employees|num of employees|total employees|employee count|employees count|' +
      'employee size|employee range|employees range|size|team size|headcount|mitarbeiter|mitarbeiterzahl|anzahl mitarbeiter|' +
      'anzahl der mitarbeiter|effectif|effectifs|nombre d employes|empleados|numero de empleados|funcionarios|numero de funcionarios|' +
      'dipendenti|numero di dipendenti|medewerkers|aantal medewerkers|pracownicy|liczba pracownikow|anstallda|antal anstallda',
  ),
  revenue: words(
    'revenue|annual revenue|yearly revenue|estimated revenue|revenue usd|revenue in usd|annual revenue usd|turnover|umsatz|jahresumsatz|' +
      'chiffre d affaires|ingresos anuales|ingresos|facturacion|facturacion anual|receita|receita anual|faturamento|fatturato|' +
      'fatturato annuo|omzet|jaaromzet|przychody|roczne przychody|omsattning',
  ),
  industry: words(
    'industry|primary industry|branche|secteur|secteur d activite|industria|settore|setor|bransch|branza|bedrijfstak',
  ),
  description: words(
    'description|short description|long description|one liner|about us|about|overview|beschreibung|descripcion|descricao|descrizione|omschrijving|opis',
  ),
  founded: words(
    'year founded|founded year|founded|founding year|year established|founded on|date founded|founded date|founding date|foundation date|' +
      'date of foundation|date established|established|established on|established in|founded in|incorporated|incorporated on|incorporation date|' +
      'date of incorporation|grundungsdatum|gegrundet am|fecha de fundacion|data de fundacao|data di fondazione|data fondazione|oprichtingsdatum|grundungsjahr|gegrundet|annee de creation|ano de fundacion|' +
      'ano de fundacao|anno di fondazione|oprichtingsjaar',
  ),
  twitter: [],
  facebook: [],
  id: words(
    'id|ids|record id|object id|internal id|external id|crm id|unique id|identifier|identifiant|identificador|identificativo|identyfikator|datensatz id',
  ),
  number: words('amount|score|quantity|count|anzahl'),
}

/** Words that say whose a value is, or which of several, beside what it is. */
const qualifiers: Record<string, string> = {
  person:
    'contact contacts person persons lead leads candidate attendee prospect member individual student kontakt kontakte kontakts ' +
    'ansprechpartner ansprechpartners employee personne personnes persona personas contacto contactos contato contatos contatto contatti ' +
    'contactpersoon osoba osoby kontakty delegate speaker',
  company:
    'company companies account accounts organization organizations organisation organisations org employer customer client firm ' +
    'corporate corp vendor supplier firma firmen firmy unternehmen unternehmens konto entreprise societe compte empresa empresas ' +
    'compania cuenta conta azienda aziendale societa cliente kunde kunden clients clientes clienti klant klanten bedrijf bedrijfs foretag foretags virksomhed employeur organizacion ' +
    'organizacao organizzazione organisatie arbeitgeber arbeitgebers associated',
  work:
    'work business office professional direct switchboard reception desk geschaftlich geschaftliche geschaftlicher dienstlich dienst buro professionnel ' +
    'professionnelle pro bureau trabajo trabalho oficina laboral profesional profissional comercial lavoro ufficio zakelijk ' +
    'zakelijke werk kantoor sluzbowy sluzbowa arbete jobb',
  personal:
    'personal private home privat private privater personnel personnelle prive domicile domicilio casa particular personale ' +
    'pessoal prywatny prywatna hem',
  mobile:
    'mobile cell cellular mobil movil celular cellulare mobiel handy portable telemovel komorka mobiltelefon ' +
    'handynummer mobilnummer cellphone mobilephone',
  secondary:
    'secondary second alternate alternative alt other additional further tertiary third backup weitere weiterer zweite ' +
    'autre secondaire otro otra secundario secundaria outro outra altro altra secondario andere overig drugi shipping delivery ' +
    'lieferung livraison envio consegna',
  billing:
    'billing invoice invoicing rechnung rechnungs facturation facturacion faturamento fatturazione factuur faktura',
  place:
    'hq headquarters headquarter mailing registered legal address location visiting site postal adresse postanschrift',
  which:
    'primary main current default preferred official full first 1 the of de la le les l d del der des du da do di della dell ' +
    'dello von van von el y et und and apollo hubspot salesforce sfdc zoho pipedrive dynamics crm value wert valor valeur ' +
    'daytime day evening whatsapp central line toll free ' +
    'valore waarde record object registro registre fiche datensatz wpis unique your',
}

/** Kinds of words that are beside what a column is. */
export type Qualifier =
  | 'person'
  | 'company'
  | 'work'
  | 'personal'
  | 'mobile'
  | 'secondary'
  | 'billing'
  | 'place'
  | 'which'

const qualifierOf = new Map<string, Qualifier>()
for (const [qualifier, text] of Object.entries(qualifiers))
  for (const word of text.split(' '))
    if (!qualifierOf.has(word)) qualifierOf.set(word, qualifier as Qualifier)

/** What a word beside the meaning says; undefined for one nobody knows. */
export const qualifierOfWord = (word: string): Qualifier | undefined => qualifierOf.get(word)

const meaningByWords = new Map<string, ColumnMeaning>()
for (const meaning of columnMeanings)
  for (const name of headingWords[meaning]) if (!meaningByWords.has(name)) meaningByWords.set(name, meaning)

for (const [heading, meaning] of headingsAbroad)
  if (!meaningByWords.has(heading)) meaningByWords.set(heading, meaning)

/** What these words mean by themselves. */
export const meaningOfWords = (plain: string): ColumnMeaning | undefined => meaningByWords.get(plain)
