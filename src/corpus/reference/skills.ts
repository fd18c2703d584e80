import { buildOnce } from './build-once.ts'
import bySubject from '../../../data/reference/skills.json' with { type: 'json' }
import type { SkillsBody } from './schema.ts'

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
