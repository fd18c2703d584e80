/** What a column of a list holds. `text` is anything else: it is tidied, and used for nothing. */
export const columnRoles = [
  'full_name',
  'first_name',
  'last_name',
  'email',
  'phone',
  'company',
  'domain',
  'url',
  'profile_url',
  'company_url',
  'job_title',
  'country',
  'city',
  'state',
  'postal_code',
  'address',
  'date',
  'number',
  'text',
] as const

export type ColumnRole = (typeof columnRoles)[number]

const words = (text: string): string[] => text.split('|').map((word) => word.trim())

/** What columns are called, in normal form: English, German, French, Spanish, Portuguese, Italian, Dutch, Polish, Nordic. */
const names: Partial<Record<ColumnRole, string[]>> = {
  full_name: words(
    'name|full name|fullname|person|person name|contact|contact name|contact person|lead|lead name|display name|attendee|candidate|' +
      'participant|vollstandiger name|ansprechpartner|ansprechperson|kontakt|kontaktperson|nom complet|nom et prenom|interlocuteur|' +
      'nombre completo|nombre y apellidos|contacto|persona de contacto|nome completo|nome e cognome|contatto|referente|contato|' +
      'volledige naam|naam|contactpersoon|imie i nazwisko|namn|fullstandigt namn|navn|nimi|nev|jmeno a prijmeni|persona',
  ),
  first_name: words(
    'first name|firstname|first|given name|givenname|forename|fname|christian name|vorname|rufname|prenom|nombre|nombres|primer nombre|' +
      'nome|primeiro nome|nome proprio|voornaam|imie|fornamn|fornavn|etunimi|jmeno|keresztnev|prenume|ad',
  ),
  last_name: words(
    'last name|lastname|last|surname|family name|familyname|lname|second name|nachname|familienname|zuname|nom|nom de famille|apellido|' +
      'apellidos|primer apellido|sobrenome|apelido|ultimo nome|cognome|achternaam|familienaam|nazwisko|efternamn|efternavn|etternavn|' +
      'sukunimi|prijmeni|vezeteknev|nume|soyad',
  ),
  email: words(
    'email|e mail|mail|email address|e mail address|emailaddress|mail address|work email|business email|personal email|contact email|' +
      'email adresse|e mail adresse|mailadresse|emailadresse|adresse email|adresse e mail|adresse mail|courriel|mel|correo|' +
      'correo electronico|email id|direccion de correo|endereco de email|e mail adres|emailadres|adres email|epost|e post|sahkoposti|' +
      'indirizzo email|indirizzo e mail|posta elettronica|mail id|email 1|email 2|email1|email2',
  ),
  phone: words(
    'phone|phone number|telephone|telephone number|tel|tel no|tel nr|mobile|mobile phone|mobile number|cell|cell phone|cellphone|' +
      'direct phone|direct dial|work phone|business phone|home phone|contact number|phone 1|phone1|phone 2|phone2|fax|telefon|' +
      'telefonnummer|rufnummer|handy|handynummer|mobil|mobilnummer|mobiltelefon|durchwahl|telephone portable|portable|numero de telephone|' +
      'numero de telefono|telefono|movil|celular|telemovel|telefone|cellulare|telefoonnummer|telefoon|mobiel|numer telefonu|komorka|puhelin',
  ),
  company: words(
    'company|company name|companyname|organization|organisation|organization name|organisation name|org|employer|business|business name|' +
      'account|account name|current company|firm|vendor|customer|client|supplier|brand|firma|firmenname|unternehmen|unternehmensname|' +
      'arbeitgeber|gesellschaft|kunde|organisation|entreprise|societe|nom de l entreprise|raison sociale|employeur|client|empresa|' +
      'compania|nombre de la empresa|razon social|organizacion|nome da empresa|azienda|nome azienda|ragione sociale|ditta|societa|bedrijf|' +
      'bedrijfsnaam|werkgever|organisatie|nazwa firmy|przedsiebiorstwo|foretag|virksomhed|bedrift|yritys|spolecnost|ceg|companie|sirket',
  ),
  domain: words(
    'domain|domain name|company domain|email domain|website domain|web domain|root domain|domaine|nom de domaine|dominio|domein|domena|doman',
  ),
  url: words(
    'url|link|website|web site|web|homepage|home page|site|company website|company url|web address|webseite|internetseite|internetadresse|' +
      'site web|site internet|sitio web|pagina web|sito|sito web|strona|strona www|www|hjemmeside|hemsida|webbplats|verkkosivu',
  ),
  profile_url: words(
    'profile|profile url|profile link|social profile|network profile|pnet url|pnet profile|pnet|person url|person profile|' +
      'profil|profil url|profillink|public profile url|member url|perfil|lien du profil',
  ),
  company_url: words(
    'company profile|company profile url|company page|company pnet url|organization url|company network url',
  ),
  job_title: words(
    'title|job title|jobtitle|position|role|job|job role|job position|occupation|function|designation|seniority title|berufsbezeichnung|' +
      'stellenbezeichnung|funktion|beruf|titel|jobtitel|poste|fonction|intitule de poste|titre|cargo|puesto|profesion|titulo|funcao|' +
      'posizione|ruolo|qualifica|mansione|functie|functietitel|stanowisko|befattning|stilling|tehtava|pozice|beosztas',
  ),
  country: words(
    'country|country name|country code|nation|country region|land|lander|landercode|landeskennzeichen|staat|pays|pais|paese|nazione|' +
      'kraj|maa|zeme|orszag|tara|ulke',
  ),
  city: words(
    'city|town|locality|place|municipality|city name|stadt|ort|wohnort|ville|commune|ciudad|poblacion|localidad|cidade|citta|comune|' +
      'stad|plaats|woonplaats|miasto|miejscowosc|by|ort stad|kaupunki|mesto|varos|oras|sehir',
  ),
  state: words(
    'state|province|region|county|state province|state region|bundesland|kanton|departement|provincia|estado|comunidad autonoma|' +
      'regione|provincie|wojewodztwo|lan',
  ),
  postal_code: words(
    'zip|zip code|zipcode|postal code|postcode|post code|postalcode|plz|postleitzahl|code postal|codigo postal|cep|cap|kod pocztowy|' +
      'postnummer|postnr|postinumero|psc|iranyitoszam',
  ),
  address: words(
    'address|street|street address|address 1|address line 1|address1|address 2|mailing address|location|adresse|strasse|anschrift|' +
      'rue|direccion|calle|endereco|morada|rua|indirizzo|via|adres|straat|ulica|adress|gata|osoite',
  ),
  date: words(
    'date|created|created at|created date|updated|updated at|modified|last modified|start date|end date|birthday|birth date|birthdate|' +
      'date of birth|dob|signup date|sign up date|registered|registered at|last contact|last contacted|last activity|datum|geburtsdatum|' +
      'geburtstag|erstellt|erstellt am|eintrittsdatum|anmeldedatum|date de naissance|date de creation|fecha|fecha de nacimiento|' +
      'fecha de alta|data|data de nascimento|data di nascita|geboortedatum|data urodzenia|fodelsedatum|dato|fodselsdato|paivamaara',
  ),
  number: words(
    'amount|revenue|employees|headcount|number of employees|size|score|quantity|count|anzahl|umsatz|mitarbeiter',
  ),
}

const byName = new Map<string, ColumnRole>()
for (const role of columnRoles)
  for (const name of names[role] ?? []) if (!byName.has(name)) byName.set(name, role)

/** The role a header's words name, and how sure that is; undefined when they name none. */
export function roleOfHeader(normal: string): { role: ColumnRole; confidence: number } | undefined {
  if (normal === '') return undefined
  const exact = byName.get(normal) ?? byName.get(normal.replace(/ \d+$/, ''))
  if (exact !== undefined) return { role: exact, confidence: 0.9 }
  // `Primary contact e-mail address`: the longest name that ends or begins it.
  const parts = normal.split(' ')
  if (parts.length > 6) return undefined
  for (let length = Math.min(4, parts.length - 1); length > 0; length--) {
    const role = byName.get(parts.slice(-length).join(' ')) ?? byName.get(parts.slice(0, length).join(' '))
    if (role !== undefined) return { role, confidence: 0.6 }
  }
  return undefined
}
