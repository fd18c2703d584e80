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

// Patterns run on normal text (lower case, single spaces, ASCII where the script has it).
const patterns: [TitleLevel, RegExp][] = [
  [
    'founder',
    /\b(co ?)?founder\b|\bcofounding\b|\bfounding (partner|ceo|member)\b|\bgrunder(in)?\b|\bfondat(eur|rice)\b|\bfundador(a)?\b/,
  ],
  [
    'c-suite',
    /\bchief\b|\bc[etfomipsrd]o\b|\bciso\b|\bpresident\b|\bgeschaftsfuhrer(in)?\b|\bdirecteur general\b|\bdirector general\b/,
  ],
  [
    'board-member',
    /\bboard (member|director|of directors|chair\w*|observer)\b|\bmember of the board\b|\bchair(man|woman|person)\b|\bnon executive director\b|\baufsichtsrat\b/,
  ],
  ['partner', /\b(managing|general|senior|founding|equity|venture|limited) partner\b|^partner\b/],
  ['vp', /\b[es]?vp\b|\bvice president\b/],
  [
    'director',
    /\bdirector(a)?\b|\bdirecteur\b|\bdirectrice\b|\bdirektor(in)?\b|\bhead of\b|\b\w+ head\b|\bleiter(in)?\b/,
  ],
  [
    'management',
    /\bmanag(er|ing)\b|\b(senior|executive|top|upper|middle|general|of|the|in) management\b|\bmanagement (team|board|committee)\b|\bsupervisor\b|\b(team )?lead(er)?\b|\bgerente\b|\bjefe\b|\bresponsable\b/,
  ],
  ['entry-level', /\bjunior\b|\bjr\b|\bentry level\b|\bgraduate\b|\bapprentice\b|\bassociate\b/],
  ['assistant', /\bassistant(e|in)?\b|\basistente\b|\bsecretary\b|\bassistenz\b/],
  [
    'intern',
    /\bintern(ship)?\b|\btrainee\b|\bpraktikant(in)?\b|\bstagiaire\b|\bbecari[oa]\b|\bworking student\b|\bwerkstudent(in)?\b/,
  ],
]
const notCSuite = /\bvice president\b/
// Management is a level, and a trade besides: consultants and analysts of it manage nobody, nor do those who learn it.
const managementTrade =
  /\b(\w+ )?management (consult\w+|analyst|trainee|intern|internship|assistant|specialist|coordinator|associate|student|accountant|engineer|advisor|adviser|professional|clerk)\b/g
const cache = new Map<string, readonly TitleLevel[]>()

/** Levels named by a normalised title. Remembered, since titles repeat by the million. */
export function titleLevelsOf(normalTitle: string): readonly TitleLevel[] {
  let levels = cache.get(normalTitle)
  if (levels === undefined) {
    levels = patterns
      .filter(([level, pattern]) =>
        pattern.test(
          level === 'c-suite'
            ? normalTitle.replace(notCSuite, '')
            : level === 'management'
              ? normalTitle.replace(managementTrade, '')
              : normalTitle,
        ),
      )
      .map(([level]) => level)
    if (levels.includes('intern')) levels = levels.filter((level) => level !== 'management')
    if (cache.size >= 50_000) cache.clear()
    cache.set(normalTitle, levels)
  }
  return levels
}
