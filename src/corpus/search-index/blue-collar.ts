import { memo } from '../../lib/memo.ts'
import { normalText } from '../../lib/text-normal.ts'
import type { JobPosting } from '../records/index.ts'

// Manual work: trades, transport, stores, kitchens, care, cleaning, guarding. Matched against normal text.
const english =
  /\b(drivers?|truckers?|couriers?|delivery (person|associate)|forklift|warehouse|picker|packer|loader|stocker|mechanics?|machinists?|welders?|electricians?|plumbers?|carpenters?|roofers?|painters?|bricklayers?|masons?|plasterers?|laborers?|labourers?|fitters?|joiners?|assemblers?|(machine|plant|crane|equipment|production) operators?|production (worker|assistant|associate)|factory|construction worker|handyman|janitors?|cleaners?|housekeep(er|ing)|custodians?|gardeners?|landscapers?|groundskeepers?|farm ?(worker|hand)s?|cooks?|line cook|bakers?|butchers?|baristas?|bartenders?|waiters?|waitress(es)?|servers?|dishwashers?|kitchen (assistant|porter|hand)|cashiers?|retail associate|store associate|shelf|security guards?|(maintenance|field|service|hvac|automotive|repair) technicians?|caregivers?|nursing assistants?|care assistants?|home health aides?|hairdressers?|barbers?|seamstress|tailors?|movers?|garbage collectors?|miners?|sailors?|deckhands?|foreman|forewoman|millwright|pipefitters?|ironworkers?|glaziers?|tilers?|upholsterers?)\b/
const others =
  /\b(\w*fahrer(in)?|lagerist(in)?|lagermitarbeiter(in)?|staplerfahrer(in)?|\w*mechaniker(in)?|mechatroniker(in)?|elektriker(in)?|schweisser(in)?|schlosser(in)?|maurer(in)?|tischler(in)?|dachdecker(in)?|maler(in)?|monteur(in)?|reinigungskraft|koch|kochin|backer(in)?|kellner(in)?|verkaufer(in)?|hausmeister(in)?|pflegehelfer(in)?|produktionsmitarbeiter(in)?|chauffeurs?|cariste|magasinier|manutentionnaire|mecanicien(ne)?|electricien(ne)?|plombier|soudeur|soudeuse|macon|menuisier|couvreur|peintre en batiment|ouvrier|ouvriere|cuisinier|cuisiniere|boulanger|serveur|serveuse|caissier|caissiere|agent (de nettoyage|d entretien|de securite)|aide soignante?|conductor(a)?|chofer|repartidor(a)?|almacenista|mozo de almacen|mecanico|mecanica|electricista|soldador(a)?|fontanero|albanil|carpintero|operario|operaria|cocinero|cocinera|panadero|camarero|camarera|cajero|cajera|limpiador(a)?|vigilante de seguridad|auxiliar de enfermeria)\b/
/** Words in the titles of people who lead, sell or plan such work. */
const notHands =
  /\b(manager|director|head|engineer|developer|analyst|architect|consultant|representative|recruiter|intern|internship|buyer|purchasing|procurement|coordinator|specialist|planner|scientist|designer|accountant|software|driver development|server administrator|device driver|sql server)\b/

const namesHandwork = memo((title) => {
  const normal = normalText(title)
  return !notHands.test(normal) && (english.test(normal) || others.test(normal))
})

const handFunctions = new Set<string>(['Manufacturing', 'Production', 'Distribution'])
const lowLevels = new Set<string>(['Entry level', 'Associate'])

/** Whether a posting is for manual or frontline work: by its title, or by function where the level is low. */
export function isBlueCollar(record: JobPosting): boolean {
  if (record.title !== null && namesHandwork(record.title)) return true
  const title = record.title === null ? '' : normalText(record.title)
  return (
    record.seniority_level !== null &&
    lowLevels.has(record.seniority_level) &&
    !notHands.test(title) &&
    (record.job_function ?? []).some((each) => handFunctions.has(each))
  )
}
