import { knownNames } from '../../../../corpus/records/index.ts'
import type { Annotator, CorpusOrganization, Mention, NamedOrganization, Reading } from '../mention.ts'
import { findLanguages } from '../language-of.ts'
import { buildPhrases } from '../phrases.ts'
import { investorDomains } from '../tables/investors.ts'
import { isJoined, toPhraseKey, type Word } from '../words.ts'
import { hasCueBefore } from './cues.ts'
import { endOfPlace } from './places.ts'

const joinSpelling = (rows: readonly string[]) =>
  rows.flatMap((row) => row.split('|').map((name): [string, string] => [name, name]))
const schools = buildPhrases(
  joinSpelling([...knownNames.topUsUniversities, ...knownNames.topUniversitiesElsewhere]),
)
const employers = buildPhrases(joinSpelling(knownNames.majorTechCompanies))
const investors = buildPhrases(
  investorDomains.flatMap(([domain, names]) =>
    names.split(', ').map((name): [string, { name: string; domain: string }] => [name, { name, domain }]),
  ),
)
/** Names that are words of questions, too: only as names, where an employer stands. */
const wordNames = new Set([
  'apple',
  'meta',
  'oracle',
  'intel',
  'benchmark',
  'accel',
  'first round',
  'index',
  'spark',
  'columbia',
  'brown',
  'rice',
  'duke',
  'hp',
  'sap',
  'sony',
  'adobe',
  'bessemer',
  'lightspeed',
  'gv',
  'northzone',
  'mit',
  'uber',
  'amazon',
  'stripe',
  'salesforce',
])

const maxWords = 4
/** Names of a list that one looks back over for the word that says how they stand. */
const maxNames = 5

/** Employers, former employers, investors and schools: of the corpus, and those everybody knows. */
export const annotateNames: Annotator = (reading) => {
  const { words } = reading
  const mentions: Mention[] = []
  for (let from = 0; from < words.length; from++) {
    const school = schools.at(words, from)
    if (school !== undefined && isSchoolHere(words, from, school.to))
      mentions.push(makeMention(from, school.to, { name: school.values[0]!, role: 'school' }, [0.92, 2.5]))
    const investor = investors.at(words, from)
    if (investor !== undefined && isInvestorHere(words, from, investor.to))
      mentions.push(
        makeMention(
          from,
          skipBacked(words, investor.to),
          { ...investor.values[0]!, role: 'investor' },
          [0.92, 2.5],
        ),
      )
    if (investor === undefined && hasCueBefore(words, from, ['backed']))
      mentions.push(...readUnknownInvestor(reading, from))
    const employer = employers.at(words, from)
    if (employer !== undefined) {
      const role = readRole(words, from, employer.to)
      const name = reading.names.get(makeKey(words, from, employer.to))
      const isName = role !== undefined || !wordNames.has(words[from]!.normal)
      if (isName)
        mentions.push(
          makeMention(
            from,
            employer.to,
            { name: name?.name ?? employer.values[0]!, domain: name?.domain, role: role ?? 'employer' },
            [role === undefined ? 0.75 : 0.93, role === undefined ? 0 : 2.5],
          ),
        )
    }
    mentions.push(...readCorpusName(reading, from), ...readUnknownName(reading, from))
  }
  return mentions
}

const isInvestorHere = (words: readonly Word[], from: number, to: number): boolean =>
  hasCueBefore(words, from, ['backed']) ||
  isListedAfter(words, from, 'backed') ||
  /^(backed|portfolio|funded)$/.test(words[to]?.normal ?? '') ||
  isInvesting(words, to)

const makeMention = (
  from: number,
  to: number,
  organization: NamedOrganization,
  [confidence, weight]: readonly [confidence: number, weight: number],
): Mention => ({ from, to, is: { kind: 'organization', organization }, confidence, weight })

/** A fund that nobody knows, with all its words: `Breakthrough Energy Ventures` is not a trade. */
function readUnknownInvestor({ words, question }: Reading, from: number): Mention[] {
  let to = from
  while (
    to < words.length &&
    to - from < maxWords &&
    (to === from || isRun(words, from, to + 1)) &&
    /^\p{Lu}/u.test(words[to]!.text)
  )
    to++
  if (to - from < 2) return []
  const name = question.slice(words[from]!.start, words[to - 1]!.end)
  return [makeMention(from, to, { name, role: 'investor' }, [0.6, 0.5])]
}

/** `with Atomico as an investor`, `that Accel invested in`, `on the cap table`. */
const isInvesting = (words: readonly Word[], at: number): boolean =>
  /^(as (an? |their |its |the )?(lead |seed |early |main )?(investors?|backers?)|(has |have |had )?invested|on (the|their) cap table|among (the|their|its) (investors|backers))\b/.test(
    words
      .slice(at, at + 5)
      .map(({ normal }) => normal)
      .join(' '),
  )

const skipBacked = (words: readonly Word[], at: number) =>
  /^(backed|funded|portfolio)$/.test(words[at]?.normal ?? '') ? at + 1 : at

/** `MIT`, and not the German word for with. */
function isSchoolHere(words: readonly Word[], from: number, to: number): boolean {
  const word = words[from]!
  if (to - from > 1 || !wordNames.has(word.normal)) return true
  return (
    hasCueBefore(words, from, ['studied']) ||
    word.text === word.text.toUpperCase() ||
    /^(alumni|alums|grads|graduates)$/.test(words[to]?.normal ?? '')
  )
}

/** What the words around a name make of it. */
function readRole(
  words: readonly Word[],
  from: number,
  to: number,
  most = maxNames,
): NamedOrganization['role'] | undefined {
  if (/^(both|either)$/.test(words[from - 1]?.normal ?? '') && from > 1) {
    const role = most === 0 ? undefined : readRole(words, from - 1, to, most - 1)
    if (role !== undefined) return role
  }
  const role = readRoleByCue(words, from, to)
  if (role !== undefined) return role
  return most === 0 ? undefined : isListedRole(words, from, most - 1)
}

/** What the cue before a name makes of it. */
function readRoleByCue(
  words: readonly Word[],
  from: number,
  to: number,
): NamedOrganization['role'] | undefined {
  if (/^(alumni|alums|alumnus|veterans|mafia)$/.test(words[to]?.normal ?? '')) return 'former'
  if (hasCueBefore(words, from, ['backed'])) return 'investor'
  if (hasCueBefore(words, from, ['former'])) return isSchoolName(words, from, to) ? 'school' : 'former'
  if (hasCueBefore(words, from, ['studied'])) return 'school'
  if (hasCueBefore(words, from, ['at', 'now', 'joined', 'called'])) return 'employer'
  if (hasCueBefore(words, from, ['left'])) return 'former'
  if (isMovedTo(words, from)) return 'employer'
  return hasCueBefore(words, from, ['of']) && from > 1 ? 'employer' : undefined
}

const ofSchools =
  /^(iit|iim|nit|bits|mit|eth|epfl|insead|lse|hec|iese|esade|ucl|ucla|usc|nyu|kaist|unsw|universit\p{L}*|college|school|institute|polytechnic|hochschule|business school)$/u

/** `alumni of IIT Bombay`: studied there, and employed by it perhaps never. */
const isSchoolName = (words: readonly Word[], from: number, to: number): boolean =>
  words.slice(from, to).some(({ normal }) => ofSchools.test(normal))

/** `moved from Uber to Bolt`: where they are now. */
const isMovedTo = (words: readonly Word[], at: number): boolean =>
  words[at - 1]?.normal === 'to' &&
  words
    .slice(Math.max(0, at - 7), at - 1)
    .some(({ normal }) => /^(moved|went|switched|jumped|transferred|moving)$/.test(normal))

/** `at Google or Meta`: a name behind a name stands as the first one does. */
function isListedRole(
  words: readonly Word[],
  from: number,
  most: number,
): NamedOrganization['role'] | undefined {
  let before = from - 1
  if (
    ['and', 'or', 'und', 'oder', 'et', 'ou', 'y', 'o', 'e', 'en', 'of'].includes(words[before]?.normal ?? '')
  )
    before--
  else if (!/[,/&]/.test(words[from]?.gap ?? '')) return undefined
  for (let start = Math.max(0, before - 2); start <= before; start++) {
    const isName = employers.at(words, start)?.to === before + 1 || /^\p{Lu}/u.test(words[start]!.text)
    const role = isName && start > 0 ? readRole(words, start, before + 1, most) : undefined
    if (role !== undefined) return role
  }
  return undefined
}

const isListedAfter = (words: readonly Word[], from: number, cue: 'backed') =>
  isListedRole(words, from, maxNames) === 'investor' && cue === 'backed'

const makeKey = (words: readonly Word[], from: number, to: number) =>
  words
    .slice(from, to)
    .map(({ text }) => toPhraseKey(text))
    .join(' ')

/** Names that the corpus holds. */
function readCorpusName({ words, names }: Reading, from: number): Mention[] {
  if (names.size === 0) return []
  for (let to = Math.min(words.length, from + maxWords); to > from; to--) {
    if (!isRun(words, from, to)) continue
    const organization = names.get(makeKey(words, from, to))
    if (organization === undefined) continue
    const role = readRoleInCorpus(words, from, to, organization)
    if (role === undefined) return []
    const { name, domain } = organization
    return [
      makeMention(
        from,
        role === 'investor' ? skipBacked(words, to) : to,
        { name, domain, role },
        [0.93, 2.8],
      ),
    ]
  }
  return []
}

function readRoleInCorpus(
  words: readonly Word[],
  from: number,
  to: number,
  name: CorpusOrganization,
): NamedOrganization['role'] | undefined {
  const role = readRole(words, from, to)
  if (role !== undefined) return role
  if (/^(backed|funded|portfolio)$/.test(words[to]?.normal ?? '')) return 'investor'
  if (from === 0 && to === words.length) return 'company'
  const isCapital = /^\p{Lu}/u.test(words[from]!.text) && (from > 0 || /^\p{Lu}/u.test(words[1]?.text ?? ''))
  return isCapital && !name.isInvestor ? 'employer' : undefined
}

/** How a name that nobody knows stands, by the words before it. */
function readRoleOfUnheard(words: readonly Word[], from: number): NamedOrganization['role'] | undefined {
  if (isAlumni(words, from)) return 'school'
  if (hasCueBefore(words, from, ['at', 'former', 'joined', 'left'])) return readRole(words, from, from + 1)
  if (hasCueBefore(words, from, ['studied'])) return 'school'
  if (isMovedTo(words, from)) return 'employer'
  if (hasCueBefore(words, from, ['called'])) return 'company'
  return isAfterEmployer(words, from) || isAfterTitle(words, from) ? 'employer' : undefined
}

/** A name nobody knows, where an employer, a school or a company of that name is asked for: written as names are. */
function readUnknownName({ words, question }: Reading, from: number): Mention[] {
  const role = readRoleOfUnheard(words, from)
  if (role === undefined || (!/^\p{Lu}/u.test(words[from]!.text) && role !== 'company')) return []
  if (isGermanNoun(words, from)) return []
  let to = from + 1
  while (
    to < words.length &&
    to - from < maxWords &&
    isRun(words, from, to + 1) &&
    (/^[\p{Lu}\d]/u.test(words[to]!.text) || /^['’]$/.test(words[to]!.gap))
  )
    to++
  const name = question.slice(words[from]!.start, words[to - 1]!.end)
  // `studied at Parsons`, which is a town as well.
  const isAt =
    role === 'school' &&
    (isAlumni(words, from) || /^(at|from|to|attended)$/.test(words[from - 1]?.normal ?? ''))
  return [makeMention(from, to, { name, role }, [0.6, isAt ? 2 : -0.4])]
}

/** `Cambridge graduates`: those of its university, and not of the town. */
const isAlumni = (words: readonly Word[], at: number): boolean =>
  /^(graduates?|grads?)$/.test(words[at + 1]?.normal ?? '') &&
  isJoined(words[at + 1]!) &&
  endOfPlace(words, at) === at + 1

/** `bei Autoherstellern`: every noun of German is written like a name, and these are the ends of their plurals. */
const isGermanNoun = (words: readonly Word[], at: number): boolean =>
  findLanguages(words).has('de') &&
  /^(bei|beim|von|aus|in)$/.test(words[at - 1]?.normal ?? '') &&
  /(ern|eln|ungen|erinnen|anten|isten|ieben|häusern|unternehmen)$/.test(words[at]!.normal)

/** `the CFO of Zalando` */
const isAfterTitle = (words: readonly Word[], at: number): boolean =>
  words[at - 1]?.normal === 'of' &&
  /^(c[a-z]o|ciso|chro|founders?|cofounders?|owners?|president|chairman|chairwoman|boss)$/.test(
    words[at - 2]?.normal ?? '',
  ) &&
  endOfPlace(words, at) === undefined

/** `at Siemens or Bosch`: another name after one that nobody knows. */
function isAfterEmployer(words: readonly Word[], from: number): boolean {
  const before = words[from - 1]?.normal ?? ''
  const first = ['or', 'oder', 'ou', 'o'].includes(before) ? from - 2 : -1
  return first > 0 && /^\p{Lu}/u.test(words[first]!.text) && hasCueBefore(words, first, ['at'])
}

function isRun(words: readonly Word[], from: number, to: number): boolean {
  for (let at = from + 1; at < to; at++) if (!isJoined(words[at] as Word)) return false
  return true
}

/** Texts that may be names of organizations, by their key, to be looked up in the corpus; the likeliest first. */
export function listNameCandidates(
  words: readonly Word[],
  isKnown: (at: number) => boolean,
  most = 40,
): Map<string, string> {
  const names = new Map<string, string>()
  for (let length = maxWords; length >= 1; length--) {
    for (let from = 0; from + length <= words.length && names.size < most; from++) {
      const to = from + length
      const isUnknown = words.slice(from, to).some((_, index) => !isKnown(from + index))
      const isCued = hasCueBefore(words, from, [
        'at',
        'former',
        'backed',
        'studied',
        'called',
        'joined',
        'left',
        'now',
      ])
      if ((isUnknown || isCued) && isRun(words, from, to) && !words[from]!.isNumber)
        names.set(
          makeKey(words, from, to),
          words
            .slice(from, to)
            .map(({ text }) => text)
            .join(' '),
        )
    }
  }
  return names
}

export const listOrganizationWords = () => [...employers.vocabulary(), ...schools.vocabulary()]
