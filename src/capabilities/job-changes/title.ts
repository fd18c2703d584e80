import { levenshtein } from '../../lib/similarity.ts'
import { normalText } from '../../lib/text-normal.ts'

/** Expansions of abbreviations in titles, by normal word. */
const written = new Map(
  Object.entries({
    sr: 'senior',
    snr: 'senior',
    jr: 'junior',
    jnr: 'junior',
    mgr: 'manager',
    mngr: 'manager',
    dir: 'director',
    eng: 'engineer',
    engr: 'engineer',
    engg: 'engineering',
    dev: 'developer',
    svp: 'senior vice president',
    evp: 'executive vice president',
    avp: 'assistant vice president',
    vp: 'vice president',
    asst: 'assistant',
    assoc: 'associate',
    exec: 'executive',
    admin: 'administrator',
    tech: 'technical',
    mktg: 'marketing',
    ops: 'operations',
    hr: 'human resources',
    pm: 'product manager',
    swe: 'software engineer',
    sde: 'software development engineer',
    ceo: 'chief executive officer',
    cto: 'chief technology officer',
    cfo: 'chief financial officer',
    coo: 'chief operating officer',
    cmo: 'chief marketing officer',
    cpo: 'chief product officer',
    cro: 'chief revenue officer',
    cio: 'chief information officer',
    ciso: 'chief information security officer',
    chro: 'chief human resources officer',
    cso: 'chief strategy officer',
    md: 'managing director',
    gm: 'general manager',
    cofounder: 'founder',
    co: '',
    ii: '2',
    iii: '3',
    iv: '4',
    i: '1',
  }),
)

/** Words that say nothing about the job. */
const minor = new Set(
  'of the and a an in for to at on m w d f x h he she they him her them his de la le et und y e'.split(' '),
)

/** Written titles differ in punctuation, abbreviations, order and appended employers: ` Sr. Engineer @Acme (m/w/d)`. */
function titleWords(title: string): readonly string[] {
  const own = title
    .replaceAll(/\s(?:@|at)\s.*$/gi, ' ')
    .replaceAll(/\s@\w.*$/g, ' ')
    .replaceAll(/\([mfwdxh/|\s]+\)/gi, ' ')
    .replaceAll('&', ' and ')
  const words = normalText(own)
    .split(' ')
    .flatMap((word) => (written.get(word) ?? word).split(' '))
    .filter((word) => word !== '' && !minor.has(word))
  return [...new Set(words)].toSorted()
}

/** Words that alone change the level or the profession of a title, so they never count as a typo. */
const telling =
  /^(?:\d+|senior|junior|lead|chief|vice|director|manager|president|principal|staff|head|sales)$/

/** Whether two titles are one, spelled differently. */
export function isSameTitle(one: string | null, other: string | null): boolean {
  // A source that omits the title says nothing about it.
  if (one === null || other === null) return true
  const [a, b] = [titleWords(one), titleWords(other)]
  if (a.join(' ') === b.join(' ')) return true
  if (a.length !== b.length) return false
  const onlyA = a.filter((word) => !b.includes(word))
  const onlyB = b.filter((word) => !a.includes(word))
  return onlyA.length === 1 && onlyB.length === 1 && isSlip(onlyA[0] as string, onlyB[0] as string)
}

/** `Enginer` for `Engineer`; not `Tester` for `Taster`. */
function isSlip(one: string, other: string): boolean {
  if (telling.test(one) || telling.test(other) || Math.min(one.length, other.length) < 6) return false
  return levenshtein(one, other, 2) <= (Math.min(one.length, other.length) < 9 ? 1 : 2)
}

/** Whether one title contains the other and adds to it. */
export function isElaborated(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return true
  const [a, b] = [titleWords(one), titleWords(other)]
  return a.every((word) => b.includes(word)) || b.every((word) => a.includes(word))
}

/** Objects of managers who do not manage people: `product manager`. */
const trades =
  'account product project program programme community case office property brand campaign content media customer relationship partner partnership event procurement portfolio success release category'.split(
    ' ',
  )

/**
 * The level of a title, from 0 (interns) to 12 (head of the whole organization), comparable within one employer. A
 * number after a title counts a little: `Engineer 2` is above `Engineer`.
 */
export function titleLevel(title: string | null): number {
  if (title === null) return plain
  const words = new Set(titleWords(title))
  const has = (...all: string[]) => all.every((word) => words.has(word))
  const any = (...some: string[]) => some.some((word) => words.has(word))
  const grade = [...words].flatMap((word) => (/^[1-9]$/.test(word) ? [Number(word)] : []))[0] ?? 1
  return heldLevel(has, any) + (grade - 1) / 10
}

/** Words that lower the level of any title, and by how much. */
const below = new Map([
  ['vice', 1],
  ['deputy', 1],
  ['associate', 1],
  ['junior', 1],
  ['assistant', 2],
])

/** Levels gained by a move between two titles of one employer; 0 for equal or unknown levels. */
export function titleClimb(from: string | null, to: string | null): number {
  if (from !== null && to !== null) {
    const [a, b] = [titleWords(from), titleWords(to)]
    const own = (words: readonly string[]) => words.filter((word) => !below.has(word))
    const belows = (words: readonly string[]) => words.reduce((sum, word) => sum + (below.get(word) ?? 0), 0)
    // `Vice Chair` and `Chair`, `Deputy Mayor` and `Mayor`: the level of the office need not be known.
    if (own(a).join(' ') === own(b).join(' ') && own(a).length > 0 && belows(a) !== belows(b))
      return belows(a) - belows(b)
  }
  return titleLevel(to) - titleLevel(from)
}

const plain = 2
type HasWords = (...words: string[]) => boolean

function heldLevel(has: HasWords, any: HasWords): number {
  if (any('intern', 'internship', 'trainee', 'apprentice', 'student', 'werkstudent', 'praktikant')) return 0
  const top = topLevel(has, any)
  if (top !== undefined) return top
  if (has('manager') && !any(...trades))
    return 5 + step(has, any) + (has('general') && !has('assistant') ? 1.5 : 0)
  if (any('supervisor', 'lead', 'leader', 'principal', 'staff', 'distinguished', 'fellow'))
    return leadLevel(has, any)
  if (any('senior')) return 3
  if (any('junior', 'assistant', 'associate', 'graduate', 'entry')) return 1
  return plain
}

/** Directors and above. */
function topLevel(has: HasWords, any: HasWords): number | undefined {
  if (has('chief', 'officer') || any('founder', 'owner', 'geschaftsfuhrer', 'geschaftsfuhrerin'))
    return has('deputy') ? 11.5 : 12
  if (has('vice', 'president')) return 9 + step(has, any) + (has('executive') ? 2 : 0)
  if (has('president') || has('managing', 'director')) return has('deputy') ? 11 : 12
  if (has('partner') && !any('manager', 'business', 'hr', 'human', 'channel', 'sales'))
    return 10.5 + step(has, any)
  if (has('chief', 'staff')) return 6
  if (any('director', 'directora', 'directeur', 'directrice', 'head', 'leiter', 'leiterin'))
    return 7 + step(has, any)
  return undefined
}

/** `Senior Director` is above `Director`, and `Associate Director` below. */
const step = (has: HasWords, any: HasWords): number => {
  if (any('assistant', 'associate', 'deputy', 'junior')) return has('deputy') ? -0.5 : -1
  return any('senior') ? 1 : 0
}

function leadLevel(has: HasWords, any: HasWords): number {
  if (any('distinguished', 'fellow')) return 6
  if (any('principal')) return has('senior') ? 5.5 : 5
  return has('senior') ? 4.5 : 4
}

/** Boards, advice, volunteering: activities beside the main job. */
export function isSideTitle(title: string | null): boolean {
  if (title === null) return false
  const words = new Set(titleWords(title))
  const has = (...all: string[]) => all.every((word) => words.has(word))
  return (
    has('board') ||
    has('non', 'executive') ||
    has('angel') ||
    [
      'advisor',
      'adviser',
      'mentor',
      'volunteer',
      'member',
      'trustee',
      'ambassador',
      'investor',
      'speaker',
    ].some((word) => words.has(word) && words.size <= 3)
  )
}
