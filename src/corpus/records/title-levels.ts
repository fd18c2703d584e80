/** Levels a job title names, for `jobTitleV3` functional terms. A title may name several ("Founder & CEO"). */
export const titleLevels = [
  'founder',
  'c-suite',
  'board-member',
  'partner',
  'vp',
  'director',
  'management',
  'entry-level',
  'assistant',
  'intern',
] as const
export type TitleLevel = (typeof titleLevels)[number]

// Heads of companies and seats on boards in the languages of Europe. Boards that run a company (Vorstand, directoire,
// zarząd) are both: their members are its officers.
const headOfCompany = [
  /\bchief\b|\bc[etfomipsrd]o\b|\bciso\b|\bpresident\b|\bgeschaftsfuhrer(in)?\b|\bpdg\b/,
  /\bvorstand(smitglied|svorsitzende[rn]?|ssprecher(in)?|schef(in)?|s)?\b|\bdirectoire\b/,
  /\bdirecteur general\b|\bdirectrice generale\b(?! adjointe)|\bdirector(a)? (general|ejecutiv[oa])\b|\bconsejer[oa] delegad[oa]\b/,
  /\bamministrat(ore|rice) (delegat[oa]|unic[oa])\b|\bdirettore generale\b|\bdirettrice generale\b/,
  /\bdiretora? (executiv[oa]|geral|presidente)\b|\badministradora? (delegad[oa]|unic[oa])\b|\bpresidente executiv[oa]\b/,
  /\balgemeen directeur\b|\b(bestuurs|directie)voorzitter\b|\bprezes(ka)?\b|\b(czlonek|czlonkini) zarzadu\b|\bdyrektor (generalny|zarzadzajacy)\b/,
  /\b(verkstallande|administrerende|adm) direktor\b|^vd\b|\bvd och\b|\bdaglig leder\b|\bkon(sernsjef|cernchef)\b|\btoimitusjohtaja\b/,
  /\b(generalni|vykonny) reditel\b|\bgeneralna reditelka\b|\bpredstavenstva\b|\bvezerigazgato\b|\bgenel mudur\b/,
]
const seatOnBoard = [
  /\bboard (member|director|of directors|chair\w*|observer)\b|\bmember of the board\b|\bchair(man|woman|person)\b|^(vice )?chair\b(?! of the department)|\bnon executive director\b/,
  /\b(aufsichts|verwaltungs|stiftungs)rat(s\w*|in)?\b|\b(vorsitzende[rn]?|mitglied)( \w+)? (vorstand(s|es)?|aufsichtsrat(s|es)?)\b|\bvorstand(smitglied|svorsitzende[rn]?)\b/,
  /\bconseil (d administration|de surveillance)\b|\badministrat(eur|rice) independante?\b|\bmembre du directoire\b|\bconsejo de administracion\b|\bpresident[ea] del consejo\b|\bconsejer[oa]( delegad[oa]| independiente| dominical)?$/,
  /\bconsigli(o|er[ea]) di amministrazione\b|\bconsiglier[ea] delegat[oa]\b|\bconselho (de administracao|fiscal|consultivo)\b|\b(membr[oa]|presidente) do conselho\b|\bconselheir[oa] (de administracao|administrativ[oa])\b/,
  /\braad van (bestuur|commissarissen|toezicht)\b|^commissaris$|\bbestuurs(lid|voorzitter)\b|\bzarzadu\b|\brady nadzorczej\b|\bpredstavenstva\b|\byonetim kurulu\b/,
  /\bstyrelse(ordforande|ledamot)\b|\bbestyrelses(formand|medlem)\b|\bstyre(leder|medlem)\b|\bhallituksen (puheenjohtaja|jasen)\b|\bigazgatosag(i tag)?\b/,
]
const either = (patterns: readonly RegExp[]) => new RegExp(patterns.map(({ source }) => source).join('|'))

// Patterns run on normal text (lower case, single spaces, ASCII where the script has it).
const patterns: [TitleLevel, RegExp][] = [
  [
    'founder',
    /\b(co ?)?founder\b|\bcofounding\b|\bfounding (partner|ceo|member)\b|\b(mit)?grunder(in)?\b|\b(co)?fondat(eur|rice|ore)\b|\b(co)?fundador(a)?\b|\b(mede)?oprichter\b|\b(wspol)?zalozyciel(ka)?\b|\b(med)?grundare\b|\b(med)?stifter\b|\bzakladatel(ka)?\b/,
  ],
  ['c-suite', either(headOfCompany)],
  ['board-member', either(seatOnBoard)],
  ['partner', /\b(managing|general|senior|founding|equity|venture|limited) partner\b|^partner\b/],
  ['vp', /\b[es]?vp\b|\bvice president\b/],
  [
    'director',
    /\bdirector(a)?\b|\bdirecteur\b|\bdirectrice\b|\bdirektor(in)?\b|\bdirett(ore|rice)\b|\bdiretora?\b|\bdyrektor(ka)?\b|\bhead of\b|\b\w+ head\b|\bleiter(in)?\b/,
  ],
  [
    'management',
    /\bmanag(er|ing)\b|\b(senior|executive|top|upper|middle|general|of|the|in) management\b|\bmanagement (team|board|committee)\b|\bsupervisor\b|\b(team )?lead(er)?\b|\bgerente\b|\bjefe\b|\bresponsable\b/,
  ],
  ['entry-level', /\bjunior\b|\bjr\b|\bentry level\b|\bgraduate\b|\bapprentice\b|\bassociate\b/],
  ['assistant', /\bassistant(e|in)?\b|\basistente\b|\bsecretary\b|\bassistenz\b/],
  [
    'intern',
    /\bintern(ship)?\b|\btrainee\b|\bpraktikant(in)?\b|\bstagiaire\b|\bbecari[oa]\b|\bestagiari[oa]\b|\btirocinante\b|\bstazyst(a|ka)\b|\bworking student\b|\bwerkstudent(in)?\b/,
  ],
]
// Who heads a board that does not run the company heads no company, nor do who head a crew, a trade or an office, who work
// for those who do, or did it before.
const notCSuite = new RegExp(
  either([
    /\bvice president\b|\bpresidente? (du conseil|del consejo|del consiglio|do conselho)\b|\b(assisten\w+|sekretar\w*)( d\w+)? (vorstands?|geschafts\w+)\b/,
    /\b(assistant|secretary|aide|advis[eo]r|counsel|[ep]a|chief of staff) to .*$|\b(office|buro) of .*$/,
    /\b(former|formerly|past|retired|ex) ((vice|co|interim) )*(president|chief( \w+){0,3} officer|chief|c[etfomipsrd]o|ciso)\b|\b(president|c[etfomipsrd]o) emeritus\b/,
    /\bchief of (staff|police|party|mission|station|section|division|department|branch|service|surgery|medicine)\b|\bin chief\b/,
    /\b(fire|police|section|division|department|branch|station|battalion|platoon|squad|flight|party|shift|crew|desk|copy|bureau) chief\b/,
    /\bchief( (?!officer|executive|and)\w+){0,2} (engineer|architect|accountant|manager|product owner|pilot|instructor|mate|steward(ess)?|cook|clerk|resident|inspector|superintendent|constable|sergeant|technician)\b|\bchief (petty|warrant) officer\b/,
  ]),
  'g',
)
// Management is a level, and a trade as well: consultants and analysts of it manage nobody, nor do those who learn it.
const managementTrade =
  /\b(\w+ )?management (consult\w+|analyst|trainee|intern|internship|assistant|specialist|coordinator|associate|student|accountant|engineer|advisor|adviser|professional|clerk)\b/g
/** Words that name a level elsewhere, and are taken out before it is looked for. */
const misleadingWords: Partial<Record<TitleLevel, RegExp>> = {
  'c-suite': notCSuite,
  management: managementTrade,
}
const cache = new Map<string, readonly TitleLevel[]>()

/** Levels named by a normalised title. Remembered, since titles repeat by the million. */
export function findTitleLevels(normalTitle: string): readonly TitleLevel[] {
  let levels = cache.get(normalTitle)
  if (levels === undefined) {
    levels = patterns
      .filter(([level, pattern]) => {
        const misleading = misleadingWords[level]
        return pattern.test(misleading === undefined ? normalTitle : normalTitle.replace(misleading, ''))
      })
      .map(([level]) => level)
    if (levels.includes('intern')) levels = levels.filter((level) => level !== 'management')
    if (cache.size >= 50_000) cache.clear()
    cache.set(normalTitle, levels)
  }
  return levels
}
