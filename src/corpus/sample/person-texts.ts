import type { Education, SpokenLanguage } from '../records/index.ts'
import { capitalized } from './stems.ts'
import type { SampleCountry } from './places.ts'
import type { Random } from './random.ts'
import type { Anchor, Career, SamplePosition, Stint } from './stints.ts'
import { chief, industryAt, tracks } from './trades.ts'

const commonSkills = [
  'Leadership',
  'Communication',
  'Project Management',
  'Teamwork',
  'Microsoft Excel',
  'Public Speaking',
  'Strategy',
  'Management',
  'Problem Solving',
  'Microsoft Office',
  'Negotiation',
  'Time Management',
  'Analytical Skills',
  'Research',
]

/** Skills of the line of work, common ones, and one of the industry. */
export function drawSkills(random: Random, { track, level }: Career, industry: number): string[] {
  const { skills } = track
  const count = Math.min(skills.length, 3 + random.below(6 + level))
  const offset = random.below(skills.length)
  const drawn: string[] = []
  for (let place = 0; place < count; place++) drawn.push(skills[(offset + place) % skills.length] as string)
  for (let left = random.below(4); left > 0; left--) add(drawn, random.pick(commonSkills))
  if (random.chance(0.5)) add(drawn, keyword(random, industry))
  return drawn
}

function add(list: string[], value: string): void {
  if (!list.includes(value)) list.push(value)
}

const capitalKeywords = new Map<string, string>()

function keyword(random: Random, industry: number): string {
  const word = random.pick(industryAt(industry).keywords)
  let capital = capitalKeywords.get(word)
  if (capital === undefined) {
    capital = capitalized(word)
    capitalKeywords.set(word, capital)
  }
  return capital
}

/** The person's text about a position. */
export function positionSummary(random: Random, stint: Stint, position: SamplePosition): string {
  const { keywords } = industryAt(stint.industry)
  if (position.level === chief) {
    return `Leading ${stint.name}, where we work on ${random.pick(keywords)} and ${random.pick(keywords)}.`
  }
  const track = tracks.find(({ functions }) => functions === position.functions)
  if (!track) return `Advising on ${random.pick(keywords)}.`
  const parts = random.pick(track.summaries)
  return parts.length === 1 ? (parts[0] as string) : parts.join(random.pick(keywords))
}

export function makeHeadline(
  random: Random,
  career: Career,
  education: Partial<Education>[],
  skills: string[],
): string {
  const main = career.stints[0]
  const position = main?.positions[0]
  if (career.situation === 'student') {
    const school = education[0]
    return `${school?.field_of_study_name ?? 'Student'} student at ${school?.school_name ?? 'university'}`
  }
  if (career.situation === 'stealth') return `${position?.title ?? 'Founder'} | Stealth`
  const title = position?.title ?? ''
  if (career.situation === 'between-jobs') return `${title} | Open to new opportunities`
  const style = random.unit()
  if (style < 0.6) return `${title} at ${main?.name ?? ''}`
  if (style < 0.85) return `${title} | ${skills[0] ?? ''} | ${skills[1] ?? ''}`
  return title
}

const openings = ['I enjoy', 'My work is about', 'I have spent years on', 'What drives me is', 'I care about']
const closings = [
  'Always glad to meet people who work on similar problems.',
  'Outside work I read, run and cook.',
  'I like small teams and clear goals.',
  'Happy to share what I learned along the way.',
  'Currently learning a new language.',
]

/** About every second person has one. */
export function profileSummary(
  { world, random, company }: Anchor,
  career: Career,
  skills: string[],
): string | undefined {
  if (!random.chance(0.45)) return undefined
  const { keywords } = industryAt(world.industry[company] as number)
  const years = Math.max(0, Math.floor((world.month - career.start) / 12))
  const field = skills[random.below(Math.min(3, skills.length))] ?? 'my field'
  const experience = years > 1 ? ` ${years} years in ${random.pick(keywords)}.` : ''
  return `${random.pick(openings)} ${field.toLowerCase()} and ${random.pick(keywords)}.${experience} ${random.pick(closings)}`
}

const levels: [id: string, name: string][] = [
  ['native_or_bilingual', 'Native or bilingual proficiency'],
  ['full_professional', 'Full professional proficiency'],
  ['professional_working', 'Professional working proficiency'],
  ['limited_working', 'Limited working proficiency'],
  ['elementary', 'Elementary proficiency'],
]
const spoken = new Map<string, SpokenLanguage[]>()

function language(name: string, level: number): SpokenLanguage {
  let all = spoken.get(name)
  if (!all) {
    all = levels.map(([id, words]) => ({ name, proficiency_id: id, proficiency_name: words }))
    spoken.set(name, all)
  }
  return all[level] as SpokenLanguage
}

/** The first language of the country and some others spoken there. Four people in ten list none. */
export function drawLanguages(random: Random, country: SampleCountry): SpokenLanguage[] | undefined {
  if (random.chance(0.4)) return undefined
  const { languages } = country
  const drawn = [language(languages[0] as string, 0)]
  for (let place = 1; place < languages.length; place++) {
    if (random.chance(place === 1 ? 0.7 : 0.2))
      drawn.push(language(languages[place] as string, 1 + random.below(4)))
  }
  return drawn
}
