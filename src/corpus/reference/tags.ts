import { buildOnce } from './build-once.ts'
import lists from '../../../data/reference/tags.json' with { type: 'json' }
import type { TagsBody } from './schema.ts'

/** The body of getTags: labels that the profile and company tag filters take by slug. */
export const tagsBody: () => TagsBody = buildOnce(() => ({
  profileTags: lists.profile.map(tagFrom),
  companyTags: lists.company.map(tagFrom),
}))

function tagFrom(row: string[]): TagsBody['profileTags'][number] {
  const [slug, name, emoji, description] = row as [string, string, string, string]
  return { slug, name, description, emoji }
}
