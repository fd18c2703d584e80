/**
 * Words for people's dealings with a record, and for people and things beside it: `Contact Owner Email` is nobody's of the
 * list, `Email Status` no address, `Emergency contact` somebody else.
 */
const dealingWords = [
  // Who looks after it, and who else is named beside it.
  'owners? manager managers assistant assistants asst assigned assignee rep reps sdr bdr csm ae executive supervisor boss',
  'reports reporting referred referrer referral referrals introduced recommended spouse partner partners wife husband',
  'child children parent parents mother father emergency guardian dependent dependents relation relationship relative recruiter buddy',
  '\\w*besitzer\\w* \\w*eigentumer\\w* \\w*inhaber\\w* zustandig\\w* betreu\\w* bearbeit\\w* verantwortlich\\w* vorgesetzt\\w* assistent\\w*',
  'sachbearbeiter\\w* vertrieb\\w* ehe\\w+ notfall\\w* empfohlen\\w* geworben\\w* mutter vater',
  'proprietaire\\w* responsable\\w* gestionnaire\\w* conjointe? urgence superieur assistante? parraine\\w* recommande\\w* attribue\\w* assigne\\w*',
  'propietari\\w* duenoa? asignad\\w* encargad\\w* gerente\\w* asistente\\w* conyuge emergencias? referid\\w* supervisora? jefe',
  'proprietari\\w* gestore? atribuid\\w* assistente\\w* conjuge emergencia responsavel\\w* indicado chefe',
  'responsabil\\w* assegnat\\w* coniuge emergenza assistenti capo segnalat\\w*',
  '\\w*eigenaar\\w* verantwoordelijk\\w* toegewezen beheerder\\w* echtgenoo\\w* partnernaam noodcontact noodgeval\\w* leidinggevende',
  'wlasciciel\\w* opiekun\\w* przypisan\\w* asystent\\w* malzon\\w* przelozon\\w* agare\\w* ansvarig\\w* ejer\\w* ansvarlig\\w* eier\\w* omistaja\\w* vastuuhenkilo',
  'ea pa kam secretar\\w* \\w*assistenz\\w* \\w*sekretariat\\w* \\w*betreuer\\w* our internal\\s(?:contact|owner|rep) responsible',
  'sender from inviter invited interviewer submitted requested approved uploaded guarantor competitors? hierarchique',
  // The firm above it, and whom bills go to.
  'holding ultimate \\w*konzern\\w* mutter\\w* mere matriz matrice capogruppo moeder\\w* moder\\w* groupe grupo gruppo gruppe',
  'payable ap debitor\\w* kreditor\\w* rechnungsempfanger\\w* rechnungskontakt',
  'previous former past prior old fruher\\w* ancien\\w* anterior precedente vorige poprzedni\\w*',
  // What was done with it.
  'sources? status statuses stage stages created modified updated activity activities by opt optout score rating type types label labels',
  'verified verification verifier confidence valid validity deliverability deliverable catch bounced bounce subscribed unsubscribed subscription',
  'quality lists? tags? notes? comments? remarks? deals? amount priority campaigns? lifecycle interaction engagement sequence replied sent opened',
  'clicked contacted connected consent gdpr last next count date dates time timestamp currency checksum modify photo logo image picture',
  'thumb icon avatar banner blog careers jobs keywords? technologies department departments division abteilung seniority gender sex',
  'salutation prefix suffix greeting anrede grussformel civilite tratamiento tratamento trattamento aanhef middle additional nickname nick maiden',
  'phonetic yomi initials username user login password file sort display birthday anniversary hobby language timezone sensitivity mileage',
  'account_number membership groups? segment segments category categories event events product products project opportunity team school bank',
  'fax telefax faxnummer im skype relation custom subsidiary subsidiaries funding raised rounds? latitude longitude box extended symbol linkedin pnet github instagram youtube',
  '\\w*gepruft\\w* verifiziert\\w* validier\\w* zustellbar\\w* gultig\\w* verifie\\w* valide\\w* delivrabilite verifica\\w* validad\\w* provider host',
  'estado\\s(?:del?l?\\s|d\\s|do\\s|da\\s)?(?:correo|e|email|mail|contacto|contato|cuenta|conta|lead|telefono|telefone)',
  'stato\\s(?:del?l?\\s|della\\s)?(?:e|email|mail|contatto|account|lead|telefono)',
  // How a number grows, and what share it is: no number of the record itself.
  'growth change changes increase decrease delta rate ratio percent percentage pct yoy cagr margin per \\w*wachstum\\w* veranderung\\w*',
  '\\w*quote prozent\\w* croissance evolution taux pourcentage crecimiento variacion porcentaje crescimento crescita variazione percentuale',
  'groei wzrost tillvaxt vekst vaekst kasvu',
  'quellen? herkunft erstellt\\w* geandert\\w* aktualisiert\\w* letzte\\w* bewertung notizen bemerkung\\w* typ prioritat aktivitat\\w* kampagne',
  'statut source origine cree\\w* modifie\\w* derniere? remarques? etape priorite civilite note',
  'fuente origen creado modificado ultim[ao] etapa notas prioridad puntuacion campana verificado',
  'fonte origem criado modificado atualizado ultim[ao] prioridade campanha origine creato aggiornato modificato priorita campagna',
  'bron aangemaakt gewijzigd laatste opmerking\\w* fase prioriteit zrodlo utworzon\\w* zmodyfikowan\\w* ostatni\\w* notatki kalla skapad\\w* andrad\\w* senaste',
]

const dealings = new RegExp(`(?:^| )(?:${dealingWords.join(' ').split(' ').join('|')})(?= |$)`)

/** Numbers that records go by at somebody: of an account, a customer, a passport. */
const recordNumber =
  /(?:^| )(?:number|numbers|no|num|nr|nummer|numero|numer|code|kod|codigo|codice)$|(?:nummer|nr)$|^(?:numero|numer|codigo|codice|code) (?:de|del|di|du|da|do|van|der)? ?|^(?:n|no|nr|num|cod) (?:de |del |di |du )?(?:client|compte|cuenta|conta|conto|kunde|klient|fournisseur|proveedor|fornitor)/

/** Words that say alone that a column is about whoever looks after a record. */
const lookedAfter =
  /^(?:owner|manager|assignee|assigned to|sales rep|rep|besitzer|eigentumer|proprietaire|propietario)$/

/** Whether a heading, in plain form, is about something beside the record itself. */
export const isAboutDealings = (plain: string): boolean => dealings.test(plain)

/** `Account Number`, `Kundennummer`: what somebody counts records by. */
export const isRecordNumber = (plain: string): boolean => recordNumber.test(plain)

/** `Owner` alone, which of a list that names nobody else may be whom it is about. */
export const isBareOwner = (plain: string): boolean => lookedAfter.test(plain)
