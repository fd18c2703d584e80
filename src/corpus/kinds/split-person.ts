import { platformAliases } from '../../lib/social-handle.ts'
import { withoutDirectionsIn } from '../../lib/storable-text.ts'
import type { NativePerson } from '../records/index.ts'
import { namePerson, pageAddress, spellPages } from './line-pages.ts'
import { gatePerson } from './person-line-gate.ts'
import { withSharedEmployers } from './person-line.ts'
import { splitLine, type Split } from './sealed.ts'

/** What a line says, apart from what is sealed and from what identifies nobody. */
export function splitPerson(line: NativePerson): Split {
  const { emails, phone_numbers, external_ids, ...members } = line
  const split = splitLine(members)
  withoutDirectionsIn(split.members, ['name', 'first_name', 'last_name'])
  split.emails = emails ?? []
  split.phoneNumbers = phone_numbers ?? []
  split.externalIds = external_ids ?? {}
  gatePerson(split)
  const { experiences } = split.members as Pick<NativePerson, 'experiences'>
  namePerson(split.members)
  spellPages(split.members, { slug: 'primary_slug', slugs: 'slugs' })
  if (typeof split.members['url'] === 'string') split.members['url'] = pageAddress(split.members['url'])
  if (experiences) split.members['experiences'] = withSharedEmployers(experiences)
  if (external_ids && !hasNone(external_ids, split.externalIds))
    split.members['external_ids'] = shownIds(split.externalIds)
  return split
}

/** Whether none of some ids is left. */
const hasNone = (before: object, left: object) =>
  Object.keys(before).length > 0 && Object.keys(left).length === 0

/** Names of accounts are shown by the look-ups of accounts alone. */
const shownIds = (ids: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(ids).filter(([source]) => !platformAliases.has(source.toLowerCase())))
