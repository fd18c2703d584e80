import { buildOnce } from './build-once.ts'
import lists from '../../../data/reference/tags.json' with { type: 'json' }
import type { TagsBody, TechnologiesBody, SkillsBody } from './schema.ts'
import names from '../../../data/reference/technologies.json' with { type: 'json' }
import bySubject from '../../../data/reference/skills.json' with { type: 'json' }

/** The body of getSkills: skill names of all professions in alphabetical order. */
export const skillsBody: () => SkillsBody = buildOnce(() => {
  const names = new Map<string, string>()
  // A skill of several subjects is listed once, in its first spelling.
  for (const skill of Object.values(bySubject).flat()) {
    const key = skill.toLowerCase()
    if (!names.has(key)) names.set(key, skill)
  }
  return { skills: [...names.values()].sort((a, b) => a.localeCompare(b, 'en')) }
})

/** The body of getTechnologies: the predefined names of the technology filters, as they are written there. */
export const technologiesBody: () => TechnologiesBody = buildOnce(() => ({ technologies: [...names] }))

/** The body of getTags: labels that the profile and company tag filters take by slug. */
export const tagsBody: () => TagsBody = buildOnce(() => ({
  profileTags: lists.profile.map(tagFrom),
  companyTags: lists.company.map(tagFrom),
}))

function tagFrom(row: string[]): TagsBody['profileTags'][number] {
  const [slug, name, emoji, description] = row as [string, string, string, string]
  return { slug, name, description, emoji }
}
