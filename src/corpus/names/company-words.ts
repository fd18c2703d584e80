const pairs = (text: string): [string, string][] =>
  text
    .trim()
    .split(/\s*\|\s*/)
    .flatMap((entry) => {
      const [full = '', ...short] = entry.split(' ')
      return short.map((form): [string, string] => [form, full])
    })

/** Words of company names by the forms they are shortened to or spelt in: the full one first. */
export const fullWordsByAbbreviation: ReadonlyMap<string, string> = new Map(
  pairs(`
  international intl int internat internacional internazionale | technology tech technologies techs tek technologie |
  manufacturing mfg manuf mfrs manufacturers | management mgmt mgt mgmnt | services svcs svc serv service | solution solutions soln solns |
  system systems sys | group grp gruppe gruppo grupo groupe | holding holdings hldg hldgs | association assoc assn asso |
  associates assocs | national natl nat | american amer | university univ universitat universidad universite universita |
  institute inst institut instituto | department dept | brothers bros | engineering eng engr engrg | industry industries ind inds industrie |
  laboratory lab labs laboratories | pharmaceutical pharma pharmaceuticals pharm | communication comm comms communications | development dev devel developments |
  financial fin fincl | insurance ins insur | investment invest investments inv | electric elec electr electrical | electronics electron |
  enterprise enterprises ent | transport trans transportation transp | properties props property prop | resource resources res |
  center centre ctr centers centres | college coll | hospital hosp hospitals | government govt gov | construction constr const |
  consulting cons consult consultants consultancy consultant | capital cap | partner partners ptnrs | product products prod prods | production productions |
  software sw softwares | medical med | bank banc banque banco banca | company cie | saint st | mount mt | first 1st | second 2nd |
  global glob | digital dgtl | security sec | network networks net | energy energies | logistics logistic | restaurant restaurants | studio studios |
  venture ventures | game games | material materials | partnership partnerships | foundation fdn foundations | data datas | chemical chem chemicals |
  automotive auto | aviation avn | equipment equip | supply supplies | distribution distrib distributors distributor | hotel hotels | brand brands | foods food | drink drinks`),
)

/** Words that name no company by themselves: what is left without them is compared, too. */
export const genericWords: ReadonlySet<string> = new Set(
  (
    'group holding companies cos international global worldwide technology solution system services software laboratory enterprise ' +
    'industry network digital online com net org io ai app hq usa us uk america europe deutschland germany france ' +
    'india africa asia emea apac world the official corporate corporation inc company co llc ltd gmbh'
  ).split(' '),
)

/** Words that say nothing more if a name begins with them. */
export const genericFirst: ReadonlySet<string> = new Set(
  'group holding the company corporation official'.split(' '),
)

/** Small words that are left out of initials. */
export const minorWords: ReadonlySet<string> = new Set(
  'and of the for de la le du des der die das und et y e di del da do in'.split(' '),
)

/** Words of trades, sorts and qualities: a name of these alone is not that of one company. */
export const commonWords: ReadonlySet<string> = new Set(
  (
    'air airlines airways american apple asset audio auto automotive bakery bancorp bank banking bar beauty bio book books brewing ' +
    'broadband broadcasting build building business cable cafe capital car care cargo casino cell cement central chemical chemicals ' +
    'city civil clean clear cloud club coal coast coffee commerce commercial community company computer concrete construction ' +
    'consulting consumer cotton credit dairy data delivery delta dental design development direct distribution eagle east eastern edge ' +
    'education electric electronics elite energy engineering enterprise entertainment environmental equipment equity express family ' +
    'farm farms fashion federal fiber film finance financial fire first fitness fleet food foods foundation freight fresh fuel fund ' +
    'furniture future gas general glass gold golden golf good graphics great green grid gulf harbor health healthcare heating ' +
    'heritage high hill holdings home homes horizon hospital hotel hotels house housing ice imaging imperial independent industrial ' +
    'infrastructure innovation institute insurance inter interior investment investments iron island jet justice key kitchen ' +
    'laboratories land law leaf leasing legal liberty life light lighting lightning link lion liquid living local logistics lumber ' +
    'machine management manufacturing marine market marketing markets mart materials media medical merchant metal metals metro mid ' +
    'midland mining mobile modern mortgage motor motors mountain music mutual national natural nature net new news next north ' +
    'northern nova ocean office oil one online open optical orange organic outdoor pacific packaging paint paper park partners path ' +
    'pay payment payments payroll petroleum pharma phone pioneer pipeline planet plastics plus point port post power precision ' +
    'premier press prime print pro process products progressive property public publishing pure quality quick radio rail railway ' +
    'railways real realty recruitment red regional renewable rental republic rescue research reserve resources restaurant retail ' +
    'river road robotics rock roofing royal rubber rural safe safety sales savings school science sea security select senior ' +
    'service services shipping shop silver simple smart social soft software solar solutions sound south southern space spirit ' +
    'sport sports spring standard star start state states steel stone storage store stores studio style sugar summit sun supply ' +
    'sure surgical swift system systems tea team tech technical technology telecom television textile theater timber time tire tobacco ' +
    'tools top total tower town toy toys trade trading traffic trail transit transport travel tree true trust union united universal ' +
    'university urban us usa utilities valley value van ventures victory video view village vision vital water wave way wealth web ' +
    'west western wheel white wild wind window wine wireless women wood woods work works world young zone box'
  ).split(' '),
)

/** Countries and parts of the world at the end of a name, or in brackets after it, tell one of a group from the others. */
export const countries: ReadonlySet<string> = new Set(
  (
    'argentina|australia|austria|osterreich|oesterreich|bahrain|bangladesh|belgium|belgique|belgie|belgien|bermuda|brazil|brasil|' +
    'bulgaria|canada|chile|china|colombia|costa rica|croatia|hrvatska|cyprus|czech republic|czechia|cesko|ceska republika|denmark|' +
    'danmark|deutschland|germany|ecuador|egypt|estonia|eesti|europe|finland|suomi|france|ghana|great britain|greece|hellas|' +
    'hong kong|hungary|magyarorszag|iceland|india|indonesia|ireland|israel|italy|italia|japan|jordan|kazakhstan|kenya|korea|kuwait|' +
    'latvia|latvija|lebanon|lithuania|lietuva|luxembourg|malaysia|malta|mexico|morocco|maroc|netherlands|nederland|holland|' +
    'new zealand|nigeria|norway|norge|oman|pakistan|panama|peru|philippines|poland|polska|portugal|qatar|romania|russia|rossiya|' +
    'rus|saudi arabia|ksa|serbia|srbija|singapore|slovakia|slovensko|slovenia|slovenija|south africa|south korea|spain|espana|' +
    'sri lanka|sweden|sverige|switzerland|schweiz|suisse|svizzera|taiwan|thailand|tunisia|turkey|turkiye|uae|uganda|uk|ukraine|' +
    'united arab emirates|united kingdom|united states|uruguay|us|usa|venezuela|vietnam|zambia|zimbabwe|england|scotland|wales|' +
    'america|north america|latin america|latam|emea|apac|asia|asia pacific|middle east|africa|benelux|nordic|nordics|iberia'
  ).split('|'),
)
