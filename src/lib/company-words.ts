const pairs = (text: string): [string, string][] =>
  text
    .trim()
    .split(/\s*\|\s*/)
    .flatMap((entry) => {
      const [full = '', ...short] = entry.split(' ')
      return short.map((form): [string, string] => [form, full])
    })

/** Words of company names by the forms they are shortened to or spelt in: the full one first. */
export const FULL_WORDS: ReadonlyMap<string, string> = new Map(
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
export const GENERIC_WORDS: ReadonlySet<string> = new Set(
  (
    'group holding international global worldwide technology solution system services software laboratory enterprise ' +
    'industry network digital online com net org io ai app hq usa us uk america europe deutschland germany france ' +
    'india africa asia emea apac world the official corporate corporation inc company co llc ltd gmbh'
  ).split(' '),
)

/** Small words that are left out of initials. */
export const MINOR_WORDS: ReadonlySet<string> = new Set(
  'and of the for de la le du des der die das und et y e di del da do in'.split(' '),
)

/** Countries that stand in brackets behind a company's name, to tell one of a group from the others. */
export const COUNTRIES: ReadonlySet<string> = new Set(
  (
    'argentina|australia|austria|bahrain|bangladesh|belgium|bermuda|brazil|brasil|bulgaria|canada|chile|china|colombia|croatia|' +
    'cyprus|czech republic|denmark|deutschland|ecuador|egypt|estonia|europe|finland|france|germany|ghana|great britain|greece|' +
    'hong kong|hungary|iceland|india|indonesia|ireland|israel|italy|italia|japan|jordan|kazakhstan|kenya|korea|kuwait|latvia|' +
    'lebanon|lithuania|luxembourg|malaysia|malta|mexico|morocco|netherlands|holland|new zealand|nigeria|norway|oman|pakistan|' +
    'panama|peru|philippines|poland|polska|portugal|qatar|romania|russia|saudi arabia|serbia|singapore|slovakia|slovenia|' +
    'south africa|south korea|spain|espana|sri lanka|sweden|switzerland|schweiz|taiwan|thailand|tunisia|turkey|uae|uganda|uk|' +
    'ukraine|united arab emirates|united kingdom|united states|uruguay|us|usa|venezuela|vietnam|zambia|zimbabwe'
  ).split('|'),
)
